"""Tests of the package grader.program."""
