"""Tests of the package grader.schema."""
