// A CUDA driver that has one GPU and runs nothing: a build finds with it the kernels that calls launch on a GPU,
// without one. Copies and fills work on the host's memory, which begins as zeros; kernels, streams, events and
// libraries do nothing. CUPRUM_STAND_IN names the GPU: sm_90.
#include <cuda.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cuprum/engine/fetch_args.h"

namespace {

int capability() {
    const char* name = std::getenv("CUPRUM_STAND_IN");
    return name && std::strncmp(name, "sm_", 3) == 0 ? std::atoi(name + 3) : 90;
}

constexpr std::size_t granularity = std::size_t{2} << 20, memory = std::size_t{1} << 37;

CUresult device_attribute(int* value, CUdevice_attribute attribute, CUdevice) {
    const int sm = capability();
    switch (attribute) {
        case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = sm / 10; break;
        case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = sm % 10; break;
        case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: *value = 50 << 20; break;
        case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: *value = 48 << 10; break;
        case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
            *value = (sm == 75 ? 64 : sm == 80 ? 163 : sm == 90 || sm == 100 ? 227 : 99) << 10;
            break;
        case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = 1024; break;
        case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = 132; break;
        case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = 32; break;
        default: *value = 0;
    }
    return CUDA_SUCCESS;
}

CUresult device_name(char* name, int length, CUdevice) {
    std::strncpy(name, "A stand-in", static_cast<std::size_t>(length));
    return CUDA_SUCCESS;
}

CUresult one(int* value) { return *value = 1, CUDA_SUCCESS; }
CUresult none(int* value, ...) { return *value = 0, CUDA_SUCCESS; }
CUresult version(int* value) { return *value = 12000, CUDA_SUCCESS; }
CUresult total_memory(std::size_t* bytes, CUdevice) { return *bytes = memory, CUDA_SUCCESS; }
CUresult free_memory(std::size_t* free, std::size_t* total) { return *free = *total = memory, CUDA_SUCCESS; }
CUresult error_text(CUresult, const char** text) { return *text = "an error of the stand-in", CUDA_SUCCESS; }

/// Contexts, streams, events, modules, functions: something that is not null.
CUresult handle(void** handle, ...) {
    static int target;
    return *handle = &target, CUDA_SUCCESS;
}

CUresult reserve(CUdeviceptr* address, std::size_t bytes, ...) {
    void* memory =
        mmap(nullptr, bytes + granularity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
    *address = (reinterpret_cast<CUdeviceptr>(memory) + granularity - 1) / granularity * granularity;
    return CUDA_SUCCESS;
}

CUresult allocate(CUdeviceptr* address, std::size_t bytes) { return reserve(address, bytes); }
CUresult allocate_on_host(void** address, std::size_t bytes, unsigned) {
    return (*address = std::calloc(1, bytes)) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}
CUresult free_on_host(void* address) { return std::free(address), CUDA_SUCCESS; }
CUresult find_granularity(std::size_t* bytes, ...) { return *bytes = granularity, CUDA_SUCCESS; }

CUresult fill(CUdeviceptr to, unsigned char value, std::size_t bytes, CUstream) {
    return std::memset(reinterpret_cast<void*>(to), value, bytes), CUDA_SUCCESS;
}
CUresult copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes, CUstream) {
    return std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes), CUDA_SUCCESS;
}

/// Graphs of kernels: nodes with the parameters that they were given last. CUPRUM_STAND_IN_LOG names a file that tells
/// of each kernel that is started, whether by itself or in a graph: its name and a sum of its parameters.
struct Node {
    void* function;
    unsigned grid;
    std::vector<unsigned char> arguments;
};
using Nodes = std::vector<std::unique_ptr<Node>>;

void tell(void* function, unsigned grid, const unsigned char* arguments, std::size_t bytes, const char* how) {
    static std::FILE* const file = [] {
        const char* path = std::getenv("CUPRUM_STAND_IN_LOG");
        return path ? std::fopen(path, "a") : nullptr;
    }();
    if (!file) return;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < bytes; ++i) sum = sum * 1099511628211u + arguments[i];
    std::fprintf(file, "%p %u %llx %s\n", function, grid, static_cast<unsigned long long>(sum), how);
    std::fflush(file);
}

void set(Node& node, const CUDA_KERNEL_NODE_PARAMS& parameters) {
    node.function = parameters.func;
    node.grid = parameters.gridDimX;
    const auto* bytes = static_cast<const unsigned char*>(parameters.extra[1]);
    node.arguments.assign(bytes, bytes + *static_cast<const std::size_t*>(parameters.extra[3]));
}

CUresult create_graph(CUgraph* graph, unsigned) { return *graph = reinterpret_cast<CUgraph>(new Nodes), CUDA_SUCCESS; }
CUresult add_node(CUgraphNode* node, CUgraph graph, const CUgraphNode*, std::size_t,
                  const CUDA_KERNEL_NODE_PARAMS* parameters) {
    auto& made = *reinterpret_cast<Nodes*>(graph)->emplace_back(std::make_unique<Node>());
    set(made, *parameters);
    return *node = reinterpret_cast<CUgraphNode>(&made), CUDA_SUCCESS;
}
CUresult instantiate(CUgraphExec* executable, CUgraph graph, unsigned long long) {
    return *executable = reinterpret_cast<CUgraphExec>(graph), CUDA_SUCCESS;
}
CUresult set_node(CUgraphExec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* parameters) {
    return set(*reinterpret_cast<Node*>(node), *parameters), CUDA_SUCCESS;
}
CUresult launch_graph(CUgraphExec executable, CUstream) {
    for (const auto& node : *reinterpret_cast<Nodes*>(executable))
        tell(node->function, node->grid, node->arguments.data(), node->arguments.size(), "in a graph");
    return CUDA_SUCCESS;
}
CUresult destroy_graph(CUgraph graph) { return delete reinterpret_cast<Nodes*>(graph), CUDA_SUCCESS; }

/// The kernel whose results the host waits for does run.
int fetches;
CUresult find_function(void** function, CUmodule, const char* name) {
    static std::map<std::string, int> others;  // one address a name
    static std::mutex mutex;
    const std::lock_guard guard(mutex);
    *function = std::strcmp(name, "cuprum_fetch") == 0 ? &fetches : &others[name];
    return CUDA_SUCCESS;
}

CUresult launch(CUfunction function, unsigned grid, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                CUstream, void**, void** extra) {
    tell(function, grid, static_cast<const unsigned char*>(extra ? extra[1] : nullptr),
         extra ? *static_cast<const std::size_t*>(extra[3]) : 0, "by itself");
    if (reinterpret_cast<int*>(function) != &fetches) return CUDA_SUCCESS;
    const auto& args = *static_cast<const cuprum::FetchArgs*>(extra[1]);
    for (unsigned i = 0; 4 * i < args.bytes; ++i) {
        cuprum::FetchPiece piece{0, args.ticket};
        std::memcpy(&piece.data, args.source + 4 * i, args.bytes - 4 * i < 4 ? args.bytes - 4 * i : 4);
        args.target[i] = piece;
    }
    return CUDA_SUCCESS;
}

CUresult elapsed(float* milliseconds, CUevent, CUevent) { return *milliseconds = 0, CUDA_SUCCESS; }
CUresult no_symbol() { return CUDA_ERROR_NOT_FOUND; }
CUresult done() { return CUDA_SUCCESS; }

template <class F>
void* address_of(F* function) {
    return reinterpret_cast<void*>(function);
}

}  // namespace

extern "C" CUresult cuGetProcAddress_v2(const char* name, void** found, int, cuuint64_t,
                                        CUdriverProcAddressQueryResult*) {
    static const std::map<std::string, void*> functions{
        {"cuDriverGetVersion", address_of(version)},
        {"cuGetErrorName", address_of(error_text)},
        {"cuGetErrorString", address_of(error_text)},
        {"cuDeviceGet", address_of(none)},
        {"cuDeviceGetCount", address_of(one)},
        {"cuDeviceGetName", address_of(device_name)},
        {"cuDeviceGetAttribute", address_of(device_attribute)},
        {"cuDeviceTotalMem", address_of(total_memory)},
        {"cuDevicePrimaryCtxRetain", address_of(handle)},
        {"cuCtxGetCurrent", address_of(handle)},
        {"cuDeviceCanAccessPeer", address_of(none)},
        {"cuMemGetInfo", address_of(free_memory)},
        {"cuMemAlloc", address_of(allocate)},
        {"cuMemHostAlloc", address_of(allocate_on_host)},
        {"cuMemFreeHost", address_of(free_on_host)},
        {"cuMemAddressReserve", address_of(reserve)},
        {"cuMemGetAllocationGranularity", address_of(find_granularity)},
        {"cuMemCreate", address_of(handle)},
        {"cuMemsetD8Async", address_of(fill)},
        {"cuMemcpyHtoDAsync", address_of(copy)},
        {"cuMemcpyDtoHAsync", address_of(copy)},
        {"cuMemcpyDtoDAsync", address_of(copy)},
        {"cuMemcpyAsync", address_of(copy)},
        {"cuStreamCreateWithPriority", address_of(handle)},
        {"cuEventCreate", address_of(handle)},
        {"cuEventElapsedTime", address_of(elapsed)},
        {"cuModuleLoadDataEx", address_of(handle)},
        {"cuModuleGetFunction", address_of(find_function)},
        {"cuLaunchKernel", address_of(launch)},
        {"cuModuleGetGlobal", address_of(no_symbol)},
        {"cuFuncGetAttribute", address_of(none)},
        {"cuStreamIsCapturing", address_of(+[](CUstream, int* status) { return *status = 0, CUDA_SUCCESS; })},
        {"cuCtxGetLimit", address_of(find_granularity)},
        {"cuFuncGetParamInfo", nullptr},  // as before CUDA 12.4
        {"cuGraphCreate", address_of(create_graph)},
        {"cuGraphAddKernelNode", address_of(add_node)},
        {"cuGraphInstantiateWithFlags", address_of(instantiate)},
        {"cuGraphExecKernelNodeSetParams", address_of(set_node)},
        {"cuGraphLaunch", address_of(launch_graph)},
        {"cuGraphDestroy", address_of(destroy_graph)},
    };
    const auto at = functions.find(name);
    *found = at == functions.end() ? address_of(done) : at->second;
    return CUDA_SUCCESS;
}

extern "C" {
int cufftCreate(int* plan) { return *plan = 1, 0; }
int cufftDestroy(int) { return 0; }
int cufftGetVersion(int* version) { return *version = 12000, 0; }
int cufftSetAutoAllocation(int, int) { return 0; }
int cufftSetStream(int, void*) { return 0; }
int cufftSetWorkArea(int, void*) { return 0; }
int cufftXtMakePlanMany(int, int, long long*, long long*, long long, long long, int, long long*, long long, long long,
                        int, long long, std::size_t* work, int) {
    return *work = 0, 0;
}
int cufftXtExec(int, void*, void*, int) { return 0; }
}
