"""Tests of the package grader.comparison."""
