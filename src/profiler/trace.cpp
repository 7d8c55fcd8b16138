// Collects the events of a trace: kernels, copies and calls, with their times on host and device.
#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>
#include <utility>

#include "cuprum/error.h"
#include "kernel/cache/log.h"
#include "profiler/report.h"
#include "runtime/context.h"
#include "runtime/timeline.h"

namespace cuprum::profiler {
namespace {

using runtime::Action;

const char* name_of(Action::Kind kind) {
    switch (kind) {
        case Action::Kind::kernel: return "kernel";
        case Action::Kind::copy: return "copy";
        case Action::Kind::fill: return "fill";
        case Action::Kind::compile: return "compile";
        case Action::Kind::allocate: return "allocate";
        case Action::Kind::free: return "free";
        case Action::Kind::range: return "range";
    }
    return "";
}

// Notes what the tracing thread allocates and frees.
class AllocationWatcher final : public cuda::MemoryHook {
public:
    void malloc_preprocess(const cuda::MemoryEvent&) override { asked_ = runtime::now_us(); }
    void malloc_postprocess(const cuda::MemoryEvent& event) override { note(Action::Kind::allocate, "memory", event); }
    void alloc_preprocess(const cuda::MemoryEvent&) override { asked_ = runtime::now_us(); }
    void alloc_postprocess(const cuda::MemoryEvent& event) override {
        note(Action::Kind::allocate, "memory of the device", event);
    }
    void free_preprocess(const cuda::MemoryEvent&) override { asked_ = runtime::now_us(); }
    void free_postprocess(const cuda::MemoryEvent& event) override { note(Action::Kind::free, "memory", event); }

private:
    void note(Action::Kind kind, const char* name, const cuda::MemoryEvent& event) {
        Action action;
        action.kind = kind;
        action.name = name;
        action.device = event.device;
        action.stream = runtime::context.stream;
        action.bytes = event.mem_size;
        action.asked = asked_;
        action.returned = runtime::now_us();
        runtime::note(std::move(action));
    }
    double asked_ = 0;
};

}  // namespace

double TraceEvent::gigabytes_per_second() const {
    const bool moves = kind == "kernel" || kind == "copy" || kind == "fill";
    return moves && bytes && duration > 0 ? static_cast<double>(bytes) / duration / 1000 : 0;
}

struct Trace::State {
    AllocationWatcher allocations;
    std::uint64_t since = 0;
    double begin = 0;
    bool running = true;
    std::vector<TraceEvent> events;
};

Trace::Trace() : state_(new State) {
    cuda::add_memory_hook(state_->allocations);
    state_->begin = runtime::now_us();
    state_->since = runtime::start_watching();
}

Trace::~Trace() {
    try {
        stop();
    } catch (const std::exception&) {
        // A device that failed has told whoever waited for it.
    }
}

void Trace::stop() {
    if (!std::exchange(state_->running, false)) return;
    cuda::remove_memory_hook(state_->allocations);
    for (Action& action : runtime::stop_watching(state_->since)) {
        TraceEvent event;
        event.kind = name_of(action.kind);
        event.name = action.function ? kernel::function_name(action.function) : std::move(action.name);
        event.device = action.device;
        event.stream = reinterpret_cast<std::uintptr_t>(action.stream);
        event.thread = action.thread;
        event.begin = action.begin - state_->begin;
        event.duration = action.end - action.begin;
        event.call_begin = action.asked - state_->begin;
        event.call_duration = action.returned - action.asked;
        event.bytes = action.bytes;
        event.place = std::move(action.place);
        state_->events.push_back(std::move(event));
    }
}

const std::vector<TraceEvent>& Trace::events() const { return state_->events; }
std::string Trace::table(bool grouped) const {
    return grouped ? grouped_table(state_->events) : full_table(state_->events);
}
void Trace::write_chrome(const std::string& path) const { profiler::write_chrome(state_->events, path); }
void Trace::write_svg(const std::string& path) const { profiler::write_svg(state_->events, path); }

void set_locator(std::function<std::string()> locator) { runtime::set_locator(std::move(locator)); }

Range::Range(std::string name) : name_(std::move(name)), begin_(0) {
    if (!runtime::watching.load(std::memory_order_relaxed)) return;
    place_ = runtime::current_place();
    begin_ = runtime::now_us();
}

Range::~Range() {
    if (begin_ == 0) return;
    try {
        Action action;
        action.kind = Action::Kind::range;
        action.name = std::move(name_);
        action.device = runtime::context.device;
        action.asked = begin_;
        action.returned = runtime::now_us();
        action.place = std::move(place_);
        runtime::note(std::move(action));
    } catch (const std::exception&) {
        // Only the trace loses something.
    }
}

}  // namespace cuprum::profiler
