// Devices, streams and events. Each thread has a current device, and for each device a current stream.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cuprum/device_properties.h"
#include "cuprum/graph.h"
#include "cuprum/memory.h"
#include "cuprum/python.h"

namespace cuprum {

/// "cuda" or "cpu": what arrays are computed with in this process.
const char* backend_name();

}  // namespace cuprum

namespace cuprum::cuda {

/// Whether arrays are computed on a CUDA device.
bool is_available();
int get_device_count();

/// A device of the backend in use.
class Device {
public:
    /// A device of the backend in use: Device() is the current one, Device(1) the second. Where there is none of that
    /// number, its use throws CUDARuntimeError. `with device:` makes it current.
    ///
    /// Example
    ///     >>> with cp.cuda.Device(0) as device:
    ///     ...     a = cp.arange(3)
    ///     >>> a.device == device, device.id
    ///     (True, 0)
    CUPRUM_TRAITS("not pickled")
    CUPRUM_PYTHON explicit Device(std::optional<int> device = {});

    /// Its number.
    CUPRUM_PROPERTY int id() const { return id_; }
    /// Make it the calling thread's device.
    CUPRUM_PYTHON void use() const;
    /// Wait for all that the device was given to do.
    CUPRUM_TRAITS("released")
    CUPRUM_PYTHON void synchronize() const;
    Properties properties() const;
    /// Bytes that are free, and bytes there are.
    CUPRUM_PROPERTY std::pair<std::size_t, std::size_t> mem_info() const;
    /// '90' for 9.0; empty on a CPU.
    CUPRUM_PROPERTY std::string compute_capability() const;
    /// One attribute by CUDA's number.
    int attribute(int which) const;
    /// The device's attributes by their names in CUDA, without 'cudaDevAttr'.
    CUPRUM_PROPERTY std::map<std::string, int> attributes() const;
    /// '0000:3B:00.0'. Throws CUDARuntimeError on a CPU.
    CUPRUM_PROPERTY std::string pci_bus_id() const;
    /// The device with a PCI bus id.
    CUPRUM_PYTHON static Device from_pci_bus_id(const std::string& pci_bus_id);

    /// Whether this device could reach the memory of `peer`, and whether it may now. Devices of a GPU that can are
    /// given access when an array asks for it; those of a CPU must be told to.
    bool can_access_peer(Device peer) const;
    void enable_peer_access(Device peer) const;
    void disable_peer_access(Device peer) const;
    /// The calling thread's handle of one of NVIDIA's libraries, set to the current stream: "cublas", "cusolver"
    /// (dense), "cusolver_sp", "cusparse" or "cutensor". Throws CUDARuntimeError on a CPU.
    void* library_handle(const std::string& library) const;

    /// `<CUDA Device 0>` or `<CPU Device 0>`.
    CUPRUM_TRAITS("named __repr__")
    CUPRUM_PYTHON std::string repr() const;

    friend bool operator==(Device, Device) = default;

private:
    int id_;
};

/// Makes a device current while the guard lives.
class DeviceGuard {
public:
    explicit DeviceGuard(Device device) { device.use(); }
    explicit DeviceGuard(int id) : DeviceGuard(Device(id)) {}
    ~DeviceGuard();
    DeviceGuard(const DeviceGuard&) = delete;
    DeviceGuard& operator=(const DeviceGuard&) = delete;

private:
    Device previous_;
};

class Stream;

/// A mark in a stream's work. Copies stand for the same event.
class Event {
public:
    /// A mark in a stream's work: Event(block=False, disable_timing=False).
    ///
    /// Parameters
    ///     block: whether `synchronize` sleeps instead of spinning.
    ///     disable_timing: without it two events tell the time between them.
    ///     interprocess: whether it can be handed to another process; it needs `disable_timing`.
    /// Example
    ///     >>> event = cp.cuda.Event()
    ///     >>> a = cp.arange(3) + 1
    ///     >>> event.record()
    ///     >>> event.synchronize()  # `a` is computed now
    ///     >>> event.done
    ///     True
    CUPRUM_TRAITS("not pickled")
    CUPRUM_PYTHON explicit Event(bool block = false, bool disable_timing = false, bool interprocess = false);
    /// An event of another process, from what `ipc_handle` gave there.
    static Event from_ipc_handle(const std::string& handle);

    void record(const Stream& stream) { record(&stream); }
    /// Mark the end of what a stream, the current one unless given, was given so far.
    CUPRUM_PYTHON void record(const Stream* stream = nullptr);
    /// Wait for everything before the mark.
    CUPRUM_TRAITS("released")
    CUPRUM_PYTHON void synchronize() const;
    /// Whether everything before the mark is done.
    CUPRUM_PROPERTY bool done() const;
    /// The handle.
    CUPRUM_TRAITS("named ptr")
    CUPRUM_PROPERTY void* handle() const;
    /// Bytes by which another process can open an interprocess event.
    std::string ipc_handle() const;

private:
    struct State;
    explicit Event(std::shared_ptr<State> state) : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
};

/// Milliseconds from one recorded event to another.
///
/// Example
///     >>> start, end = cp.cuda.Event(), cp.cuda.Event()
///     >>> start.record()
///     >>> total = cp.ones(1000).sum()
///     >>> end.record()
///     >>> end.synchronize()
///     >>> cp.cuda.get_elapsed_time(start, end) >= 0
///     True
CUPRUM_PYTHON double get_elapsed_time(const Event& start_event, const Event& end_event);

/// An order in which a device works. Copies stand for the same stream, which lives until the last of them is gone.
class Stream {
public:
    /// A new stream on the current device. A lower `priority` goes first.
    explicit Stream(bool non_blocking = false, std::optional<int> priority = {});
    /// The default stream of whatever device is current.
    static const Stream& null();
    /// The default stream of the calling thread.
    static const Stream& per_thread();
    /// A stream made elsewhere, which stays with its maker. `device` is the current one unless given.
    static Stream external(void* handle, std::optional<int> device = {});

    /// Makes it the calling thread's stream on the current device.
    void use() const;
    void synchronize() const;
    bool done() const;
    /// Records a new event, or `event`.
    Event record() const;
    void record(Event& event) const;
    /// What this stream is given from now on waits for `event`.
    void wait_event(const Event& event) const;
    /// Calls `function` when all that the stream was given is done, and goes on after it. It is called on another
    /// thread and must not use the device; what it throws is reported on standard error. A captured stream's graph
    /// calls it with each launch.
    void launch_host_func(std::function<void()> function) const;
    /// The same for a function that takes CUDA's error number, 0 where all went well.
    void add_callback(std::function<void(int status)> function) const;

    /// From here on the stream's work is not done but becomes the steps of a graph, and so does that of streams which
    /// wait for events recorded on it. To be ended by the same thread. What cannot be captured throws CUDARuntimeError
    /// and spoils the capture: waiting for the stream, reading results on the host, the default stream's work.
    void begin_capture(CaptureMode mode = CaptureMode::relaxed) const;
    Graph end_capture() const;
    bool is_capturing() const;

    StreamHandle handle() const;
    /// -1 for the default streams, which belong to whatever device is current.
    int device_id() const;
    bool is_non_blocking() const;
    int priority() const;
    /// `<Stream 93825 (device 0)>`
    std::string repr() const;

    friend bool operator==(const Stream& a, const Stream& b) { return a.handle() == b.handle(); }

private:
    friend Stream get_current_stream(std::optional<int>);
    struct State;
    explicit Stream(std::shared_ptr<State> state);
    State& there() const;
    std::shared_ptr<State> state_;
};

/// The calling thread's stream on a device, the current one unless given.
Stream get_current_stream(std::optional<int> device = {});
/// Its handle on the current device; costs a thread-local read.
StreamHandle current_stream_handle();

/// Makes a stream current on the current device while the guard lives.
class StreamGuard {
public:
    explicit StreamGuard(const Stream& stream);
    ~StreamGuard();
    StreamGuard(const StreamGuard&) = delete;
    StreamGuard& operator=(const StreamGuard&) = delete;

private:
    Device device_;
    Stream previous_;
};

}  // namespace cuprum::cuda
