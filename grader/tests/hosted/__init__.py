"""Tests of the package grader.hosted."""
