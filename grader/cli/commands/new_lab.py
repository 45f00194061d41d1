"""`new-lab`: a lab with every file that one needs, made from the plain files of tools/new_lab.

It builds, its stub earns nothing, its solution everything, and its catalogue is proved, so that an author
changes a lab that works. Either its answers are where the course's own are, in solutions/, or (--in) the lab
is one folder outside the checkout, linked into labs/. The manifest is written last: until then no command
sees the lab, and when anything fails, nothing of it is left.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from grader.cli.session import open_checkout
from grader.core.errors import GraderError
from grader.core.lab_files import OWN_SOLUTION
from grader.core.manifest import Lab
from grader.core.paths import Project

MANIFEST = "lab.toml"
LONGEST_NAME = 24
TITLE = re.compile(r"[A-Za-z0-9][\w ,.:()'+-]{0,59}")


@dataclass(frozen=True)
class NewLab:
    """The lab to be made, and its two folders. link: in labs/, None where the lab itself is there."""

    id: str
    name: str
    title: str
    lab: Path
    solution: Path
    link: Path | None

    @property
    def folder(self) -> str:
        return f"{self.id}_{self.name}"

    @property
    def roots(self) -> tuple[Path, ...]:
        """The outermost folders, which nothing but this lab is in."""
        return (self.lab,) if self.link else (self.solution, self.lab)


def new_lab(
    lab_id: Annotated[str, typer.Argument(metavar="ID", help="lab and a number, such as lab12.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of its files in lower case, such as gather.")
    ],
    title: Annotated[str, typer.Option("--title", metavar="T", help="Title. Default: made from NAME.")] = "",
    inside: Annotated[
        Path | None,
        typer.Option(
            "--in", metavar="DIR", help="Make it as one folder in DIR, outside the course, linked into labs/."
        ),
    ] = None,
) -> int:
    """Make a complete lab that builds and is graded, as a start for your own.

    Exit status: 0 made, 2 nothing was made.
    """
    course = open_checkout()
    _validate(lab_id, name, title, course.labs)
    title = title or name.replace("_", " ").capitalize()
    place = course.project.labs / f"{lab_id}_{name}"
    if inside is None:
        new = NewLab(lab_id, name, title, place, course.project.solutions / place.name, link=None)
    else:
        lab = _folder_for(inside, course.project) / place.name
        new = NewLab(lab_id, name, title, lab, lab / OWN_SOLUTION, link=place)
    _refuse_existing(new)
    _write(course.project, new)
    print("\n".join(_what_next(course.project, new)))
    return 0


def _validate(lab_id: str, name: str, title: str, labs: Sequence[Lab]) -> None:
    if not re.fullmatch(r"lab[1-9]\d{0,3}", lab_id):
        raise GraderError(f"'{lab_id}' is not a lab id", "Write lab and a number: ./course new-lab lab12 …")
    if lab_id in [lab.id for lab in labs]:
        numbers = {lab.number for lab in labs}
        free = next(number for number in range(1, len(numbers) + 2) if number not in numbers)
        raise GraderError(f"{lab_id} exists already", f"The next free id is lab{free}.")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > LONGEST_NAME:
        raise GraderError(
            f"'{name}' cannot name a lab",
            f"Use at most {LONGEST_NAME} lower-case letters, digits and single underscores: warp_gather.",
        )
    if name.startswith("given"):
        raise GraderError(f"'{name}' cannot name a lab", "Files named given… contain the given kernels.")
    for lab in labs:
        if lab.kernel_file == f"{name}.cu":
            raise GraderError(
                f"{lab.id} has a kernel file {lab.kernel_file} already",
                "Choose another name: submissions are recognised by the name of their file.",
            )
    if title and not TITLE.fullmatch(title):
        raise GraderError(f"'{title}' cannot be a title", "Use letters, digits and , . : ( ) ' + -")


def _folder_for(inside: Path, project: Project) -> Path:
    """The folder outside the course that a lab of one folder is made in."""
    # A shell leaves the tilde of --in=~/labs and of a quoted one as it is.
    with suppress(RuntimeError):  # there is no such user
        inside = inside.expanduser()
    if not inside.is_dir():
        raise GraderError(f"{inside} is not a folder", f"Create it: mkdir -p {shlex.quote(str(inside))}")
    if inside.resolve().is_relative_to(project.root):
        raise GraderError(f"{inside} is inside the course", "Remove --in, or choose a folder elsewhere.")
    return inside.resolve()


def _refuse_existing(new: NewLab) -> None:
    for path in (*new.roots, *([new.link] if new.link else [])):
        if path.exists() or path.is_symlink():
            raise GraderError(f"{path} exists already", "Remove it, or choose another name.")


def _write(project: Project, new: NewLab) -> None:
    try:
        for path, text in _files(project.root / "tools" / "new_lab", new):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if new.link is not None:
            new.link.symlink_to(new.lab)
    except BaseException as error:
        for root in new.roots:
            shutil.rmtree(root, ignore_errors=True)
        if isinstance(error, OSError):
            raise GraderError(
                f"cannot write {error.filename or new.lab}: {error.strerror}", "Nothing was made."
            ) from error
        raise


def _files(template: Path, new: NewLab) -> Iterator[tuple[Path, str]]:
    """Each file of the lab with its text, the manifest last."""
    for source, target in ((template / "solution", new.solution), (template / "lab", new.lab)):
        found = (path for path in source.rglob("*") if path.is_file())
        files = sorted(found, key=lambda file: (file.name == MANIFEST, file.name))
        if not files:
            raise GraderError(f"{source} contains no file", "Run this in a complete checkout of the course.")
        for file in files:
            text = file.read_text(encoding="utf-8")
            yield target / _renamed(str(file.relative_to(source)), new), _renamed(text, new)


def _renamed(text: str, new: NewLab) -> str:
    """The template's words for the new lab's: tools/new_lab/README.md lists them."""
    number = new.id.removeprefix("lab")
    camel = "".join(word.capitalize() for word in new.name.split("_"))
    for word, wanted in (
        ("tools/new_lab/lab/", f"labs/{new.folder}/"),
        ("../lab/", "../" if new.link else f"../../labs/{new.folder}/"),
        ("Example lab", new.title),
        ("Lab 0", f"Lab {number}"),
        ("lab 0", f"lab {number}"),
        ("lab0", new.id),
        ("Example", camel),
        ("example", new.name),
    ):
        text = text.replace(word, wanted)
    return text


def _what_next(project: Project, new: NewLab) -> Iterator[str]:
    made = [project.shown(root) for root in new.roots]
    yield f"{new.id}, {new.title}: {', '.join(made)}"
    if new.link is not None:
        yield f"linked from {project.shown(new.link)}, where the course finds it"
    yield ""
    yield "It is a complete lab that reverses an array. Check that it works:"
    yield f"  ./course check {new.id}                the stub: no points, and why"
    yield f"  ./course check {new.id} --solutions    the reference solution: 100"
    yield f"  ./course prove {new.id}                both, and the catalogue's answers"
    yield ""
    yield "Then change it into your own, and run these commands again after each step:"
    lab, solution = map(project.shown, (new.link or new.lab, new.solution))
    steps = (
        (f"{lab}/{new.name}.h, {new.name}.cu", "the contract, and a stub that compiles"),
        (f"{solution}/{new.name}.cu", "the reference solution; notes.md says why it is fast"),
        (f"{lab}/problem.h, problem.cpp", "arrays, launch and right answer, for checks and for GPUs"),
        (f"{lab}/{new.name}_test.cpp, lab.toml", "the checks: one test each, with its points"),
        (f"{solution}/answers/", "wrong answers and further right ones, each with its verdict"),
        (f"{lab}/README.md", "the handout"),
    )
    for number, (files, what) in enumerate(steps, start=1):
        yield f"  {number}. {files}"
        yield f"     {what}"
    yield ""
    yield 'More: CONTRIBUTING.md, section "A new lab".'
    if new.link is None:
        yield "tools/lab_table.py --update adds the lab to the README's table and to VS Code's tasks."
    else:
        yield "Keep it under version control: ./course release takes its files from there."
        yield f"To remove it from the course: rm {lab}"
