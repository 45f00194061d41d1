"""Experiments that no command needs: limits, memory in flight, public programs, the cost of grading."""
