// The one interface behind which a processor hides. A backend allocates, copies, compiles, loads, launches and orders;
// it decides nothing. Everything here may be called from any thread. Failures are exceptions from cuprum/error.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/device_properties.h"
#include "cuprum/operation.h"
#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::runtime {

/// A backend's own stream or event handle; null is the default stream.
using StreamHandle = void*;
using EventHandle = void*;

/// A function of a loaded module, ready to launch.
using FunctionHandle = void*;
using ModuleHandle = void*;

enum class CopyKind : std::uint8_t { host_to_device, device_to_host, device_to_device };

struct MemoryInfo {
    std::size_t free = 0, total = 0;  ///< Bytes.
};

/// What to compile. `names` are the entry points wanted; with templates, C++ name expressions.
struct CompileRequest {
    std::string source;
    std::vector<std::string> options;
    std::vector<std::string> names;
    CodeOptions code{};         ///< How a compiler for GPUs treats kernels of ours.
    bool is_cuda = false;       ///< A user's program, in the whole of CUDA C++ (runtime/raw_kernels.h).
    bool with_nvcc = false;     ///< Compile such a program with nvcc, where there is one.
    bool check_memory = false;  ///< Find accesses out of bounds while such a program runs, on a CPU.
    bool check_races = false;   ///< Look for races on shared memory while such a program runs, on a CPU.
    /// Macros of such a program, as directives. They stand behind our headers, whose names they may have.
    std::string definitions{};

    /// What the compiler reads. The lines of `source` keep their numbers.
    std::string text() const { return definitions.empty() ? source : definitions + "#line 1\n" + source; }
};

/// Machine code, and the symbol behind each of the names asked for.
struct Binary {
    std::vector<char> code;
    std::vector<std::string> symbols;
};

class Fourier;        // runtime/fourier.h
class LinearAlgebra;  // runtime/linear_algebra.h
class RawKernels;     // runtime/raw_kernels.h

class Services;

class Backend {
public:
    virtual ~Backend() = default;

    // What is there.
    virtual const char* name() const = 0;  ///< "cuda" or "cpu".
    virtual bool is_gpu() const = 0;       ///< For what users ask; plans and engines ask `traits`.
    virtual int device_count() const = 0;
    virtual const cuda::Properties& properties(int device) const = 0;
    virtual const DeviceTraits& traits(int device) const = 0;
    virtual MemoryInfo memory_info(int device) = 0;
    virtual int driver_version() const { return 0; }  ///< The newest CUDA that the driver runs, 13000; 0 without one.

    /// Makes `device` the calling thread's device for what follows. Cheap when it already is.
    virtual void set_device(int device) = 0;

    // Memory. Allocation failure is OutOfMemoryError; sizes are never zero.
    virtual void* allocate(int device, std::size_t bytes) = 0;
    virtual void free(int device, void* pointer) noexcept = 0;

    // Memory in pieces at addresses that were reserved before; sizes are multiples of `DeviceTraits::mapping_unit`.
    // For devices where that is not 0.
    /// Null where there are no such addresses.
    virtual void* reserve(int device, std::size_t bytes);
    virtual void unreserve(int device, void* address, std::size_t bytes) noexcept;
    /// Memory at a part of what was reserved, in pieces of `piece` bytes and a smaller last one: all of it, or none
    /// and an OutOfMemoryError.
    virtual void map(int device, void* address, std::size_t bytes, std::size_t piece);
    /// Gives one or more whole pieces back that lie side by side. No work uses them any more.
    virtual void unmap(int device, void* address, std::size_t bytes) noexcept;

    virtual void* allocate_pinned(std::size_t bytes) = 0;
    virtual void free_pinned(void* pointer) noexcept = 0;
    virtual void copy(void* target, const void* source, std::size_t bytes, CopyKind kind, StreamHandle stream) = 0;
    virtual void copy_peer(int target_device, void* target, int source_device, const void* source, std::size_t bytes,
                           StreamHandle stream) = 0;
    virtual void fill(void* target, unsigned char value, std::size_t bytes, StreamHandle stream) = 0;

    // Order.
    virtual StreamHandle create_stream(int device, bool non_blocking, int priority) = 0;
    virtual void destroy_stream(StreamHandle stream) noexcept = 0;
    virtual void synchronize_stream(StreamHandle stream) = 0;
    virtual bool query_stream(StreamHandle stream) = 0;
    virtual void synchronize_device(int device) = 0;
    virtual EventHandle create_event(int device, bool timing, bool blocking_sync) = 0;
    virtual void destroy_event(EventHandle event) noexcept = 0;
    virtual void record_event(EventHandle event, StreamHandle stream) = 0;
    virtual void wait_event(StreamHandle stream, EventHandle event) = 0;
    virtual void synchronize_event(EventHandle event) = 0;
    virtual bool query_event(EventHandle event) = 0;
    virtual double elapsed_ms(EventHandle start, EventHandle stop) = 0;

    /// What only programs ask for that speak of devices themselves (runtime/services.h).
    virtual Services& services();

    // Kernels. `target` and `compiler_version` are parts of the cache key; neither may load the compiler.
    virtual std::string target(int device) const = 0;  ///< "sm_90", "x86-64-v4".
    virtual std::string compiler_version() const = 0;
    virtual Binary compile(const CompileRequest& request, const std::string& target) = 0;
    /// Loads the library behind `compile`, where a thread that compiles has to be ended before its static objects are.
    virtual void load_compiler() {}
    virtual ModuleHandle load(int device, const std::vector<char>& code) = 0;
    virtual void unload(ModuleHandle module) noexcept = 0;
    virtual FunctionHandle function(ModuleHandle module, const std::string& symbol) = 0;

    /// Starts a kernel whose single parameter is the struct of `bytes` bytes at `arguments` (copied before this
    /// returns). CUDA: `__global__ void f(Args)`. CPU: `void f(const Args*, int64 begin, int64 end)`, called over the
    /// items on the pool.
    virtual void launch(FunctionHandle function, const Launch& launch, const void* arguments, std::size_t bytes,
                        StreamHandle stream) = 0;

    /// From now until `give_launches`, kernels that the calling thread starts on this stream may be kept, to be given
    /// to the device together. Meanwhile their memory must not be reused, and their results must not be shown to other
    /// threads. All else that the calling thread asks of the backend comes behind them. False where none is kept; a
    /// backend without such launches keeps none.
    virtual bool keep_launches(StreamHandle) { return false; }
    /// Throws what starting them throws; none is kept any more then.
    virtual void give_launches() {}

    /// Products and factorizations of matrices, by a library that the first call loads. Throws where it is not there.
    virtual LinearAlgebra& linear_algebra();

    /// Fourier transforms, likewise.
    virtual Fourier& fourier();

    /// Kernels that users write in CUDA C++.
    virtual RawKernels& raw_kernels();
};

/// The backend in use: chosen at first call by CUPRUM_BACKEND, else CUDA where a device is there, else CPU.
Backend& backend();

// One per backend that the build holds; null with the reason in `why` where it cannot be used on this machine.
Backend* open_cpu_backend(std::string& why);
Backend* open_cuda_backend(std::string& why);

}  // namespace cuprum::runtime
