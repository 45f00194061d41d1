"""Tests of the package grader.reading."""
