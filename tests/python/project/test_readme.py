"""The README: its programs run, its commands and links lead somewhere, and its counts are today's."""

import contextlib
import io
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
if not (ROOT / "README.md").exists():
    pytest.skip("the README is not here", allow_module_level=True)
TEXT = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_python_program_runs():
    (program,) = [code for language, code in BLOCKS if language == "python"]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "README.md", "exec"), {})
    assert "0.7986349343" in printed.getvalue()


def test_cpp_program_is_built_against_the_installed_library():
    """cmake/TestInstall.cmake builds and runs examples/install."""
    (program,) = [code for language, code in BLOCKS if language == "cpp"]
    assert (ROOT / "examples/install/main.cpp").read_text().endswith(program)


def test_commands_and_links():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for command in re.findall(r"(?:^|`)make ([a-z-]+)", TEXT, re.MULTILINE):
        assert command in targets
    for target in re.findall(r"\]\(([^)\s#]+)", TEXT):
        assert "://" in target or (ROOT / target).exists(), target


def test_counts():
    (programs,) = re.findall(r"`examples/gallery` has (\d+)", TEXT)
    assert int(programs) == len(list((ROOT / "examples/gallery").glob("*.py")))
    assert len(TEXT.splitlines()) <= 110
