"""Tests of the package grader.grading."""
