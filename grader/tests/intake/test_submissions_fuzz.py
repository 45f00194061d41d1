"""Archives with bytes changed, cut, repeated or made up: every one ends in notes, never in an error."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.formats.gradescope import parse_metadata
from grader.intake.collect import Collector
from grader.intake.member import Kind, Member
from grader.intake.names import make_id, shown, split_path
from grader.intake.submission import Limits
from grader.tests.handed_in import CODE, COPY, LABS, TILED, folder, read, tar_with, tarred, zipped

LIMITS = Limits(kernel_bytes=4096, archive_bytes=1 << 20, members=200, unpacked_bytes=1 << 20)
SEEDS = {
    "a.zip": zipped(
        {TILED: CODE, COPY: CODE * 20, "in.tar": tarred({TILED: b"x"}, "w"), "in.zip": zipped({COPY: b"y"})}
    ),
    "a.tar": tarred(
        {TILED: CODE, COPY: CODE * 20, "a" * 120 + "/x": b"", "in.zip": zipped({COPY: b"y"})}, "w"
    ),
    "b.tar": tarred({TILED: CODE, "é" * 90: b"z"}, "w"),
    "a.tar.gz": tar_with(TILED, b"2", "/etc/passwd"),
    "a.tar.xz": tarred({TILED: CODE}, "w:xz"),
    "a.tar.bz2": tarred({TILED: CODE}, "w:bz2"),
}
FIELDS = st.sampled_from(
    [
        b"\xff",
        b"\0",
        b"\xff\xff\xff\xff",
        b"\0\0\0\0",
        b"\xff" * 8,
        b"PK\x01\x02",
        b"../",
        b"7777777",
        b"\x80",
    ]
)


@st.composite
def broken(draw: st.DrawFn) -> tuple[str, bytes]:
    """A good archive, changed at a few places."""
    name = draw(st.sampled_from(sorted(SEEDS)))
    data = bytearray(SEEDS[name])
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data)))
        how = draw(st.sampled_from(["put", "byte", "cut", "drop", "repeat"]))
        if how == "put":
            piece = draw(FIELDS)
            data[at : at + len(piece)] = piece
        elif how == "byte":
            data[at : at + 1] = bytes([draw(st.integers(0, 255))])
        elif how == "cut":
            del data[at:]
        else:
            end = at + draw(st.integers(0, 600))
            data[at:end] = b"" if how == "drop" else data[at:end] * 2
    return name, bytes(data)


def collect(name: str, data: bytes) -> Collector:
    collector = Collector(LABS, LIMITS)
    collector.inspect([Member((name,), Kind.FILE, len(data), lambda most: data[:most])])
    return collector


def fits_one_line(text: str) -> bool:
    plain = text.replace("\u200c", "").replace("\u200d", "").replace("\u00a0", " ")
    return len(text.splitlines()) <= 1 and all(char.isprintable() or char.isspace() for char in plain)


@settings(deadline=None, max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(archive=broken())
def test_a_broken_archive_ends_in_notes(archive: tuple[str, bytes]) -> None:
    found = collect(*archive)
    assert all(len(data) <= LIMITS.kernel_bytes for data in found.kernels.values())
    assert len(found.notes) <= LIMITS.notes + 1
    assert all(fits_one_line(note) for note in found.notes)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(name=st.sampled_from(sorted(SEEDS)), data=st.binary(max_size=2000))
def test_noise_holds_no_kernel_and_ends_in_readable_notes(name: str, data: bytes) -> None:
    found = collect(name, data)
    assert not found.kernels
    assert all(fits_one_line(note) for note in found.notes)


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(archives=st.lists(broken(), min_size=1, max_size=4))
def test_broken_archives_cost_an_honest_submission_nothing(archives: list[tuple[str, bytes]]) -> None:
    with tempfile.TemporaryDirectory() as top:
        files = {f"{number}-{name}": data for number, (name, data) in enumerate(archives)}
        root = folder(Path(top) / "class", {**files, f"honest/{TILED}": CODE, f"honest/{COPY}": CODE})
        found = {submission.id: submission for submission in read(root).submissions}
        assert len(found) == len(archives) + 1
        assert dict(found["honest"].kernels) == {"lab1": CODE, "lab4": CODE}
        assert found["honest"].notes == ()


@given(name=st.text(st.characters()))
def test_any_name_is_shown_on_one_line_and_makes_an_id(name: str) -> None:
    assert fits_one_line(shown(name))
    made = make_id(name)
    made.encode("utf-8")
    assert made
    assert not set(made) & set('/\\\0\n:*?"<>|')
    assert made not in (".", "..")
    assert len(made.encode("utf-8")) <= 255


@given(name=st.text(st.sampled_from("./\\aC:\n"), max_size=12))
def test_no_path_that_may_be_read_leads_out(name: str) -> None:
    path, problem = split_path(name)
    if not problem:
        assert not name.startswith(("/", "\\"))
        assert not {"..", ".", ""} & set(path)


@given(text=st.text(st.characters()))
def test_any_metadata_gives_people_with_names(text: str) -> None:
    for people in parse_metadata("submission_1:\n  :submitters:\n  - :name: " + text).values():
        assert all(fits_one_line(person.name) for person in people)


def test_the_seeds_are_good() -> None:
    for name, data in SEEDS.items():
        assert collect(name, data).kernels, name
