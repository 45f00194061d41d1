"""Tests of the package grader.classroom."""
