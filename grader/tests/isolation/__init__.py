"""Tests of the package grader.isolation."""
