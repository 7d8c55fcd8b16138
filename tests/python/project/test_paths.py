"""The paths that documents and comments name are there."""

import importlib.util
import pathlib
import subprocess

_path = pathlib.Path(__file__).resolve().parents[3] / "tools" / "paths.py"
_spec = importlib.util.spec_from_file_location("paths", _path)
paths = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(paths)


def test_a_path_that_is_not_there_is_told(tmp_path):
    for file, text in {
        "src/a.h": "// see src/a.h\nint a; // src/b.h\n",
        "docs/page.md": "`src/NAME/x.h`, src/made/x.json, src/c.h\n",
        "tools/t.py": '"""From docs/page.md and\ndocs/none.md."""\nPATH = "src/d.h"  # src/e.h\n',
        ".gitignore": "/src/made/\n",
    }.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    subprocess.run("git init -q && git add .", shell=True, cwd=tmp_path, check=True)
    assert paths.dead_paths(tmp_path) == [
        "docs/page.md:1: src/c.h is not there",
        "src/a.h:2: src/b.h is not there",
        "tools/t.py:3: src/e.h is not there",
        "tools/t.py:2: docs/none.md is not there",
    ]
