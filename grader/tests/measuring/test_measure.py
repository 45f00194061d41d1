"""`./course measure`: the record, the page, the scorecard, and what is said where something lacks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.schema.document import read_document, write_document
from grader.schema.measurements import MEASUREMENTS
from grader.tests.conftest import Command
from grader.tests.fake_gpu import FakeGpu
from grader.tests.fake_project import FOLDER, FakeProject
from grader.tests.measuring.fake_ncu import TILED, FakeNcu

Capture = pytest.CaptureFixture[str]
SURVEY = '\n[[surveys]]\nsurvey = "TransposeSurvey.Shapes"\ntitle = "Transposes"\n'
READINGS = [
    {
        "shape": "8192 x 8192",
        "name": name,
        "unit": "GB/s",
        "value": rate,
        "low": rate - 9,
        "high": rate + 9,
        "runs": 21,
    }
    for name, rate in (("copy_rows", 3580.0), ("transpose_padded", 3453.0))
]


@pytest.fixture
def gpu(fake: FakeProject, monkeypatch: pytest.MonkeyPatch) -> FakeGpu:
    """A GPU, a survey program; no profiler."""
    made = FakeGpu(fake)
    monkeypatch.setenv("PATH", str(made.nvcc.parent), prepend=":")
    monkeypatch.setattr("grader.measuring.ncu.USUAL_FOLDER", str(fake.root))
    fake.manifest.write_text(fake.manifest.read_text(encoding="utf-8") + SURVEY, encoding="utf-8")
    record = json.loads(fake.data("passing.json"))
    survey = {**record["checks"][0], "test": "TransposeSurvey.Shapes", "launches": [], "charts": []}
    survey.update({"evidence": "measured", "readings": READINGS, "status": "passed"})
    record.update({"machine": "cuda", "checks": [survey]})
    file = fake.root / "survey.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    program = "#!/bin/sh\nwhile [ $# -gt 0 ]; do case $1 in --results) cp '{}' \"$2\" ;; esac; shift; done\n"
    fake.script(fake.project.build / "labs" / FOLDER / "lab4_survey", program.format(file))
    return made


def numbered(gpu: FakeGpu, kernels: list[str]) -> None:
    """The counted run shows one launch of each check that shows any, and the profiler saw these kernels."""
    ncu = FakeNcu(gpu)
    record = json.loads((gpu.root / "counted.json").read_text(encoding="utf-8"))
    number = 0
    for check in record["checks"]:
        for launch in check["launches"]:
            number += 1
            launch["number"] = number
            kernels.append(launch["kernel"])
    (gpu.root / "counted.json").write_text(json.dumps(record), encoding="utf-8")
    padded = (*TILED[:4], 32768, 32768, 0, 0)
    ncu.counts([(name, TILED if name == "transpose_tiled" else padded) for name in kernels])


def page(folder: str = "m") -> str:
    return Path(folder, "README.md").read_text(encoding="utf-8")


def test_everything_is_written(course: Command, gpu: FakeGpu) -> None:
    numbered(gpu, [])
    assert course("measure", "lab4", "--out", "m") == 0
    text = page()
    assert "What one NVIDIA H200 does" in text
    assert "compute capability 9.0" in text
    assert "./course measure lab4 --out DIR" in text
    assert "| transpose\\_padded | 3453 |" in text
    assert "![Transposes](lab4-shapes.svg)" in text
    assert Path("m", "lab4-shapes.svg").read_text(encoding="utf-8").startswith("<svg xmlns=")
    card = Path("m", "scorecard.html").read_text(encoding="utf-8")
    assert "What the hardware counted" in card
    found = read_document(MEASUREMENTS, Path("m", "measurements.json").read_text(encoding="utf-8"), "m")
    assert found.labs[0].launches[0].counted.device == "NVIDIA H200"
    assert found.labs[0].checks[0].value == 0.95
    assert found.labs[0].surveys[0].readings[0].value == 3580.0


def test_a_counter_that_differs_is_on_page_and_card(course: Command, gpu: FakeGpu) -> None:
    numbered(gpu, [])
    file = gpu.root / "ncu.csv"
    file.write_text(file.read_text(encoding="utf-8").replace("131,072", "131,999", 1), encoding="utf-8")
    assert course("measure", "lab4", "--out", "m") == 0
    assert "| global load sectors | 131,072 | 131,999 | differs |" in page()
    card = Path("m", "scorecard.html").read_text(encoding="utf-8")
    assert '<tr class="differs"><th scope="row">global load, sectors</th>' in card


@pytest.mark.usefixtures("gpu")
def test_reference_solutions_are_measured_beside_libraries(
    course: Command, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    asked: list[tuple[str, str]] = []

    def compare(out: Path, command: str, _: object) -> None:
        asked.append((out.name, command))
        if len(asked) > 1:
            raise GraderError("cuBLAS is missing")

    monkeypatch.setattr("grader.cli.commands.measure.compare", compare)
    assert course("measure", "--solutions", "--out", "m") == 0
    assert asked == [("m", "./course measure --solutions --out DIR")]
    assert "libraries.md" in capsys.readouterr().out
    assert course("measure", "--solutions", "--out", "m") == 0
    said = capsys.readouterr()
    assert "libraries.md" not in said.out
    assert "were not measured beside libraries: cuBLAS is missing" in said.err
    assert course("measure", "lab4", "--out", "m") == 0
    assert course("measure", "lab4", "--solutions", "--out", "m") == 0
    assert len(asked) == 2, "neither a student's kernels nor one lab's are compared with libraries"


@pytest.mark.usefixtures("gpu")
def test_without_a_profiler_it_goes_on_and_says_so(course: Command, capsys: Capture) -> None:
    assert course("measure", "lab4", "--out", "m") == 0
    assert (
        "hardware counters are not read: ncu, the profiler of the CUDA toolkit, was not found"
        in capsys.readouterr().err
    )
    assert "The hardware's counters were not read: ncu" in page()
    assert "| copy\\_rows | 3580 |" in page()


def test_counts_of_another_kernel_are_not_used(course: Command, gpu: FakeGpu) -> None:
    FakeNcu(gpu)
    assert course("measure", "lab4", "--out", "m") == 0
    assert "is not transpose_" in page()
    assert "What the hardware counted" not in Path("m", "scorecard.html").read_text(encoding="utf-8")


def test_without_a_gpu_nothing_is_written(course: Command, gpu: FakeGpu, capsys: Capture) -> None:
    gpu.is_missing("the NVIDIA driver is installed, but it sees no GPU")
    assert course("measure", "lab4", "--out", "m") == 2
    assert "it sees no GPU. Nothing was measured." in capsys.readouterr().err
    assert not Path("m", "measurements.json").exists()


@pytest.mark.usefixtures("gpu")
def test_the_page_comes_from_the_record_alone(course: Command) -> None:
    assert course("measure", "lab4", "--out", "m") == 0
    first = page()
    Path("m", "README.md").unlink()
    assert course("measure", "--page", "--out", "m") == 0
    assert page() == first


@pytest.mark.usefixtures("gpu")
def test_the_record_can_be_read_again(course: Command) -> None:
    course("measure", "lab4", "--out", "m")
    text = Path("m", "measurements.json").read_text(encoding="utf-8")
    assert write_document(MEASUREMENTS, read_document(MEASUREMENTS, text, "m")) == text


def test_a_page_without_a_record_says_what_makes_one(course: Command, capsys: Capture) -> None:
    assert course("measure", "--page", "--out", "nowhere") == 2
    assert "`./course measure --out DIR` writes one." in capsys.readouterr().err


def test_a_file_that_does_not_compile_is_no_end(course: Command, gpu: FakeGpu) -> None:
    gpu.fake.refuses()
    (gpu.root / "nvcc_says").write_text("x.cu(3): error: expected a ;", encoding="utf-8")
    assert course("measure", "lab4", "--out", "m") == 0
    assert "does not compile for the GPU" in page()
