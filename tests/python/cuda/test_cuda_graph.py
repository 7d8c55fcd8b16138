"""Capture of streams and graphs that repeat what was captured."""

import contextlib
import gc

import numpy as np
import pytest
import scipy.ndimage

import cuprum as cp
from common import assert_same
from cuprum import cuda
from cuprum.cuda import runtime
from cuprumx.scipy import ndimage

ON_CPU = cp.backend() == "cpu"
CUDARuntimeError = runtime.CUDARuntimeError


@pytest.fixture
def stream():
    made = cuda.Stream(non_blocking=True)
    yield made
    cuda.Stream.null.use()
    if made.is_capturing():
        with pytest.raises(CUDARuntimeError):
            made.end_capture()


def warm(function):
    """Kernels are compiled and loaded before they are captured."""
    function()
    cuda.Device().synchronize()


class TestGraphs:
    def test_replay(self, stream):
        a, b = cp.arange(100.0), cp.zeros(100)
        warm(lambda: cp.add(a, 1, out=b))
        b[:] = 0
        cuda.Device().synchronize()
        with stream:
            stream.begin_capture()
            assert stream.is_capturing()
            cp.add(a, 1, out=b)
            b *= 2
            graph = stream.end_capture()
        assert not stream.is_capturing() and isinstance(graph, cuda.Graph)
        assert_same(b, np.zeros(100))  # nothing is done yet
        graph.launch(stream)
        stream.synchronize()
        assert_same(b, (np.arange(100.0) + 1) * 2)
        a += 1
        cuda.Device().synchronize()
        with stream:
            graph.launch()
        stream.synchronize()
        assert_same(b, (np.arange(100.0) + 2) * 2)

    def test_temporary_arrays_live_with_the_graph(self, stream):
        a = cp.arange(1000.0)
        warm(lambda: cp.sin(a) * 2 + a.sum())
        with stream:
            stream.begin_capture()
            result = cp.sin(a) * 2 + a.sum()
            graph = stream.end_capture()
        gc.collect()
        others = [cp.full(1000, -1.0) for _ in range(20)]
        for _ in range(3):
            graph.launch(stream)
        stream.synchronize()
        np.testing.assert_allclose(result.get(), np.sin(np.arange(1000.0)) * 2 + 499500, rtol=1e-14)
        assert all(float(o.min()) == -1 for o in others)

    def test_arrays_of_the_program_live_with_the_graph(self, stream):
        a, b = cp.full(1000, 3.0), cp.zeros(1000)
        warm(lambda: cp.multiply(a, 2, out=b))
        with stream:
            stream.begin_capture()
            cp.multiply(a, 2, out=b)
            graph = stream.end_capture()
        del a
        gc.collect()
        others = [cp.full(1000, -1.0) for _ in range(5)]
        graph.launch(stream)
        stream.synchronize()
        assert_same(b, np.full(1000, 6.0))
        del others

    def test_memory_goes_back(self, stream):
        pool = cuda.MemoryPool()
        a = cp.ones(1000)
        warm(lambda: a + 1)
        with cuda.using_allocator(pool.malloc), stream:
            stream.begin_capture()
            result = a + 1
            graph = stream.end_capture()
            assert pool.used_bytes() > 0
            graph.launch()
        stream.synchronize()
        del graph, result
        gc.collect()
        assert pool.used_bytes() == 0

    @pytest.mark.parametrize("order", ["guard first", "capture first"])
    @pytest.mark.parametrize("stopped", [False, True])
    def test_allocators_may_end_before_captures(self, stream, order, stopped):
        """Neither the pool nor a capture may be used behind its end, whichever ends first."""
        a = cp.ones(1000)
        warm(lambda: a + 1)
        pool, chosen = cuda.MemoryPool(), cuda.get_allocator()
        guard = cuda.using_allocator(pool.malloc)
        with stream:
            if order == "guard first":
                guard.__enter__()
            stream.begin_capture()
            if order == "capture first":
                guard.__enter__()
            result = a + 1
            guard.__exit__(None, None, None)
            other = result * 2
            graph = None if stopped else stream.end_capture()
            if graph:
                assert pool.used_bytes() > 0
                graph.launch()
                stream.synchronize()
                assert_same(other, np.full(1000, 4.0))
        assert stopped or cuda.get_allocator() == chosen
        del graph, result, other, guard, pool
        if stopped:
            with contextlib.suppress(cuda.runtime.CUDARuntimeError):
                stream.end_capture()
        gc.collect()
        assert cuda.get_allocator() == chosen
        assert all(float(cp.full(100 * k + 1, 2.0).sum()) == 200 * k + 2 for k in range(20))

    def test_affine_transform_reads_its_matrix_at_each_launch(self, stream):
        image = np.random.default_rng(1).random((9, 7))
        a, out = cp.asarray(image), cp.zeros((8, 6))
        for given, offset in ((np.array([[1, 0.25, 0.5], [-0.5, 1, 2]]), 0.0), (np.array([0.5, 0.75]), [1.0, 0.5]),
                              (np.array([[0.5, 0.25], [0, 1]]), 0.25)):  # fmt: skip
            matrix = cp.asarray(given)

            def call():
                ndimage.affine_transform(a, matrix, offset, output_shape=out.shape, output=out, order=1)  # noqa: B023

            warm(call)
            with stream:
                stream.begin_capture()
                call()
                graph = stream.end_capture()
            for changed in (given, given * 0.75):
                matrix[...] = cp.asarray(changed)
                cuda.Device().synchronize()
                graph.launch(stream)
                stream.synchronize()
                expected = scipy.ndimage.affine_transform(image, changed, offset, out.shape, order=1)
                np.testing.assert_allclose(out.get(), expected, rtol=1e-12, atol=1e-12)

    def test_on_another_stream(self, stream):
        a = cp.zeros(1 << 16)
        warm(lambda: cp.add(a, 1, out=a))
        a[:] = 0
        cuda.Device().synchronize()
        with stream:
            stream.begin_capture()
            cp.add(a, 1, out=a)
            graph = stream.end_capture()
        other = cuda.Stream(non_blocking=True)
        graph.upload(other)
        for _ in range(4):
            graph.launch(other)
        other.synchronize()
        assert_same(a, np.full(1 << 16, 4.0))

    def test_graphs_in_graphs(self, stream):
        a = cp.zeros(10)
        warm(lambda: cp.add(a, 1, out=a))
        a[:] = 0
        cuda.Device().synchronize()
        with stream:
            stream.begin_capture()
            cp.add(a, 1, out=a)
            inner = stream.end_capture()
            stream.begin_capture()
            inner.launch()
            inner.launch()
            outer = stream.end_capture()
            del inner
            outer.launch()
        stream.synchronize()
        assert_same(a, np.full(10, 2.0))

    def test_a_graph_in_a_graph_lives_with_it(self, stream):
        a, b = cp.full(1000, 3.0), cp.zeros(1000)
        other = cuda.Stream(non_blocking=True)
        warm(lambda: (cp.multiply(a, 2, out=b), cp.add(b, 1, out=b)))
        with stream:
            stream.begin_capture()
            cp.multiply(a, 2, out=b)
            inner = stream.end_capture()
        with other:
            other.begin_capture()
            inner.launch()
            cp.add(b, 1, out=b)
            inner.launch(other)
            cp.add(b, 1, out=b)
            cp.add(b, 1, out=b)
            outer = other.end_capture()
        del a, inner
        gc.collect()
        others = [cp.full(1000, -1.0) for _ in range(5)]
        cuda.Device().synchronize()
        for _ in range(2):
            outer.launch(other)
        other.synchronize()
        assert_same(b, np.full(1000, 8.0))
        del others

    def test_sums_beside_a_graph(self, stream):
        # Sums keep something for each stream from one to the next; a graph's must not be a stream's.
        a, big = cp.ones((3, 1 << 18)), cp.ones((3000, 1 << 10))
        warm(lambda: (a.sum(), a.sum(1), big.sum(1), big.sum(0)))
        with stream:
            stream.begin_capture()
            inside = [a.sum(), a.sum(1), big.sum(1), big.sum(0)]
            graph = stream.end_capture()
            assert float(a.sum()) == 3 << 18
            assert_same(a.sum(1), np.full(3, float(1 << 18)))
            graph.launch()
            assert float(a.sum()) == 3 << 18
        other = cuda.Stream(non_blocking=True)
        for _ in range(3):
            graph.launch(other)
            with stream:
                outside = a.sum(1)
        other.synchronize()
        stream.synchronize()
        assert_same(outside, np.full(3, float(1 << 18)))
        assert [float(inside[0])] + inside[1].tolist() == [3 << 18] + [1 << 18] * 3
        assert_same(inside[2], np.full(3000, 1024.0))
        assert_same(inside[3], np.full(1024, 3000.0))
        del graph, inside
        gc.collect()
        with stream:
            assert float(a.sum()) == 3 << 18

    def test_memory_of_streams_is_freed_in_a_capture(self, stream):
        with cuda.using_allocator(cuda.malloc_async):
            with stream:
                gone = cp.ones(100)
            kept = cp.ones(100)
        cuda.Device().synchronize()
        with stream:
            stream.begin_capture()
            del gone
            kept += 1
            graph = stream.end_capture()
        graph.launch(stream)
        stream.synchronize()
        assert_same(kept, np.full(100, 2.0))

    def test_copies_and_fills(self, stream):
        a, b = cp.arange(64), cp.zeros(64, "i8")
        host = np.arange(64)[::-1].copy()
        cuda.Device().synchronize()
        with stream:
            stream.begin_capture()
            b[:] = a
            c = cp.zeros(64)
            d = cp.asarray(host)
            graph = stream.end_capture()
        host[:] = 0  # the graph has its own copy
        graph.launch(stream)
        stream.synchronize()
        assert_same(b, np.arange(64))
        assert_same(c, np.zeros(64))
        assert_same(d, np.arange(64)[::-1])

    def test_host_functions(self, stream):
        called = []
        with stream:
            stream.begin_capture()
            stream.launch_host_func(called.append, 1)
            graph = stream.end_capture()
        assert called == []
        for _ in range(3):
            graph.launch(stream)
        stream.synchronize()
        assert called == [1, 1, 1]

    def test_several_streams(self, stream):
        side = cuda.Stream(non_blocking=True)
        a, b, c = cp.ones(100), cp.zeros(100), cp.zeros(100)
        warm(lambda: (cp.add(a, 1, out=b), cp.add(a, 2, out=c), cp.add(b, c, out=c)))
        b[:], c[:] = 0, 0
        cuda.Device().synchronize()
        with stream:
            stream.begin_capture()
            with side:
                side.wait_event(stream.record())
                cp.add(a, 2, out=c)
                done = side.record()
            cp.add(a, 1, out=b)
            stream.wait_event(done)
            cp.add(b, c, out=c)
            graph = stream.end_capture()
        graph.launch(stream)
        stream.synchronize()
        assert_same(c, np.full(100, 5.0))

    @pytest.mark.parametrize(
        "mode",
        [None, runtime.streamCaptureModeGlobal, runtime.streamCaptureModeThreadLocal, runtime.streamCaptureModeRelaxed],
    )
    def test_modes(self, stream, mode):
        a = cp.ones(4)
        warm(lambda: cp.add(a, 1, out=a))
        before = float(a[0])
        with stream:
            stream.begin_capture(mode)
            cp.add(a, 1, out=a)
            graph = stream.end_capture()
            for _ in range(3):
                graph.launch(stream)
        stream.synchronize()
        assert a.tolist() == [before + 3] * 4

    def test_picture(self, stream):
        a = cp.ones(4)
        warm(lambda: a + 1)
        with stream:
            stream.begin_capture()
            kept = a + 1
            graph = stream.end_capture()
        assert "digraph" in graph.debug_dot_str() and graph.graph and graph.graphExec
        assert graph.debug_dot_str(flags=runtime.cudaGraphDebugDotFlagsVerbose)
        del kept


class TestWhatCannotBeCaptured:
    def test_default_streams(self):
        for default in (cuda.Stream.null, cuda.Stream(null=True)):
            with pytest.raises(CUDARuntimeError) as caught:
                default.begin_capture()
            assert caught.value.status == 900

    def test_twice(self, stream):
        stream.begin_capture()
        with pytest.raises(CUDARuntimeError, match="captured already"):
            stream.begin_capture()
        stream.end_capture()

    def test_end_without_beginning(self, stream):
        with pytest.raises(CUDARuntimeError) as caught:
            stream.end_capture()
        assert caught.value.status == 401
        assert not stream.is_capturing()

    def test_waiting(self, stream):
        stream.begin_capture()
        with pytest.raises(CUDARuntimeError):
            stream.synchronize()
        with pytest.raises(CUDARuntimeError):
            stream.end_capture()
        assert not stream.is_capturing()
        assert_same(cp.ones(3) + 1, np.full(3, 2.0))

    def test_reading_results(self, stream):
        a = cp.ones(3)
        with stream:
            stream.begin_capture()
            for read in (a.get, lambda: float(a.sum()), lambda: a.tolist()):
                with pytest.raises(CUDARuntimeError):
                    read()
            with pytest.raises(CUDARuntimeError):
                stream.end_capture()
        assert_same(a, np.ones(3))

    @pytest.mark.parametrize("spoil", ["get", "synchronize", "item"])
    def test_ordinary_work_after_a_spoilt_capture(self, stream, spoil):
        other = cuda.Stream(non_blocking=True)
        a, big = cp.arange(1000.0), cp.ones((3, 1 << 16))

        def work():
            return [
                cp.sin(a) + 1,
                a * 2 + 1,
                big.sum(),
                big.sum(1),
                big.sum(0),
                cp.concatenate([a, a]),
                a[::-1].copy(),
                big.mean(1),
            ]

        warm(work)
        for number in range(4):
            with stream:
                stream.begin_capture()
                inside = work()
                with other:
                    other.wait_event(stream.record())
                    inside += work()
                    joined = other.record()
                stream.wait_event(joined)
                work()  # temporary
                with pytest.raises(CUDARuntimeError):
                    {"get": a.get, "synchronize": stream.synchronize, "item": lambda: float(a[0])}[spoil]()
                with pytest.raises(CUDARuntimeError):
                    stream.end_capture()
            assert not stream.is_capturing() and not other.is_capturing()
            if number % 2:
                del inside
                gc.collect()
            else:  # memory as any other
                for array in inside:
                    array[...] = number
                    assert float(array.ravel()[-1]) == number
            for used in (stream, other, cuda.Stream.null):
                with used:
                    for i in range(100):
                        x = a * i + 1
                        y = cp.concatenate([x, x])
                        assert float(y.sum()) == 2 * (499500 * i + 1000)
                    np.testing.assert_array_equal(big.sum(1).get(), [1 << 16] * 3)
                    np.testing.assert_array_equal(big.sum(0)[:5].get(), [3] * 5)
        with stream:
            stream.begin_capture()
            a += 1
            graph = stream.end_capture()
            graph.launch()
        stream.synchronize()
        assert_same(a, np.arange(1000.0) + 1)

    def test_wrong_modes(self, stream):
        for wrong in (3, -1):
            with pytest.raises(ValueError):
                stream.begin_capture(wrong)
        with pytest.raises(TypeError):
            stream.begin_capture("relaxed")

    def test_another_thread(self, stream):
        import threading

        stream.begin_capture()
        caught = []

        def end():
            try:
                stream.end_capture()
            except CUDARuntimeError as error:
                caught.append(error.status)

        thread = threading.Thread(target=end)
        thread.start()
        thread.join()
        assert caught == [908]
        stream.end_capture()

    def test_unjoined_streams(self, stream):
        side = cuda.Stream(non_blocking=True)
        a = cp.zeros(3)
        warm(lambda: cp.add(a, 1, out=a))
        with stream:
            stream.begin_capture()
            with side:
                side.wait_event(stream.record())
                cp.add(a, 1, out=a)
            with pytest.raises(CUDARuntimeError) as caught:
                stream.end_capture()
        assert caught.value.status in (901, 904)
        assert_same(cp.ones(3) + 1, np.full(3, 2.0))

    def test_an_abandoned_capture(self):
        gone = cuda.Stream(non_blocking=True)
        gone.begin_capture()
        kept = cp.ones(10) if ON_CPU else None
        del gone, kept
        gc.collect()
        assert_same(cp.ones(3) + 1, np.full(3, 2.0))


class TestTheRuntimes:
    def test_by_handles(self):
        handle = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
        a = cp.zeros(16, "u1")
        cuda.Device().synchronize()
        runtime.streamBeginCapture(handle)
        assert runtime.streamIsCapturing(handle)
        runtime.memsetAsync(a.data.ptr, 7, 16, handle)
        graph = runtime.streamEndCapture(handle)
        assert not runtime.streamIsCapturing(handle)
        ready = runtime.graphInstantiate(graph)
        runtime.graphUpload(ready, handle)
        runtime.graphLaunch(ready, handle)
        runtime.streamSynchronize(handle)
        assert_same(a, np.full(16, 7, "u1"))
        runtime.graphExecDestroy(ready)
        runtime.graphDestroy(graph)
        runtime.streamDestroy(handle)

    def test_a_picture(self, tmp_path):
        handle = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
        runtime.streamBeginCapture(handle, runtime.streamCaptureModeRelaxed)
        graph = runtime.streamEndCapture(handle)
        runtime.graphDebugDotPrint(graph, str(tmp_path / "graph.dot"), 0)
        assert "digraph" in (tmp_path / "graph.dot").read_text()
        runtime.graphDestroy(graph)
        runtime.streamDestroy(handle)


def test_traces_leave_captures_alone(stream):
    from cuprumx.profiler import trace

    a = cp.ones(100)
    warm(lambda: a + 1)
    with trace(show=False) as seen, stream:
        stream.begin_capture()
        result = a + 1
        graph = stream.end_capture()
        graph.launch()
        handle = stream.ptr
        runtime.streamBeginCapture(handle)  # by hand, where the library is not told
        cp.add(a, 1, out=result)
        raw = runtime.streamEndCapture(handle)
    runtime.graphDestroy(raw)
    assert_same(result, np.full(100, 2.0))
    assert [e.name for e in seen.events if e.kind == "kernel"].count("graph") == 1


def test_a_capture_outlives_another_that_was_abandoned():
    """Memory of the second came from the first one's, which was gone."""
    a = cp.arange(8.0)
    first, second = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    with first:
        first.begin_capture()
        a + 1
        with second:
            second.begin_capture()
            b = a + 1
    del first
    gc.collect()
    with second:
        parts = [b * cp.ones(8 * k + 8)[:8] for k in range(40)]
        graph = second.end_capture()
    graph.launch()
    second.synchronize()
    np.testing.assert_array_equal(sum(parts).get(), 40 * (a.get() + 1))
