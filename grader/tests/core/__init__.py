"""Tests of the package grader.core."""
