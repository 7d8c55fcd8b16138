#include "backend/cpu/cpu_services.h"

#include <algorithm>
#include <cstring>
#include <fstream>

#include "runtime/errors.h"
#include "runtime/timeline.h"

namespace cuprum::backend::cpu {

using namespace runtime::cuda_error;

CpuServices::CpuServices(Streams& streams, Memory& memory, int device_count, int threads, std::size_t l2_bytes)
    : streams_(streams),
      memory_(memory),
      device_count_(device_count),
      threads_(threads),
      l2_bytes_(static_cast<int>(l2_bytes)) {
    for (int i = 0; i < device_count; ++i) {
        auto handle = reinterpret_cast<PoolHandle>(last_handle_ += 16);
        pools_[handle] = std::make_unique<Pool>(Pool{.device = i});
        default_pools_.push_back(handle);
    }
    current_pools_ = default_pools_;
}

void CpuServices::check(int device) const {
    if (device < 0 || device >= device_count_)
        raise(invalid_device, "there is no device " + std::to_string(device) + "; the CPU shows " +
                                  std::to_string(device_count_) + " (CUPRUM_CPU_DEVICES)");
}

// Devices.

int CpuServices::attribute(int device, int which) {
    check(device);
    switch (which) {
        case 1:   // MaxThreadsPerBlock
        case 2:   // MaxBlockDimX
        case 3:   // MaxBlockDimY
        case 39:  // MaxThreadsPerMultiProcessor
            return 1024;
        case 4:  // MaxBlockDimZ
            return 64;
        case 5:   // MaxGridDimX
        case 11:  // MaxPitch
            return 0x7fffffff;
        case 6:  // MaxGridDimY
        case 7:  // MaxGridDimZ
            return 65535;
        case 8:   // MaxSharedMemoryPerBlock
        case 81:  // MaxSharedMemoryPerMultiprocessor
        case 97:  // MaxSharedMemoryPerBlockOptin
            return 48 << 10;
        case 9:  // TotalConstantMemory
            return 64 << 10;
        case 10:  // WarpSize
            return 32;
        case 12:  // MaxRegistersPerBlock
        case 82:  // MaxRegistersPerMultiprocessor
            return 65536;
        case 16:  // MultiProcessorCount
            return threads_;
        case 38:  // L2CacheSize
            return l2_bytes_;
        case 18:   // Integrated
        case 19:   // CanMapHostMemory
        case 41:   // UnifiedAddressing
        case 83:   // ManagedMemory
        case 86:   // HostNativeAtomicSupported
        case 88:   // PageableMemoryAccess
        case 89:   // ConcurrentManagedAccess
        case 91:   // CanUseHostPointerForRegisteredMem
        case 99:   // HostRegisterSupported
        case 100:  // PageableMemoryAccessUsesHostPageTables
        case 101:  // DirectManagedMemAccessFromHost
        case 106:  // MaxBlocksPerMultiprocessor
        case 113:  // HostRegisterReadOnlySupported
        case 115:  // MemoryPoolsSupported
            return 1;
        case 14:  // TextureAlignment
        case 30:  // SurfaceAlignment
            return 512;
    }
    if (which < 1 || which > 200) raise(invalid_value, "there is no device attribute " + std::to_string(which));
    return 0;
}

bool CpuServices::can_access_peer(int device, int peer) {
    check(device);
    check(peer);
    return device != peer;
}

bool CpuServices::has_peer_access(int device, int peer) {
    std::lock_guard guard(lock_);
    return peers_.contains({device, peer});
}

void CpuServices::enable_peer_access(int device, int peer) {
    check(device);
    check(peer);
    if (device == peer) raise(invalid_device, "a device is not a peer of itself");
    std::lock_guard guard(lock_);
    if (!peers_.emplace(device, peer).second) raise(peer_access_already_enabled, {});
}

void CpuServices::disable_peer_access(int device, int peer) {
    check(device);
    check(peer);
    std::lock_guard guard(lock_);
    if (!peers_.erase({device, peer})) raise(peer_access_not_enabled, {});
}

// Streams and graphs.

void CpuServices::launch_host_function(StreamHandle stream, std::shared_ptr<runtime::HostFunction> function) {
    streams_.give(stream, "host function", [function = std::move(function)] { (*function)(); });
}

void CpuServices::begin_capture(StreamHandle stream, int mode) {
    if (mode < 0 || mode > 2) raise(invalid_value, "there is no capture mode " + std::to_string(mode));
    streams_.begin_capture(stream);
}

Graph& CpuServices::graph_at(void* handle) {
    std::lock_guard guard(lock_);
    if (auto found = graphs_.find(handle); found != graphs_.end()) return *found->second;
    return *static_cast<Graph*>(handle);
}

// The steps are shared, so that a graph may go before what was made of it.
GraphExecHandle CpuServices::instantiate(GraphHandle graph) {
    auto steps = std::make_shared<Graph>(*static_cast<Graph*>(graph));
    std::lock_guard guard(lock_);
    auto handle = reinterpret_cast<GraphExecHandle>(last_handle_ += 16);
    graphs_.emplace(handle, std::move(steps));
    return handle;
}

void CpuServices::upload_graph(GraphExecHandle, StreamHandle stream) {
    streams_.give(stream, "upload", [] {});
}

void CpuServices::launch_graph(GraphExecHandle handle, StreamHandle stream) {
    std::shared_ptr<Graph> graph;
    {
        std::lock_guard guard(lock_);
        auto found = graphs_.find(handle);
        if (found == graphs_.end()) raise(invalid_handle, "no such graph, or it was destroyed");
        graph = found->second;
    }
    const runtime::ProfilingScope scope(runtime::Action::Kind::kernel, "graph", 0, stream);
    streams_.give(stream, "graph", [graph = std::move(graph)] {
        for (const Step& step : graph->steps) step.run();
    });
}

void CpuServices::destroy_graph(GraphHandle graph) noexcept { delete static_cast<Graph*>(graph); }

void CpuServices::destroy_graph_exec(GraphExecHandle graph) noexcept {
    std::lock_guard guard(lock_);
    graphs_.erase(graph);
}

void CpuServices::print_graph(GraphHandle handle, const std::string& path, unsigned) {
    const Graph& graph = graph_at(handle);
    std::ofstream file(path);
    file << "digraph {\n";
    for (std::size_t i = 0; i < graph.steps.size(); ++i) {
        file << "  step" << i << " [label=\"" << graph.steps[i].kind << "\"];\n";
        if (i) file << "  step" << i - 1 << " -> step" << i << ";\n";
    }
    file << "}\n";
    if (!file.flush()) raise(operating_system, "the file " + path + " cannot be written");
}

// Memory.

void* CpuServices::allocate_managed(int device, std::size_t bytes, unsigned) {
    check(device);
    return memory_.allocate(bytes, device, Memory::Kind::managed);
}

void CpuServices::prefetch(void* pointer, std::size_t, int device, StreamHandle stream) {
    if (device != -1) check(device);
    const auto piece = memory_.find(pointer);
    if (!piece || piece->kind != Memory::Kind::managed)
        raise(invalid_value, "the memory to prefetch is not managed memory");
    streams_.give(stream, "prefetch", [] {});  // It is where it is needed.
}

void CpuServices::advise(void* pointer, std::size_t, int advice, int device) {
    if (device != -1) check(device);
    if (advice < 1 || advice > 6) raise(invalid_value, "there is no advice " + std::to_string(advice));
    const auto piece = memory_.find(pointer);
    if (!piece || piece->kind != Memory::Kind::managed) raise(invalid_value, "advice is for managed memory");
}

void* CpuServices::allocate_host(std::size_t bytes, unsigned flags) {
    if (flags > 7) raise(invalid_value, "there are no such flags for page-locked memory: " + std::to_string(flags));
    return memory_.allocate(bytes, -1, Memory::Kind::pinned);
}

void CpuServices::register_host(void* pointer, std::size_t bytes, unsigned) {
    if (!pointer || !bytes) raise(invalid_value, "there is no memory to register");
    std::lock_guard guard(lock_);
    if (!registered_.emplace(pointer, bytes).second) raise(host_memory_already_registered, {});
}

void CpuServices::unregister_host(void* pointer) {
    std::lock_guard guard(lock_);
    if (!registered_.erase(pointer)) raise(host_memory_not_registered, {});
}

runtime::PointerAttributes CpuServices::pointer_attributes(const void* pointer) {
    void* address = const_cast<void*>(pointer);
    if (const auto piece = memory_.find(pointer)) {
        switch (piece->kind) {
            case Memory::Kind::pinned: return {1, 0, address, address};
            case Memory::Kind::managed: return {3, piece->device, address, address};
            case Memory::Kind::device:
            case Memory::Kind::mapped: return {2, piece->device, address, nullptr};
        }
    }
    std::lock_guard guard(lock_);
    auto after = registered_.upper_bound(pointer);
    if (after != registered_.begin()) {
        auto& [start, bytes] = *std::prev(after);
        if (static_cast<const char*>(pointer) < static_cast<const char*>(start) + bytes)
            return {1, 0, address, address};
    }
    return {0, -2, nullptr, address};
}

void CpuServices::free_checked(void* pointer) {
    const auto piece = memory_.find(pointer);
    if (!piece || piece->pointer != pointer || piece->kind == Memory::Kind::pinned ||
        piece->kind == Memory::Kind::mapped)
        raise(invalid_value, "the address is no memory of a device, or was freed before");
    memory_.free(pointer);
}

void CpuServices::free_host_checked(void* pointer) {
    const auto piece = memory_.find(pointer);
    if (!piece || piece->pointer != pointer || piece->kind != Memory::Kind::pinned)
        raise(invalid_value, "the address is no page-locked memory, or was freed before");
    memory_.free(pointer);
}

void CpuServices::copy_any(void* target, const void* source, std::size_t bytes, StreamHandle stream) {
    streams_.give(stream, "copy", [=] { std::memmove(target, source, bytes); });
}

void CpuServices::copy_box(const runtime::BoxCopy& asked, StreamHandle stream) {
    runtime::BoxCopy copy = asked;
    copy.target = textures_.in_memory(asked.target);
    copy.source = textures_.in_memory(asked.source);
    if (copy.height > 1 && (copy.width > copy.target.pitch || copy.width > copy.source.pitch))
        raise(invalid_pitch, "a row of " + std::to_string(copy.width) + " bytes is longer than the pitches " +
                                 std::to_string(copy.target.pitch) + " and " + std::to_string(copy.source.pitch));
    streams_.give(stream, "copy", [copy] {
        const auto row = [](const runtime::BoxCopy::Side& side, std::size_t y, std::size_t z) {
            return static_cast<char*>(side.pointer) + side.x + ((side.z + z) * side.rows + side.y + y) * side.pitch;
        };
        for (std::size_t z = 0; z < copy.depth; ++z)
            for (std::size_t y = 0; y < copy.height; ++y)
                std::memmove(row(copy.target, y, z), row(copy.source, y, z), copy.width);
    });
}

// Pools.

CpuServices::Pool& CpuServices::at(PoolHandle pool) {
    auto found = pools_.find(pool);
    if (found == pools_.end()) raise(invalid_value, "no such memory pool, or it was destroyed");
    return *found->second;
}

void* CpuServices::allocate_async(int device, std::size_t bytes, PoolHandle handle, StreamHandle stream) {
    check(device);
    streams_.flags(stream);  // for its check
    if (streams_.is_capturing(stream)) raise(not_supported, "allocations are no steps of a graph on a CPU");
    std::lock_guard guard(lock_);
    Pool& pool = at(handle ? handle : current_pools_[device]);
    void* pointer = memory_.allocate(bytes, device, Memory::Kind::device);
    pool.used += bytes;
    pool.used_most = std::max(pool.used_most, pool.used);
    pool_of_[pointer] = &pool;
    return pointer;
}

void CpuServices::free_async(int, void* pointer, StreamHandle stream) {
    streams_.flags(stream);
    std::lock_guard guard(lock_);
    auto found = pool_of_.find(pointer);
    const auto piece = memory_.find(pointer);
    if (!piece || found == pool_of_.end())
        raise(invalid_value, "the address was not allocated by a memory pool, or was freed before");
    if (found->second) found->second->used -= piece->bytes;
    pool_of_.erase(found);
    memory_.free(pointer);
}

PoolHandle CpuServices::default_pool(int device) {
    check(device);
    return default_pools_[device];
}

PoolHandle CpuServices::current_pool(int device) {
    check(device);
    std::lock_guard guard(lock_);
    return current_pools_[device];
}

void CpuServices::set_current_pool(int device, PoolHandle pool) {
    check(device);
    std::lock_guard guard(lock_);
    at(pool);
    current_pools_[device] = pool;
}

PoolHandle CpuServices::create_pool(const runtime::PoolProperties& properties) {
    check(properties.location);
    std::lock_guard guard(lock_);
    auto handle = reinterpret_cast<PoolHandle>(last_handle_ += 16);
    pools_[handle] = std::make_unique<Pool>(Pool{.device = properties.location});
    return handle;
}

void CpuServices::destroy_pool(PoolHandle handle) {
    std::lock_guard guard(lock_);
    Pool& pool = at(handle);
    if (std::count(default_pools_.begin(), default_pools_.end(), handle))
        raise(invalid_value, "a device's default memory pool cannot be destroyed");
    for (auto& [pointer, owner] : pool_of_)
        if (owner == &pool) owner = nullptr;  // What it has lent stays until it is freed.
    std::replace(current_pools_.begin(), current_pools_.end(), handle, default_pools_[pool.device]);
    pools_.erase(handle);
}

void CpuServices::trim_pool(PoolHandle pool, std::size_t) {
    std::lock_guard guard(lock_);
    at(pool);  // Nothing is kept that could be trimmed.
}

std::uint64_t CpuServices::pool_attribute(PoolHandle handle, int which) {
    std::lock_guard guard(lock_);
    const Pool& pool = at(handle);
    switch (which) {
        case 5:  // ReservedMemCurrent
        case 7:  // UsedMemCurrent
            return pool.used;
        case 6:  // ReservedMemHigh
        case 8:  // UsedMemHigh
            return pool.used_most;
    }
    if (which < 1 || which > 8)
        raise(invalid_value, "there is no attribute " + std::to_string(which) + " of memory pools");
    auto found = pool.settings.find(which);
    return found == pool.settings.end() ? which < 4 : found->second;
}

void CpuServices::set_pool_attribute(PoolHandle handle, int which, std::uint64_t value) {
    std::lock_guard guard(lock_);
    Pool& pool = at(handle);
    if (which == 6 || which == 8) {
        if (value) raise(invalid_value, "a record can only be set to 0");
        pool.used_most = pool.used;
        return;
    }
    if (which < 1 || which > 4)
        raise(invalid_value, "attribute " + std::to_string(which) + " of memory pools cannot be set");
    pool.settings[which] = value;
}

}  // namespace cuprum::backend::cpu
