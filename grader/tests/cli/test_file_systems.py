"""Where a folder lies, by the system's table of mounts."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli.saves import file_system_of, shared_file_system

TABLE = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / {root}/home rw,relatime shared:2 - nfs4 server:/home rw,vers=4.2
31 30 0:41 / {root}/home/local rw,relatime - ext4 /dev/sdb1 rw
32 22 0:42 / {root}/drive\\040c rw,noatime - 9p C:\\134 rw
33 22 0:43 / {root}/remote rw shared:9 master:1 - fuse.sshfs user@host: rw
34 22 0:44 / {root}/twice rw - ext4 /dev/sdc1 rw
35 34 0:45 / {root}/twice rw - cifs //host/share rw
36 22 0:46 / {root}/vm rw - virtiofs shared rw
a line that is none
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("home/me/course", "nfs4"),
        ("home/local/course", ""),
        ("homework", ""),
        ("drive c/course", "9p"),
        ("remote", "fuse.sshfs"),
        ("twice/over", "cifs"),
        ("vm", "virtiofs"),
        ("elsewhere", ""),
    ],
)
def test_a_shared_drive_is_told_from_a_disk_of_ones_own(tmp_path: Path, folder: str, kind: str) -> None:
    table = tmp_path / "mountinfo"
    table.write_text(TABLE.replace("{root}", str(tmp_path.resolve())), encoding="utf-8")
    (tmp_path / folder).mkdir(parents=True)
    assert shared_file_system(tmp_path / folder, table) == kind


def test_this_systems_own_table_is_understood() -> None:
    if not Path("/proc/self/mountinfo").exists():
        pytest.skip("no /proc here")
    assert file_system_of(Path("/proc")) == "proc"


def test_without_a_table_nothing_is_known(tmp_path: Path) -> None:
    assert file_system_of(tmp_path, tmp_path / "none") == ""
