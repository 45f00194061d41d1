"""`grade-one`: a result in each case, and nothing of a CI's in a submission's reach."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.grading.standing import fingerprint
from grader.hosted.child import run_child
from grader.hosted.class_of_one import STUDENT, take_submission
from grader.isolation.confinement import NoSandbox
from grader.tests.choice import is_root_of_all
from grader.tests.class_of_fakes import FakeClass
from grader.tests.fake_gpu import FakeGpu
from grader.tests.fake_project import FakeProject
from grader.tests.gradescope_root import VALIDATOR, score
from grader.tests.handed_in import CODE, LABS, TILED, folder, tarred

# In a process of its own: the grader's own child is started with this checkout's interpreter and package.
ALONE = """
import sys
from pathlib import Path
from grader.cli import session
from grader.cli.commands import grade_one
from grader.hosted import class_of_one
from grader.isolation.confinement import NoSandbox
from grader.cli.main import main
from grader.core.paths import Project
root = Path(sys.argv[1])
session.current_project = lambda: Project(root, root / "build" / "default")
# What is read here are the test's own files; test_reading_apart.py has the sandbox.
grade_one.find_sandbox = NoSandbox
class_of_one.GRADER = (sys.executable, sys.argv[2], str(root))
sys.exit(main(sys.argv[3:]))
"""


class Service:
    """Hands one submission at a time over to `grade-one`, in the tiny checkout."""

    def __init__(self, fake: FakeProject, place: Path) -> None:
        self.school = FakeClass(fake, place)
        self.fake, self.place, self.submission = fake, place, place / "handed-in"
        self.submission.mkdir()
        (place / "alone.py").write_text(ALONE, encoding="utf-8")
        self.environment = dict(self.school.environment)

    def hands_in(self, text: str, name: str = "tiled_transpose.cu") -> None:
        (self.submission / name).write_text(text, encoding="utf-8")

    def grades(self, *more: str, out: str = "graded") -> tuple[int, str]:
        main = str(self.place / "main.py")
        command = [sys.executable, str(self.place / "alone.py"), str(self.fake.root), main, "grade-one"]
        ended = subprocess.run(
            [*command, str(self.submission), "--out", str(self.place / out), *more],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return ended.returncode, ended.stdout + ended.stderr

    def file(self, name: str, out: str = "graded") -> str:
        return (self.place / out / name).read_text(encoding="utf-8")


@pytest.fixture
def service(fake: FakeProject, tmp_path: Path) -> Service:
    return Service(fake, tmp_path)


def gradescope(service: Service) -> dict[str, object]:
    data: dict[str, object] = json.loads(service.file("gradescope.json"))
    VALIDATOR.validate(data)
    return data


@pytest.mark.slow
def test_it_writes_what_services_read(service: Service) -> None:
    service.hands_in("bad")
    status, said = service.grades()
    assert status == 0, said
    assert "graded: lab4 75/100" in said
    assert score(gradescope(service)) == 75
    names = {path.name for path in (service.place / "graded").iterdir()}
    assert names == {
        "scorecard.html",
        "results.json",
        "gradescope.json",
        "github.json",
        "classroom.txt",
        "junit.xml",
    }


@pytest.mark.slow
def test_in_a_workflow_it_tells_the_step(service: Service) -> None:
    service.hands_in("bad")
    step = {name: str(service.place / name) for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
    service.environment |= step
    status, said = service.grades("--github")
    assert status == 0, said
    assert Path(step["GITHUB_STEP_SUMMARY"]).read_text(encoding="utf-8").startswith("# 75 of 100 points")
    outputs = Path(step["GITHUB_OUTPUT"]).read_text(encoding="utf-8").splitlines()
    assert outputs[:3] == ["points=75", "max-points=100", "passed=false"]
    assert outputs[-1] == "asked-passed=false"
    assert "::error file=labs/lab4_tiled_transpose/tiled_transpose.cu,line=" in said
    stopped, begun = said.index("::stop-commands::"), said.index("::error file")
    token = said[stopped:].split()[0].removeprefix("::stop-commands::")
    assert said.index(f"::{token}::") < begun


@pytest.mark.slow
def test_labs_that_nobody_was_asked_for_do_not_count_as_failed(service: Service) -> None:
    """Where nobody has said which labs count, they are those that were begun."""
    lab5 = service.fake.another_lab("lab5", "conflict", 1)
    stub = "// bad: the stub\n"
    manifest = service.fake.project.labs / lab5.folder / "lab.toml"
    text = manifest.read_text(encoding="utf-8").replace("tiled_transpose.cu", "other.cu")
    digest = f'stub_sha256 = "{fingerprint(stub)}"'
    manifest.write_text(
        text.replace('kernel_file = "other.cu"', f'kernel_file = "other.cu"\n{digest}'), "utf-8"
    )
    outputs = service.place / "GITHUB_OUTPUT"
    service.environment["GITHUB_OUTPUT"] = str(outputs)

    def asked_passed(name: str, *more: str) -> str:
        outputs.write_text("", encoding="utf-8")
        status, said = service.grades("--github", *more, out=name)
        assert status == 0, said
        return outputs.read_text(encoding="utf-8").splitlines()[-1]

    service.hands_in("good")
    assert asked_passed("missing") == "asked-passed=true", "nothing was handed in for lab 5"
    service.hands_in(stub.replace("\n", "\r\n"), "other.cu")
    assert asked_passed("stub") == "asked-passed=true"
    assert "passed=false" in outputs.read_text(encoding="utf-8"), "not every check of the course"
    assert asked_passed("named", "--labs", "lab4,lab5") == "asked-passed=false"
    assert asked_passed("one", "--labs", "lab4") == "asked-passed=true"
    course = service.fake.root / "course.toml"
    course.write_text('labs = ["lab4", "lab5"]\n', encoding="utf-8")
    assert asked_passed("course") == "asked-passed=false"
    course.unlink()
    service.hands_in("bad", "other.cu")
    assert asked_passed("begun") == "asked-passed=false"


@pytest.mark.slow
def test_our_fault_is_no_grade_and_has_a_status(service: Service) -> None:
    service.hands_in("crash")
    status, said = service.grades("--github")
    assert status == 1, said
    assert score(gradescope(service)) is None
    assert "graded: lab4 to be graded again" in said


@pytest.mark.slow
def test_a_grader_that_takes_too_long_is_stopped_with_all_that_it_started(service: Service) -> None:
    service.hands_in("good")
    service.fake.program("setsid sleep 987 & echo $! > '@ROOT@/escaped'; sleep 986\n")
    began = time.monotonic()
    status, said = service.grades("--minutes", "0.1", "--time-limit", "60", "--github")
    assert time.monotonic() - began < 60
    assert status == 1, said
    assert score(gradescope(service)) is None
    assert "it took more than 0.1 minutes" in json.dumps(gradescope(service))
    assert "::error title=To be graded again::" in said
    escaped = (service.fake.root / "escaped").read_text(encoding="utf-8").strip()
    assert not Path("/proc", escaped).exists()


def test_what_cannot_be_graded_leaves_a_result_as_well(service: Service) -> None:
    status, said = service.grades("--labs", "lab9")
    assert status == 2 and "there is no lab 'lab9'" in said
    assert score(gradescope(service)) is None
    assert "lab9" in json.dumps(gradescope(service))


@pytest.mark.slow
def test_a_grader_that_breaks_leaves_a_result_as_well(service: Service) -> None:
    service.hands_in("good")
    (service.school.folder / "tools" / "cmake").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    status, said = service.grades()
    assert status == 1, said
    assert "could not do its work (status 2)" in json.dumps(gradescope(service))


def test_a_folder_of_other_things_is_left_alone(service: Service) -> None:
    (service.place / "graded").mkdir()
    (service.place / "graded" / "thesis.tex").write_text("mine", encoding="utf-8")
    status, said = service.grades()
    assert status == 2 and "is not empty" in said
    assert [path.name for path in (service.place / "graded").iterdir()] == ["thesis.tex"]


@pytest.mark.slow
def test_it_measures_where_there_is_a_gpu(fake: FakeProject, tmp_path: Path) -> None:
    service = Service(fake, tmp_path)
    service.environment["CUDA_HOME"] = str(fake.root / "cuda")
    gpu = FakeGpu(fake)
    service.hands_in("good")
    service.environment["PATH"] = f"{gpu.nvcc.parent}{os.pathsep}{service.environment['PATH']}"
    status, said = service.grades("--machine", "cuda")
    assert status == 0, said
    results = json.loads(service.file("results.json"))
    measured = [
        check["evidence"]
        for check in results["labs"][0]["checks"]
        if check["evidence"] not in ("simulated", "none")
    ]
    assert (results["machine"], measured) == ("cuda", ["measured"])
    assert service.grades("--machine", "simt", out="again")[0] == 0
    assert json.loads(service.file("results.json", "again"))["machine"] == "simt"
    gpu.is_missing("there is no driver")
    status, said = service.grades("--machine", "cuda", out="missing")
    assert status == 1 and "no GPU can be used" in said


def test_a_submission_sees_nothing_of_the_ci(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_TOKEN", "COURSE_TOKEN", "ACTIONS_RUNTIME_TOKEN"):
        monkeypatch.setenv(name, "secret")
    seen = tmp_path / "seen"
    assert run_child(["sh", "-c", f"env > '{seen}'"], 20, tmp_path).code == 0
    assert "secret" not in seen.read_text(encoding="utf-8")
    assert f"HOME={tmp_path}" in seen.read_text(encoding="utf-8")


@pytest.mark.skipif(not is_root_of_all(), reason="only root may start a process as another user")
def test_another_user_has_that_users_rights_only() -> None:
    # Not in pytest's own folder, which no other user may enter.
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o777)
        script = f"id -un > '{place}/who'; id -G >> '{place}/who'"
        assert run_child(["sh", "-c", script], 20, Path("/"), "nobody").code == 0
        name, groups = Path(place, "who").read_text(encoding="utf-8").splitlines()
    assert name == "nobody" and len(groups.split()) == 1 and groups != "0"
    with pytest.raises(GraderError, match="there is no user"):
        run_child(["true"], 20, Path("/"), "no-such-user")
    with pytest.raises(GraderError, match=r"cannot start /root/x as user nobody"):
        run_child(["/root/x"], 20, Path("/"), "nobody")


def test_only_kernel_files_are_taken_and_no_link_is_followed(tmp_path: Path) -> None:
    source = folder(
        tmp_path / "source",
        {"run_autograder": b"#!/bin/sh\n", "grader/cli/main.py": b"x", "work/copy.cu": CODE},
    )
    secret = tmp_path / "secret.cu"
    secret.write_bytes(b"SECRET")
    (source / "tiled.cu").symlink_to(secret)
    found = take_submission(source, LABS, tmp_path / "class", NoSandbox())
    taken = [path for path in (tmp_path / "class").rglob("*") if path.is_file()]
    assert taken == [tmp_path / "class" / STUDENT / "labs" / "lab1_copy" / "copy.cu"]
    assert any("tiled.cu" in note for note in found.notes)


def test_an_archive_is_opened(tmp_path: Path) -> None:
    source = folder(tmp_path / "source", {"mine.tar.gz": tarred({TILED: CODE})})
    take_submission(source, LABS, tmp_path / "class", NoSandbox())
    assert (tmp_path / "class" / STUDENT / TILED).read_bytes() == CODE


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GraderError, match="is no folder"):
        take_submission(tmp_path / "missing", LABS, tmp_path / "class", NoSandbox())
