"""Where a measurement comes from: the commit, and whether every file is that commit's.

In a git work tree, git is asked. A copy whose `.git` is missing, or knows an older commit alone, holds `.carry/tree`
(written by tools/gpu/carry.sh): the commit, and the hash of each tracked file as git has it. Files are compared with
it, so the copy proves as much as a work tree.
"""

import hashlib
import os
import pathlib
import subprocess
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = (
    "src",
    "include",
    "device",
    "python",
    "benchmarks",
    "third_party",
    "cmake",
)  # new files in them count as changes
COMPILED = ("src", "include", "device", "python/bindings", "third_party")
# By the benchmarks and the report.
WRITTEN = (
    "benchmarks/results/",
    "benchmarks/accuracy/",
    "docs/performance.md",
    "docs/images/",
    "docs/accuracy.md",
    "README.md",
)


@dataclass
class Tree:
    commit: str | None
    changed: list = field(default_factory=list)  # paths, or a sentence where nothing can be compared

    @property
    def clean(self):
        return self.commit is not None and not self.changed


def blob_hash(data):
    """The name that git gives to a file's contents."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def contents(path):
    return os.readlink(path).encode() if path.is_symlink() else path.read_bytes()


def counts(path):
    return not path.startswith(WRITTEN)


def git(root, *arguments):
    return subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True, check=True).stdout


def of_git(root):
    commit = git(root, "rev-parse", "HEAD").strip()
    changed = []
    for line in git(root, "status", "--porcelain", "--no-renames", "--untracked-files=all", "-z").split("\0"):
        state, path = line[:2], line[3:]
        if path and counts(path) and (state != "??" or path.startswith(SOURCES)):
            changed.append(path)
    return Tree(commit, changed)


def of_list(root, listing):
    """`listing` has a line `commit HASH` and then a line `HASH PATH` for each tracked file."""
    first, *lines = listing.read_text().splitlines()
    hashes = {path: name for name, _, path in (line.partition(" ") for line in lines)}
    changed = []
    for path, name in hashes.items():
        file = root / path
        if counts(path) and (not (file.is_symlink() or file.is_file()) or blob_hash(contents(file)) != name):
            changed.append(path)
    for folder in SOURCES:
        for file in (root / folder).rglob("*"):
            path = file.relative_to(root).as_posix()
            if file.is_file() and "__pycache__" not in path and counts(path) and path not in hashes:
                changed.append(path)
    return Tree(first.removeprefix("commit "), changed)


def state(root=ROOT):
    listing = root / ".carry/tree"
    if (root / ".git").exists():
        found = of_git(root)
        if found.clean or not listing.is_file():
            return found
        listed = of_list(root, listing)
        return listed if listed.clean else found
    if listing.is_file():
        return of_list(root, listing)
    return Tree(None, ["neither .git nor .carry/tree is here (tools/gpu/carry.sh writes the latter)"])


def stale_library(package, root=ROOT):
    """Why the imported package is not a build of this tree; nothing where it is one. `package` is its folder."""
    package = pathlib.Path(package).resolve()
    if root not in package.parents:
        return f"cuprum was imported from {package.parent}, which is not in this tree"
    newest = max(
        (file for folder in COMPILED for file in (root / folder).rglob("*") if file.is_file() and file.suffix != ".py"),
        key=lambda file: file.stat().st_mtime,
    )
    built = max(file.stat().st_mtime for file in package.rglob("*.so*"))
    if newest.stat().st_mtime > built:
        return f"{newest.relative_to(root)} is newer than the compiled library: build again"
    for file in package.rglob("*.py"):
        source = root / "python" / package.name / file.relative_to(package)
        if source.is_file() and source.read_bytes() != file.read_bytes():
            return f"{source.relative_to(root)} differs from the built package: build again"
    return ""
