"""Tests of the package grader.proof."""
