// What CUDA's driver offers of a device's services.
#pragma once

#include <map>

#include "backend/cuda/contexts.h"
#include "backend/cuda/mappings.h"
#include "backend/cuda/nccl.h"
#include "runtime/services.h"

namespace cuprum::backend::cuda {

class CudaServices final : public runtime::Services {
public:
    CudaServices(Contexts& contexts, Mappings& mappings)
        : contexts_(contexts), driver_(driver()), mappings_(mappings) {}

    int attribute(int device, int which) override;
    std::string pci_bus_id(int device) override;
    int device_by_pci_bus_id(const std::string& id) override;
    bool can_access_peer(int device, int peer) override;
    /// Gives access at the first question, where the devices are linked and nobody has taken it away.
    bool has_peer_access(int device, int peer) override;
    void enable_peer_access(int device, int peer) override;
    void disable_peer_access(int device, int peer) override;
    std::size_t limit(int device, int which) override;
    void set_limit(int device, int which, std::size_t value) override;
    void set_profiling(bool on) override;
    void* library_handle(int device, const std::string& library, runtime::StreamHandle stream) override;
    void* context(int device) override;
    void* stream_context(runtime::StreamHandle stream) override;

    unsigned stream_flags(runtime::StreamHandle stream) override;
    int stream_priority(runtime::StreamHandle stream) override;
    std::pair<int, int> priority_range(int device) override;
    runtime::EventHandle create_interprocess_event(int device) override;
    void launch_host_function(runtime::StreamHandle stream, std::shared_ptr<runtime::HostFunction> function) override;

    bool is_capturing(runtime::StreamHandle stream) override;
    void begin_capture(runtime::StreamHandle stream, int mode) override;
    runtime::GraphHandle end_capture(runtime::StreamHandle stream) override;
    runtime::GraphExecHandle instantiate(runtime::GraphHandle graph) override;
    void upload_graph(runtime::GraphExecHandle graph, runtime::StreamHandle stream) override;
    void launch_graph(runtime::GraphExecHandle graph, runtime::StreamHandle stream) override;
    void add_graph(runtime::GraphHandle graph, runtime::GraphExecHandle exec, runtime::StreamHandle stream) override;
    void destroy_graph(runtime::GraphHandle graph) noexcept override;
    void destroy_graph_exec(runtime::GraphExecHandle graph) noexcept override;
    void print_graph(runtime::GraphHandle graph, const std::string& path, unsigned flags) override;

    void* allocate_managed(int device, std::size_t bytes, unsigned flags) override;
    void prefetch(void* pointer, std::size_t bytes, int device, runtime::StreamHandle stream) override;
    void advise(void* pointer, std::size_t bytes, int advice, int device) override;
    void* allocate_host(std::size_t bytes, unsigned flags) override;
    void register_host(void* pointer, std::size_t bytes, unsigned flags) override;
    void unregister_host(void* pointer) override;
    runtime::PointerAttributes pointer_attributes(const void* pointer) override;
    void free_checked(void* pointer) override;
    void free_host_checked(void* pointer) override;
    void copy_any(void* target, const void* source, std::size_t bytes, runtime::StreamHandle stream) override;
    void copy_box(const runtime::BoxCopy& copy, runtime::StreamHandle stream) override;

    void* allocate_async(int device, std::size_t bytes, runtime::PoolHandle pool,
                         runtime::StreamHandle stream) override;
    void free_async(int device, void* pointer, runtime::StreamHandle stream) override;
    runtime::PoolHandle default_pool(int device) override;
    runtime::PoolHandle current_pool(int device) override;
    void set_current_pool(int device, runtime::PoolHandle pool) override;
    runtime::PoolHandle create_pool(const runtime::PoolProperties& properties) override;
    void destroy_pool(runtime::PoolHandle pool) override;
    void trim_pool(runtime::PoolHandle pool, std::size_t bytes_to_keep) override;
    std::uint64_t pool_attribute(runtime::PoolHandle pool, int which) override;
    void set_pool_attribute(runtime::PoolHandle pool, int which, std::uint64_t value) override;

    std::string ipc_memory_handle(void* pointer) override;
    void* open_ipc_memory(const std::string& handle, unsigned flags) override;
    void close_ipc_memory(void* pointer) override;
    std::string ipc_event_handle(runtime::EventHandle event) override;
    runtime::EventHandle open_ipc_event(const std::string& handle) override;

    runtime::ArrayHandle allocate_array(const runtime::ChannelFormat& format, std::size_t width, std::size_t height,
                                        std::size_t depth, unsigned flags) override;
    void free_array(runtime::ArrayHandle array) override;
    std::size_t array_element_bytes(runtime::ArrayHandle array) override;
    std::uint64_t create_texture(const runtime::ResourceDescription& resource,
                                 const runtime::TextureDescription& texture) override;
    void destroy_texture(std::uint64_t texture) override;
    std::uint64_t create_surface(const runtime::ResourceDescription& resource) override;
    void destroy_surface(std::uint64_t surface) override;

    const runtime::NcclFunctions& nccl() override { return nccl_functions(); }

private:
    CUdevice ordinal(int device) const { return contexts_.at(device).ordinal; }
    bool holds_floats(const runtime::ResourceDescription& resource);

    Contexts& contexts_;
    const Driver& driver_;
    Mappings& mappings_;
    std::mutex peers_lock_;
    enum class Access { none, by_itself, asked_for };
    std::map<std::pair<int, int>, Access> peers_;  ///< From one device to another.
};

}  // namespace cuprum::backend::cuda
