"""Grading where instructors are: on a service that hands over one submission at a time."""
