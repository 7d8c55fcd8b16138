// What the CPU offers of a device's services.
#pragma once

#include <atomic>
#include <set>

#include "backend/cpu/memory.h"
#include "backend/cpu/nccl.h"
#include "backend/cpu/streams.h"
#include "backend/cpu/textures.h"
#include "runtime/services.h"

namespace cuprum::backend::cpu {

using runtime::GraphExecHandle;
using runtime::GraphHandle;
using runtime::PoolHandle;

class CpuServices final : public runtime::Services {
public:
    CpuServices(Streams& streams, Memory& memory, int device_count, int threads, std::size_t l2_bytes);

    int attribute(int device, int which) override;
    bool can_access_peer(int device, int peer) override;
    bool has_peer_access(int device, int peer) override;
    void enable_peer_access(int device, int peer) override;
    void disable_peer_access(int device, int peer) override;

    unsigned stream_flags(StreamHandle stream) override { return streams_.flags(stream); }
    int stream_priority(StreamHandle stream) override { return streams_.priority(stream); }
    void launch_host_function(StreamHandle stream, std::shared_ptr<runtime::HostFunction> function) override;

    bool is_capturing(StreamHandle stream) override { return streams_.is_capturing(stream); }
    void begin_capture(StreamHandle stream, int mode) override;
    GraphHandle end_capture(StreamHandle stream) override { return streams_.end_capture(stream).release(); }
    GraphExecHandle instantiate(GraphHandle graph) override;
    void upload_graph(GraphExecHandle graph, StreamHandle stream) override;
    void launch_graph(GraphExecHandle graph, StreamHandle stream) override;
    void destroy_graph(GraphHandle graph) noexcept override;
    void destroy_graph_exec(GraphExecHandle graph) noexcept override;
    void print_graph(GraphHandle graph, const std::string& path, unsigned flags) override;

    void* allocate_managed(int device, std::size_t bytes, unsigned flags) override;
    void prefetch(void* pointer, std::size_t bytes, int device, StreamHandle stream) override;
    void advise(void* pointer, std::size_t bytes, int advice, int device) override;
    void* allocate_host(std::size_t bytes, unsigned flags) override;
    void register_host(void* pointer, std::size_t bytes, unsigned flags) override;
    void unregister_host(void* pointer) override;
    runtime::PointerAttributes pointer_attributes(const void* pointer) override;
    void free_checked(void* pointer) override;
    void free_host_checked(void* pointer) override;
    void copy_any(void* target, const void* source, std::size_t bytes, StreamHandle stream) override;
    void copy_box(const runtime::BoxCopy& copy, StreamHandle stream) override;

    runtime::ArrayHandle allocate_array(const runtime::ChannelFormat& format, std::size_t width, std::size_t height,
                                        std::size_t depth, unsigned) override {
        return textures_.allocate_array(format, width, height, depth);
    }
    void free_array(runtime::ArrayHandle array) override { textures_.free_array(array); }
    std::size_t array_element_bytes(runtime::ArrayHandle array) override { return textures_.element_bytes(array); }
    std::uint64_t create_texture(const runtime::ResourceDescription& resource,
                                 const runtime::TextureDescription& texture) override {
        return textures_.create(resource, texture);
    }
    void destroy_texture(std::uint64_t texture) override { textures_.destroy(texture); }
    std::uint64_t create_surface(const runtime::ResourceDescription& resource) override {
        return textures_.create(resource, {});
    }
    void destroy_surface(std::uint64_t surface) override { textures_.destroy(surface); }

    const runtime::NcclFunctions& nccl() override { return nccl_functions(); }

    void* allocate_async(int device, std::size_t bytes, PoolHandle pool, StreamHandle stream) override;
    void free_async(int device, void* pointer, StreamHandle stream) override;
    PoolHandle default_pool(int device) override;
    PoolHandle current_pool(int device) override;
    void set_current_pool(int device, PoolHandle pool) override;
    PoolHandle create_pool(const runtime::PoolProperties& properties) override;
    void destroy_pool(PoolHandle pool) override;
    void trim_pool(PoolHandle pool, std::size_t bytes_to_keep) override;
    std::uint64_t pool_attribute(PoolHandle pool, int which) override;
    void set_pool_attribute(PoolHandle pool, int which, std::uint64_t value) override;

private:
    /// A pool of the driver's kind: it only counts.
    struct Pool {
        int device = 0;
        std::uint64_t used = 0, used_most = 0;
        std::map<int, std::uint64_t> settings = {};
    };
    Pool& at(PoolHandle pool);
    void check(int device) const;
    Graph& graph_at(void* handle);

    Streams& streams_;
    Memory& memory_;
    Textures textures_;
    const int device_count_, threads_, l2_bytes_;

    std::mutex lock_;
    std::set<std::pair<int, int>> peers_;
    std::map<const void*, std::size_t> registered_;
    std::map<PoolHandle, std::unique_ptr<Pool>> pools_;
    std::vector<PoolHandle> default_pools_, current_pools_;
    std::map<void*, Pool*> pool_of_;
    std::map<void*, std::shared_ptr<Graph>> graphs_;
    std::uintptr_t last_handle_ = 0x10;
};

}  // namespace cuprum::backend::cpu
