"""`run` from its command line, with programs of shell, which the tiny checkout's compiler copies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.program.program_build import ProgramSource, build_program
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject
from grader.tests.program_document import FAULT, document, group

Capture = pytest.CaptureFixture[str]


def program(*lines: str, report: str | None = "", name: str = "p.cu", **changes: Any) -> Path:
    """A program of these lines that leaves a report; None: it leaves none."""
    file = Path(name).absolute()
    text = ["#!/bin/sh"]
    if report is not None:
        said = file.with_suffix(".said")
        said.write_text(report or document(str(file), **changes), encoding="utf-8")
        text.append(f"cp '{said}' \"$SIMT_REPORT_FILE\"")
    file.write_text("\n".join([*text, *lines, ""]), encoding="utf-8")
    file.chmod(0o755)
    return file


def compiled(fake: FakeProject) -> int:
    return (fake.root / "compiled").read_text(encoding="utf-8").count("\n")


@pytest.mark.parametrize(
    ("lines", "found", "status"),
    [
        (("exit 0",), {}, 0),
        (("exit 7",), {}, 7),
        (("exit 0",), {"faults": True}, 1),
        (("exit 0",), {"host": True}, 1),
        (("exit 7",), {"faults": True}, 7),
        (("kill -SEGV $$",), {}, 139),
        (("kill -TERM $$",), {"faults": True}, 143),
    ],
)
def test_the_exit_status_is_the_programs_own(
    course: Command, lines: tuple[str, ...], found: dict[str, Any], status: int
) -> None:
    assert course("run", program(*lines, **found)) == status


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [("exit 3", 3, "ended with status 3"), ("kill -ABRT $$", 134, "was ended by SIGABRT")],
)
def test_a_program_without_a_report_is_told_of(
    course: Command, capsys: Capture, line: str, status: int, said: str
) -> None:
    assert course("run", program(line, report=None)) == status
    assert f"The program {said} and left no report." in capsys.readouterr().err


def test_what_stands_behind_the_dashes_is_the_programs(course: Command, fake: FakeProject) -> None:
    file = program(f"printf '%s|' \"$@\" > '{fake.root}/given'")
    assert course("run", file, "--kernel", "k", "--", "in.txt", "--size=4", "", "--", "-D") == 0
    assert (fake.root / "given").read_text(encoding="utf-8") == "in.txt|--size=4||--|-D|"


def test_what_is_chosen_reaches_the_program(course: Command, fake: FakeProject) -> None:
    file = program(f"env | grep ^SIMT_ | sort > '{fake.root}/given'")
    given = fake.root / "given"
    course("run", file)
    assert "SIMT_REPORT=json" in given.read_text(encoding="utf-8")
    assert "SIMT_COUNT" not in given.read_text(encoding="utf-8")
    assert "SIMT_RACES" not in given.read_text(encoding="utf-8")
    assert "SIMT_SCHEDULE" not in given.read_text(encoding="utf-8")
    assert "SIMT_STRICT" not in given.read_text(encoding="utf-8")
    course(
        "run",
        file,
        "--kernel",
        "k<4>",
        "--launch",
        "3",
        "--no-count",
        "--no-races",
        "--device",
        "NVIDIA A100",
        "--schedule",
        "7",
        "--strict",
        "--time-limit",
        "2.5",
    )
    said = given.read_text(encoding="utf-8")
    for one in ("KERNEL=k<4>", "LAUNCH=3"):
        assert f"SIMT_REPORT_{one}\n" in said
    assert "SIMT_SCHEDULE=7\n" in said and "SIMT_STRICT=1\n" in said
    assert "SIMT_RACES=0\n" in said and "SIMT_TIME_LIMIT=2.5\n" in said
    assert "SIMT_COUNT=0\n" in said and "SIMT_DEVICE=NVIDIA A100\n" in said


@pytest.mark.parametrize(
    "asked", [("--fail-on", "race"), ("--fail-on", "host,uninitialised-read"), ("--expect-written", "out")]
)
def test_what_is_not_looked_for_cannot_be_asked_for(
    course: Command, capsys: Capture, asked: tuple[str, str]
) -> None:
    assert course("run", program(), "--no-races", *asked) == 2
    said = capsys.readouterr().err
    assert f"{asked[0]} {asked[1].split(',')[-1]}" in said and "Leave out --no-races" in said


@pytest.mark.parametrize(
    "asked", [("--kernel", "nosuch"), ("--launch", "9"), ("--kernel", "k", "--launch", "9")]
)
def test_a_launch_that_the_program_never_made_is_refused(
    course: Command, capsys: Capture, asked: tuple[str, ...]
) -> None:
    assert course("run", program(launches=[], left_out=2), *asked) == 2
    assert f"{' '.join(asked)}: the program made no such launch" in capsys.readouterr().err
    assert course("run", program("exit 7", launches=[], left_out=2), *asked) == 7


def test_a_fault_of_another_kernel_does_not_hide_that_one_is_missing(course: Command) -> None:
    file = program(launches=[group(1, kernel="n::k<4>", faults=[FAULT])], launched=1)
    assert course("run", file, "--kernel", "nosuch") == 2
    assert course("run", file, "--launch", "2") == 2
    for name in ("k", "n::k", "k<4>", "n::k<4>"):
        assert course("run", file, "--kernel", name) == 1


def test_allocations_that_must_be_written_are_named_to_the_program(
    course: Command, fake: FakeProject
) -> None:
    file = program(f"env | grep ^SIMT_EXPECT > '{fake.root}/given'")
    assert course("run", file) == 1 and (fake.root / "given").read_text(encoding="utf-8") == ""
    course("run", file, "--expect-written", "out", "--expect-written", "sums")
    assert (fake.root / "given").read_text(encoding="utf-8") == "SIMT_EXPECT_WRITTEN=out,sums\n"


def test_all_kernels_are_listed_where_that_is_asked_for(course: Command, capsys: Capture) -> None:
    launches = [group(n, kernel=f"k{n}", signature=f"k{n}()") for n in range(1, 13)]
    file = program(launches=launches, launched=12)
    course("run", file)
    assert "2 more kernels waste less" in capsys.readouterr().err
    course("run", file, "--all-kernels")
    said = capsys.readouterr().err
    assert "more kernels" not in said and "k12()" in said
    course("run", file, "--out", "r.txt")
    assert "2 more kernels waste less" in Path("r.txt").read_text(encoding="utf-8")


def test_options_reach_the_compiler(course: Command, fake: FakeProject) -> None:
    script = fake.project.simtcc.read_text(encoding="utf-8")
    fake.simtcc(script.replace("#!/bin/sh\n", "#!/bin/sh\nprintf '%s ' \"$@\" > '@ROOT@/words'\n"))
    course("run", program(), "-D", "N=4", "-Iinclude", "--nvcc", "-O3 -DNAME='a b'")
    words = (fake.root / "words").read_text(encoding="utf-8")
    assert "-I include -D N=4 -O3 -DNAME=a b" in words and "--lockstep" not in words
    course("run", program(), "--lockstep")
    assert "--lockstep" in (fake.root / "words").read_text(encoding="utf-8").split()


def test_the_same_inputs_are_compiled_once(course: Command, fake: FakeProject) -> None:
    file = program()
    for _ in range(2):
        course("run", file)
    assert compiled(fake) == 1
    course("run", file, "-D", "X=1")
    assert compiled(fake) == 2
    file.write_text(file.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    course("run", file)
    assert compiled(fake) == 3


def test_object_files_alone_are_linked_again_where_one_has_changed(
    course: Command, fake: FakeProject
) -> None:
    """The compiler writes no rule for make where it compiles nothing."""
    script = fake.project.simtcc.read_text(encoding="utf-8")
    fake.simtcc(script.replace('[ -z "$dep" ] || echo', "[ 1 = 1 ] || echo"))
    file = program(name="p.o")
    for _ in range(2):
        assert course("run", file) == 0
    assert compiled(fake) == 1
    file.write_text(file.read_text(encoding="utf-8") + "exit 7\n", encoding="utf-8")
    assert course("run", file) == 7
    assert compiled(fake) == 2


def test_a_changed_header_or_runtime_compiles_again(course: Command, fake: FakeProject) -> None:
    del course
    header = Path("scene.h").absolute()
    library = fake.project.simtcc.with_name("toolkit") / "lib64" / "libcudart_static.a"
    library.parent.mkdir(parents=True)
    header.write_text("1", encoding="utf-8")
    library.write_text("1", encoding="utf-8")
    script = fake.project.simtcc.read_text(encoding="utf-8")
    rule = f'printf \'%s: \\\\\\n %s {header}\\n\' "$out" "$file"'
    fake.simtcc(script.replace('echo "$out: $file"', rule))
    source = ProgramSource((program(),))
    for changed in (None, None, header, library):
        if changed is not None:
            changed.write_text("2", encoding="utf-8")
        build_program(fake.project, source)
    assert compiled(fake) == 3


def test_json_goes_to_the_output_or_to_a_file(course: Command, capsys: Capture) -> None:
    file = program()
    assert course("run", file, "--report", "json") == 0
    assert json.loads(capsys.readouterr().out)["launched"] == 2
    assert course("run", file, "--report", "json", "--out", "r.json") == 0
    assert json.loads(Path("r.json").read_text(encoding="utf-8"))["format"] == 1
    assert capsys.readouterr().out == ""


def test_the_page_is_a_file_whose_name_is_told(course: Command, capsys: Capture) -> None:
    file = program()
    assert course("run", file, "--report", "html") == 0
    assert capsys.readouterr().out == "report: p.html\n"
    assert Path("p.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_text_leaves_standard_output_to_the_program(course: Command, capsys: Capture) -> None:
    assert course("run", program(faults=True)) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "What each line cost" in said.err
    assert course("run", program(), "--out", "r.txt") == 0
    assert "What each line cost" in Path("r.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("missing.cu",), "missing.cu"),
        (("p.cu", "--out", "no/folder/r.txt"), "no/folder"),
        (("p.cu", "--nvcc", "'"), "Close the quotation."),
        (("p.cu", "--report", "xml"), "'xml'"),
        (("p.cu", "--launch", "0"), "--launch"),
        (("p.cu", "--fail-on", ""), "--fail-on '' names no kind"),
        (("p.cu", "--no-count", "--max-sectors-per-request", "k=4"), "k=4: sectors are not counted with"),
        ((), "PROGRAM.cu"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_runs(
    course: Command, fake: FakeProject, capsys: Capture, words: tuple[str, ...], said: str
) -> None:
    program("exit 0")
    assert course("run", *words) == 2
    assert said in capsys.readouterr().err
    assert not (fake.root / "compiled").exists()


def test_what_the_compiler_refuses_is_told(course: Command, fake: FakeProject, capsys: Capture) -> None:
    fake.refuses()
    assert course("run", program()) == 2
    said = capsys.readouterr().err
    assert "p.cu cannot be compiled:" in said
    assert "error:" in said
    assert not list(fake.project.modules.glob(".*"))


LINKERS = ["undefined reference to `main'", "ld.lld: error: undefined symbol: main"]


@pytest.mark.parametrize("words", LINKERS)
@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("own", "", ("Check it: ./course check lab4\n", "trace {0} --kernel transpose_tiled --grid")),
        (
            "k.cu",
            "__global__ void transpose_padded() {}",
            ("check lab4 --kernel {0}\n", "trace {0} --kernel"),
        ),
        ("k.cu", "__global__ void other() {}", ("trace {0} --kernel other --grid",)),
        ("k.cu", "int half() { return 2; }", ("Name the file that has it as well.",)),
    ],
)
def test_a_file_without_main_gets_the_command_that_takes_it(
    course: Command,
    fake: FakeProject,
    capsys: Capture,
    words: str,
    name: str,
    text: str,
    told: tuple[str, ...],
) -> None:
    fake.simtcc(f"#!/bin/sh\ncat >&2 <<'END'\n{words}\nEND\nexit 2\n")
    file = fake.kernel if name == "own" else Path(name)
    if text:
        file.write_text(text, encoding="utf-8")
    assert course("run", file) == 2
    said = capsys.readouterr().err
    assert f"{file} has" in said and "no main()" in said
    assert "undefined" not in said
    for line in told:
        assert line.format(file) in said
    assert ("./course check" in said) == ("check" in "".join(told))
