"""Grades a class, resumes where it was stopped, and publishes the results."""
