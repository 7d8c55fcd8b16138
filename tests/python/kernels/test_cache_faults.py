"""What happens to the folder of compiled kernels: processes killed while they write, a full disk, files of other users,
several versions, a clock that was set back. A kernel is then compiled anew, and the answer is right."""

import os
import pathlib
import random
import resource
import signal
import stat
import subprocess
import sys
import time

import pytest

# A few kernels of one's own, which no pack has; each number makes others.
PROGRAM = """
import sys
import cuprum as cp
number = int(sys.argv[1])
a = cp.arange(8.0)
for k in range(int(sys.argv[2])):
    scale = 1000 * number + k
    f = cp.ElementwiseKernel("T x", "T y", f"y = x * 2 + {scale}", f"fault_{number}_{k}")
    assert f(a).tolist() == [2.0 * i + scale for i in range(8)], "a wrong answer"
print("right")
"""


def start(folder, number=0, kernels=2, **more):
    environment = os.environ | {"CUPRUM_CACHE_DIR": str(folder)} | more.pop("env", {})
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(number), str(kernels)],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more,
    )  # fmt: skip


def run(folder, *args, **more):
    """Runs the program to its end; its standard error."""
    process = start(folder, *args, **more)
    out, error = process.communicate(timeout=120)
    assert process.returncode == 0 and out.startswith("right"), error
    return error


def kernels_in(folder):
    return sorted(pathlib.Path(folder).glob("*.kernel"))


def compiled_anew(folder, before):
    """Which files were written since."""
    return [path for path in kernels_in(folder) if path.stat().st_mtime_ns > before.get(path, 0)]


def times(folder):
    return {path: path.stat().st_mtime_ns for path in kernels_in(folder)}


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A folder with the kernels of a run."""
    folder = tmp_path_factory.mktemp("kernels")
    run(folder)
    assert kernels_in(folder)
    return folder


@pytest.fixture
def folder(filled, tmp_path):
    """A copy of it."""
    for path in kernels_in(filled):
        (tmp_path / path.name).write_bytes(path.read_bytes())
        (tmp_path / path.name).chmod(0o644)
    return tmp_path


def test_files_are_used_again(folder):
    before = times(folder)
    assert run(folder) == "" and compiled_anew(folder, before) == []
    assert all(stat.S_IMODE(path.stat().st_mode) & 0o022 == 0 for path in kernels_in(folder))


def test_processes_that_are_killed(tmp_path):
    """At random, most of them while they compile and write."""
    rng = random.Random(11)
    begun = time.monotonic()
    run(tmp_path, 1, 1)
    usual = time.monotonic() - begun
    for attempt in range(12):
        processes = [start(tmp_path, 2, 4), start(tmp_path, 2, 4)]
        time.sleep(usual * rng.uniform(0.5, 1.6))
        for process in processes:
            process.send_signal(signal.SIGKILL)
            process.communicate()
    run(tmp_path, 2, 4)
    assert run(tmp_path, 2, 4) == ""
    for path in tmp_path.glob("*.tmp"):  # what is left over goes with the next sweep
        os.utime(path, (time.time() - 7200,) * 2)
    (tmp_path / "swept.stamp").unlink(missing_ok=True)
    run(tmp_path, 3, 1)
    assert not list(tmp_path.glob("*.tmp"))


@pytest.mark.parametrize("keep", [0, 1, 50, -1])
def test_files_that_are_cut_off(folder, keep):
    for path in kernels_in(folder):
        path.write_bytes(path.read_bytes()[:keep])
    run(folder)
    before = times(folder)
    run(folder)
    assert compiled_anew(folder, before) == []


def test_files_with_wrong_bytes(folder):
    rng = random.Random(5)
    for path in kernels_in(folder):
        wrong = bytearray(path.read_bytes())
        for _ in range(3):
            wrong[rng.randrange(len(wrong))] ^= 1 << rng.randrange(8)
        path.write_bytes(wrong)
    run(folder)


def test_a_full_disk(tmp_path):
    """No file may be larger than some bytes: the kernels are not kept, which is told, and the answers are right."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    error = run(tmp_path, preexec_fn=limit)
    assert "cannot be kept" in error and error.count("cuprum:") == 1
    assert kernels_in(tmp_path) == [] and not list(tmp_path.glob("*.tmp"))
    assert run(tmp_path) == "" and kernels_in(tmp_path)


def test_a_home_that_cannot_be_written(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / ".cache").write_text("no folder")  # which stops root, too
    environment = {"HOME": str(home), "CUPRUM_CACHE_DIR": "", "XDG_CACHE_HOME": ""}
    error = run("", env=environment)
    assert "cannot be kept" in error


def refused(folder, before):
    error = run(folder)
    assert "is not used" in error and error.count("cuprum:") == 1, error
    anew = compiled_anew(folder, before)
    assert anew and all(path.stat().st_uid == os.geteuid() for path in anew)
    assert run(folder) == ""  # they are this user's now


def test_files_that_others_may_write(folder):
    for mode in (0o666, 0o664, 0o646):
        before = times(folder)
        for path in kernels_in(folder):
            path.chmod(mode)
        time.sleep(0.01)
        refused(folder, before)


@pytest.mark.skipif(os.geteuid() != 0, reason="a file of another user can be made by root alone")
def test_files_of_another_user(folder):
    before = times(folder)
    for path in kernels_in(folder):
        os.chown(path, 12345, 12345)
    time.sleep(0.01)
    assert run(folder, env={"CUPRUM_CACHE_TRUST": "1"}) == "" and compiled_anew(folder, before) == []
    refused(folder, before)


def test_links_are_not_followed(folder, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for path in kernels_in(folder):
        (elsewhere / path.name).write_bytes(path.read_bytes())
        path.unlink()
        path.symlink_to(elsewhere / path.name)
    victim = elsewhere / "victim"
    victim.write_text("precious")
    (folder / "swept.stamp").symlink_to(victim)
    run(folder)
    assert all(not path.is_symlink() for path in kernels_in(folder)) and victim.read_text() == "precious"


def test_pipes_are_not_waited_for(folder):
    for path in kernels_in(folder):
        path.unlink()
        os.mkfifo(path)
    run(folder)


def test_versions_share_a_folder(folder):
    """Files of another version of the library lie beside, are passed over, and stay."""
    other = folder / ("0" * 32 + ".kernel")
    other.write_bytes(b"CUPRUMK0" + bytes(200))
    same_key = kernels_in(folder)[-1]
    same_key.write_bytes(b"CUPRUMK9" + same_key.read_bytes()[8:])
    run(folder)
    assert other.read_bytes().startswith(b"CUPRUMK0") and same_key.read_bytes().startswith(b"CUPRUMK1")


@pytest.mark.parametrize("hours", [-24 * 365, 24 * 365])
def test_a_clock_that_was_set(folder, hours):
    """Files from the future, or from long ago: they are used, and leftovers are swept."""
    then = time.time() + 3600 * hours
    left = folder / ("f" * 32 + ".1.0.tmp")
    left.write_bytes(b"left")
    (folder / "swept.stamp").write_text("")
    for path in folder.iterdir():
        os.utime(path, (then, then))
    run(folder, 7, 1)  # stores a kernel, and sweeps as the stamp is not of this hour
    assert not left.exists()
    assert run(folder, 7, 1) == ""
