"""Tests of what is no package of the grader: tools, set-up, workflows, CMake, the handbook, packages."""
