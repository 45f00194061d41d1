"""Tests of the package grader.machine."""
