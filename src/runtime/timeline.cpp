#include "timeline.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <set>

#include "context.h"
#include "services.h"

namespace cuprum::runtime {

constinit std::atomic<bool> watching{false};
constinit thread_local std::size_t bytes_of_next_launch = 0;

namespace {

struct Numbered {
    std::uint64_t number;
    Action action;
};

// A moment of both clocks.
struct Zero {
    EventHandle event;
    double host;
};

struct Timeline {
    std::mutex lock;
    int watchers = 0;
    std::uint64_t next = 0;
    std::vector<Numbered> actions;
    std::map<int, Zero> zeros;  // A device each; GPUs only.
    std::function<std::string()> locator;
};

Timeline& timeline() {
    static auto* timeline = new Timeline;  // Never deleted: threads may work while the process ends.
    return *timeline;
}

// An event that the stream has come to, together with the host's time.
Zero make_zero(int device, StreamHandle stream) {
    Zero zero{backend().create_event(device, true, false), 0};
    backend().record_event(zero.event, stream);
    backend().synchronize_event(zero.event);
    zero.host = now_us();
    return zero;
}

void drop_events(Action& action) noexcept {
    for (EventHandle* event : {&action.started, &action.finished})
        if (*event) backend().destroy_event(std::exchange(*event, nullptr));
}

// When a GPU did it. An action whose events tell no time keeps the host's times: its stream was being captured.
void take_times(Action& action) {
    action.begin = action.asked;
    action.end = action.returned;
    if (!action.started) return;
    try {
        const Zero zero = timeline().zeros.at(action.device);
        double begin = zero.host + 1000 * backend().elapsed_ms(zero.event, action.started);
        action.end = begin + 1000 * backend().elapsed_ms(action.started, action.finished);
        action.begin = begin;
    } catch (const std::exception&) {
    }
}

}  // namespace

double now_us() {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void set_locator(std::function<std::string()> locator) {
    std::lock_guard guard(timeline().lock);
    timeline().locator = std::move(locator);
}

std::string current_place() {
    std::function<std::string()> locator;
    {
        std::lock_guard guard(timeline().lock);
        locator = timeline().locator;
    }
    return locator ? locator() : std::string();
}

std::uint64_t start_watching() {
    Timeline& all = timeline();
    std::lock_guard guard(all.lock);
    ++all.watchers;
    watching = true;
    return all.next;
}

std::vector<Action> stop_watching(std::uint64_t since) {
    Timeline& all = timeline();
    std::set<int> devices;
    {
        std::lock_guard guard(all.lock);
        for (const Numbered& each : all.actions)
            if (each.number >= since && each.action.started) devices.insert(each.action.device);
        if (all.watchers == 1) watching = false;
    }
    for (int device : devices) backend().synchronize_device(device);

    std::vector<Action> actions;
    std::lock_guard guard(all.lock);
    for (Numbered& each : all.actions) {
        if (each.number < since) continue;
        take_times(each.action);
        actions.push_back(each.action);
        actions.back().started = actions.back().finished = nullptr;
    }
    if (--all.watchers == 0) {
        for (Numbered& each : all.actions) drop_events(each.action);
        for (auto& [device, zero] : all.zeros) backend().destroy_event(zero.event);
        all.actions.clear();
        all.zeros.clear();
    }
    std::stable_sort(actions.begin(), actions.end(),
                     [](const Action& a, const Action& b) { return a.asked < b.asked; });
    return actions;
}

void note(Action action) {
    if (!watching.load(std::memory_order_relaxed)) [[likely]]
        return;
    action.thread = thread_number();
    if (action.place.empty()) action.place = current_place();
    Timeline& all = timeline();
    std::lock_guard guard(all.lock);
    if (all.watchers) all.actions.push_back({all.next++, std::move(action)});
    else drop_events(action);
}

void ProfilingScope::start(Action::Kind kind, const char* name, std::size_t bytes, StreamHandle stream,
                           FunctionHandle function) noexcept {
    try {
        auto action = std::make_unique<Action>();
        action->kind = kind;
        if (name) action->name = name;
        action->function = function;
        action->device = context.device;
        action->stream = stream;
        action->bytes = kind == Action::Kind::kernel ? std::exchange(bytes_of_next_launch, 0) : bytes;
        action->place = current_place();
        // A stream may also be captured by hand (cuda.runtime.streamBeginCapture); an event that tells the time would
        // spoil that.
        if (device_traits().asynchronous && !context.capture && !backend().services().is_capturing(stream)) {
            {
                std::lock_guard guard(timeline().lock);
                if (!timeline().zeros.contains(context.device))
                    timeline().zeros[context.device] = make_zero(context.device, stream);
            }
            action->started = backend().create_event(context.device, true, false);
            action->finished = backend().create_event(context.device, true, false);
            backend().record_event(action->started, stream);
        }
        action->asked = now_us();
        action_ = std::move(action);
    } catch (const std::exception&) {
        // A profiler must not keep the program from working.
    }
}

void ProfilingScope::finish() noexcept {
    try {
        action_->returned = now_us();
        if (action_->started) backend().record_event(action_->finished, action_->stream);
        note(std::move(*action_));
    } catch (const std::exception&) {
        drop_events(*action_);
    }
}

}  // namespace cuprum::runtime
