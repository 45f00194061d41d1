"""Which file system a folder lies on, and whether it gives notice of every save."""

from __future__ import annotations

import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
# A save made on another machine, or on the host of a virtual one, raises no event here.
SHARED = frozenset(
    {
        "9p",
        "afs",
        "beegfs",
        "ceph",
        "cifs",
        "drvfs",
        "fakeowner",
        "gfs2",
        "glusterfs",
        "gpfs",
        "lustre",
        "ncpfs",
        "nfs",
        "nfs4",
        "ocfs2",
        "prl_fs",
        "smb3",
        "smbfs",
        "vboxsf",
        "virtiofs",
        "vmhgfs",
        "wslfs",
    }
)


def shared_file_system(folder: Path, mounts: Path = MOUNTS) -> str:
    """The type of the folder's file system where others may write to it unseen, such as 'nfs4'; else ''."""
    kind = file_system_of(folder, mounts)
    return kind if kind in SHARED or kind.startswith("fuse") else ""


def file_system_of(folder: Path, mounts: Path = MOUNTS) -> str:
    """The type of the file system that holds the folder; '' when the system does not tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    real = folder.resolve()
    best, found = -1, ""
    for line in lines:
        left, _, right = line.partition(" - ")
        fields = left.split()
        if len(fields) < 5 or not right:
            continue
        point = Path(_unescaped(fields[4]))
        # Of two mounts on one place the later one is seen.
        if real.is_relative_to(point) and len(point.parts) >= best:
            best, found = len(point.parts), right.split()[0]
    return found


def _unescaped(path: str) -> str:
    # Blanks and backslashes stand there as octal numbers: \040.
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), path)
