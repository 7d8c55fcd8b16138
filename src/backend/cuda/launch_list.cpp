#include "backend/cuda/launch_list.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <utility>

#include "cuprum/error.h"

namespace cuprum::backend::cuda {

namespace {

constexpr std::size_t least_nodes = 3;    // Fewer launches gain nothing.
constexpr std::size_t most_graphs = 128;  // of a thread

std::atomic<std::uint64_t> unloads{0};

CUstream cu_stream(runtime::StreamHandle stream) { return static_cast<CUstream>(stream); }

[[noreturn]] void fail_launch(CUresult result, const Function& function, const runtime::Launch& launch) {
    const auto triple = [](const std::uint32_t(&v)[3]) {
        return "(" + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2]) + ")";
    };
    fail(result, "launching the kernel '" + *function.symbol + "' with grid " + triple(launch.grid) + ", block " +
                     triple(launch.block) + " and " + std::to_string(launch.shared_bytes) + " bytes of shared memory");
}

// A node's parameters, whose arguments are one block of bytes: a struct by value, or several laid out as C does.
class NodeParameters {
public:
    NodeParameters(const Function& function, const runtime::Launch& launch, void* arguments, std::size_t bytes)
        : bytes_(bytes) {
        extra_[1] = arguments;
        extra_[3] = &bytes_;
        node.func = function.function;
        node.gridDimX = launch.grid[0], node.gridDimY = launch.grid[1], node.gridDimZ = launch.grid[2];
        node.blockDimX = launch.block[0], node.blockDimY = launch.block[1], node.blockDimZ = launch.block[2];
        node.sharedMemBytes = launch.shared_bytes;
        if (bytes) node.extra = extra_;
    }
    NodeParameters(const NodeParameters&) = delete;
    CUDA_KERNEL_NODE_PARAMS node{};

private:
    std::size_t bytes_;
    void* extra_[5] = {CU_LAUNCH_PARAM_BUFFER_POINTER, nullptr, CU_LAUNCH_PARAM_BUFFER_SIZE, nullptr,
                       CU_LAUNCH_PARAM_END};
};

}  // namespace

void start_kernel(Contexts& contexts, Function& function, const runtime::Launch& launch, const void* arguments,
                  std::size_t bytes, runtime::StreamHandle stream) {
    // The parameters as one block of bytes: a struct by value, or several parameters laid out as C does.
    void* parameters[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, const_cast<void*>(arguments), CU_LAUNCH_PARAM_BUFFER_SIZE,
                          &bytes, CU_LAUNCH_PARAM_END};
    const auto start = [&] {
        return driver().cuLaunchKernel(function.function, launch.grid[0], launch.grid[1], launch.grid[2],
                                       launch.block[0], launch.block[1], launch.block[2], launch.shared_bytes,
                                       cu_stream(stream), nullptr, bytes ? parameters : nullptr);
    };
    CUresult result = start();
    if (result == CUDA_SUCCESS) [[likely]]
        return;
    // `set_device` trusts what it set last, and another library in this thread may have set another context since (or
    // this thread has set none). The driver has refused the launch then, so it is safe to set ours and start once more.
    const bool wrong_context = result == CUDA_ERROR_INVALID_CONTEXT || result == CUDA_ERROR_INVALID_HANDLE;
    if (wrong_context && contexts.make_current()) result = start();
    if (result != CUDA_SUCCESS) fail_launch(result, function, launch);
}

LaunchList& LaunchList::own() {
    thread_local LaunchList list;
    return list;
}

constinit thread_local LaunchList* open_list = nullptr;

void LaunchList::open(Contexts& contexts, runtime::StreamHandle stream) {
    LaunchList& list = own();
    list.contexts_ = &contexts;
    list.stream_ = stream;
    open_list = &list;
}

void LaunchList::close() noexcept { open_list = nullptr; }

LaunchList::~LaunchList() {
    // Graphs are not destroyed: when a thread ends, the driver may have ended before.
}

void LaunchList::forget_graphs() noexcept { unloads.fetch_add(1, std::memory_order_acq_rel); }

void LaunchList::add(Function& function, const runtime::Launch& launch, const void* arguments, std::size_t bytes) {
    constexpr std::size_t aligned = 16;
    const std::size_t offset = (arguments_.size() + aligned - 1) / aligned * aligned;
    arguments_.resize(offset + bytes);
    std::memcpy(arguments_.data() + offset, arguments, bytes);
    launches_.push_back({&function, launch, offset, bytes});
}

void LaunchList::give() {
    const struct Cleared {
        LaunchList& list;
        ~Cleared() {
            list.launches_.clear();
            list.arguments_.clear();
        }
    } cleared{*this};
    contexts_->make_current();
    if (launches_.size() >= least_nodes && give_as_graph()) return;
    for (const Kept& kept : launches_)
        start_kernel(*contexts_, *kept.function, kept.launch, arguments_.data() + kept.offset, kept.bytes, stream_);
}

// False where nothing was given.
bool LaunchList::give_as_graph() {
    const Driver& driver = cuda::driver();
    // A capture of somebody else takes launches, but of a graph's launch the graph as it was made.
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    if (driver.cuStreamIsCapturing(cu_stream(stream_), &status) != CUDA_SUCCESS ||
        status != CU_STREAM_CAPTURE_STATUS_NONE)
        return false;
    LaunchGraph* const graph = graph_of_launches();
    if (!graph) return false;
    bool is_done = graph->executable || make(*graph);
    for (std::size_t i = 0; is_done && i < launches_.size(); ++i) {
        const Kept& kept = launches_[i];
        const NodeParameters parameters(*kept.function, kept.launch, arguments_.data() + kept.offset, kept.bytes);
        is_done =
            driver.cuGraphExecKernelNodeSetParams(graph->executable, graph->nodes[i], &parameters.node) == CUDA_SUCCESS;
    }
    is_done = is_done && driver.cuGraphLaunch(graph->executable, cu_stream(stream_)) == CUDA_SUCCESS;
    if (!is_done) {
        destroy(*graph);
        graph->is_refused = true;
    }
    return is_done;
}

// Null where these launches come for the first time, or have no graph.
LaunchGraph* LaunchList::graph_of_launches() {
    if (const std::uint64_t now = unloads.load(std::memory_order_acquire); now != unloads_) {
        driver().cuCtxSynchronize();
        for (LaunchGraph& graph : graphs_) destroy(graph);
        graphs_.clear();
        unloads_ = now;
    }
    const auto is_of = [&](const LaunchGraph& graph) {
        return graph.functions.size() == launches_.size() &&
               std::equal(launches_.begin(), launches_.end(), graph.functions.begin(),
                          [](const Kept& kept, CUfunction function) { return kept.function->function == function; });
    };
    const auto known = std::ranges::find_if(graphs_, is_of);
    if (known != graphs_.end()) {
        known->last_use = ++uses_;
        return known->is_refused ? nullptr : &*known;
    }
    if (graphs_.size() >= most_graphs) make_room();
    LaunchGraph& graph = graphs_.emplace_back();
    for (const Kept& kept : launches_) graph.functions.push_back(kept.function->function);
    graph.last_use = ++uses_;
    return nullptr;
}

// A chain: each kernel depends on the one before, as in a stream. Which of them are independent is not known here.
bool LaunchList::make(LaunchGraph& graph) {
    const Driver& driver = cuda::driver();
    if (driver.cuGraphCreate(&graph.graph, 0) != CUDA_SUCCESS) return false;
    for (const Kept& kept : launches_) {
        const NodeParameters parameters(*kept.function, kept.launch, arguments_.data() + kept.offset, kept.bytes);
        CUgraphNode node = nullptr;
        const CUgraphNode* const before = graph.nodes.empty() ? nullptr : &graph.nodes.back();
        if (driver.cuGraphAddKernelNode(&node, graph.graph, before, before ? 1 : 0, &parameters.node) != CUDA_SUCCESS)
            return false;
        graph.nodes.push_back(node);
    }
    return driver.cuGraphInstantiateWithFlags(&graph.executable, graph.graph, 0) == CUDA_SUCCESS;
}

// Forgets the half that was not used for longest.
void LaunchList::make_room() {
    driver().cuCtxSynchronize();  // a graph that is destroyed must not run
    std::ranges::sort(graphs_, std::greater(), &LaunchGraph::last_use);
    for (std::size_t i = graphs_.size() / 2; i < graphs_.size(); ++i) destroy(graphs_[i]);
    graphs_.resize(graphs_.size() / 2);
}

void LaunchList::destroy(LaunchGraph& graph) noexcept {
    if (graph.executable) driver().cuGraphExecDestroy(std::exchange(graph.executable, nullptr));
    if (graph.graph) driver().cuGraphDestroy(std::exchange(graph.graph, nullptr));
    graph.nodes.clear();
}

}  // namespace cuprum::backend::cuda
