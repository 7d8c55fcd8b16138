#include "context.h"
#include "cuprum/cuda.h"
#include "cuprum/error.h"
#include "cuprum/synchronization.h"
#include "device_number.h"
#include "errors.h"
#include "runtime/status_codes.h"
#include "runtime/waiting.h"
#include "services.h"
#include "thread_streams.h"

namespace cuprum {

const char* backend_name() { return runtime::backend().name(); }

int runtime::check_device_number(int id) {
    const int count = backend().device_count();
    if (id < 0 || id >= count)
        cuda_error::raise(cuda_error::invalid_device, "there is no device " + std::to_string(id) + "; the " +
                                                          backend().name() + " backend has " + std::to_string(count));
    return id;
}

}  // namespace cuprum

namespace cuprum::cuda {

using runtime::backend;
using runtime::check_device_number;
using runtime::context;

bool is_available() { return backend().is_gpu(); }
int get_device_count() { return backend().device_count(); }

Device::Device(std::optional<int> device) : id_(device.value_or(context.device)) {}

void Device::use() const {
    runtime::evaluate_waiting();
    backend().set_device(check_device_number(id_));
    context.device = id_;
    context.stream = runtime::thread_stream(id_);
}

void Device::synchronize() const {
    check_may_synchronize("Device.synchronize()");
    runtime::evaluate_waiting();
    backend().synchronize_device(check_device_number(id_));
    runtime::raise_deferred();
}

Properties Device::properties() const { return backend().properties(check_device_number(id_)); }

std::pair<std::size_t, std::size_t> Device::mem_info() const {
    runtime::MemoryInfo memory = backend().memory_info(check_device_number(id_));
    return {memory.free, memory.total};
}

std::string Device::compute_capability() const {
    const Properties& p = backend().properties(check_device_number(id_));
    if (!backend().is_gpu()) return {};
    return std::to_string(p.compute_major) + std::to_string(p.compute_minor);
}

int Device::attribute(int which) const { return backend().services().attribute(check_device_number(id_), which); }

std::map<std::string, int> Device::attributes() const {
    static constexpr std::pair<const char*, int> known[] = {
#define CUPRUM_DEVICE_ATTRIBUTE(name, number) {#name, number},
#include "cuprum/device_attributes.def"
#undef CUPRUM_DEVICE_ATTRIBUTE
    };
    check_device_number(id_);
    std::map<std::string, int> values;
    for (auto [name, number] : known) {
        try {
            values.emplace(name, attribute(number));
        } catch (const CUDARuntimeError&) {
            // Not every driver knows every attribute.
        }
    }
    return values;
}

std::string Device::pci_bus_id() const { return backend().services().pci_bus_id(check_device_number(id_)); }
Device Device::from_pci_bus_id(const std::string& pci_bus_id) {
    return Device(backend().services().device_by_pci_bus_id(pci_bus_id));
}

void* Device::library_handle(const std::string& library) const {
    check_device_number(id_);
    return backend().services().library_handle(id_, library, runtime::thread_stream(id_));
}

bool Device::can_access_peer(Device peer) const {
    return backend().services().can_access_peer(check_device_number(id_), check_device_number(peer.id_));
}
void Device::enable_peer_access(Device peer) const {
    backend().services().enable_peer_access(check_device_number(id_), check_device_number(peer.id_));
}
void Device::disable_peer_access(Device peer) const {
    backend().services().disable_peer_access(check_device_number(id_), check_device_number(peer.id_));
}

std::string Device::repr() const {
    return std::string(backend().is_gpu() ? "<CUDA" : "<CPU") + " Device " + std::to_string(id_) + ">";
}

DeviceGuard::~DeviceGuard() {
    try {
        previous_.use();
    } catch (const Error&) {
        // The device was current before, so this means that the driver is gone; the next call will say so.
    }
}

}  // namespace cuprum::cuda
