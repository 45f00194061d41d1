"""What grading costs."""
