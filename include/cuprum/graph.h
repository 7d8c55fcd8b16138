// Work that was captured from a stream, to be given to streams again and again.
#pragma once

#include <memory>
#include <string>

namespace cuprum::cuda {

class Stream;

/// What may happen elsewhere while a stream is captured: in `global` mode, no thread may do what could disturb a
/// capture; in `thread_local_`, the capturing one may not; in `relaxed`, all may.
enum class CaptureMode : int { global = 0, thread_local_ = 1, relaxed = 2 };

/// The steps that a stream was given between `begin_capture` and `end_capture`, made ready to be launched. Copies stand
/// for the same graph. It keeps the memory that its steps use.
///
/// Example
///     stream.begin_capture();
///     cuprum::ndarray b = a * 2;
///     cuprum::cuda::Graph graph = stream.end_capture();
///     a.fill(3);
///     graph.launch(stream);  // b is 6 now
class Graph {
public:
    /// Gives the steps to a stream, the current one by default. Throws CUDARuntimeError for a stream of another device.
    void launch() const;
    void launch(const Stream& stream) const;
    /// Does ahead what the first launch would need.
    void upload() const;
    void upload(const Stream& stream) const;
    /// The graph in the DOT language, to draw it. `flags` are CUDA's cudaGraphDebugDotFlags.
    std::string debug_dot_str(unsigned flags = 0) const;

    void* graph() const;       ///< The driver's graph.
    void* graph_exec() const;  ///< And what is launched.

    struct State;

private:
    friend class Stream;
    explicit Graph(std::shared_ptr<State> state) : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
};

}  // namespace cuprum::cuda
