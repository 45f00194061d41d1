"""Tests of the package grader.trace."""
