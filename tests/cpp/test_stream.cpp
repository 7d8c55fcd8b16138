// Devices, streams and events, with a backend that only counts.
#include <gtest/gtest.h>

#include <thread>

#include "cuprum/cuda.h"
#include "fake_backend.h"
#include "runtime/stream_turns.h"

namespace cuprum::cuda {
namespace {

using testing::fake;

class Streams : public ::testing::Test {
protected:
    Streams() { fake().idle = true; }
    ~Streams() override {
        Device(0).use();
        Stream::null().use();
    }
};

TEST_F(Streams, DevicesAreNumbered) {
    EXPECT_EQ(get_device_count(), 2);
    EXPECT_EQ(Device().id(), 0);
    EXPECT_EQ(Device(1).repr(), "<CUDA Device 1>");
    EXPECT_EQ(Device(1).mem_info().second, fake().capacity);
    EXPECT_THROW(Device(2).use(), CUDARuntimeError);
    EXPECT_THROW(Device(-1).use(), CUDARuntimeError);
}

TEST_F(Streams, GuardsPutDevicesBack) {
    {
        DeviceGuard guard(1);
        EXPECT_EQ(Device(), Device(1));
        DeviceGuard inner(0);
        EXPECT_EQ(Device(), Device(0));
    }
    EXPECT_EQ(Device(), Device(0));
}

TEST_F(Streams, EachThreadHasItsOwn) {
    Device(1).use();
    Stream().use();
    std::jthread([] {
        EXPECT_EQ(Device(), Device(0));
        EXPECT_EQ(current_stream_handle(), nullptr);
        Device(1).use();
        EXPECT_EQ(current_stream_handle(), nullptr);
    }).join();
    EXPECT_EQ(Device(), Device(1));
    EXPECT_NE(current_stream_handle(), nullptr);
    Stream::null().use();
}

TEST_F(Streams, EachDeviceHasItsOwnStream) {
    Stream first;
    first.use();
    {
        DeviceGuard guard(1);
        EXPECT_EQ(get_current_stream(), Stream::null());
        EXPECT_EQ(get_current_stream(0), first);
        EXPECT_THROW(first.use(), ValueError);
    }
    EXPECT_EQ(current_stream_handle(), first.handle());
}

TEST_F(Streams, GuardsPutStreamsBack) {
    Stream outer, inner(true, -1);
    EXPECT_EQ(inner.device_id(), 0);
    StreamGuard guard(outer);
    {
        StreamGuard nested(inner);
        EXPECT_EQ(current_stream_handle(), inner.handle());
        Device(1).use();  // The stream goes back to the device that it was taken from.
    }
    EXPECT_EQ(current_stream_handle(), nullptr);
    Device(0).use();
    EXPECT_EQ(current_stream_handle(), outer.handle());
}

TEST_F(Streams, ACurrentStreamLives) {
    void* handle;
    {
        Stream stream;
        stream.use();
        handle = stream.handle();
    }
    EXPECT_EQ(get_current_stream().handle(), handle);
    EXPECT_EQ(get_current_stream().device_id(), 0);
}

TEST_F(Streams, SpecialStreams) {
    EXPECT_EQ(Stream::null().handle(), nullptr);
    EXPECT_EQ(Stream::null().device_id(), -1);
    EXPECT_EQ(Stream::per_thread().handle(), reinterpret_cast<void*>(2));
    Stream external = Stream::external(reinterpret_cast<void*>(0x42));
    EXPECT_EQ(external.handle(), reinterpret_cast<void*>(0x42));
    EXPECT_EQ(external.device_id(), 0);
    EXPECT_EQ(external.repr(), "<Stream 66 (device 0)>");
}

TEST_F(Streams, EventsOrderAndTime) {
    Stream a, b;
    Event start = a.record(), stop;
    stop.record(a);
    int waits = fake().waits;
    b.wait_event(stop);
    EXPECT_EQ(fake().waits, waits + 1);
    EXPECT_TRUE(stop.done());
    EXPECT_TRUE(a.done());
    EXPECT_EQ(get_elapsed_time(start, stop), 1.5);
    fake().idle = false;
    EXPECT_FALSE(stop.done());
    EXPECT_FALSE(a.done());
}

TEST_F(Streams, TurnsFollowEachOther) {
    runtime::StreamTurns turns;
    auto take = [&] {
        const int before = fake().waits;
        turns.take();
        turns.done();
        return fake().waits - before;
    };
    EXPECT_EQ(take(), 0);
    EXPECT_EQ(take(), 0);
    {
        Stream first;
        first.use();
        EXPECT_EQ(take(), 1);
        EXPECT_EQ(take(), 0);
        Stream::null().use();
    }
    EXPECT_EQ(take(), 1);  // even for what was done on a stream that is gone
    Stream second;
    second.use();
    EXPECT_EQ(take(), 1);
    std::jthread([&] { EXPECT_EQ(take(), 1); }).join();
}

TEST_F(Streams, MemoryGoesBackOnItsStreamAsLongAsThatIsThere) {
    const auto& freed_on = fake().fake_services.freed_on;
    Stream kept, other;
    BlockRef in_order = malloc_async(100, kept.handle()), late;
    void* gone;
    {
        Stream stream;
        gone = stream.handle();
        late = malloc_async(100, gone);
    }
    in_order->used_on(other.handle());
    int waits = fake().waits;
    in_order = {};
    EXPECT_EQ(freed_on.back(), kept.handle());
    EXPECT_EQ(fake().waits, waits + 1);
    waits = fake().waits;
    late = {};
    EXPECT_NE(freed_on.back(), gone);
    EXPECT_NE(freed_on.back(), nullptr);  // where it would wait for all streams, and they for it
    EXPECT_EQ(fake().waits, waits + 1);
}

TEST_F(Streams, AQuestionThatACaptureForbidsIsNoAnswer) {
    const Stream stream;
    runtime::StreamUses uses;
    uses.add(0, stream.handle());
    fake().event_error = 900;
    EXPECT_FALSE(uses.done());
    fake().event_error = 907;
    EXPECT_FALSE(uses.done());
    fake().event_error = 700;  // the device is lost, and nothing works on it
    EXPECT_TRUE(uses.done());
    fake().event_error = 0;
    EXPECT_TRUE(uses.done());
}

}  // namespace
}  // namespace cuprum::cuda
