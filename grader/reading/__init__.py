"""Reads the submissions of a class in processes of their own: what starts them, and what they run."""
