"""cuprumx.profiler: benchmarks, named ranges, IPython's magic and traces."""

import json
import re
import threading
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import cuprum as cp
import cuprumx
from cuprumx.profiler import benchmark, profile, time_range, trace

# As the lines that CuPy prints.
LINE = re.compile(
    r"(?P<name>.{20,}?):    CPU: *(?P<mean>\d+\.\d{3}) us   \+/- *\d+\.\d{3} \(min: *(?P<min>\d+\.\d{3}) / max: "
    r"*(?P<max>\d+\.\d{3})\) us"
    r"     GPU-0: *\d+\.\d{3} us   \+/- *\d+\.\d{3} \(min: *\d+\.\d{3} / max: *\d+\.\d{3}\) us"
)


class TestBenchmark:
    def test_result(self):
        def squared_diff(x, y, z=0):
            return (x - y) * (x - y) + z

        x = cp.arange(10000)
        result = benchmark(squared_diff, (x, x[::-1]), {"z": 1}, n_repeat=7)
        assert result.name == "squared_diff"
        assert result.cpu_times.shape == (7,) and result.gpu_times.shape == (1, 7)
        assert (result.cpu_times > 0).all() and (result.gpu_times > 0).all()
        match = LINE.fullmatch(str(result))
        assert match and match["name"] == "squared_diff        ", str(result)
        assert float(match["min"]) <= float(match["mean"]) <= float(match["max"])
        assert abs(float(match["mean"]) - result.cpu_times.mean() * 1e6) < 1e-3
        assert result.to_str() == str(result).split("     GPU-0")[0]
        assert result.to_str(show_gpu=True) == str(result)

    def test_text_is_the_documented_one(self):
        from cuprumx.profiler._time import _PerfCaseResult

        times = np.array([[31.489e-6, 38.734e-6], [35.84e-6, 47.104e-6]])
        assert str(_PerfCaseResult("squared_diff", times, (0,))) == (
            "squared_diff        :    CPU:    35.112 us   +/-  3.622 (min:    31.489 / max:    38.734) us"
            "     GPU-0:    41.472 us   +/-  5.632 (min:    35.840 / max:    47.104) us"
        )
        assert str(_PerfCaseResult("a_name_that_is_longer_than_the_column", times[:, :1], (3,))) == (
            "a_name_that_is_longer_than_the_column:    CPU:    31.489 us     GPU-3:    35.840 us"
        )

    def test_calls(self):
        calls = []
        result = benchmark(lambda *a, **k: calls.append((a, k)), (1,), {"b": 2}, n_repeat=5, n_warmup=3)
        assert calls == [((1,), {"b": 2})] * 8 and result.name == "<lambda>"
        assert benchmark(calls.append, (1,), n_repeat=1, n_warmup=0, name="mine").name == "mine"
        assert len(calls) == 9

    def test_numpy_functions(self):
        result = benchmark(np.ones, (1000,), n_repeat=20)
        assert result.name == "ones" and result.cpu_times.shape == (20,) and LINE.fullmatch(str(result))

    def test_seconds(self):
        import time

        result = benchmark(time.sleep, (0.01,), n_repeat=3, n_warmup=0)
        assert (result.cpu_times >= 0.01).all() and (result.cpu_times < 0.5).all()
        assert (
            result.gpu_times >= 0.009
        ).all()  # a device that others use, too, begins to count some time after the call

    def test_max_duration(self):
        import time

        result = benchmark(time.sleep, (0.01,), n_repeat=1000, max_duration=0.05)
        assert 3 <= len(result.cpu_times) <= 5 and result.gpu_times.shape == (1, len(result.cpu_times))

    def test_one_call_has_no_deviation(self):
        assert "+/-" not in str(benchmark(np.ones, (3,), n_repeat=1))

    def test_objects_without_a_name(self):
        import functools

        assert benchmark(functools.partial(np.ones, 3), n_repeat=1).name == "partial"

    def test_devices(self):
        result = benchmark(cp.ones, (3,), n_repeat=2, devices=(0,))
        assert result.gpu_times.shape == (1, 2)

    def test_time_of_the_device(self):
        a = cp.ones(1 << 24, "f")
        result = benchmark(cp.sin, (a,), n_repeat=3)
        assert (result.gpu_times > 5e-6).all()

    @pytest.mark.parametrize(
        "arguments",
        [
            dict(func=3),
            dict(args=[1]),
            dict(kwargs=()),
            dict(n_repeat=1.5),
            dict(n_repeat=0),
            dict(n_warmup=-1),
            dict(name=3),
            dict(max_duration=0),
            dict(devices=[0]),
        ],
        ids=str,
    )
    def test_bad_arguments(self, arguments):
        with pytest.raises(ValueError):
            benchmark(**{"func": np.ones, **arguments})

    def test_bad_device(self):
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError):
            benchmark(np.ones, (1,), devices=(1000,))

    def test_errors_go_through(self):
        def fails():
            raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            benchmark(fails)
        assert benchmark(np.ones, (1,), n_repeat=1).name == "ones"

    def test_old_name(self):
        import cuprumx.time

        with pytest.warns(DeprecationWarning):
            assert cuprumx.time.repeat(np.ones, (3,), n_repeat=2).cpu_times.shape == (2,)


class TestRanges:
    def test_context(self):
        with time_range("outer", color_id=1) as outer, time_range("inner", argb_color=0xFF00FF00, sync=True):
            result = cp.ones(3) + 1
        assert result.tolist() == [2, 2, 2] and (outer is None or isinstance(outer, time_range))
        with pytest.raises(ZeroDivisionError), time_range("left by an exception"):
            1 / 0  # noqa: B018

    def test_decorator(self):
        @time_range()
        def f(x):
            """Documented."""
            return x + 1

        assert f(1) == 2 and f.__name__ == "f" and f.__doc__ == "Documented."

    def test_bad_arguments(self):
        with pytest.raises(ValueError):
            time_range("both", color_id=1, argb_color=2)
        with pytest.raises(ValueError):
            time_range().__enter__()

    def test_profile(self):
        with profile():
            cp.ones(3)
        with pytest.raises(KeyError):
            with profile():
                raise KeyError

    def test_html(self):
        """What notebooks show of a trace."""
        with trace(show=False) as seen:
            cp.ones(1000) + 1
        shown = seen._repr_html_()
        assert shown.startswith("<svg") and "</svg><details>" in shown and "kernel" in shown
        assert trace()._repr_html_() == "nothing traced yet"

    def test_in_traces(self):
        with trace(show=False) as seen:
            with time_range("part"):
                cp.ones(1000) + 1
        (part,) = [e for e in seen.events if e.kind == "range"]
        (kernel,) = [e for e in seen.events if e.kind == "kernel"][-1:]
        assert part.name == "part" and part.call_begin <= kernel.call_begin
        assert kernel.call_begin + kernel.call_duration <= part.call_begin + part.call_duration


class TestMagic:
    @pytest.fixture
    def shell(self):
        testing = pytest.importorskip("IPython.testing.globalipapp", reason="IPython is not installed")
        shell = testing.start_ipython() or testing.get_ipython()
        shell.run_line_magic("load_ext", "cuprumx.profiler")
        shell.user_ns["cp"] = cp
        return shell

    def test_line(self, shell, capsys):
        shell.user_ns["a"] = cp.ones(10)
        result = shell.run_line_magic("gpu_timeit", "-n 5 -w 1 a + b'1'[0]  # it's odd")
        assert result.cpu_times.shape == (5,) and result.name == "run"
        assert LINE.fullmatch(capsys.readouterr().out.strip())

    def test_cell(self, shell):
        result = shell.run_cell_magic(
            "gpu_timeit", "--n-repeat 3 --max-duration 10 x = cp.ones(3)", "y = x + 1\nz = y * 2"
        )
        assert len(result.cpu_times) == 3 and float(shell.user_ns["z"].sum()) == 12


class TestTrace:
    def test_kernels(self):
        a = cp.ones((100, 100), "f")
        cp.sin(a)  # compiled by now
        with trace(show=False) as seen:
            b = cp.sin(a)
        kernels = [e for e in seen.events if e.kind == "kernel"]
        assert len(kernels) == 1 and "sin" in kernels[0].name
        kernel = kernels[0]
        assert kernel.bytes == a.nbytes + b.nbytes
        assert kernel.duration > 0 and kernel.begin >= 0 and kernel.call_duration > 0 and kernel.device == 0
        assert kernel.gigabytes_per_second == pytest.approx(kernel.bytes / kernel.duration / 1000)

    def test_lines(self):
        def helper(x):
            return x + 1  # the line

        line = helper.__code__.co_firstlineno + 1
        a = cp.ones(10)
        with trace(show=False) as seen:
            helper(a)
        assert {e.line for e in seen.events if e.kind in ("kernel", "allocate")} == {
            f"test_profiler.py:{line} in helper"
        }

    def test_lines_inside_of_cuprum_are_the_callers(self):
        a = cp.ones((4, 4))
        with trace(show=False) as seen:
            repr(a), cp.apply_along_axis(cp.sum, 0, a)
        assert seen.events and all(e.line.startswith("test_profiler.py:") for e in seen.events)

    def test_copies(self):
        host = np.ones(1000)
        with trace(show=False) as seen:
            a = cp.asarray(host)
            a.get()
            cp.zeros(1000)
        copies = [e for e in seen.events if e.kind == "copy"]
        assert [(e.name, e.bytes) for e in copies] == [("host to device", 8000), ("device to host", 8000)]
        assert [e.bytes for e in seen.events if e.kind == "fill"] == [8000]

    def test_allocations(self):
        with trace(show=False) as seen:
            a = cp.empty(1000, "f")
            del a
        events = [(e.kind, e.name, e.bytes) for e in seen.events if e.name == "memory"]
        assert events == [("allocate", "memory", 4096), ("free", "memory", 4096)]

    def test_compiling(self, monkeypatch):
        with trace(show=False) as seen:
            kernel = cp.ElementwiseKernel("T x", "T y", "y = x * 12345.678", f"traced_{id(seen)}")
            kernel(cp.ones(3))
        assert [e.kind for e in seen.events].count("compile") == 1
        assert any(f"traced_{id(seen)}" in e.name for e in seen.events if e.kind == "kernel")

    def test_order_and_times(self):
        a = cp.ones(1 << 20)
        with trace(show=False) as seen:
            for _ in range(5):
                a = a + 1
        events = seen.events
        assert [e.call_begin for e in events] == sorted(e.call_begin for e in events)
        kernels = [e for e in events if e.kind == "kernel"]
        assert len(kernels) == 5
        for first, second in zip(kernels, kernels[1:]):
            assert second.begin >= first.begin + first.duration - 1.0  # clocks tell half a microsecond

    def test_threads(self):
        a = cp.ones(1000)
        with trace(show=False) as seen:
            threads = [threading.Thread(target=lambda: [a + 1 for _ in range(10)]) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        kernels = [e for e in seen.events if e.kind == "kernel"]
        assert len(kernels) == 40 and len({e.thread for e in kernels}) == 4

    def test_streams(self):
        a, stream = cp.ones(1000), cp.cuda.Stream(non_blocking=True)
        with trace(show=False) as seen, stream:
            a + 1
        assert {e.stream for e in seen.events if e.kind == "kernel"} == {stream.ptr}

    def test_nested(self):
        a = cp.ones(10)
        with trace(show=False) as outer:
            a + 1
            with trace(show=False) as inner:
                a + 2
            a + 3
        assert [len([e for e in t.events if e.kind == "kernel"]) for t in (outer, inner)] == [3, 1]

    def test_what_comes_later_is_not_seen(self):
        with trace(show=False) as seen:
            assert seen.events == []
            cp.ones(10) + 1
        count = len(seen.events)
        cp.ones(10) + 1
        assert len(seen.events) == count

    def test_errors_inside(self):
        with pytest.raises(KeyError):
            with trace(show=False) as seen:
                cp.ones(10) + 1
                raise KeyError
        assert seen.events

    def test_table(self, capsys):
        with trace():
            for _ in range(3):
                cp.ones((100, 100)) * 2
        text = capsys.readouterr().out
        lines = text.splitlines()
        assert lines[0].split()[:4] == ["begin", "[us]", "time", "[us]"] and "kernel: " in lines[-1]
        assert sum("kernel" in line for line in lines[1:-1]) >= 3 and "test_profiler.py" in lines[1]

    def test_grouped_table(self):
        with trace(show=False) as seen:
            for _ in range(50):
                cp.ones(10)
        lines = seen.table(grouped=True).splitlines()
        assert len(lines) < 10 and any(line.split()[0] == "50" for line in lines[1:-1])
        assert len(seen.table().splitlines()) == len(seen.events) + 2 and str(seen) == seen.table()

    def test_many_events_are_grouped(self, capsys):
        with trace():
            for _ in range(200):
                cp.ones(10)
        assert capsys.readouterr().out.splitlines()[0].split()[0] == "times"

    def test_empty(self, capsys):
        with trace():
            pass
        assert "nothing was given to a device" in capsys.readouterr().out

    def test_chrome(self, tmp_path):
        path = tmp_path / "trace.json"
        with trace(chrome=path, show=False) as seen:
            cp.sin(cp.asarray(np.ones(1000)))
        loaded = json.loads(path.read_text())["traceEvents"]
        slices = [e for e in loaded if e["ph"] == "X"]
        on_device = [e for e in slices if e["pid"] != 1000]
        assert [e["name"] for e in on_device] == [e.name for e in seen.events if e.kind in ("kernel", "copy", "fill")]
        assert all(e["dur"] >= 0 and e["args"]["line"].startswith("test_profiler.py:") for e in slices)
        kernel = [e for e in on_device if e["cat"] == "kernel"][-1]
        assert kernel["args"]["bytes"] == 16000 and kernel["args"]["GB/s"] > 0
        assert {e["args"]["name"] for e in loaded if e["name"] == "process_name"} == {"host", repr(cp.cuda.Device(0))}
        memory = [e["args"]["bytes"] for e in loaded if e["ph"] == "C"]
        assert memory and memory[0] > 0

    def test_svg(self, tmp_path):
        path = tmp_path / "trace.svg"
        with trace(picture=path, show=False) as seen:
            cp.sin(cp.ones(1000))
        root = ET.parse(path).getroot()
        bars = root.findall("{http://www.w3.org/2000/svg}rect/{http://www.w3.org/2000/svg}title")
        on_device = sum(e.kind in ("kernel", "copy", "fill") for e in seen.events)
        assert root.tag.endswith("svg") and len(bars) == len(seen.events) + on_device
        assert any("sin" in bar.text and "test_profiler.py" in bar.text for bar in bars)

    def test_matplotlib(self, tmp_path):
        pytest.importorskip("matplotlib", reason="matplotlib is not installed")
        path = tmp_path / "trace.png"
        with trace(picture=path, show=False):
            cp.sin(cp.ones(1000))
        assert path.read_bytes().startswith(b"\x89PNG")

    def test_unwritable(self, tmp_path):
        with trace(show=False) as seen:
            cp.ones(3)
        for write, name in ((seen.save, "t.json"), (seen.plot, "t.svg")):
            with pytest.raises(Exception, match="cannot be written"):
                write(tmp_path / "none" / name)

    def test_nothing_is_left_behind(self):
        for _ in range(3):
            with trace(show=False):
                cp.ones(10) + 1
        used = cp.get_default_memory_pool().used_bytes()
        with trace(show=False):
            cp.ones(10) + 1
        assert cp.get_default_memory_pool().used_bytes() == used


def test_names():
    assert cuprumx.profiler.__all__ == ["benchmark", "load_ipython_extension", "profile", "time_range", "trace"]
