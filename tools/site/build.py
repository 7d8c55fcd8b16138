#!/usr/bin/env python3
"""Gather the sources of the documentation site, and make the site of them.

    PYTHONPATH=build/python .venv/bin/python tools/site/build.py --gather build/docs/source
    .venv-docs/bin/python tools/site/build.py --html build/docs/source build/docs/html

The first command imports cuprum: it copies docs/site, writes the reference, takes docs/*.md in as the folder `about`
and runs the pages that save pictures. The second needs Sphinx alone; warnings are errors.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = re.compile(r"<\.\./source/([^>#]+)\.html#")
PICTURE = re.compile(r"savefig\(\"([\w-]+\.png)\"")


def copy(source, target, text=None):
    """Copy a file unless it is there as it is, so that Sphinx reads again only what changed."""
    data = source.read_bytes() if text is None else text.encode()
    if not target.exists() or target.read_bytes() != data:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        return True
    return False


def about(text):
    """A page of docs/ with links that hold on the site: to other pages there, and to files of the project as text."""
    text = text.replace("../benchmarks/results/LEDGER.md", "ledger.md").replace("](site/", "](../")

    def link(match):
        target = re.sub(r"^\.\./(?=guide/|howto/|start/)", "site/", match[2].split("#")[0])
        if "://" in target or not target or (ROOT / "docs" / target).suffix == ".svg" or target == "ledger.md":
            return match[0]
        return match[0] if target.endswith(".md") and (ROOT / "docs" / target).exists() else match[1]

    return re.sub(r"(?<!!)\[([^\]\n]*)\]\(([^)\s]+)\)", link, text)


def gather(folder):
    import gallery
    import reference

    kept = {path for path in (ROOT / "docs/site").rglob("*") if path.is_file()}
    for path in sorted(kept):
        target = folder / path.relative_to(ROOT / "docs/site")
        changed = copy(path, target)
        pictures = PICTURE.findall(path.read_text()) if path.suffix == ".md" else []
        if pictures and (changed or not all((target.parent / name).exists() for name in pictures)):
            subprocess.run(
                [sys.executable, ROOT / "tools/site/blocks.py", path, "--folder", target.parent],
                env=os.environ | {"CUPRUM_BACKEND": "cpu", "MPLBACKEND": "agg"},
                check=True,
            )
    gallery.gather(folder / "gallery")
    for path in sorted((ROOT / "docs").glob("*.md")):
        copy(path, folder / "about" / path.name, about(path.read_text()))
    ledger = ROOT / "benchmarks/results/LEDGER.md"
    copy(ledger, folder / "about/ledger.md", "---\norphan: true\n---\n" + about(ledger.read_text()))
    for path in (ROOT / "docs/images").glob("*.svg"):
        copy(path, folder / "about/images" / path.name)
    for path in [*(ROOT / "examples").rglob("*.py"), *(ROOT / "examples").rglob("*.cpp")]:
        copy(path, folder / path.relative_to(ROOT))
    print(f"{reference.write(folder / 'reference')} entries of the reference")
    linked = {path for page in (folder / "reference").glob("*.rst") for path in SOURCE.findall(page.read_text())}
    (folder / "sources.txt").write_text("\n".join(sorted(linked)) + "\n")


def html(source, target):
    import links
    import sources
    from sphinx.cmd.build import main

    if status := main(["-q", "-W", "--keep-going", "-j", "auto", "-b", "html", str(source), str(target)]):
        return status
    sources.pages([pathlib.PurePosixPath(line) for line in (source / "sources.txt").read_text().split()], target)
    wrong = links.wrong(target)
    if wrong:
        print("links that lead nowhere, and files from the network:", *wrong, sep="\n  ")
    return bool(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gather", type=pathlib.Path, metavar="SOURCE")
    parser.add_argument("--html", type=pathlib.Path, nargs=2, metavar=("SOURCE", "TARGET"))
    arguments = parser.parse_args()
    if arguments.gather:
        arguments.gather.mkdir(parents=True, exist_ok=True)
        gather(arguments.gather.resolve())
    if arguments.html:
        sys.exit(html(*arguments.html))


if __name__ == "__main__":
    main()
