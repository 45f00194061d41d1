"""Grading on more than one machine, without one: sizes, options, messages, and what a task tells."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom import node
from grader.classroom.folder import ClassFolder, open_folder
from grader.classroom.grade_submission import GradeOne
from grader.classroom.node import GradeOnNode, memory_kills
from grader.cluster.grade_on_cluster import Cluster, read_cluster, require_cluster
from grader.cluster.node_work import read_work, work_of, write_work
from grader.cluster.share import Report, deal_out, reported, task_count
from grader.cluster.task import run_task
from grader.core.errors import GraderError
from grader.grading.grade_labs import Grading
from grader.isolation.bubblewrap import Sandbox
from grader.isolation.confinement import Confinement, NoSandbox
from grader.schema.class_results import Job, Settings
from grader.tests.class_of_fakes import FakeClass, files_in
from grader.tests.fake_project import FakeProject

# Commands that answer as Slurm does when a node cannot write where the tasks were sent from.
SBATCH = "#!/bin/sh\necho Submitted batch job 7\n"
SQUEUE = "#!/bin/sh\necho '7_0|FAILED|RaisedSignal:53(Real-time_signal_19)'\necho '7_1|FAILED|None'\n"


@pytest.mark.parametrize(
    ("files", "cores", "tasks"), [(1, 4, 1), (64, 4, 1), (65, 4, 2), (1500, 4, 24), (1500, 64, 2)]
)
def test_tasks_are_few_and_worth_their_start(files: int, cores: int, tasks: int) -> None:
    assert task_count(files, cores) == tasks


@pytest.mark.parametrize(("files", "tasks"), [(1, 5), (7, 2), (1500, 24)])
def test_shares_hold_each_file_once_and_are_even(files: int, tasks: int) -> None:
    shares = deal_out(range(files), tasks)
    assert Counter(number for share in shares for number in share) == Counter(range(files))
    sizes = {len(share) for share in shares}
    assert min(sizes) >= 1 and max(sizes) - min(sizes) <= 1


def test_options_become_those_of_sbatch() -> None:
    read = read_cluster("slurm", "gpu", ["--time=60", "mem_per_cpu=2G", "exclusive", "comment=a=b"], 3)
    options: dict[str, str | bool] = {"time": "60", "mem-per-cpu": "2G", "exclusive": True, "comment": "a=b"}
    assert read == Cluster("gpu", options, 3)
    assert read_cluster("local", "", []) is None


def test_no_node_measures() -> None:
    with pytest.raises(GraderError, match="measure nothing"):
        require_cluster(Cluster(), "cuda")


@pytest.mark.parametrize(
    ("executor", "options", "said"),
    [
        ("pbs", [], "no executor 'pbs'"),
        ("local", ["time=60"], "for --executor slurm"),
        ("slurm", ["array=1-9"], "array cannot be given"),
        ("slurm", ["time=60\n#SBATCH --array=1"], "is not an option of sbatch"),
        ("slurm", ["=5"], "is not an option of sbatch"),
    ],
)
def test_options_that_make_no_sense_are_refused(executor: str, options: list[str], said: str) -> None:
    with pytest.raises(GraderError, match=said):
        read_cluster(executor, "", options)


def test_a_share_reports_each_job_and_its_end(tmp_path: Path) -> None:
    with reported(tmp_path / "report") as tell:
        tell(1)
        tell(3)
    report = Report(tmp_path / "report")
    assert (report.news(), report.ended, report.whole) == ([1, 3], 2, True)
    assert report.host
    assert report.news() == []


def test_what_ends_a_share_is_told_where_it_was_started(tmp_path: Path) -> None:
    def fails(number: int) -> None:
        raise GraderError(f"the disk is full at {number}", "Make room.")

    with reported(tmp_path / "report"):
        fails(10)
    with pytest.raises(GraderError, match=r"on .+: the disk is full at 10\nMake room\."):
        Report(tmp_path / "report").news()


KERNEL = b"// \xff kernel"
JOB = Job("lab4", hashlib.sha256(KERNEL).hexdigest(), "key")


def written(fake: FakeProject, tmp_path: Path, sandbox: Confinement | None = None) -> tuple[Path, str]:
    """What the tasks are told of one job, and its digest."""
    place = tmp_path / "slurm"
    place.mkdir()
    settings = Settings(limit_s=7.5, seed=42)
    grading = Grading(fake.project, settings, sandbox=sandbox)
    work = GradeOne(ClassFolder(tmp_path / "out"), grading, (fake.lab,), lambda _: KERNEL)
    return place, write_work(place, [JOB], work, 1, 2)


@pytest.mark.parametrize("sandbox", [None, NoSandbox()], ids=["trusted", "unconfined"])
def test_a_task_does_the_work_that_was_sent(
    fake: FakeProject, tmp_path: Path, sandbox: Confinement | None
) -> None:
    place, digest = written(fake, tmp_path, sandbox)
    told = read_work(place, digest)
    work = work_of(place, told)
    assert (told.jobs, told.tasks, told.cores) == ((JOB,), 1, 2)
    assert work.folder == ClassFolder(tmp_path / "out")
    assert work.labs == (fake.lab,)
    assert work.kernel_of(JOB) == KERNEL
    assert type(work.grading.sandbox) is type(sandbox)
    assert replace(work.grading, sandbox=None) == Grading(fake.project, Settings(limit_s=7.5, seed=42))


def test_a_task_refuses_what_another_user_has_changed(fake: FakeProject, tmp_path: Path) -> None:
    place, digest = written(fake, tmp_path)
    (place / "kernels" / JOB.kernel).write_bytes(b"// another")
    work = work_of(place, read_work(place, digest))
    with pytest.raises(GraderError, match="is not what was written when the tasks were sent"):
        work.kernel_of(JOB)
    file = place / "node-work.json"
    file.write_text(file.read_text().replace(str(fake.root), "/tmp/mine"))
    with pytest.raises(GraderError, match=r"node-work\.json is not what was written"):
        read_work(place, digest)
    run_task(place, digest, 0)
    with pytest.raises(GraderError, match=r"on .+: .*node-work\.json is not what was written"):
        Report(place / "report-0.jsonl").news()


def test_nothing_of_the_grader_is_pickled_into_a_folder() -> None:
    """What lies on a shared folder may be another user's: a pickle would run whatever it says."""
    root = Path(__file__).resolve().parents[2]
    files = [file for file in root.rglob("*.py") if "tests" not in file.parts]
    words = re.compile(r"^\s*(import|from) (submitit|\w*pickle|marshal|shelve)\b", re.MULTILINE)
    assert [file.name for file in files if words.search(file.read_text(encoding="utf-8"))] == []


def test_half_a_line_of_a_report_waits_for_its_other_half(tmp_path: Path) -> None:
    report = Report(tmp_path / "report")
    assert report.news() == []
    (tmp_path / "report").write_text(json.dumps({"begun": "n1"}) + '\n{"ended": 1')
    assert (report.news(), report.host) == ([], "n1")
    (tmp_path / "report").write_text(json.dumps({"begun": "n1"}) + '\n{"ended": 12}\n')
    assert (report.news(), report.whole) == ([12], False)


def test_where_there_is_no_slurm_nothing_is_begun(fake: FakeProject, tmp_path: Path) -> None:
    school = FakeClass(fake, tmp_path)
    school.hands_in("ann", "good")
    ended = subprocess.run(
        school.command("grade", school.submissions, "--out", tmp_path / "out", "--executor", "slurm"),
        env={**school.environment, "PATH": str(tmp_path / "tools")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert "there is no sbatch on this machine" in ended.stderr
    assert "login node" in ended.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_shards_come_together_as_ci_hands_them_on(fake: FakeProject, tmp_path: Path) -> None:
    """Of each shard its folder `grading` alone, without hidden files and empty folders, in another place."""
    school = FakeClass(fake, tmp_path)
    for number in range(5):
        school.hands_in(f"student{number}", f"{'good' if number % 2 else 'bad'} {number}")
    assert school.grade(tmp_path / "whole", "--seed", 3)[0] == 0
    for number in (1, 2, 3):
        out = tmp_path / f"out{number}"
        assert school.grade(out, "--seed", 3, "--shard", f"{number}/3")[0] == 0
        for file in (out / "grading").rglob("*"):
            inside = file.relative_to(out / "grading")
            if file.is_file() and not any(part.startswith(".") for part in inside.parts):
                copy = tmp_path / "artifacts" / f"shard-{number}" / "grading" / inside
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(file.read_bytes())
        shutil.rmtree(out)
    runs = school.runs
    artifacts = sorted((tmp_path / "artifacts").iterdir())
    status, said = school.runs_here("merge", *artifacts, "--out", tmp_path / "joined")
    assert status == 0, said
    assert school.runs == runs
    assert files_in(tmp_path / "joined") == files_in(tmp_path / "whole")


@pytest.mark.slow
def test_nodes_that_do_not_see_the_folder_are_told_of(fake: FakeProject, tmp_path: Path) -> None:
    school = FakeClass(fake, tmp_path)
    for number in range(4):
        school.hands_in(f"student{number}", f"good {number}")
    for name, text in {"sbatch": SBATCH, "squeue": SQUEUE}.items():
        fake.script(tmp_path / "tools" / name, text)
    for name in ("sinfo", "scancel", "srun"):
        fake.script(tmp_path / "tools" / name, "#!/bin/sh\necho work\n")
    status, said = school.grade(tmp_path / "out", "--executor", "slurm", "--slurm-tasks", 2)
    assert status == 2, said
    assert "no task could begin on its node, or write into" in said
    assert "on a shared file system" in said
    assert "Traceback" not in said
    assert school.runs == 0


def test_a_slurm_that_does_not_answer_is_told_of(fake: FakeProject, tmp_path: Path) -> None:
    school = FakeClass(fake, tmp_path)
    school.hands_in("ann", "good")
    fake.script(tmp_path / "tools" / "sbatch", SBATCH)
    fake.script(tmp_path / "tools" / "sinfo", "#!/bin/sh\necho 'sinfo: no contact' >&2; exit 1\n")
    status, said = school.grade(tmp_path / "out", "--executor", "slurm")
    assert (status, "Slurm does not answer: sinfo: no contact" in said) == (2, True), said


# A queue that runs each task at once, as bash does, and a squeue that knows them as ended.
RUNS_AT_ONCE = """#!/bin/bash
for given in "$@"; do
  case $given in
    --array=*) last=${given#--array=0-} ;;
    --output=*) log=${given#--output=} ;;
  esac
done
script=$(cat)
for index in $(seq 0 "$last"); do
  name=${log//%A/7} name=${name//%a/$index}
  SLURM_ARRAY_TASK_ID=$index bash -c "$script" > "$name" 2>&1
  echo "7_$index|COMPLETED|None" >> '@ROOT@/tasks'
done
echo Submitted batch job 7
"""


@pytest.mark.slow
def test_tasks_grade_as_one_machine_does(fake: FakeProject, tmp_path: Path) -> None:
    """The whole way but for Slurm itself, whose tests need its programs (test_slurm.py)."""
    school = FakeClass(fake, tmp_path)
    for number in range(5):
        school.hands_in(f"student{number}", f"{'good' if number % 2 else 'bad'} {number}")
    (fake.root / "tasks").touch()
    fake.script(tmp_path / "tools" / "sbatch", RUNS_AT_ONCE)
    fake.script(tmp_path / "tools" / "squeue", "#!/bin/sh\ncat '@ROOT@/tasks'\n")
    for name in ("sinfo", "scancel"):
        fake.script(tmp_path / "tools" / name, "#!/bin/sh\necho work\n")
    out = tmp_path / "out"
    status, said = school.grade(out, "--seed", 3, "--executor", "slurm", "--slurm-tasks", 2, "--jobs", 1)
    assert status == 0, said
    assert "Slurm array 7: 2 tasks of 2 to 3 files each, 1 core a task" in said
    assert school.runs == 5
    assert school.grade(tmp_path / "local", "--seed", 3)[0] == 0
    assert files_in(out) == files_in(tmp_path / "local")


def test_a_program_that_the_clusters_memory_limit_ended_is_our_fault(
    fake: FakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    counts = iter([(0,), (1,), (1,), (1,)])
    monkeypatch.setattr(node, "memory_kills", lambda: next(counts))
    fake.refuses()
    folder = open_folder(tmp_path / "out")
    work = GradeOnNode(folder, Grading(fake.project), (fake.lab,), lambda _: b"// kernel")
    assert work(Job("lab4", "hash", "killed")).ours
    kept = folder.read_result("killed")
    assert kept is not None and "memory limit on the cluster" in kept.result.trouble
    # The same words of the compiler's, and nothing was killed: the submission's own.
    assert not work(Job("lab4", "hash", "refused")).ours
    assert not list((tmp_path / "out" / "grading" / "work").iterdir())


def test_a_node_that_can_make_no_sandbox_grades_nothing(
    fake: FakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_here() -> Sandbox:
        raise GraderError("bubblewrap cannot make one here", "Install it.")

    monkeypatch.setattr(node, "find_sandbox", none_here)
    folder = open_folder(tmp_path / "out")
    of_the_login_node = Sandbox("/usr/bin/bwrap", "/usr/bin/prlimit")
    work = GradeOnNode(
        folder, Grading(fake.project, sandbox=of_the_login_node), (fake.lab,), lambda _: b"// kernel"
    )
    with pytest.raises(GraderError, match="cannot make one here"):
        work(Job("lab4", "hash", "key"))
    assert folder.read_result("key") is None


@pytest.mark.parametrize(
    ("line", "file", "text"),
    [
        ("0::/slurm/job_7", "slurm/job_7/memory.events", "low 0\noom 3\noom_kill 2\noom_group_kill 0\n"),
        ("9:memory:/slurm/job_7", "memory/slurm/job_7/memory.oom_control", "under_oom 0\noom_kill 2\n"),
    ],
)
def test_the_kernels_count_of_memory_kills_is_read(tmp_path: Path, line: str, file: str, text: str) -> None:
    own = tmp_path / "cgroup"
    own.write_text(f"{line}\n3:cpu:/other\n", encoding="utf-8")
    assert memory_kills(own, tmp_path) == (0,)
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert memory_kills(own, tmp_path) == (2,)
    assert memory_kills(tmp_path / "none", tmp_path) == ()
