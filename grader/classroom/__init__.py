"""Grades a class: every submission once, each result on disk as soon as it is known."""
