"""Documents read by their models: every key checked, in words that name its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import pytest
from pydantic import AfterValidator, ConfigDict, ValidationError

from grader.core.errors import GraderError
from grader.schema.document import (
    Complete,
    Count,
    Document,
    Filled,
    Flag,
    Items,
    Number,
    OneOf,
    Triple,
    read_document,
    write_document,
)
from grader.schema.record import RUN_RECORD, CheckReport
from grader.schema.results import PublicCheck
from grader.schema.results_json import PublicLab
from grader.schema.trace_document import TRACE
from grader.schema.write_schemas import READ, WRITTEN
from grader.tests.fake_project import FakeProject
from grader.tests.trace_document import document


@dataclass(frozen=True)
class Part:
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    name: Filled
    kind: Annotated[str, OneOf("line", "bars")] = "line"
    grid: Triple = (1, 1, 1)


@dataclass(frozen=True)
class More(Part):
    secret: str = ""


def _few(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    if len(parts) > 2:
        raise ValueError("holds too many")
    return parts


def _even(pair: Pair) -> Pair:
    if pair.left != pair.right:
        raise ValueError("the sides differ")
    return pair


@dataclass(frozen=True)
class Pair(Complete):
    left: Count = 0
    right: Count = 0
    remark: str = ""

    optional: ClassVar[frozenset[str]] = frozenset({"remark"})


@dataclass(frozen=True)
class Whole:
    parts: Annotated[Items[Part], AfterValidator(_few)]
    text: str = ""
    number: Number | None = None
    sure: Flag = False
    pairs: Items[Annotated[Pair, AfterValidator(_even)]] = ()
    format: Literal[3] = 3


WHOLE = Document("whole", "For this test", Whole, "format", 3)


def said_of(**keys: Any) -> str:
    with pytest.raises(GraderError) as caught:
        read_document(WHOLE, json.dumps({"format": 3, "parts": [], **keys}), "a.json")
    return str(caught.value)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"text": 4}, "'text' must be text, not a number"),
        ({"text": None}, "'text' must be text, not nothing"),
        ({"number": "4"}, "'number' must be a number, not text"),
        ({"number": True}, "'number' must be a number, not true/false"),
        ({"sure": 1}, "'sure' must be true or false, not a number"),
        ({"parts": {}}, "'parts' must be a list, not a table"),
        ({"parts": [4]}, "'parts[0]' must be a table of keys, not a number"),
        ({"parts": [{}]}, "parts[0]: the key 'name' is missing"),
        ({"parts": [{"name": " "}]}, "parts[0]: 'name' is empty\nWrite something there."),
        (
            {"parts": [{"name": "a", "kind": "pie"}]},
            "parts[0]: 'kind' is 'pie'\nIt must be one of: 'line' or 'bars'.",
        ),
        (
            {"parts": [{"name": "a"}, {"name": "a", "grid": [1, 2]}]},
            "parts[1]: 'grid' must be a list of 3 whole numbers",
        ),
        (
            {"parts": [{"name": "a", "grid": [1, 2, 0.5]}]},
            "parts[0]: 'grid[2]' must be a whole number",
        ),
        ({"parts": [{"name": "a", "mine": 1}]}, "parts[0]: unknown key 'mine'"),
        ({"parts": [{"name": "a"}] * 3}, "'parts' holds too many"),
        ({"pairs": [{"left": -1, "right": 0}]}, "pairs[0]: 'left' is -1\nIt must be 0 or more."),
        ({"pairs": [{"left": 1.0, "right": 0}]}, "pairs[0]: 'left' must be a whole number, not a number"),
        ({"pairs": [{"left": 1, "right": 2}]}, "pairs[0]: the sides differ"),
        ({"pairs": [{"left": 1}]}, "pairs[0]: the key 'right' is missing"),
        ({"format": 4}, "'format' is 4, this grader reads 3"),
        ({"format": "3"}, "'format' must be a whole number, not text"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(keys: dict[str, Any], said: str) -> None:
    assert said_of(**keys).startswith(f"a.json: {said}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("[]", "must be a table of keys, not a list"),
        ("{}", "the key 'format' is missing"),
    ],
)
def test_what_is_no_document_is_told(text: str, said: str) -> None:
    with pytest.raises(GraderError, match=f"a.json: {said}"):
        read_document(WHOLE, text, "a.json")


def test_unknown_keys_and_missing_defaults_are_for_other_versions_to_use() -> None:
    text = '{"format": 3, "later": {}, "parts": [{"name": "a"}], "pairs": [{"left": 1, "right": 1}]}'
    assert read_document(WHOLE, text, "a.json") == Whole((Part("a"),), pairs=(Pair(1, 1),))


def test_what_is_written_is_read_again_whatever_its_letters() -> None:
    for ascii_only in (False, True):
        kind = replace(WHOLE, ascii=ascii_only)
        whole = Whole((Part("\u2028ü\x00"),), "<&>\ud800", 4.0, sure=True)
        text = write_document(kind, whole)
        assert text.isascii() or not ascii_only
        assert read_document(kind, text, "a.json") == whole


def test_each_text_can_be_changed_and_a_subclass_keeps_its_own_fields() -> None:
    text = write_document(WHOLE, Whole((More("name", secret="key"),), "text"), str.upper)
    assert json.loads(text)["parts"] == [{"name": "NAME", "kind": "LINE", "grid": [1, 1, 1]}]
    assert '"text":"TEXT"' in text


def test_a_hostile_list_costs_one_error_and_not_millions() -> None:
    with pytest.raises(GraderError, match=r"'parts\[0\]' must be a table") as caught:
        read_document(WHOLE, json.dumps({"format": 3, "parts": [0] * 100_000}), "a.json")
    assert isinstance(caught.value.__cause__, ValidationError)
    assert caught.value.__cause__.error_count() == 1


def test_every_key_of_a_reported_check_must_be_there(fake: FakeProject) -> None:
    """Its defaults are for Python code: a record without them is torn."""
    whole = json.loads(fake.data("passing.json"))
    for key in {one.name for one in fields(CheckReport)} - CheckReport.optional:
        check = {name: value for name, value in whole["checks"][0].items() if name != key}
        with pytest.raises(GraderError, match=rf"checks\[0\]: the key '{key}' is missing"):
            read_document(RUN_RECORD, json.dumps({**whole, "checks": [check]}), "r")


def test_a_chart_has_a_value_for_each_place(fake: FakeProject) -> None:
    whole = json.loads(fake.data("passing.json"))
    chart = {
        "id": "c",
        "title": "",
        "kind": "line",
        "x_label": "",
        "x": ["1", "2"],
        "y_label": "",
        "source": "",
    }
    series = {"name": "s", "role": "given", "values": [1, None]}
    whole["checks"][0]["charts"] = [{**chart, "series": [series]}]
    assert read_document(RUN_RECORD, json.dumps(whole), "r").checks[0].charts[0].series[0].values == (
        1.0,
        None,
    )
    series["values"] = [1]
    with pytest.raises(GraderError, match="chart 'c': a series has not one value for each x"):
        read_document(RUN_RECORD, json.dumps(whole), "r")


@pytest.mark.parametrize(
    ("passes", "said"),
    [
        ([0] * 31, "has 31 passes, which are not as many for each of 32 lanes"),
        ([32] * 32, r"passes\[0\]'"),
        ([0] * 31 + [-2], r"passes\[31\]'"),
    ],
)
def test_shared_memory_serves_each_lane_in_one_of_32_passes(passes: list[int], said: str) -> None:
    whole = json.loads(document("k.cu"))
    example = whole["launches"][0]["accesses"][1]["example"]
    assert read_document(TRACE, json.dumps(whole), "t").launches[0].accesses[1].example.group_starts == (0,)
    example["passes"] = passes
    with pytest.raises(GraderError, match=said):
        read_document(TRACE, json.dumps(whole), "t")
    del example["passes"], example["group_starts"]  # as an older machine writes it
    assert read_document(TRACE, json.dumps(whole), "t").launches[0].accesses[1].example.passes == ()


def test_a_dumped_value_is_a_number_a_word_or_nothing() -> None:
    dump = {"name": "out", "type": "f32", "elements": 4}
    given = json.loads(document("k.cu", dumps=[{**dump, "values": [1, 0.5, "nan", None]}]))
    assert read_document(TRACE, json.dumps(given), "t").dumps[0].values == (1, 0.5, "nan", None)
    given["dumps"][0]["values"] = [1, []]
    with pytest.raises(GraderError, match=r"dumps\[0\]: 'values\[1\]' must be a number, a word or null"):
        read_document(TRACE, json.dumps(given), "t")


def test_what_is_public_of_a_lab_is_chosen_by_name() -> None:
    """results.json is read by others: a key enters it on purpose, by being listed here."""
    own = ["id", "title", "points", "max_points", "checks"]
    assert [one.name for one in fields(PublicLab)] == [*own, "course_points", "course_max_points"]
    assert [one.name for one in fields(PublicCheck)] == [
        "id", "title", "status", "points", "max_points", "evidence", "value", "required", "comparison",
        "unit", "message", "file", "line", "fault", "bytes_in_flight",
    ]  # fmt: skip


def models(kind: Any) -> Iterator[type]:
    """All dataclasses that a type holds."""
    if is_dataclass(kind) and isinstance(kind, type):
        yield kind
        for hint in get_type_hints(kind, include_extras=True).values():
            if hint is not kind and kind.__name__ not in str(hint):
                yield from models(hint)
    for part in get_args(kind):
        yield from models(part)


def plain_numbers(hint: Any) -> bool:
    """Whether a type takes a number without Strict: Pydantic would then read "4" as 4."""
    if get_origin(hint) is Annotated:
        return False if get_args(hint)[0] in (int, float, bool) else plain_numbers(get_args(hint)[0])
    return hint in (int, float, bool) or any(plain_numbers(part) for part in get_args(hint) if part != ())


@pytest.mark.parametrize("kind", [*READ, *WRITTEN], ids=lambda kind: kind.name)
def test_no_model_takes_a_number_for_what_it_is_not(kind: Document[Any]) -> None:
    for model in set(models(kind.model)):
        for name, hint in get_type_hints(model, include_extras=True).items():
            if get_origin(hint) is not ClassVar and get_origin(hint) is not Literal:
                assert not plain_numbers(hint), f"{model.__name__}.{name}: write Whole, Count, Number or Flag"
