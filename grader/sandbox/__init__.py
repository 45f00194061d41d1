"""Runs programs that handle a submission, kept apart from everything else on the machine."""
