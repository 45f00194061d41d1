"""A cell's file, simtcc's place, and the words for cells that cannot be compiled: with a simtcc of sh."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.notebook.cell_options import CellOptions
from grader.notebook.cell_run import compile_cell, run_cell, write_cell
from grader.notebook.installed import InstalledMachine, find_simtcc
from grader.notebook.streaming import Sinks
from grader.tests.program_document import document

PROGRAM = "int main() {}\n"
# Fails as clang and ld do, with the file that it was given.
REFUSES = """#!/bin/sh
for word; do case $word in *.cu) file=$word ;; esac; done
%s
exit 1
"""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> InstalledMachine:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    folder = tmp_path / "session"
    folder.mkdir()
    return InstalledMachine(tmp_path / "bin" / "simtcc", folder)


def install(machine: InstalledMachine, script: str) -> None:
    machine.simtcc.parent.mkdir(exist_ok=True)
    machine.simtcc.write_text(script, encoding="utf-8")
    machine.simtcc.chmod(0o755)


def test_a_cells_line_has_the_number_that_the_notebook_shows(tmp_path: Path) -> None:
    cell = write_cell("first\nsecond\n", 1, tmp_path)
    assert cell.file.read_text(encoding="utf-8").split("\n")[1:3] == ["first", "second"]
    below_two_blank_lines = write_cell("first\n", 3, tmp_path)
    assert below_two_blank_lines.file.read_text(encoding="utf-8").split("\n")[3] == "first"


def test_equal_cells_share_a_file_and_others_do_not(tmp_path: Path) -> None:
    assert write_cell("a", 1, tmp_path).file == write_cell("a", 1, tmp_path).file
    assert write_cell("a", 1, tmp_path).file != write_cell("b", 1, tmp_path).file


def test_the_compilers_words_name_the_cell_and_not_a_hidden_file(machine: InstalledMachine) -> None:
    install(machine, REFUSES % 'echo "$file:3:5: error: unknown type name" >&2')
    cell = write_cell(PROGRAM, 1, machine.modules)
    with pytest.raises(GraderError) as refused:
        compile_cell(machine, cell, CellOptions())
    assert str(refused.value) == "cell.cu cannot be compiled:\ncell.cu:3:5: error: unknown type name"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("__global__ void scale(float* x) {}", "The cell has a kernel, scale, and no main()"),
        ("int f();", "The cell has no main()"),
    ],
)
def test_a_cell_without_main_is_told_what_a_cell_is(machine: InstalledMachine, text: str, said: str) -> None:
    install(machine, REFUSES % "echo 'crt1.o: undefined reference to `main' >&2")
    with pytest.raises(GraderError) as refused:
        compile_cell(machine, write_cell(text, 1, machine.modules), CellOptions())
    assert refused.value.message.startswith(said) and "whole program" in refused.value.fix


MAKES = """#!/bin/sh
printf '%s\\n' "$@" > "$WORDS"
while [ $# -gt 0 ]; do
  case $1 in
    -o) out=$2 ;;
    --depfile) echo "$out: $0" > "$2" ;;
  esac
  shift
done
cat > "$out" <<'END'
#!/bin/sh
echo "$0"
echo "said $*"
echo "$FILE:7: from __FILE__"
env | grep ^SIMT_ | sort > "$WORDS"
cp "$DOCUMENT" "$SIMT_REPORT_FILE"
exit 2
END
chmod +x "$out"
"""


def test_options_reach_the_compiler_and_the_program(
    machine: InstalledMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(machine, MAKES)
    cell = write_cell(PROGRAM, 1, machine.modules)
    words = tmp_path / "words"
    (tmp_path / "document").write_text(document(str(cell.file)), encoding="utf-8")
    for name, value in {"WORDS": words, "DOCUMENT": tmp_path / "document", "FILE": cell.file}.items():
        monkeypatch.setenv(name, str(value))
    options = CellOptions(
        kernel="k", launch=2, device="h100", schedule=5, compiler=("-O3",), arguments=("a", "b c")
    )
    program = compile_cell(machine, cell, options)
    compiled = words.read_text(encoding="utf-8").split("\n")
    # A cell includes the files beside the notebook.
    assert compiled[:3] == ["-I", str(Path.cwd()), "-O3"]
    heard: list[str] = []
    run = run_cell(program, cell, options, Sinks(heard.append, heard.append))
    assert "said a b c\ncell.cu:7: from __FILE__\n" in "".join(heard)
    assert run.code == 2 and run.report is not None and run.report.launched == 2
    told = dict(line.split("=", 1) for line in words.read_text(encoding="utf-8").split("\n") if line)
    assert told["SIMT_REPORT"] == "json"
    assert (told["SIMT_REPORT_KERNEL"], told["SIMT_REPORT_LAUNCH"]) == ("k", "2")
    assert (told["SIMT_DEVICE"], told["SIMT_SCHEDULE"]) == ("h100", "5")
    # A report of an earlier run is not taken for this one's.
    (tmp_path / "document").unlink()
    assert run_cell(program, cell, options, Sinks(heard.append, heard.append)).report is None


def test_simtcc_is_the_one_that_is_named_or_else_the_first_on_the_path(machine: InstalledMachine) -> None:
    install(machine, "#!/bin/sh\n")
    assert find_simtcc({"SIMTCC": str(machine.simtcc), "PATH": "/nowhere"}) == machine.simtcc
    assert find_simtcc({"PATH": f"/nowhere:{machine.simtcc.parent}"}) == machine.simtcc


def test_without_simtcc_it_is_said_what_to_install(
    machine: InstalledMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.notebook.installed.USUAL_PLACES", ())
    with pytest.raises(GraderError, match="needs simtcc, which is not installed here") as missing:
        find_simtcc({"PATH": "/nowhere"})
    assert "apt install ./coalesce-simt_" in missing.value.fix
    with pytest.raises(GraderError, match=f"SIMTCC names {machine.simtcc}, which is no program"):
        find_simtcc({"SIMTCC": str(machine.simtcc)})
    machine.simtcc.parent.mkdir()
    with pytest.raises(GraderError, match="which is no program"):
        find_simtcc({"SIMTCC": str(machine.simtcc.parent)})
