"""Tests of the package grader.formats."""
