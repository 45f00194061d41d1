"""Writes results for other systems: Gradescope, GitHub, JUnit, spreadsheets, Canvas.

All of them are written from one record, `exports.record`, so that the score that is shown and the score
that is exported agree. None of them ever says 0 where we failed to grade.
"""
