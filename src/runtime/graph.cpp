#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "context.h"
#include "errors.h"
#include "graph_state.h"
#include "runtime/waiting.h"

namespace cuprum::cuda {

using runtime::backend;
using runtime::context;

Graph::State::~State() {
    // The memory goes back to its pool in the order of the captured stream, so that comes after all launches elsewhere.
    try {
        for (auto& [handle, event] : after) stream.wait_event(event);
    } catch (...) {
        for (auto& [handle, event] : after) {
            try {
                event.synchronize();
            } catch (...) {
                // The device has failed, and what it was doing is over.
            }
        }
    }
    if (exec) backend().services().destroy_graph_exec(exec);
    if (graph) backend().services().destroy_graph(graph);
}

void Graph::State::launch(StreamHandle on, int device) {
    auto& services = backend().services();
    if (device >= 0 && device != stream.device_id())
        runtime::cuda_error::raise(runtime::cuda_error::invalid_value,
                                   "a graph of device " + std::to_string(stream.device_id()) +
                                       " cannot be launched on a stream of device " + std::to_string(device));
    if (services.is_capturing(on)) return services.add_graph(graph, exec, on);
    if (on == stream.handle()) return services.launch_graph(exec, on);
    std::lock_guard guard(lock);
    // The graph's memory may have been used before, by what the captured stream was given then.
    if (!before) before = stream.record();
    backend().wait_event(on, before->handle());
    services.launch_graph(exec, on);
    auto [place, is_new] = after.try_emplace(on, false, true);
    backend().record_event(place->second.handle(), on);
}

void Graph::launch() const {
    runtime::evaluate_waiting();
    if (context.capture) context.capture->hold(state_);
    state_->launch(context.stream, context.device);
}
void Graph::launch(const Stream& stream) const {
    runtime::evaluate_waiting();
    if (context.capture) context.capture->hold(state_);
    if (stream.device_id() < 0) return state_->launch(stream.handle(), context.device);
    state_->launch(stream.handle(), stream.device_id());
}
void Graph::upload() const { backend().services().upload_graph(state_->exec, context.stream); }
void Graph::upload(const Stream& stream) const { backend().services().upload_graph(state_->exec, stream.handle()); }

std::string Graph::debug_dot_str(unsigned flags) const {
    static std::atomic<unsigned> count{0};
    const auto path = std::filesystem::temp_directory_path() /
                      ("cuprum-graph-" + std::to_string(getpid()) + "-" + std::to_string(++count) + ".dot");
    backend().services().print_graph(state_->graph, path.string(), flags);
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    return text.str();
}

void* Graph::graph() const { return state_->graph; }
void* Graph::graph_exec() const { return state_->exec; }

}  // namespace cuprum::cuda
