// What the services say where a backend does not offer them.
#include "services.h"

#include "context.h"
#include "errors.h"

namespace cuprum::runtime {

namespace {

[[noreturn]] void refuse(const std::string& what) {
    cuda_error::raise(cuda_error::not_supported,
                      what + " needs a GPU, and the " + backend().name() +
                          " backend is in use; set CUPRUM_BACKEND=cuda on a machine with one");
}

}  // namespace

void* Backend::reserve(int, std::size_t) { return nullptr; }
void Backend::unreserve(int, void*, std::size_t) noexcept {}
void Backend::map(int, void*, std::size_t, std::size_t) { refuse("memory that is mapped in pieces"); }
void Backend::unmap(int, void*, std::size_t) noexcept {}

Services& Backend::services() {
    static Services none;
    return none;
}

const DeviceTraits& device_traits() { return backend().traits(context.device); }

int Services::attribute(int, int) { refuse("a device's attribute"); }
std::string Services::pci_bus_id(int) { refuse("a device's PCI bus id"); }
int Services::device_by_pci_bus_id(const std::string&) { refuse("finding a device by its PCI bus id"); }
bool Services::can_access_peer(int, int) { return false; }
bool Services::has_peer_access(int, int) { return false; }
void Services::enable_peer_access(int, int) { refuse("access between devices"); }
void Services::disable_peer_access(int, int) { refuse("access between devices"); }
std::size_t Services::limit(int, int) { refuse("a device's limit"); }
void Services::set_limit(int, int, std::size_t) { refuse("a device's limit"); }
void Services::set_profiling(bool) {}
void* Services::library_handle(int, const std::string& library, StreamHandle) { refuse("a handle of " + library); }

void* Services::context(int) { refuse("a context of CUDA's driver"); }
void* Services::stream_context(StreamHandle) { refuse("a context of CUDA's driver"); }
unsigned Services::stream_flags(StreamHandle) { return 0; }
int Services::stream_priority(StreamHandle) { return 0; }
std::pair<int, int> Services::priority_range(int) { return {0, 0}; }
EventHandle Services::create_interprocess_event(int) { refuse("an event shared between processes"); }
void Services::launch_host_function(StreamHandle, std::shared_ptr<HostFunction>) {
    refuse("a host function on a stream");
}

bool Services::is_capturing(StreamHandle) { return false; }
void Services::begin_capture(StreamHandle, int) { refuse("capturing a stream"); }
GraphHandle Services::end_capture(StreamHandle) { refuse("capturing a stream"); }
GraphExecHandle Services::instantiate(GraphHandle) { refuse("a graph"); }
void Services::upload_graph(GraphExecHandle, StreamHandle) { refuse("a graph"); }
void Services::launch_graph(GraphExecHandle, StreamHandle) { refuse("a graph"); }
void Services::add_graph(GraphHandle, GraphExecHandle exec, StreamHandle stream) { launch_graph(exec, stream); }
void Services::destroy_graph(GraphHandle) noexcept {}
void Services::destroy_graph_exec(GraphExecHandle) noexcept {}
void Services::print_graph(GraphHandle, const std::string&, unsigned) { refuse("a graph's picture"); }

void* Services::allocate_managed(int, std::size_t, unsigned) { refuse("managed memory"); }
void Services::prefetch(void*, std::size_t, int, StreamHandle) { refuse("prefetching managed memory"); }
void Services::advise(void*, std::size_t, int, int) { refuse("advice on managed memory"); }
void* Services::allocate_host(std::size_t, unsigned) { refuse("page-locked memory with flags"); }
void Services::register_host(void*, std::size_t, unsigned) { refuse("registering memory of the host"); }
void Services::unregister_host(void*) { refuse("registering memory of the host"); }
PointerAttributes Services::pointer_attributes(const void*) { refuse("a pointer's attributes"); }
void Services::free_checked(void*) { refuse("freeing memory by its address"); }
void Services::free_host_checked(void*) { refuse("freeing memory by its address"); }
void Services::copy_any(void*, const void*, std::size_t, StreamHandle) { refuse("a copy between any two places"); }
void Services::copy_box(const BoxCopy&, StreamHandle) { refuse("a copy in two or three dimensions"); }

void* Services::allocate_async(int, std::size_t, PoolHandle, StreamHandle) { refuse("a memory pool of the driver"); }
void Services::free_async(int, void*, StreamHandle) { refuse("a memory pool of the driver"); }
PoolHandle Services::default_pool(int) { refuse("a memory pool of the driver"); }
PoolHandle Services::current_pool(int) { refuse("a memory pool of the driver"); }
void Services::set_current_pool(int, PoolHandle) { refuse("a memory pool of the driver"); }
PoolHandle Services::create_pool(const PoolProperties&) { refuse("a memory pool of the driver"); }
void Services::destroy_pool(PoolHandle) { refuse("a memory pool of the driver"); }
void Services::trim_pool(PoolHandle, std::size_t) { refuse("a memory pool of the driver"); }
std::uint64_t Services::pool_attribute(PoolHandle, int) { refuse("a memory pool of the driver"); }
void Services::set_pool_attribute(PoolHandle, int, std::uint64_t) { refuse("a memory pool of the driver"); }

std::string Services::ipc_memory_handle(void*) { refuse("memory shared between processes"); }
void* Services::open_ipc_memory(const std::string&, unsigned) { refuse("memory shared between processes"); }
void Services::close_ipc_memory(void*) { refuse("memory shared between processes"); }
std::string Services::ipc_event_handle(EventHandle) { refuse("an event shared between processes"); }
EventHandle Services::open_ipc_event(const std::string&) { refuse("an event shared between processes"); }

ArrayHandle Services::allocate_array(const ChannelFormat&, std::size_t, std::size_t, std::size_t, unsigned) {
    refuse("an array for textures (CUDAarray)");
}
std::size_t Services::array_element_bytes(ArrayHandle) { refuse("an array for textures (CUDAarray)"); }
void Services::free_array(ArrayHandle) { refuse("an array for textures (CUDAarray)"); }
std::uint64_t Services::create_texture(const ResourceDescription&, const TextureDescription&) {
    refuse("a texture (TextureObject)");
}
void Services::destroy_texture(std::uint64_t) { refuse("a texture (TextureObject)"); }
std::uint64_t Services::create_surface(const ResourceDescription&) { refuse("a surface (SurfaceObject)"); }
void Services::destroy_surface(std::uint64_t) { refuse("a surface (SurfaceObject)"); }

const NcclFunctions& Services::nccl() { refuse("NCCL"); }

}  // namespace cuprum::runtime
