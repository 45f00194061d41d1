"""Tests of the package grader.cli."""
