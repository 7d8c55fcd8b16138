// Launches of a thread that wait to be given to the driver together. A launch of its own costs the host some 2.8 us on
// an H200, and the device as much between two kernels that need each other. As nodes of a graph that is launched again
// with other arguments, they cost 0.2 us and 1.0 us.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/cuda/contexts.h"
#include "backend/cuda/modules.h"
#include "runtime/backend.h"
#include "runtime/launch.h"

namespace cuprum::backend::cuda {

/// Functions in the order of their launches, and the graph that is made of them when they come again.
struct LaunchGraph {
    std::vector<CUfunction> functions;
    std::vector<CUgraphNode> nodes;
    CUgraph graph = nullptr;
    CUgraphExec executable = nullptr;  ///< Null until they have come twice.
    std::uint64_t last_use = 0;
    bool is_refused = false;  ///< The driver did not take it.
};

class LaunchList {
public:
    LaunchList() = default;
    ~LaunchList();
    LaunchList(const LaunchList&) = delete;
    LaunchList& operator=(const LaunchList&) = delete;

    /// Keeps the calling thread's launches on this stream of its device from now on.
    static void open(Contexts& contexts, runtime::StreamHandle stream);
    /// Keeps none any more. What was kept must have been given.
    static void close() noexcept;
    /// A module is about to be unloaded: no graph may refer to its functions.
    static void forget_graphs() noexcept;

    bool takes(runtime::StreamHandle stream) const { return stream == stream_; }
    bool is_empty() const { return launches_.empty(); }
    void add(Function& function, const runtime::Launch& launch, const void* arguments, std::size_t bytes);
    /// Gives the driver what was kept, in order. On return, or when it throws, nothing is kept.
    void give();

private:
    struct Kept {
        Function* function;
        runtime::Launch launch;
        std::size_t offset, bytes;  // of the arguments
    };
    static LaunchList& own();
    bool give_as_graph();
    LaunchGraph* graph_of_launches();
    bool make(LaunchGraph& graph);
    void make_room();
    static void destroy(LaunchGraph& graph) noexcept;

    Contexts* contexts_ = nullptr;
    runtime::StreamHandle stream_ = nullptr;
    std::vector<Kept> launches_;
    std::vector<unsigned char> arguments_;
    std::vector<LaunchGraph> graphs_;
    std::uint64_t uses_ = 0, unloads_ = 0;
};

/// The calling thread's, while it keeps launches; else null. Initial-exec spares each launch a call.
extern __attribute__((tls_model("initial-exec"))) constinit thread_local LaunchList* open_list;

/// What comes next must not overtake what the calling thread kept.
inline void give_kept_launches() {
    if (open_list && !open_list->is_empty()) [[unlikely]]
        open_list->give();
}

/// Starts a kernel now. Throws what the driver says.
void start_kernel(Contexts& contexts, Function& function, const runtime::Launch& launch, const void* arguments,
                  std::size_t bytes, runtime::StreamHandle stream);

}  // namespace cuprum::backend::cuda
