#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "allocator_order.h"
#include "capture.h"
#include "capture_gate.h"
#include "context.h"
#include "cuprum/cuda.h"
#include "cuprum/synchronization.h"
#include "device_number.h"
#include "errors.h"
#include "graph_state.h"
#include "runtime/status_codes.h"
#include "runtime/waiting.h"
#include "services.h"
#include "stream_uses.h"
#include "thread_streams.h"

namespace cuprum::cuda {

using runtime::AllocatorOrder;
using runtime::backend;
using runtime::check_device_number;
using runtime::context;

struct Event::State {
    explicit State(runtime::EventHandle handle) : handle(handle) {}
    ~State() { backend().destroy_event(handle); }
    const runtime::EventHandle handle;
};

Event::Event(bool block, bool disable_timing, bool interprocess) {
    if (interprocess && !disable_timing)
        throw ValueError("an interprocess event cannot keep the time: pass disable_timing=True");
    state_ = std::make_shared<State>(interprocess ? backend().services().create_interprocess_event(context.device)
                                                  : backend().create_event(context.device, !disable_timing, block));
}

Event Event::from_ipc_handle(const std::string& handle) {
    return Event(std::make_shared<State>(backend().services().open_ipc_event(handle)));
}

void Event::record(const Stream* stream) {
    if (stream) return stream->record(*this);
    runtime::evaluate_waiting();
    backend().record_event(state_->handle, context.stream);
}
void Event::synchronize() const {
    check_may_synchronize("Event.synchronize()");
    runtime::evaluate_waiting();
    backend().synchronize_event(state_->handle);
    runtime::raise_deferred();
}
bool Event::done() const { return backend().query_event(state_->handle); }
void* Event::handle() const { return state_->handle; }
std::string Event::ipc_handle() const { return backend().services().ipc_event_handle(state_->handle); }

double get_elapsed_time(const Event& start, const Event& end) {
    return backend().elapsed_ms(start.handle(), end.handle());
}

namespace {

// What a thread is capturing. The last one begun receives what the thread allocates.
struct Captures {
    struct Entry {
        const void* stream;
        std::shared_ptr<runtime::Capture> capture;
    };
    std::vector<Entry> running;

    ~Captures() {
        if (running.empty()) return;
        runtime::CaptureGate::remove(static_cast<int>(running.size()));
        context.capture = nullptr;
        for (const Entry& entry : running) AllocatorOrder::leave(entry.capture.get());
    }

    std::shared_ptr<runtime::Capture> make() {
        running.reserve(running.size() + 1);
        AllocatorOrder::reserve();
        return std::make_shared<runtime::Capture>(AllocatorOrder::behind_captures());
    }
    /// The gate is open.
    void begin(const void* stream, std::shared_ptr<runtime::Capture> capture) noexcept {
        AllocatorOrder::choose(capture.get(), {capture, &capture->pool()}, context.allocator,
                               AllocatorOrder::Of::capture);
        context.capture = capture.get();
        running.push_back({stream, std::move(capture)});
        runtime::CaptureGate::add();
    }

    bool has(const void* stream) const {
        return std::any_of(running.begin(), running.end(), [&](const Entry& e) { return e.stream == stream; });
    }

    std::shared_ptr<runtime::Capture> end(const void* stream) {
        auto found = std::find_if(running.begin(), running.end(), [&](const Entry& e) { return e.stream == stream; });
        if (found == running.end()) return nullptr;
        auto capture = std::move(found->capture);
        running.erase(found);
        context.capture = running.empty() ? nullptr : running.back().capture.get();
        AllocatorOrder::leave(capture.get());
        return capture;
    }
};
thread_local Captures captures;

/// Of a capture that `Captures::end` has found: until this goes, the driver may still be in it.
struct EndOfCapture {
    ~EndOfCapture() { runtime::CaptureGate::remove(); }
};

}  // namespace

struct Stream::State {
    StreamHandle handle = nullptr;
    int device = -1;
    bool owned = false;
    std::uint64_t number = 0;  ///< Tells whether the handle still is this stream's.

    State() = default;
    State(StreamHandle handle, int device) : handle(handle), device(device) {
        number = runtime::stream_there(device, handle);
    }
    State(int device, bool non_blocking, int priority)
        : handle(backend().create_stream(device, non_blocking, priority)), device(device), owned(true) {
        number = runtime::stream_there(device, handle);
        runtime::adopt_stream(device, handle);
    }

    ~State() {
        if (!number || !runtime::is_stream_there(device, handle, number)) return;
        abandon_capture();
        if (runtime::stream_gone(device, handle, owned)) retire();
        if (owned) backend().destroy_stream(handle);
    }

    void retire() const noexcept {
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
    }

    void abandon_capture() noexcept {
        auto capture = captures.end(this);
        if (!capture) return;
        const EndOfCapture ended;
        try {
            backend().services().destroy_graph(backend().services().end_capture(handle));
        } catch (...) {
            // A capture that was spoilt has left no graph.
        }
    }
};

namespace {

// The driver has one of each for every device and thread; none of them was made with flags.
const StreamHandle legacy_handle = reinterpret_cast<StreamHandle>(1);
bool is_default(StreamHandle stream) { return reinterpret_cast<std::uintptr_t>(stream) <= 2; }

}  // namespace

Stream::Stream(std::shared_ptr<State> state) : state_(std::move(state)) {}

Stream::Stream(bool non_blocking, std::optional<int> priority)
    : state_(std::make_shared<State>(context.device, non_blocking, priority.value_or(0))) {}

const Stream& Stream::null() {
    static const Stream* stream = [] {
        auto state = std::make_shared<State>();
        if (runtime::default_stream_per_thread) state->handle = legacy_handle;
        return new Stream(std::move(state));
    }();
    return *stream;
}

const Stream& Stream::per_thread() {
    static const Stream* stream = [] {
        auto state = std::make_shared<State>();
        state->handle = runtime::per_thread_stream;
        return new Stream(std::move(state));
    }();
    return *stream;
}

Stream Stream::external(void* handle, std::optional<int> device) {
    if (!handle) handle = null().handle();
    return Stream(std::make_shared<State>(handle, check_device_number(device.value_or(context.device))));
}

Stream::State& Stream::there() const {
    if (state_->number && !runtime::is_stream_there(state_->device, state_->handle, state_->number))
        runtime::cuda_error::raise(runtime::cuda_error::invalid_handle, repr() + " was destroyed");
    return *state_;
}

namespace {

const Stream& default_stream() { return runtime::default_stream_per_thread ? Stream::per_thread() : Stream::null(); }

// Holds on to the streams, so that a current stream is not destroyed.
std::vector<Stream>& thread_streams() {
    thread_local std::vector<Stream> streams(backend().device_count(), default_stream());
    return streams;
}

}  // namespace

void Stream::use() const {
    there();
    runtime::evaluate_waiting();
    if (device_id() >= 0 && device_id() != context.device)
        throw ValueError(repr() + " cannot be current on " + Device().repr() + "; make its own device current first");
    thread_streams()[context.device] = *this;
    context.stream = handle();
}

void Stream::synchronize() const {
    check_may_synchronize("Stream.synchronize()");
    runtime::evaluate_waiting();
    backend().synchronize_stream(there().handle);
    runtime::raise_deferred();
}
bool Stream::done() const {
    runtime::evaluate_waiting();
    return backend().query_stream(there().handle);
}

Event Stream::record() const {
    Event event;
    record(event);
    return event;
}

void Stream::record(Event& event) const {
    runtime::evaluate_waiting();
    backend().record_event(event.handle(), there().handle);
}
void Stream::wait_event(const Event& event) const {
    runtime::evaluate_waiting();
    backend().wait_event(there().handle, event.handle());
}

void Stream::launch_host_func(std::function<void()> function) const {
    if (!function) throw ValueError("launch_host_func needs a function");
    runtime::evaluate_waiting();
    auto guarded = std::make_shared<runtime::HostFunction>([function = std::move(function)] {
        try {
            function();
        } catch (const std::exception& error) {
            std::fprintf(stderr, "cuprum: a host function on a stream failed: %s\n", error.what());
        }
    });
    if (context.capture) context.capture->hold(guarded);
    backend().services().launch_host_function(there().handle, std::move(guarded));
}

void Stream::add_callback(std::function<void(int)> function) const {
    if (!function) throw ValueError("add_callback needs a function");
    launch_host_func([function = std::move(function)] { function(0); });
}

bool Stream::is_capturing() const { return backend().services().is_capturing(there().handle); }

void Stream::begin_capture(CaptureMode mode) const {
    using namespace runtime::cuda_error;
    State& state = there();
    if (!state.handle || state.handle == legacy_handle)
        raise(capture_unsupported, "the default stream cannot be captured; make a Stream and use that");
    if (captures.has(&state)) raise(illegal_state, repr() + " is being captured already");
    runtime::evaluate_waiting();
    auto capture = captures.make();
    // Who holds the gate takes no lock of a pool: who holds such a lock may wait for the gate.
    const auto gate = runtime::CaptureGate::open();
    backend().services().begin_capture(state.handle, static_cast<int>(mode));
    captures.begin(&state, std::move(capture));
}

Graph Stream::end_capture() const {
    using namespace runtime::cuda_error;
    State& state = there();
    if (!captures.has(&state)) {
        if (is_capturing())
            raise(captures.running.empty() ? capture_wrong_thread : capture_unmatched,
                  "the capture of " + repr() + " is ended by the thread and on the stream that began it");
        raise(illegal_state, repr() + " is not being captured; call begin_capture first");
    }
    // The thread is out of the capture whatever comes of it.
    auto capture = captures.end(&state);
    const EndOfCapture ended;
    auto& services = backend().services();
    auto made = std::make_shared<Graph::State>(*this, std::move(capture));
    made->graph = services.end_capture(state.handle);
    made->exec = services.instantiate(made->graph);
    return Graph(std::move(made));
}

StreamHandle Stream::handle() const { return state_->handle; }
int Stream::device_id() const { return state_->device; }
bool Stream::is_non_blocking() const {
    return is_default(handle()) ? false : backend().services().stream_flags(there().handle) & 1;
}
int Stream::priority() const { return is_default(handle()) ? 0 : backend().services().stream_priority(there().handle); }

std::string Stream::repr() const {
    return "<Stream " + std::to_string(reinterpret_cast<std::uintptr_t>(handle())) + " (device " +
           std::to_string(device_id()) + ")>";
}

Stream get_current_stream(std::optional<int> device) {
    return thread_streams()[check_device_number(device.value_or(context.device))];
}

StreamHandle current_stream_handle() { return runtime::named(context.stream); }

StreamGuard::StreamGuard(const Stream& stream) : previous_(get_current_stream()) { stream.use(); }

StreamGuard::~StreamGuard() {
    try {
        runtime::evaluate_waiting();
    } catch (...) {
        // Whoever asks for its results is told.
    }
    // The guarded code may have left another device current; the stream is put back on the one that it was taken from.
    thread_streams()[device_.id()] = previous_;
    if (Device() == device_) context.stream = previous_.handle();
}

}  // namespace cuprum::cuda

namespace cuprum::runtime {

StreamHandle thread_stream(int device) { return cuda::thread_streams()[device].handle(); }

void leave_stream(int device, StreamHandle stream) {
    if (cuda::thread_streams()[device].handle() != stream) return;
    cuda::thread_streams()[device] = cuda::default_stream();
    if (context.device == device) context.stream = nullptr;
}

}  // namespace cuprum::runtime
