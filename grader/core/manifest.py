"""Reads labs/*/lab.toml: the only list of a lab's checks.

Finds labs by the names that people type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.kernel_text import DIGEST_LENGTH
from grader.core.paths import Project
from grader.core.points import Points
from grader.core.toml_file import Table, read_toml

HINTS = 3
# The kinds of faults that a run record names (simt::name_of).
FAULTS = (
    "crash",
    "divergent barrier",
    "forbidden write",
    "launch refused",
    "misaligned access",
    "out of bounds",
    "race",
    "stack overflow",
    "time limit",
    "uninitialised read",
    "warp mask",
)
FULL_SCORE = 100
SPACES = ("global", "texture", "local", "shared", "constant")
OPS = ("load", "store", "atomic")


@dataclass(frozen=True)
class Asked:
    """Accesses that are meant to be costly: those of one kernel to one space. op: '' for every operation."""

    kernel: str
    space: str
    op: str = ""


@dataclass(frozen=True)
class Check:
    """One graded thing: a GoogleTest test of the lab's program, and what it is worth.

    measured: the test has a measured form too, which counts where there is a GPU.
    asks_for: the accesses whose cost the check requires, or the lab's own data impose. Once it passes, they
    are shown as asked, not as a fault.
    advice: what helps where the requirement is not met. fault_advice: what helps after a fault, by its kind.
    """

    id: str
    title: str
    test: str
    points: int
    requires: tuple[str, ...] = ()
    advice: str = ""
    measured: bool = False
    asks_for: tuple[Asked, ...] = ()
    fault_advice: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def suite(self) -> str:
        """The GoogleTest suite, which all checks of one kernel share."""
        return self.test.partition(".")[0]

    def advice_on(self, fault: str) -> str:
        """What helps where the check failed by a fault of that kind; '' stands for no fault."""
        return self.fault_advice.get(fault, "") if fault else self.advice


@dataclass(frozen=True)
class Survey:
    """One table that the lab's survey program makes on a GPU. test: its GoogleTest test there."""

    test: str
    title: str


@dataclass(frozen=True)
class KernelHints:
    """The hints on one kernel, which stand for the lab's where the first failing check is about it."""

    kernel: str
    hints: tuple[str, ...]


@dataclass(frozen=True)
class Lab:
    """One lab. folder: its name under labs/ and solutions/. Points of the checks sum to 100.

    kernel_hints: by the GoogleTest suite of the kernel's checks. stub_sha256: of the kernel file as it is
    handed out, '' where the manifest does not say. stub_code: the digest of each of its functions
    (grader/core/kernel_text.py), by name; a function without one counts as edited. worth: the points that
    the course gives it instead of 100 (grader/core/course_file.py); no manifest says it.
    """

    id: str
    folder: str
    title: str
    summary: str
    kernel_file: str
    header: str
    hints: tuple[str, ...]
    checks: tuple[Check, ...]
    surveys: tuple[Survey, ...] = ()
    kernel_hints: Mapping[str, KernelHints] = field(default_factory=dict, hash=False)
    stub_sha256: str = ""
    stub_code: Mapping[str, str] = field(default_factory=dict, hash=False)
    worth: Points | None = None

    @property
    def points(self) -> Points:
        """What the lab counts in the course."""
        return FULL_SCORE if self.worth is None else self.worth

    @property
    def number(self) -> int:
        return int(self.id.removeprefix("lab"))

    def check(self, check_id: str) -> Check:
        return next(check for check in self.checks if check.id == check_id)


def read_labs(project: Project) -> tuple[Lab, ...]:
    """All labs in order of their number. Raises GraderError at the first fault in a lab.toml."""
    files = sorted(project.labs.glob("*/lab.toml"))
    for link in sorted(project.labs.glob("*")):
        if link.is_symlink() and not link.exists():
            raise GraderError(
                f"{project.shown(link)} is a link to {link.readlink()}, and nothing is there",
                f"Remove it, or link the lab's new place: rm {project.shown(link)}",
            )
    if not files:
        raise GraderError(
            f"no lab was found: {project.labs} holds no */lab.toml",
            "Run this in a complete checkout of the course.",
        )
    labs = sorted((read_lab(file, project.shown(file)) for file in files), key=lambda x: x.number)
    _refuse_twins([lab.id for lab in labs], "labs", "id")
    return tuple(labs)


def read_lab(file: Path, shown: str) -> Lab:
    """One lab.toml. shown: how messages name the file."""
    table = Table(read_toml(file, shown), shown)
    lab = Lab(
        id=_lab_id(table, file.parent.name),
        folder=file.parent.name,
        title=table.filled("title"),
        summary=table.filled("summary"),
        kernel_file=table.filled("kernel_file"),
        header=table.filled("header"),
        hints=_hints(table),
        checks=tuple(_check(item) for item in table.tables("checks")),
        surveys=tuple(_survey(item) for item in table.tables("surveys")) if table.has("surveys") else (),
        kernel_hints=_kernel_hints(table) if table.has("kernel_hints") else {},
        stub_sha256=_stub_sha256(table),
        stub_code=_stub_code(table),
    )
    table.close()
    _validate(lab, shown)
    return lab


def _lab_id(table: Table, folder: str) -> str:
    lab_id = table.filled("id")
    if not re.fullmatch(r"lab[1-9]\d*", lab_id):
        raise table.fail(f"'id' is '{lab_id}'", 'Write it as lab and a number: id = "lab4".')
    if not folder.startswith(f"{lab_id}_"):
        raise table.fail(f"'id' is '{lab_id}' but the folder is '{folder}'", f"Name the folder {lab_id}_…")
    return lab_id


def _stub_sha256(table: Table) -> str:
    if not table.has("stub_sha256"):
        return ""
    digest = table.filled("stub_sha256")
    if not re.fullmatch(r"[0-9a-f]{64}", digest):
        raise table.fail("'stub_sha256' is not a SHA-256", "tools/stub_hashes.py --update writes it.")
    return digest


def _stub_code(table: Table) -> dict[str, str]:
    if not table.has("stub_code"):
        return {}
    given = table.table("stub_code")
    code = {name: given.filled(name) for name in given.data}
    if not all(re.fullmatch(rf"[0-9a-f]{{{DIGEST_LENGTH}}}", digest) for digest in code.values()):
        raise table.fail(
            f"'stub_code' holds what is no digest of {DIGEST_LENGTH} letters",
            "tools/stub_hashes.py --update writes it.",
        )
    return code


def _hints(table: Table) -> tuple[str, ...]:
    hints = table.texts("hints")
    if len(hints) != HINTS or not all(hint.strip() for hint in hints):
        raise table.fail(
            f"'hints' holds {len(hints)} texts", "Write exactly three, each more direct than the last."
        )
    return hints


def _kernel_hints(table: Table) -> dict[str, KernelHints]:
    hints = {}
    for item in table.tables("kernel_hints"):
        suite = item.filled("suite")
        hints[suite] = KernelHints(item.filled("kernel"), _hints(item))
        item.close()
    return hints


def _check(table: Table) -> Check:
    check_id = table.filled("id")
    table.where = table.where.rpartition("[")[0] + f" '{check_id}'"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", check_id):
        raise table.fail("its 'id' is not kebab-case", "Use small letters, digits and single hyphens.")
    check = Check(
        id=check_id,
        title=table.filled("title"),
        test=_test_name(table, "test"),
        points=table.count("points"),
        requires=table.texts("requires") if table.has("requires") else (),
        advice=table.filled("advice") if table.has("advice") else "",
        measured=table.flag("measured") if table.has("measured") else False,
        asks_for=tuple(map(_asked, table.tables("asks_for"))) if table.has("asks_for") else (),
        fault_advice=_fault_advice(table),
    )
    table.close()
    return check


def _asked(table: Table) -> Asked:
    asked = Asked(
        kernel=table.filled("kernel"),
        space=table.one_of("space", SPACES),
        op=table.one_of("op", OPS) if table.has("op") else "",
    )
    table.close()
    return asked


def _fault_advice(table: Table) -> dict[str, str]:
    if not table.has("fault_advice"):
        return {}
    given = table.table("fault_advice")
    for kind in given.data:
        if kind not in FAULTS:
            raise given.fail(f"'{kind}' is not a kind of fault", f"Known: {', '.join(FAULTS)}.")
    return {kind: given.filled(kind) for kind in given.data}


def _survey(table: Table) -> Survey:
    survey = Survey(_test_name(table, "survey"), table.filled("title"))
    table.close()
    return survey


def _test_name(table: Table, key: str) -> str:
    test = table.filled(key)
    if not re.fullmatch(r"[\w/]+\.[\w/]+", test):
        raise table.fail(f"'{key}' is '{test}'", "Name one GoogleTest test: Suite.Name, no wildcards.")
    return test


def _validate(lab: Lab, shown: str) -> None:
    if not lab.checks:
        raise GraderError(f"{shown}: the lab has no checks", "Add a [[checks]] table.")
    _refuse_twins([check.id for check in lab.checks], f"{shown}: checks", "id")
    _refuse_twins([check.test for check in lab.checks], f"{shown}: checks", "test")
    _refuse_twins([survey.test for survey in lab.surveys], f"{shown}: surveys", "survey")
    total = sum(check.points for check in lab.checks)
    if total != FULL_SCORE:
        raise GraderError(
            f"{shown}: the 'points' of the checks sum to {total}", f"Make them sum to {FULL_SCORE}."
        )
    needed = {other for check in lab.checks for other in check.requires}
    for check in lab.checks:
        if not check.points and check.id not in needed:
            raise GraderError(
                f"{shown}: '{check.id}' is worth nothing, and no check requires it",
                "Give it points, or let a check that has some require it.",
            )
    suites = {check.suite for check in lab.checks}
    for suite in lab.kernel_hints:
        if suite not in suites:
            raise GraderError(
                f"{shown}: kernel_hints: no check is of the suite '{suite}'",
                f"Known: {', '.join(sorted(suites))}.",
            )
    _refuse_unknown_requirements(lab, shown)
    _refuse_cycles(lab, shown)


def _refuse_twins(names: list[str], where: str, key: str) -> None:
    twins = sorted({name for name in names if names.count(name) > 1})
    if twins:
        raise GraderError(f"{where}: the {key} '{twins[0]}' occurs twice", f"Give each its own {key}.")


def _refuse_unknown_requirements(lab: Lab, shown: str) -> None:
    known = {check.id for check in lab.checks}
    for check in lab.checks:
        for name in check.requires:
            if name not in known:
                raise GraderError(
                    f"{shown}: checks '{check.id}': 'requires' names the unknown check '{name}'",
                    f"Known: {', '.join(sorted(known))}.",
                )


def _refuse_cycles(lab: Lab, shown: str) -> None:
    def visit(check_id: str, path: tuple[str, ...]) -> None:
        if check_id in path:
            ring = " -> ".join((*path[path.index(check_id) :], check_id))
            raise GraderError(f"{shown}: 'requires' goes round in a circle: {ring}", "Remove one of these.")
        for name in lab.check(check_id).requires:
            visit(name, (*path, check_id))

    for check in lab.checks:
        visit(check.id, ())


# The similarity that difflib needs to suggest a name, such as lab4 for lba4.
CLOSE = 0.6


def find_lab(labs: Sequence[Lab], name: str) -> Lab:
    """A lab by id ('lab4'), number ('4'), folder, or a file in that. GraderError lists the known ones."""
    wanted = name.strip().rstrip("/").lower().split("/")
    for lab in labs:
        if wanted[-1] in (lab.id, str(lab.number)) or lab.folder.lower() in wanted[-2:]:
            return lab
    raise no_such_lab(labs, name)


def no_such_lab(labs: Sequence[Lab], name: str) -> GraderError:
    """The error for a name that no lab has: the lab that was probably meant, and the known ones."""
    known = f"Known labs: {', '.join(f'{lab.id} ({lab.title})' for lab in labs)}."
    meant = _meant(labs, name.strip().rstrip("/").lower().split("/")[-1])
    return GraderError(f"there is no lab '{name}'", f"Did you mean {meant}?\n{known}" if meant else known)


def choose_labs(labs: Sequence[Lab], names: Sequence[str]) -> tuple[Lab, ...]:
    """The named labs, each once, in the course's order; all of them when none is named."""
    if not names:
        return tuple(labs)
    wanted = {find_lab(labs, name).id for name in names}
    return tuple(lab for lab in labs if lab.id in wanted)


def _meant(labs: Sequence[Lab], wanted: str) -> str:
    """The id of the lab that was probably meant; '' where none is close, or several are equally so."""
    likeness: dict[str, float] = {}
    for lab in labs:
        # Ids differ in their number alone: lab9 is no misspelt lab4.
        if str(lab.number) in wanted or not re.search(r"\d", wanted):
            names = (lab.id, lab.folder.lower(), Path(lab.kernel_file.lower()).stem)
            likeness[lab.id] = max(SequenceMatcher(None, wanted, name).ratio() for name in names)
    best = max(likeness.values(), default=0.0)
    close = [lab_id for lab_id, ratio in likeness.items() if ratio == best]
    return close[0] if best >= CLOSE and len(close) == 1 else ""
