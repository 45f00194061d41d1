"""Writes docs/schema: the JSON Schema of each kind of document, for programs that read them.

python -m grader.schema.write_schemas
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from grader.core.paths import current_project
from grader.schema.class_results import CLASS_RUN, GRADED
from grader.schema.comparison import COMPARISON
from grader.schema.document import Document
from grader.schema.measurements import MEASUREMENTS
from grader.schema.program_report import PROGRAM_REPORT
from grader.schema.record import RUN_RECORD
from grader.schema.results_json import RESULTS
from grader.schema.standings_document import STANDINGS
from grader.schema.trace_document import TRACE

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# Programs in C++ write these: their schemas say what the grader needs of them.
READ: tuple[Document[Any], ...] = (RUN_RECORD, TRACE, PROGRAM_REPORT)
# The grader writes these: every key is there.
WRITTEN: tuple[Document[Any], ...] = (
    RESULTS,
    CLASS_RUN,
    GRADED,
    STANDINGS,
    MEASUREMENTS,
    COMPARISON,
)


class _Schema(GenerateJsonSchema):
    def field_title_should_be_set(self, _schema: Any) -> bool:
        """A title would repeat the key."""
        return False


class _WrittenSchema(_Schema):
    def field_is_required(self, _field: Any, total: bool) -> bool:  # noqa: ARG002
        """A default is for Python code; the document has the key."""
        return True

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])


def schema_files(folder: Path) -> dict[Path, str]:
    """The text of each schema's file, by its path."""
    files = {folder / f"{kind.name}.schema.json": _text(kind, _Schema, "validation") for kind in READ}
    for kind in WRITTEN:
        files[folder / f"{kind.name}.schema.json"] = _text(kind, _WrittenSchema, "serialization")
    return files


def _text(kind: Document[Any], generator: type[GenerateJsonSchema], mode: Any) -> str:
    schema = kind.adapter.json_schema(schema_generator=generator, mode=mode)
    return json.dumps({"$schema": DIALECT, **schema, "title": kind.title}, indent=1) + "\n"


def main() -> None:
    """Write every file, and remove those of documents that are no more."""
    folder = current_project().root / "docs" / "schema"
    folder.mkdir(exist_ok=True)
    files = schema_files(folder)
    for stale in set(folder.glob("*.schema.json")) - set(files):
        stale.unlink()
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
