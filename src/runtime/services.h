// What a backend offers beside what arrays need: attributes, peers, kinds of memory, pools of the driver, host
// functions, capture and graphs, sharing between processes, textures. Programs ask for these by name
// (cuprum/cuda_runtime.h), so each call is made only where it was meant; what a backend does not offer is refused by
// name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "backend.h"
#include "cuprum/texture_descriptions.h"
#include "nccl_functions.h"

namespace cuprum::runtime {

using GraphHandle = void*;
using GraphExecHandle = void*;
using PoolHandle = void*;
using ArrayHandle = void*;
using ChannelFormat = ::cuprum::cuda::ChannelFormat;
using ResourceDescription = ::cuprum::cuda::ResourceDescription;
using TextureDescription = ::cuprum::cuda::TextureDescription;

/// What the driver calls on one of its own threads; the context must not call the driver.
using HostFunction = std::function<void()>;

/// What is known of an address.
struct PointerAttributes {
    int type = 0;  ///< 0 unknown, 1 host, 2 device, 3 managed.
    int device = -2;
    void* device_pointer = nullptr;
    void* host_pointer = nullptr;
};

/// How a pool of the driver is made.
struct PoolProperties {
    int allocation_type = 1, handle_type = 0, location_type = 1, location = 0;
};

/// A box of elements, one side of which may lie in an array for textures. Lengths and pitches in bytes, except that an
/// array's place is counted in its elements.
struct BoxCopy {
    struct Side {
        void* pointer = nullptr;
        ArrayHandle array = nullptr;
        bool on_host = false;
        std::size_t pitch = 0, rows = 0;  ///< Of memory that is no array.
        std::size_t x = 0, y = 0, z = 0;  ///< x in bytes.
    } target, source;
    std::size_t width = 0, height = 1, depth = 1;
};

class Services {
public:
    virtual ~Services() = default;

    // Devices.
    virtual int attribute(int device, int which);
    virtual std::string pci_bus_id(int device);
    virtual int device_by_pci_bus_id(const std::string& id);
    virtual bool can_access_peer(int device, int peer);
    virtual bool has_peer_access(int device, int peer);  ///< Whether kernels on `device` may read `peer`'s memory now.
    virtual void enable_peer_access(int device, int peer);
    virtual void disable_peer_access(int device, int peer);
    virtual std::size_t limit(int device, int which);
    virtual void set_limit(int device, int which, std::size_t value);
    virtual void set_profiling(bool on);
    /// The calling thread's handle of one of the vendor's libraries, working on `stream`: "cublas", "cusolver", ...
    virtual void* library_handle(int device, const std::string& library, StreamHandle stream);

    /// The driver's context: of a device, and of a stream.
    virtual void* context(int device);
    virtual void* stream_context(StreamHandle stream);

    // Streams and events.
    virtual unsigned stream_flags(StreamHandle stream);
    virtual int stream_priority(StreamHandle stream);
    virtual std::pair<int, int> priority_range(int device);  ///< Least and greatest: (0, -5).
    virtual EventHandle create_interprocess_event(int device);
    /// Calls the function when the stream has come to it. A stream that is captured keeps it for each replay.
    virtual void launch_host_function(StreamHandle stream, std::shared_ptr<HostFunction> function);

    // Capture: what a stream is given becomes the steps of a graph instead of being done.
    virtual bool is_capturing(StreamHandle stream);
    virtual void begin_capture(StreamHandle stream, int mode);
    virtual GraphHandle end_capture(StreamHandle stream);
    virtual GraphExecHandle instantiate(GraphHandle graph);
    virtual void upload_graph(GraphExecHandle graph, StreamHandle stream);
    virtual void launch_graph(GraphExecHandle graph, StreamHandle stream);
    /// Makes all of a graph a step of the one that is captured from `stream`.
    virtual void add_graph(GraphHandle graph, GraphExecHandle exec, StreamHandle stream);
    virtual void destroy_graph(GraphHandle graph) noexcept;
    virtual void destroy_graph_exec(GraphExecHandle graph) noexcept;
    virtual void print_graph(GraphHandle graph, const std::string& path, unsigned flags);

    // Memory.
    virtual void* allocate_managed(int device, std::size_t bytes, unsigned flags);
    virtual void prefetch(void* pointer, std::size_t bytes, int device, StreamHandle stream);
    virtual void advise(void* pointer, std::size_t bytes, int advice, int device);
    virtual void* allocate_host(std::size_t bytes, unsigned flags);
    virtual void register_host(void* pointer, std::size_t bytes, unsigned flags);
    virtual void unregister_host(void* pointer);
    virtual PointerAttributes pointer_attributes(const void* pointer);
    /// Gives memory of a device back; throws where the address is none that was lent.
    virtual void free_checked(void* pointer);
    virtual void free_host_checked(void* pointer);
    /// A copy between any two addresses, wherever they lie.
    virtual void copy_any(void* target, const void* source, std::size_t bytes, StreamHandle stream);
    virtual void copy_box(const BoxCopy& copy, StreamHandle stream);

    // Pools of the driver, which allocate in a stream's order. Null stands for the device's current one.
    virtual void* allocate_async(int device, std::size_t bytes, PoolHandle pool, StreamHandle stream);
    virtual void free_async(int device, void* pointer, StreamHandle stream);
    virtual PoolHandle default_pool(int device);
    virtual PoolHandle current_pool(int device);
    virtual void set_current_pool(int device, PoolHandle pool);
    virtual PoolHandle create_pool(const PoolProperties& properties);
    virtual void destroy_pool(PoolHandle pool);
    virtual void trim_pool(PoolHandle pool, std::size_t bytes_to_keep);
    virtual std::uint64_t pool_attribute(PoolHandle pool, int which);
    virtual void set_pool_attribute(PoolHandle pool, int which, std::uint64_t value);

    // Sharing between processes.
    virtual std::string ipc_memory_handle(void* pointer);
    virtual void* open_ipc_memory(const std::string& handle, unsigned flags);
    virtual void close_ipc_memory(void* pointer);
    virtual std::string ipc_event_handle(EventHandle event);
    virtual EventHandle open_ipc_event(const std::string& handle);

    // Arrays for textures and surfaces.
    virtual ArrayHandle allocate_array(const ChannelFormat& format, std::size_t width, std::size_t height,
                                       std::size_t depth, unsigned flags);
    virtual void free_array(ArrayHandle array);
    virtual std::size_t array_element_bytes(ArrayHandle array);
    virtual std::uint64_t create_texture(const ResourceDescription& resource, const TextureDescription& texture);
    virtual void destroy_texture(std::uint64_t texture);
    virtual std::uint64_t create_surface(const ResourceDescription& resource);
    virtual void destroy_surface(std::uint64_t surface);

    /// Communication between devices, by a library that the first call loads.
    virtual const NcclFunctions& nccl();
};

}  // namespace cuprum::runtime
