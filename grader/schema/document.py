"""Reads and writes the project's JSON documents by their models.

A model is a tree of frozen dataclasses, and the types of their fields are the whole schema. Everything else
follows from them: reading, in which Pydantic checks every key; writing; the JSON Schema files in docs/schema.
A new key is one new field of a model. Keys that a model does not know are left alone, so that an older grader
reads a newer program's file; a model that refuses them says so in its __pydantic_config__.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import FailFast, Field, GetCoreSchemaHandler, Strict, TypeAdapter, ValidationError
from pydantic_core import core_schema

from grader.core.errors import GraderError
from grader.core.wording import kind_of

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

T = TypeVar("T")
ABSENT = object()

# The types of fields. Plain int, float and bool would take "4", 4.0 and 1 for what they are not.
Whole = Annotated[int, Strict()]
Count = Annotated[int, Strict(), Field(ge=0)]
Number = Annotated[float, Strict()]
Flag = Annotated[bool, Strict()]
Filled = Annotated[str, Field(pattern=r"\S")]
# The first wrong item ends the list: a hostile file with millions of them costs no memory for their errors.
Items = Annotated[tuple[T, ...], FailFast()]
Triple = Annotated[tuple[Whole, ...], Field(min_length=3, max_length=3), FailFast()]


class OneOf:
    """Text that is one of these words: Annotated[str, OneOf("load", "store")]."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def __get_pydantic_core_schema__(
        self, _source: type[Any], _handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.literal_schema(list(self.words))


class Complete:
    """A model whose keys must all be there: its defaults are for Python code that makes one.

    optional: the keys that a document may leave out all the same.
    """

    optional: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[Any], handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        schema = handler(source)
        model: Any = handler.resolve_ref_schema(schema)
        for field in model["schema"]["fields"]:
            if field["schema"]["type"] == "default" and field["name"] not in cls.optional:
                field["schema"] = field["schema"]["schema"]
        return schema


@dataclass(frozen=True)
class Document(Generic[T]):
    """One kind of document. name: of its JSON Schema file. title: what it is, in a line.

    version_key: where a document says which version of its form it has. indent: None for one line.
    ascii: no letter beyond ASCII stands in the file itself. reader: who says that a version is another.
    """

    name: str
    title: str
    model: type[T]
    version_key: str
    version: int
    indent: int | None = None
    ascii: bool = False
    reader: str = "this grader"

    @cached_property
    def adapter(self) -> TypeAdapter[T]:
        """Made at the first use: a command pays for the documents that it reads and writes."""
        return TypeAdapter(self.model)


def read_document(kind: Document[T], text: str, where: str) -> T:
    """Raises GraderError when text is no such document, naming `where`, the key and what is wrong with it."""
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise GraderError(f"{where}: not valid JSON: {error}") from error
    if not isinstance(data, dict):
        raise GraderError(f"{where}: must be a table of keys, not {kind_of(data)}")
    _refuse_other_version(kind, data.get(kind.version_key, ABSENT), where)
    try:
        return kind.adapter.validate_python(data)
    except ValidationError as error:
        raise _in_our_words(error.errors(include_url=False)[0], where) from error


def write_document(kind: Document[T], value: T, change: Callable[[str], str] = str) -> str:
    """The document's text, which ends in a newline. change: what becomes of each text in it.

    The model's fields are written: a value of a subclass leaves its further ones out.
    """
    data = _changed(kind.adapter.dump_python(value, mode="json"), change)
    separators = (",", ":") if kind.indent is None else None
    return json.dumps(data, indent=kind.indent, ensure_ascii=kind.ascii, separators=separators) + "\n"


def _changed(data: Any, change: Callable[[str], str]) -> Any:
    if change is str:
        return data
    if isinstance(data, str):
        return change(data)
    if isinstance(data, dict):
        return {key: _changed(item, change) for key, item in data.items()}
    return [_changed(item, change) for item in data] if isinstance(data, list) else data


def _refuse_other_version(kind: Document[T], found: object, where: str) -> None:
    key = kind.version_key
    if found is ABSENT:
        raise GraderError(f"{where}: the key '{key}' is missing")
    if isinstance(found, bool) or not isinstance(found, int):
        raise GraderError(f"{where}: '{key}' must be a whole number, not {kind_of(found)}")
    if found != kind.version:
        raise GraderError(f"{where}: '{key}' is {found}, {kind.reader} reads {kind.version}")


# The type that Pydantic's errors name.
TYPES = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dataclass_type": "a table of keys",
    "dict_type": "a table of keys",
    "mapping_type": "a table of keys",
    # Lists of a fixed length hold grids, blocks and lanes' addresses.
    "too_short": "a list of {min_length} whole numbers",
    "too_long": "a list of {max_length} whole numbers",
}


def _in_our_words(error: ErrorDetails, where: str) -> GraderError:
    """Pydantic's error as a sentence that names the place, and what to do about it."""
    path = _path(error["loc"])
    given, context = error["input"], error.get("ctx", {})
    if error["type"] == "value_error":
        # Said by a validator: of the table as a whole, or of the value of one key.
        at = path if isinstance(given, dict) else path[:-1]
        said = str(context["error"])
        return GraderError(": ".join([where, *at, said if at == path else f"'{path[-1]}' {said}"]))
    *places, key = path
    problem, fix = _problem(error["type"], key, given, context, error["msg"])
    return GraderError(": ".join([where, *places, problem]), fix)


def _problem(kind: str, key: str, given: object, context: dict[str, Any], otherwise: str) -> tuple[str, str]:
    if kind in TYPES:
        wanted = TYPES[kind].format(**context)
        is_list = kind.startswith("too_")
        return f"'{key}' must be {wanted}{'' if is_list else f', not {kind_of(given)}'}", ""
    if kind == "missing":
        return f"the key '{key}' is missing", ""
    if kind == "unexpected_keyword_argument":
        return f"unknown key '{key}'", "Remove it or correct its spelling."
    if kind == "greater_than_equal":
        return f"'{key}' is {given}", f"It must be {context['ge']} or more."
    if kind in ("enum", "literal_error"):
        return f"'{key}' is '{given}'", f"It must be one of: {context['expected']}."
    if kind == "string_pattern_mismatch":
        return f"'{key}' is empty", "Write something there."
    return f"'{key}': {otherwise}", ""


def _path(location: tuple[int | str, ...]) -> list[str]:
    """checks, 0, grid as 'checks[0]' and 'grid'."""
    path: list[str] = []
    for part in location:
        if isinstance(part, int) and path:
            path[-1] += f"[{part}]"
        else:
            path.append(str(part))
    return path
