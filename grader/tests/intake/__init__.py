"""Tests of the package grader.intake."""
