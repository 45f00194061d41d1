"""Archives by their names: which are opened, and how."""

from __future__ import annotations

import io
from collections.abc import Iterator

from grader.submissions.member import Member, Unreadable
from grader.submissions.model import Limits
from grader.submissions.tar_file import tar_members
from grader.submissions.unpacking import Budget
from grader.submissions.zip_file import ZipArchive

ZIP = (".zip",)
TAR = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2")
# Formats that need programs of their own.
FOREIGN = (".rar", ".7z", ".tar.zst", ".gz", ".xz", ".bz2")


def archive_suffix(name: str) -> str:
    """The ending that says that a file is an archive, such as '.tar.gz'; '' when none does."""
    endings = sorted((*ZIP, *TAR, *FOREIGN), key=len, reverse=True)
    return next((end for end in endings if name.lower().endswith(end) and len(name) > len(end)), "")


def archive_members(name: str, data: bytes, limits: Limits, budget: Budget) -> Iterator[Member]:
    """The members of an archive in memory. budget: of the bytes it may unpack to. Raises Unreadable."""
    suffix = archive_suffix(name)
    if suffix in FOREIGN:
        raise Unreadable(f"is a {suffix} archive, which is not read: ask for a .zip or .tar.gz")
    if suffix in ZIP:
        return ZipArchive(io.BytesIO(data), limits.members).members()
    return tar_members(data, budget)
