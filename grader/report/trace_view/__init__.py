"""A trace as text and as a page."""
