"""Streams: the current one of a thread, order, callbacks, streams of others, and memory that streams share."""

import gc
import os
import subprocess
import sys
import textwrap
import threading
import weakref
import time

import numpy as np
import pytest

import cuprum as cp
from common import assert_same
from cuprum import cuda
from cuprum.cuda import runtime

ON_CPU = cp.backend() == "cpu"
CUDARuntimeError = runtime.CUDARuntimeError


@pytest.fixture(autouse=True)
def the_default_stream_afterwards():
    yield
    cuda.Stream.null.use()
    assert cuda.get_current_stream() == cuda.Stream.null


class TestMaking:
    def test_default_streams(self):
        null = cuda.Stream.null
        assert null.ptr == 0 and null == cuda.Stream(null=True) == cuda.Stream(True) and null.device_id == -1
        assert null.__cuda_stream__() == (0, 0)
        per_thread = cuda.Stream(ptds=True)
        assert per_thread == cuda.Stream.ptds and per_thread.ptr == 2 and per_thread != null
        with pytest.raises(ValueError, match="not both"):
            cuda.Stream(null=True, ptds=True)

    def test_work_on_default_streams(self):
        with cuda.Stream.ptds:
            a = cp.arange(1000.0) * 2
            assert float(a.sum()) == 999000 and cuda.get_current_stream() == cuda.Stream.ptds
        with cuda.Stream.null:
            cuda.Stream.ptds.synchronize()
            assert float((a + 1).sum()) == 1000000
        assert cuda.Stream.ptds.done and not cuda.Stream.ptds.is_capturing()

    def test_own_streams(self):
        stream = cuda.Stream()
        assert stream.ptr not in (0, 1, 2) and stream.device_id == 0 and not stream.is_non_blocking
        assert cuda.Stream(non_blocking=True).is_non_blocking
        assert stream != cuda.Stream() and stream == stream and stream != 0 and stream != stream.ptr
        assert stream.__cuda_stream__() == (0, stream.ptr)
        assert repr(stream) == f"<Stream {stream.ptr} (device 0)>"
        assert runtime.streamGetFlags(cuda.Stream(non_blocking=True).ptr) == runtime.streamNonBlocking

    def test_priorities(self):
        assert cuda.Stream().priority == 0
        assert (
            cuda.Stream(priority=-1).priority
            == cuda.ExternalStream(cuda.Stream(priority=-1).use().ptr).priority
            == (0 if ON_CPU else -1)
        )
        assert cuda.Stream(non_blocking=True, priority=1000).priority == 0  # there is none lower
        with pytest.raises(TypeError):
            cuda.Stream(priority="high")

    def test_hashes(self):
        stream = cuda.Stream()
        other = cuda.ExternalStream(stream.ptr)
        assert hash(stream) == hash(other) and {stream: 1}[other] == 1

    def test_handles_are_not_used_twice_at_once(self):
        streams = [cuda.Stream() for _ in range(20)]
        assert len({s.ptr for s in streams}) == 20


class TestCurrentStream:
    def test_context(self):
        with cuda.Stream() as first:
            assert cuda.get_current_stream() == first
            with cuda.Stream() as second:
                assert cuda.get_current_stream() == second == cuda.get_current_stream(0) == cuda.get_current_stream(-1)
                with cuda.Stream.null:
                    assert cuda.get_current_stream() == cuda.Stream.null
                assert cuda.get_current_stream() == second
            assert cuda.get_current_stream() == first
        assert cuda.get_current_stream() == cuda.Stream.null

    def test_the_object_itself_comes_back(self):
        stream = cuda.Stream()
        with stream as entered:
            assert entered is stream

    def test_same_stream_twice(self):
        stream = cuda.Stream()
        with stream, stream:
            assert cuda.get_current_stream() == stream
        assert cuda.get_current_stream() == cuda.Stream.null

    def test_left_by_an_error(self):
        with pytest.raises(KeyError):
            with cuda.Stream():
                raise KeyError
        assert cuda.get_current_stream() == cuda.Stream.null

    def test_use(self):
        stream = cuda.Stream()
        assert stream.use() is stream and cuda.get_current_stream() == stream
        with cuda.Stream():
            pass
        assert cuda.get_current_stream() is cuda.Stream.null  # as in CuPy, which goes back to streams of blocks alone

    def test_use_within_blocks(self):
        outer, inner, used = (cuda.Stream() for _ in range(3))
        with outer:
            used.use()
            with inner:
                assert cuda.get_current_stream() is inner
                used.use()
            assert cuda.get_current_stream() is outer
            used.use()
            assert cuda.get_current_stream() is used
        assert cuda.get_current_stream() is cuda.Stream.null

    def test_is_the_object_that_was_made_current(self):
        class Named(cuda.Stream):
            pass

        stream, other = Named(), cuda.Stream()
        with stream:
            assert cuda.get_current_stream() is stream
            with other:
                assert cuda.get_current_stream() is other
                with cuda.Stream.null, cuda.Stream.ptds:
                    assert cuda.get_current_stream() is cuda.Stream.ptds
            assert cuda.get_current_stream() is stream
            other.use()
        assert cuda.get_current_stream() is cuda.Stream.null
        stream.use()
        with other, stream:
            cuda.Stream.null.use()
        assert cuda.get_current_stream() is cuda.Stream.null

    def test_a_current_stream_lives(self):
        cuda.Stream().use()
        gc.collect()
        handle = cuda.get_current_stream().ptr
        assert_same(cp.arange(5) + 1, np.arange(5) + 1)
        assert cuda.get_current_stream().ptr == handle

    def test_is_the_threads_own(self):
        seen = []

        def work():
            seen.append(cuda.get_current_stream())
            with cuda.Stream() as stream:
                seen.append(cuda.get_current_stream() == stream)

        with cuda.Stream() as stream:
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
            assert cuda.get_current_stream() == stream
        assert seen == [cuda.Stream.null, True]

    def test_no_such_device(self):
        with pytest.raises(CUDARuntimeError):
            cuda.get_current_stream(1000)

    def test_contexts_are_the_threads_own(self):
        stream = cuda.Stream()
        stream.__enter__()
        failed = []

        def leave():
            try:
                stream.__exit__(None, None, None)
            except RuntimeError as error:
                failed.append(error)

        thread = threading.Thread(target=leave)
        thread.start()
        thread.join()
        stream.__exit__(None, None, None)
        assert len(failed) == 1


class TestWork:
    def test_results(self):
        with cuda.Stream(non_blocking=True) as stream:
            a = cp.arange(1000.0) * 2
            host = a.get(stream=stream)
            other = cp.asnumpy(a, stream=stream)
        assert_same(a, np.arange(1000.0) * 2)
        assert (host == other).all()

    def test_waiting(self):
        stream = cuda.Stream(non_blocking=True)
        with stream:
            cp.ones(1 << 20).sum()
        stream.synchronize()
        assert stream.done is True

    def test_arrays_of_one_stream_used_on_another(self):
        """Memory is not lent again before every stream has done its work with it."""
        first, second = cuda.Stream(non_blocking=True), cuda.Stream(non_blocking=True)
        for i in range(20):
            with first:
                a = cp.full(1 << 18, float(i))
            mark = first.record()
            with second:
                second.wait_event(mark)
                sums = [a.sum() for _ in range(5)]
            del a
            with first:
                cp.full(1 << 18, -1.0)
            second.synchronize()  # the sums are read on the default stream, which waits for neither
            assert [float(s) for s in sums] == [i * (1 << 18)] * 5

    def test_memory_of_a_destroyed_stream(self):
        for i in range(10):
            with cuda.Stream(non_blocking=True) as stream:
                a = cp.full(1 << 16, float(i))
            stream.synchronize()
            del stream
            assert float((a + 1).min()) == i + 1

    def test_arenas(self):
        pool = cuda.MemoryPool()
        stream = cuda.Stream()
        with cuda.using_allocator(pool.malloc):
            with stream:
                a = cp.empty(100)
            b = cp.empty(100)
            del a, b
            assert pool.n_free_blocks() == 2
            pool.free_all_blocks(stream=stream)
            assert pool.n_free_blocks() == 1
            pool.free_all_blocks(cuda.Stream.null)
            assert pool.n_free_blocks() == 0


class TestCallbacks:
    def test_host_functions(self):
        stream, called = cuda.Stream(), []
        stream.launch_host_func(called.append, 1)
        with stream:
            cp.ones(10) + 1
        stream.launch_host_func(called.append, [2])
        stream.synchronize()
        assert called == [1, [2]]

    def test_callbacks(self):
        stream, called = cuda.Stream(), []
        stream.add_callback(lambda s, status, arg: called.append((s is stream, status, arg)), "mine")
        stream.synchronize()
        assert called == [(True, 0, "mine")]

    def test_keywords(self):
        stream, called = cuda.Stream(), []
        stream.add_callback(callback=lambda *a: called.append(a[2]), arg=1)
        stream.launch_host_func(callback=called.append, arg=2)
        stream.synchronize()
        assert called == [1, 2]

    def test_errors_are_told(self, monkeypatch):
        import sys

        told = []
        monkeypatch.setattr(sys, "unraisablehook", lambda info: told.append(info.exc_type))
        stream = cuda.Stream()
        stream.launch_host_func(lambda arg: 1 / 0, None)
        stream.synchronize()
        deadline = time.monotonic() + 10
        while not told and time.monotonic() < deadline:
            time.sleep(0.01)
        assert told == [ZeroDivisionError]
        assert_same(cp.ones(3) + 1, np.full(3, 2.0))

    def test_functions_are_let_go(self):
        import weakref

        class Big:
            pass

        stream, big = cuda.Stream(), Big()
        gone = weakref.ref(big)
        stream.launch_host_func(lambda arg: None, big)
        stream.synchronize()
        del big
        deadline = time.monotonic() + 10
        while gone() is not None and time.monotonic() < deadline:
            gc.collect()
            time.sleep(0.01)
        assert gone() is None

    @pytest.mark.parametrize("wrong", [None, 3])
    def test_no_functions(self, wrong):
        for give in (cuda.Stream().launch_host_func, cuda.Stream().add_callback):
            with pytest.raises(TypeError):
                give(wrong, None)


class Owner:
    """An object of another library that has a stream."""

    def __init__(self):
        self.stream = cuda.Stream()

    def __cuda_stream__(self):
        return self.stream.__cuda_stream__()


class TestStreamsOfOthers:
    def test_external(self):
        stream = cuda.Stream()
        other = cuda.ExternalStream(stream.ptr, device_id=0)
        assert isinstance(other, cuda.Stream) and other == stream and other.ptr == stream.ptr
        with other:
            assert cuda.get_current_stream() == stream
            a = cp.arange(10) + 1
        other.synchronize()
        assert_same(a, np.arange(10) + 1)
        assert other.done
        del other
        with stream:  # it is still its maker's
            assert_same(cp.arange(3) + 1, np.arange(3) + 1)

    def test_external_of_the_runtime(self):
        handle = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
        with cuda.ExternalStream(handle):
            a = cp.ones(100).sum()
        runtime.streamSynchronize(handle)
        assert float(a) == 100
        runtime.streamDestroy(handle)

    def test_protocol(self):
        class Other:
            def __init__(self, answer):
                self.answer = answer

            def __cuda_stream__(self):
                return self.answer

        kept = cuda.Stream()
        made = cuda.Stream.from_external(Other((0, kept.ptr)))
        assert made == kept
        made = cuda.Stream.from_external(kept)
        assert made.ptr == kept.ptr
        with pytest.raises(TypeError, match="__cuda_stream__"):
            cuda.Stream.from_external(object())
        for wrong in ((1, kept.ptr), (0,), (0, kept.ptr, 0), kept.ptr, ("0", kept.ptr), (0, "0")):
            with pytest.raises(TypeError, match="__cuda_stream__"):
                cuda.Stream.from_external(Other(wrong))

    def test_external_is_deprecated(self):
        with pytest.warns(DeprecationWarning, match="from_external"):
            stream = cuda.ExternalStream(cuda.Stream.ptds.ptr)
        assert stream == cuda.Stream.ptds and stream.device_id == -1

    def test_the_owner_lives_while_its_stream_is_current(self):
        owner = Owner()
        gone = weakref.ref(owner)
        cuda.Stream.from_external(owner).use()
        del owner
        gc.collect()
        assert gone() is not None and cuda.get_current_stream().ptr == gone().stream.ptr
        assert_same(cp.arange(3) + 1, np.arange(3) + 1)
        cuda.Stream.null.use()
        gc.collect()
        assert gone() is None

    def test_the_owner_lives(self):
        owner = Owner()
        gone = weakref.ref(owner)
        made = cuda.Stream.from_external(owner)
        del owner
        gc.collect()
        assert gone() is not None
        with made:
            assert_same(cp.arange(3) + 1, np.arange(3) + 1)
        del made
        gc.collect()
        assert gone() is None


class TestTheRuntimes:
    def test_streams(self):
        for handle in (
            runtime.streamCreate(),
            runtime.streamCreateWithFlags(0),
            runtime.streamCreateWithPriority(runtime.streamNonBlocking, 0),
        ):
            assert runtime.streamQuery(handle) == 0
            runtime.streamSynchronize(handle)
            assert runtime.streamGetPriority(handle) == 0
            runtime.streamDestroy(handle)
            with pytest.raises(CUDARuntimeError) as caught:
                runtime.streamDestroy(handle)
            assert caught.value.status == 400

    def test_callbacks(self):
        handle, called = runtime.streamCreate(), []
        runtime.streamAddCallback(handle, lambda *a: called.append(a), 7)
        runtime.launchHostFunc(handle, called.append, 8)
        runtime.streamSynchronize(handle)
        assert called == [(handle, 0, 7), 8]
        runtime.streamDestroy(handle)

    @pytest.mark.parametrize("wrong", [0, 1, 2, 424242])
    def test_what_is_no_stream(self, wrong):
        with pytest.raises(CUDARuntimeError):
            runtime.streamDestroy(wrong)

    def test_a_destroyed_stream(self):
        handle = runtime.streamCreate()
        stream = cuda.ExternalStream(handle)
        runtime.streamDestroy(handle)
        for use in (stream.use, stream.synchronize, stream.record, lambda: stream.done, stream.__enter__):
            with pytest.raises(CUDARuntimeError, match="destroyed"):
                use()
        assert cuda.get_current_stream() == cuda.Stream.null
        assert_same(cp.ones(3) + 1, np.full(3, 2.0))

    def test_destroying_the_current_stream(self):
        handle = runtime.streamCreate()
        cuda.ExternalStream(handle).use()
        runtime.streamDestroy(handle)
        assert_same(cp.ones(3) + 1, np.full(3, 2.0))


def test_random_numbers_on_two_streams():
    """The state of a generator goes from stream to stream in order."""
    streams = [cuda.Stream(non_blocking=True), cuda.Stream(non_blocking=True), cuda.Stream.null]
    one, other = cp.random.RandomState(3), cp.random.RandomState(3)
    expected = [one.uniform(size=1 << 16) for _ in range(12)]
    found = []
    for i in range(12):
        with streams[i % 3]:
            found.append(other.uniform(size=1 << 16))
    for stream in streams:
        stream.synchronize()
    for a, e in zip(found, expected):
        assert_same(a, e.get())


@pytest.mark.parametrize("name", ["CUPY_CUDA_PER_THREAD_DEFAULT_STREAM", "CUPRUM_CUDA_PER_THREAD_DEFAULT_STREAM"])
def test_default_streams_of_threads(name):
    program = """
        import threading
        import numpy as np
        import cuprum as cp
        from cuprum import cuda

        assert cuda.get_current_stream() == cuda.Stream.ptds != cuda.Stream.null
        shared = cp.arange(100000.0)
        cuda.get_current_stream().synchronize()
        failures, results = [], [None] * 4

        def work(number):
            try:
                assert cuda.get_current_stream() == cuda.Stream.ptds
                assert cuda.get_current_stream().ptr == 2
                for i in range(20):
                    a = shared * number + i
                    b = cp.sort(a)[::-1]
                    assert float(b.max()) == 99999 * number + i and float(a.sum()) == 4999950000.0 * number + i * 100000
                    c = cp.ones((40, 40)) @ cp.ones((40, 40))
                    assert float(c[3, 4]) == 40
                    assert np.allclose(cp.fft.ifft(cp.fft.fft(a[:64])).get(), a[:64].get())
                with cuda.Stream(non_blocking=True) as stream:
                    assert float((shared + 1).sum()) == 5000050000.0
                assert cuda.get_current_stream() == cuda.Stream.ptds
                results[number] = a
                cuda.get_current_stream().synchronize()
            except BaseException as error:
                failures.append(error)

        for _ in range(2):
            threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert not failures, failures
        assert [float(r[-1]) for r in results] == [99999.0 * i + 19 for i in range(4)]
        with cuda.Stream.null:
            assert float(shared.sum()) == 4999950000.0
        with cuda.Device(0):
            assert cuda.get_current_stream() == cuda.Stream.ptds
        shared += 0  # compiled before it is captured
        graph_stream = cuda.Stream(non_blocking=True)
        graph_stream.wait_event(cuda.get_current_stream().record())
        with graph_stream:
            graph_stream.begin_capture()
            shared += 1
            graph = graph_stream.end_capture()
        graph.launch()
        assert float(shared[0]) == 1
        print("fine")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env=os.environ | {name: "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout == "fine\n", done.stderr


def test_no_default_streams_of_threads():
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from cuprum import cuda; print(cuda.get_current_stream() == cuda.Stream.null, cuda.Stream.null.ptr)",
        ],
        env=os.environ | {"CUPY_CUDA_PER_THREAD_DEFAULT_STREAM": "0"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == "True 0\n", done.stderr
