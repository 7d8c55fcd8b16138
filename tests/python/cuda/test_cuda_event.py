"""Events: marks in a stream's work, and the time between them."""

import pytest

import cuprum as cp
from cuprum import cuda
from cuprum.cuda import runtime

ON_CPU = cp.backend() == "cpu"
CUDARuntimeError = runtime.CUDARuntimeError


def test_recording():
    event = cuda.Event()
    event.record()
    event.record(cuda.Stream.null)
    event.record(stream=cuda.Stream())
    event.synchronize()
    assert event.done is True


def test_an_event_that_was_not_recorded_is_done():
    assert cuda.Event().done
    cuda.Event().synchronize()


@pytest.mark.parametrize(
    "flags", [{"block": True}, {"disable_timing": True}, {"block": True, "disable_timing": True}], ids=str
)
def test_flags(flags):
    event = cuda.Event(**flags)
    event.record()
    event.synchronize()
    assert event.done


def test_elapsed_time():
    start, stop = cuda.Event(), cuda.Event()
    a = cp.ones(1 << 20)
    start.record()
    for _ in range(5):
        a = a * 2
    stop.record()
    stop.synchronize()
    elapsed = cuda.get_elapsed_time(start, stop)
    assert isinstance(elapsed, float) and 0 < elapsed < 60e3
    assert cuda.get_elapsed_time(start_event=start, end_event=start) == 0
    assert cuda.get_elapsed_time(stop, start) == pytest.approx(-elapsed, abs=1e-2)


def test_elapsed_time_of_others_fails():
    recorded = cuda.Event()
    recorded.record()
    recorded.synchronize()
    for other in (cuda.Event(), cuda.Event(disable_timing=True)):
        with pytest.raises(CUDARuntimeError) as caught:
            cuda.get_elapsed_time(recorded, other)
        assert caught.value.status == 400
    for wrong in (None, 1, cuda.Stream.null):
        with pytest.raises(TypeError):
            cuda.get_elapsed_time(recorded, wrong)


def test_events_order_streams():
    first, second = cuda.Stream(non_blocking=True), cuda.Stream(non_blocking=True)
    a = cp.zeros(1 << 20)
    cuda.Stream.null.synchronize()
    for i in range(5):
        with first:
            a += 1
            mark = first.record()
        with second:
            second.wait_event(mark)
            a *= 2
            first.wait_event(second.record())
    second.synchronize()
    assert a.min() == a.max() == 62


def test_stream_records():
    stream, event = cuda.Stream(), cuda.Event()
    assert stream.record(event) is event
    made = stream.record()
    assert isinstance(made, cuda.Event) and made is not event
    stream.synchronize()
    assert made.done and event.done


def test_interprocess():
    with pytest.raises(ValueError, match="disable_timing"):
        cuda.Event(interprocess=True)
    if ON_CPU:
        with pytest.raises(CUDARuntimeError):
            cuda.Event(interprocess=True, disable_timing=True)
    else:
        event = cuda.Event(interprocess=True, disable_timing=True)
        assert len(runtime.ipcGetEventHandle(event.ptr)) == 64


def test_the_runtimes_events():
    a, b = runtime.eventCreate(), runtime.eventCreateWithFlags(runtime.eventDisableTiming)
    stream = runtime.streamCreate()
    runtime.eventRecord(a, stream)
    runtime.eventRecord(b, 0)
    runtime.eventSynchronize(a)
    assert runtime.eventQuery(a) == 0
    runtime.streamWaitEvent(stream, b)
    runtime.streamSynchronize(stream)
    assert runtime.eventElapsedTime(a, a) == 0
    runtime.streamDestroy(stream)
    runtime.eventDestroy(a)
    runtime.eventDestroy(b)
    with pytest.raises(CUDARuntimeError) as caught:
        runtime.eventDestroy(a)
    assert caught.value.status == 400
    for wrong in (12345, -1):
        with pytest.raises(CUDARuntimeError):
            runtime.eventDestroy(wrong)


@pytest.mark.skipif(runtime.getDeviceCount() < 2, reason="there is one device; CUPRUM_CPU_DEVICES=2 shows two")
def test_events_of_another_device():
    with cuda.Device(1):
        event = cuda.Event()
        other = cuda.Stream()
    with pytest.raises(CUDARuntimeError):
        event.record(cuda.Stream())
    event.record(other)
    cuda.Stream().wait_event(event)  # waiting across devices is fine
    event.synchronize()
