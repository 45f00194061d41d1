"""What GitHub, pre-commit and readers of a citation take from the repository: valid, and true of it.

data/workflows/SOURCE.md says where the schemas are from.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import tomli
import yaml

from grader import __version__
from grader.tests.fake_project import DATA
from grader.tests.project.test_workflows import read

ROOT = Path(__file__).resolve().parents[3]
FORMS_FOLDER = ROOT / ".github" / "ISSUE_TEMPLATE"
CONFIG = FORMS_FOLDER / "config.yml"
FORMS = sorted(file for file in FORMS_FOLDER.glob("*.yml") if file != CONFIG)
DEPENDABOT = ROOT / ".github" / "dependabot.yml"
TEXTS = ("SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md")

Json = dict[str, Any]


def validate(data: Json, schema: str) -> None:
    rules = json.loads((DATA / "workflows" / f"{schema}.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator(rules).validate(data)


def refused(data: Json, schema: str) -> bool:
    try:
        validate(data, schema)
    except jsonschema.ValidationError:
        return True
    return False


def course_usage() -> str:
    return subprocess.run([ROOT / "course", "--help"], capture_output=True, text=True, check=True).stdout


# ------------------------------------------------------------------------------------------ issue forms


def test_there_is_a_form_for_each_kind_of_report() -> None:
    assert [file.stem for file in FORMS] == ["crash_or_setup", "text", "wrong_verdict"]


@pytest.mark.parametrize("file", FORMS, ids=lambda file: str(file.stem))
def test_a_form_keeps_to_githubs_schema(file: Path) -> None:
    form = read(file)
    validate(form, "github-issue-forms")
    # GitHub refuses these, and the schema does not know.
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    for names in ([field["id"] for field in fields], [field["attributes"]["label"] for field in fields]):
        assert names and len(names) == len(set(names))


@pytest.mark.parametrize(
    "change",
    [
        {"name": None},
        {"body": []},
        {"body": [{"type": "input", "attributes": {}}]},
        {"body": [{"type": "dropdown", "attributes": {"label": "Where?"}}]},
        {"body": [{"type": "text", "attributes": {"label": "Where?"}}]},
        {"owner": "ann"},
    ],
)
def test_the_schema_refuses_forms_that_github_does(change: Json) -> None:
    assert refused({**read(FORMS[0]), **change}, "github-issue-forms")


def test_the_list_of_forms_sends_vulnerabilities_elsewhere() -> None:
    config = read(CONFIG)
    validate(config, "github-issue-config")
    assert refused({**config, "contact_links": [{"name": "Mail"}]}, "github-issue-config")
    assert any("vulnerability" in link["name"] for link in config["contact_links"])


@pytest.mark.parametrize("file", FORMS, ids=lambda file: str(file.stem))
def test_a_form_names_commands_and_files_that_there_are(file: Path) -> None:
    usage = course_usage()
    text = file.read_text(encoding="utf-8")
    for command in re.findall(r"\./course ([a-z-]+)", text):
        assert re.search(rf"(^  |\./course ){command}\b", usage, re.MULTILINE), command
    for name in re.findall(r"[\w/]+\.md\b", text):
        assert (ROOT / name).is_file(), name


# ---------------------------------------------------------------------------------------- usage texts

# A C++ literal, raw or not, or the end of the statement that it is part of.
LITERAL = re.compile(r'R"\((?P<raw>.*?)\)"|"(?P<escaped>(?:[^"\\\n]|\\.)*)"|(?P<end>;)', re.DOTALL)
USAGE = re.compile(r'(?:R"\(|")[^"]*?usage: ')


def usage_in(source: str) -> str:
    """The usage text that a C++ source prints, without the values between its literals."""
    start = USAGE.search(source)
    assert start is not None
    text = ""
    for literal in LITERAL.finditer(source, start.start()):
        if literal["end"]:
            break
        text += literal["escaped"].replace("\\n", "\n") if literal["raw"] is None else literal["raw"]
    return text


def test_usage_texts_have_at_most_100_columns() -> None:
    sources = {
        file.relative_to(ROOT / "common").as_posix(): file.read_text(encoding="utf-8")
        for file in (ROOT / "common").rglob("*.cpp")
    }
    texts = {name: usage_in(source) for name, source in sources.items() if USAGE.search(source)}
    # Programs with options: their texts are whole, and end with what the exit status means.
    for name in ("lab/src/main.cpp", "simt/compiler/driver/command_line.cpp", "simt/tools/trace_options.cpp"):
        assert texts[name].rstrip().splitlines()[-1].startswith("Exit status: 0 "), name
    texts["course"] = course_usage()
    long = [(name, line) for name, text in texts.items() for line in text.splitlines() if len(line) > 100]
    assert long == []


# ------------------------------------------------------------------------------------------- dependabot


def test_dependabot_keeps_to_githubs_schema_and_finds_what_it_updates() -> None:
    config = read(DEPENDABOT)
    validate(config, "dependabot")
    updated = {update["package-ecosystem"]: update["directory"] for update in config["updates"]}
    assert updated == {"pip": "/requirements", "github-actions": "/"}
    assert list(ROOT.glob("requirements/*.txt")) and list(ROOT.glob(".github/workflows/*.yml"))


@pytest.mark.parametrize(
    "change",
    [
        {"version": 1},
        {"updates": [{"package-ecosystem": "apt", "directory": "/", "schedule": {"interval": "monthly"}}]},
        {"updates": [{"package-ecosystem": "pip", "directory": "/", "schedule": {"interval": "now"}}]},
        {"updates": [{"package-ecosystem": "pip", "directory": "/"}]},
    ],
)
def test_the_schema_refuses_what_dependabot_does(change: Json) -> None:
    assert refused({**read(DEPENDABOT), **change}, "dependabot")


# ------------------------------------------------------------------------------------------- pre-commit


def checks_of_lint() -> set[str]:
    text = (ROOT / "tools" / "lint.sh").read_text(encoding="utf-8")
    return set(re.findall(r"^check_(\w+)\(\)", text, re.MULTILINE))


def test_the_hooks_are_the_projects_own_checks_but_the_slow_one() -> None:
    [local] = read(ROOT / ".pre-commit-config.yaml")["repos"]
    # A repository of hooks would bring linters, and versions of them, of its own.
    assert local["repo"] == "local"
    hooks = local["hooks"]
    assert {hook["id"] for hook in hooks} == checks_of_lint() - {"tidy"}
    for hook in hooks:
        assert hook["entry"] == f"./course lint {hook['id']}"
        assert (hook["language"], hook["pass_filenames"]) == ("system", False)


@pytest.mark.parametrize(
    ("hook", "named", "passed_over"),
    [
        ("format", ["labs/lab1/kernel.cu", "common/simt/machine.cpp", "a.h"], ["README.md", "course"]),
        ("shell", ["course", ".ci/run", "tools/docs.sh"], ["docs/course", "a.py"]),
        ("python", ["grader/__main__.py", "pyproject.toml"], ["requirements/dev.txt"]),
        ("types", ["tools/release.py", "pyproject.toml"], ["course"]),
        ("house", ["common/simt/machine.cpp", "tools/house.py", "a.cmake"], ["README.md"]),
        ("figures", ["labs/lab1/README.md", "docs/measurements/modelled_checks.csv"], ["tools/house.py"]),
    ],
)  # fmt: skip
def test_a_hook_runs_for_the_files_that_it_checks(
    hook: str, named: list[str], passed_over: list[str]
) -> None:
    [local] = read(ROOT / ".pre-commit-config.yaml")["repos"]
    [pattern] = [each["files"] for each in local["hooks"] if each["id"] == hook]
    assert [name for name in (*named, *passed_over) if re.search(pattern, name)] == named


# ---------------------------------------------------------------------------------------------- texts


def test_the_citation_names_the_version_and_no_invented_person() -> None:
    data = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(data["version"]) == __version__
    assert (data["cff-version"], data["type"], data["license"]) == ("1.2.0", "software", "Apache-2.0")
    assert {"message", "title", "authors"} <= set(data)
    assert [set(author) for author in data["authors"]] == [{"name"}]


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_links_to_files_and_sections_that_there_are(name: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        file, _, anchor = target.partition("#")
        path = ROOT / file if file else ROOT / name
        assert path.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {
                re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings
            }


def test_contributing_says_what_is_not_done_each_with_a_reason() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## What this project will not do\n")[2].partition("\n## ")[0]
    items = re.findall(r"^- \*\*(.+?)\.\*\* (.+?)(?=\n- |\Z)", section, re.MULTILINE | re.DOTALL)
    assert len(items) == section.count("\n- ") > 5


def test_contributing_lists_the_layers_that_are_checked() -> None:
    settings = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = settings["tool"]["importlinter"]["contracts"]
    checked = [layer.replace("grader.", "").split(" | ") for layer in contract["layers"]]
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("| package | contains |\n")[2]
    rows = table.partition("\n\n")[0].splitlines()[1:]
    assert [re.findall(r"`(\w+)`", row.split("|")[1]) for row in rows] == checked
    packages = [file.parent.name for file in (ROOT / "grader").glob("*/__init__.py")]
    assert sorted([*packages, "research"]) == sorted(
        ["tests", *(name for names in checked for name in names)]
    )


def test_the_verifiers_rules_can_be_read_whole() -> None:
    """At most 500 lines of code, as its README promises."""
    folder = ROOT / "common" / "simt" / "verifier"
    files = [file for file in (*folder.glob("*.cpp"), *folder.glob("*.h")) if file.name != "main.cpp"]
    lines = [line.strip() for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    code = [line for line in lines if line and not line.startswith("//")]
    assert 300 < len(code) <= 500
