"""Tests of the package grader.report."""
