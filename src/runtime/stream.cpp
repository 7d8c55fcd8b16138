#include <vector>

#include "context.h"
#include "cuprum/cuda.h"
#include "cuprum/error.h"
#include "thread_streams.h"

namespace cuprum::cuda {

using runtime::backend;
using runtime::context;

struct Event::State {
    State(bool block, bool timing) : handle(backend().create_event(context.device, timing, block)) {}
    ~State() { backend().destroy_event(handle); }
    const runtime::EventHandle handle;
};

Event::Event(bool block, bool disable_timing) : state_(std::make_shared<State>(block, !disable_timing)) {}
void Event::record() { backend().record_event(state_->handle, context.stream); }
void Event::record(const Stream& stream) { backend().record_event(state_->handle, stream.handle()); }
void Event::synchronize() const { backend().synchronize_event(state_->handle); }
bool Event::done() const { return backend().query_event(state_->handle); }
void* Event::handle() const { return state_->handle; }

double get_elapsed_time(const Event& start, const Event& end) {
    return backend().elapsed_ms(start.handle(), end.handle());
}

struct Stream::State {
    StreamHandle handle = nullptr;
    int device = -1;
    bool non_blocking = false;
    int priority = 0;
    bool owned = false;

    ~State() {
        if (!owned) return;
        try {
            runtime::retire_stream(device, handle);
        } catch (...) {
            // Without its fence the stream's free memory must not be lent until all of its work is done.
            try {
                backend().synchronize_stream(handle);
            } catch (...) {
                // The device has failed; nothing on it can be lent anyway.
            }
        }
        backend().destroy_stream(handle);
    }
};

Stream::Stream(std::shared_ptr<State> state) : state_(std::move(state)) {}

Stream::Stream(bool non_blocking, std::optional<int> priority) : state_(std::make_shared<State>()) {
    state_->device = context.device;
    state_->non_blocking = non_blocking;
    state_->priority = priority.value_or(0);
    state_->handle = backend().create_stream(state_->device, non_blocking, state_->priority);
    state_->owned = true;
    runtime::adopt_stream(state_->device, state_->handle);
}

const Stream& Stream::null() {
    static const Stream* stream = new Stream(std::make_shared<State>());
    return *stream;
}

const Stream& Stream::per_thread() {
    // On a CPU work is done when the call returns, so that one default stream serves all threads.
    static const Stream* stream =
        new Stream(std::make_shared<State>(State{.handle = backend().is_gpu() ? runtime::per_thread_stream : nullptr}));
    return *stream;
}

Stream Stream::external(void* handle, std::optional<int> device) {
    return Stream(
        std::make_shared<State>(State{.handle = handle, .device = Device(device.value_or(context.device)).id()}));
}

namespace {

// Holds on to the streams, so that a current stream is not destroyed.
std::vector<Stream>& thread_streams() {
    thread_local std::vector<Stream> streams(backend().device_count(), Stream::null());
    return streams;
}

}  // namespace

void Stream::use() const {
    if (device_id() >= 0 && device_id() != context.device)
        throw ValueError(repr() + " cannot be current on " + Device().repr() + "; make its own device current first");
    thread_streams()[context.device] = *this;
    context.stream = handle();
}

void Stream::synchronize() const { backend().synchronize_stream(handle()); }
bool Stream::done() const { return backend().query_stream(handle()); }

Event Stream::record() const {
    Event event;
    event.record(*this);
    return event;
}

void Stream::wait_event(const Event& event) const { backend().wait_event(handle(), event.handle()); }

StreamHandle Stream::handle() const { return state_->handle; }
int Stream::device_id() const { return state_->device; }
bool Stream::is_non_blocking() const { return state_->non_blocking; }
int Stream::priority() const { return state_->priority; }

std::string Stream::repr() const {
    return "<Stream " + std::to_string(reinterpret_cast<std::uintptr_t>(handle())) + " (device " +
           std::to_string(device_id()) + ")>";
}

Stream get_current_stream(std::optional<int> device) {
    return thread_streams()[Device(device.value_or(context.device)).id()];
}

StreamHandle current_stream_handle() { return context.stream; }

StreamGuard::StreamGuard(const Stream& stream) : previous_(get_current_stream()) { stream.use(); }

StreamGuard::~StreamGuard() {
    // The guarded code may have left another device current; the stream is put back on the one that it was taken from.
    thread_streams()[device_.id()] = previous_;
    if (Device() == device_) context.stream = previous_.handle();
}

}  // namespace cuprum::cuda

namespace cuprum::runtime {

StreamHandle thread_stream(int device) { return cuda::thread_streams()[device].handle(); }

}  // namespace cuprum::runtime
