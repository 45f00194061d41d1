"""What is kept, and shown first, of all that a compiler says."""

from __future__ import annotations

from grader.core.process import END_BYTES, run_limited


def test_of_many_words_the_first_and_the_last_are_kept() -> None:
    script = "echo first error >&2; yes more words | head -c 100000 >&2; echo last words >&2"
    errors = run_limited(["sh", "-c", script], 10).errors
    assert errors.startswith("first error\n")
    assert errors.endswith("last words\n")
    assert " bytes more]\n" in errors
    assert len(errors) < 2 * END_BYTES + 100


def test_few_words_are_kept_whole() -> None:
    assert run_limited(["sh", "-c", "echo a; echo b >&2"], 10).output == "a\n"
