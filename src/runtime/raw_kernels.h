// Kernels that users write in CUDA C++, as a backend runs them: with a grid, a block, and parameters of any type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "backend.h"

namespace cuprum::runtime {

/// What a kernel takes. A GPU tells only the sizes.
struct KernelParameter {
    std::size_t size = 0;
    bool is_pointer = false;
    std::string name, type;  ///< As the source writes them; empty where they are not known.
};

/// The names are the CUDA driver's.
struct KernelAttributes {
    int max_threads_per_block = 0, shared_size_bytes = 0, const_size_bytes = 0, local_size_bytes = 0, num_regs = 0;
    int ptx_version = 0, binary_version = 0, cache_mode_ca = 0;
    int max_dynamic_shared_size_bytes = 0, preferred_shared_memory_carveout = 0;
};

/// What an argument points at, for a backend that checks what kernels do with it.
struct ArgumentExtent {
    bool is_array = false, is_null = false;
    const char* begin = nullptr;  ///< The lowest address of an element.
    std::size_t bytes = 0;        ///< From there on.
    const char* first = nullptr;  ///< The element that index 0 means.
    std::size_t itemsize = 1;
    const char* dtype = "";
};

struct DeviceGlobal {
    void* address = nullptr;
    std::size_t bytes = 0;
};

class RawKernels {
public:
    virtual ~RawKernels() = default;

    /// A kernel by its symbol. Throws CUDARuntimeError, CUDA_ERROR_NOT_FOUND, where the module has none of that name.
    virtual FunctionHandle function(ModuleHandle module, const std::string& symbol) = 0;
    virtual bool has_function(ModuleHandle module, const std::string& symbol) = 0;

    /// By what the driver knows a function and a module; numbers of the backend's own where there is no driver.
    virtual std::uintptr_t native_function(FunctionHandle function) {
        return reinterpret_cast<std::uintptr_t>(function);
    }
    virtual std::uintptr_t native_module(ModuleHandle module) { return reinterpret_cast<std::uintptr_t>(module); }

    /// The parameters; null where this cannot be told. Lives as long as the module.
    virtual const std::vector<KernelParameter>* parameters(FunctionHandle function) = 0;
    virtual KernelAttributes attributes(FunctionHandle function) = 0;
    virtual void set_max_dynamic_shared_size(FunctionHandle function, int bytes) = 0;
    virtual void set_preferred_shared_memory_carveout(FunctionHandle function, int percent) = 0;

    /// A variable in device or constant memory.
    virtual DeviceGlobal global(ModuleHandle module, const std::string& symbol) = 0;

    /// Starts a kernel; `parameters` holds the address of each argument. They are read before this returns. `extents`
    /// has what each points at, or is null where nobody checks.
    virtual void launch(FunctionHandle function, const Launch& launch, void* const* parameters, StreamHandle stream,
                        bool cooperative, const ArgumentExtent* extents) = 0;
};

}  // namespace cuprum::runtime
