"""Tests of the package grader.cluster."""
