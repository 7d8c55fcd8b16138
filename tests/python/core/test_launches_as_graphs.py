"""Kernels of small evaluations go to a GPU as one graph. A driver that runs nothing tells what was started."""

import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

from cuprum import _core

STAND_IN = pathlib.Path(_core.__file__).resolve().parents[2] / "stand_in"  # of a build, beside its package
pytestmark = pytest.mark.skipif(not (STAND_IN / "libcuda.so.1").exists(), reason="needs the stand-in of a build")


def launches(tmp_path, program, passes=5):
    """What each pass of a program starts: names by numbers, blocks, and whether in a graph."""
    log = tmp_path / "log"
    lines = textwrap.indent(textwrap.dedent(program).strip(), "    ")
    text = f"import cuprum as cp\nfrom cuprum import _core\nx = cp.zeros((64, 64))\ndef program():\n{lines}\n"
    text += f"for number in range({passes}):\n    program()\n    _core._wait_for_deferred_kernels()\n"
    text += f"    with open({str(log)!r}, 'a') as file:\n        file.write('end\\n')\n"
    environment = os.environ | {
        "LD_LIBRARY_PATH": str(STAND_IN), "CUPRUM_CUDA_PATH": str(STAND_IN), "CUPRUM_STAND_IN": "sm_90",
        "CUPRUM_STAND_IN_LOG": str(log), "CUPRUM_BACKEND": "cuda", "CUPRUM_DEFER": "0",
    }  # fmt: skip
    done = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    found, numbers = [[]], {}
    for line in log.read_text().splitlines():
        if line == "end":
            found.append([])
        else:
            function, blocks, _, how = line.split(" ", 3)
            found[-1].append((numbers.setdefault(function, len(numbers)), int(blocks), how == "in a graph"))
    return found[:-1]


def without_graphs(launched):
    return [(function, blocks) for function, blocks, _ in launched]


def as_singles(launched):
    return [(function, blocks, False) for function, blocks, _ in launched]


def test_launches_keep_their_order(tmp_path):
    program = """
        with cp.deferred():
            y = cp.roll(x, 1, 0) + cp.roll(x, -1, 0) - 4 * x
            z = cp.concatenate([y, cp.roll(y, 1, 1)])
            s = z.sum(0)
            w = cp.roll(s, 3) * 2 + 1
            cp.eval(y, z, s, w)
    """
    found = launches(tmp_path, program, 6)
    # One operation at a time, then in few kernels, which are a graph when they come again.
    assert len(found[-1]) < len(found[0]) and sum(in_graph for *_, in_graph in found[-1]) >= 5
    assert without_graphs(found[-1]) in [without_graphs(each) for each in found if each == as_singles(each)]


def test_what_the_host_asks_for_comes_behind(tmp_path):
    program = """
        with cp.deferred():
            y = cp.roll(x * 2, 1) + 1
            z = cp.roll(y - x, 1) * 3
            total = float(cp.roll(z, 2).sum())
            x[:2] = total
            u = cp.roll(x - y, 1) + 1
            v = cp.roll(u - x, 1) * 3
            assert cp.roll(v, 2).get().shape == (64, 64)
    """
    found = launches(tmp_path, program, 6)
    for launched in found[3:]:
        assert without_graphs(launched) == without_graphs(found[2])
        in_graph = [which for *_, which in launched]
        first, last = in_graph.index(True), len(in_graph) - in_graph[::-1].index(True)
        assert not all(in_graph[first:last])  # the fetch of the total and the write are between two graphs


def test_few_launches_and_large_work_are_started_at_once(tmp_path):
    for program in (
        "with cp.deferred():\n    cp.eval(cp.roll(x + 1, 1) * 2)",
        "y = cp.zeros(1 << 22)\nwith cp.deferred():\n    cp.eval(cp.roll(cp.roll(y + 1, 1) * 2 + 1, 2) * 3)",
    ):
        for launched in launches(tmp_path, program):
            assert not any(in_graph for *_, in_graph in launched)
        (tmp_path / "log").unlink()


def test_sequences_that_do_not_come_again_make_no_graph(tmp_path):
    program = """
        global count
        count = globals().get("count", 0) + 1
        with cp.deferred():
            y = x + 1
            for _ in range(count):
                y = cp.roll(y, 1)
            cp.eval(y)
    """
    assert not any(in_graph for launched in launches(tmp_path, program, 8) for *_, in_graph in launched)


NEIGHBOURS = """
        whole = globals().setdefault("whole", cp.zeros((SIZE, SIZE)))
        with cp.deferred():
            y = -8 * whole
            for i in (-1, 0, 1):
                for j in (-1, 0, 1):
                    if i or j:
                        y = y + cp.roll(whole, (i, j), (0, 1))
            cp.eval(y)
"""


@pytest.mark.parametrize("size", [1024, 8192], ids=["one launch", "boxes"])
def test_neighbours_are_read_in_place(tmp_path, size):
    found = launches(tmp_path, NEIGHBOURS.replace("SIZE", str(size)), 7)
    assert len(found[-1]) == (1 if size == 1024 else 9) and len(found[0]) > 16
    assert len({function for function, *_ in found[-1]}) <= 3


def test_neighbours_in_small_arrays_are_moved(tmp_path):
    found = launches(tmp_path, NEIGHBOURS.replace("SIZE", "64"), 7)
    assert len(found[-1]) == 9 and all(in_graph for *_, in_graph in found[-1])


def test_elements_of_an_array_are_written_to_others_of_it_by_one_kernel(tmp_path):
    program = """
        with cp.deferred():
            x[:, 0] = 2 * x[:, 1]
            x[0] = -x[-2]
            x[:, :30] = x[:, 30:60] * 2
            x[::2] = x[1::2] * 2 + 1
            y, z = x[:, 3] * 2, x[:, 5] * 3
            x[:, 7], x[:, 8] = y, z
            x[1:] = x[:-1] * 2  # overlaps: a product, then a copy
    """
    assert [len(launched) for launched in launches(tmp_path, program)][-1] == 8


def test_other_work_lets_pass_what_waits(tmp_path):
    """After sixteen operations the next launch of other work has them evaluated; so a loop is divided evenly."""
    program = """
        random = cp.random.RandomState(1)
        random.standard_normal((64, 64))
        cp.cuda.Device().synchronize()
        with cp.deferred():
            y = x
            for _ in range(28):
                y = y * 0.5 + random.standard_normal((64, 64))
            cp.eval(y)
    """
    found = launches(tmp_path, program)
    kinds = [function for function, *_ in found[-1]][-32:]
    normal, first, chain, last = kinds[0], kinds[8], kinds[17], kinds[-1]
    evenly = [normal] * 8 + [first] + [normal] * 8 + [chain] + [normal] * 8 + [chain] + [normal] * 4 + [last]
    assert kinds == evenly and len({*kinds}) == 4


def test_rows_of_parts_of_what_waits_are_one_kernel(tmp_path):
    program = """
        with cp.deferred():
            place = x * 2 + 1
            d = place[None, :, 0] - place[:, 5, None]
            weight = 1 / cp.sqrt(d * d + 1)
            pull = (weight * d).sum(1)
            cp.eval(place, pull)
    """
    found = launches(tmp_path, program)
    assert len(found[-1]) < 6 < len(found[0])
