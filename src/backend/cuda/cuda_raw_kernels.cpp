#include "backend/cuda/cuda_raw_kernels.h"

#include "runtime/errors.h"
#include "runtime/raw_limits.h"
#include "runtime/timeline.h"

namespace cuprum::backend::cuda {

using namespace runtime;

struct CudaRawKernels::RawFunction {
    CUfunction function = nullptr;
    Module* module = nullptr;
    std::string symbol;
    bool parameters_are_known = false;
    std::vector<KernelParameter> parameters;
};

CudaRawKernels::CudaRawKernels(Contexts& contexts) : contexts_(contexts), driver_(driver()) {}
CudaRawKernels::~CudaRawKernels() = default;

CudaRawKernels::RawFunction& CudaRawKernels::at(FunctionHandle handle) { return *static_cast<RawFunction*>(handle); }

CUresult CudaRawKernels::find(Module& module, const std::string& symbol, CUfunction& found) {
    const Contexts::OnDevice scope(contexts_, module.device);
    return driver_.cuModuleGetFunction(&found, module.module, symbol.c_str());
}

bool CudaRawKernels::has_function(ModuleHandle module, const std::string& symbol) {
    CUfunction found = nullptr;
    return find(*static_cast<Module*>(module), symbol, found) == CUDA_SUCCESS;
}

FunctionHandle CudaRawKernels::function(ModuleHandle handle, const std::string& symbol) {
    Module& module = *static_cast<Module*>(handle);
    std::lock_guard lock(mutex_);
    std::unique_ptr<RawFunction>& place = functions_[{&module, symbol}];
    if (place) return place.get();
    CUfunction found = nullptr;
    const CUresult result = find(module, symbol, found);
    if (result == CUDA_ERROR_NOT_FOUND) throw_not_found("kernel", symbol);
    if (result != CUDA_SUCCESS) fail(result, "looking for the kernel '" + symbol + "' in a module");
    place = std::make_unique<RawFunction>();
    place->function = found;
    place->module = &module;
    place->symbol = symbol;
    place->parameters_are_known = driver_.parameter_info != nullptr;
    place->parameters = read_parameters(found);
    return place.get();
}

std::uintptr_t CudaRawKernels::native_function(FunctionHandle handle) {
    return reinterpret_cast<std::uintptr_t>(at(handle).function);
}

std::uintptr_t CudaRawKernels::native_module(ModuleHandle handle) {
    return reinterpret_cast<std::uintptr_t>(static_cast<Module*>(handle)->module);
}

/// The sizes of the parameters, where the driver tells them (12.4 and later).
std::vector<KernelParameter> CudaRawKernels::read_parameters(CUfunction function) const {
    std::vector<KernelParameter> result;
    if (!driver_.parameter_info) return result;
    std::size_t offset = 0, size = 0;
    for (std::size_t i = 0; driver_.parameter_info(function, i, &offset, &size) == CUDA_SUCCESS; ++i) {
        KernelParameter& parameter = result.emplace_back();
        parameter.size = size;
    }
    return result;
}

const std::vector<KernelParameter>* CudaRawKernels::parameters(FunctionHandle handle) {
    const RawFunction& function = at(handle);
    return function.parameters_are_known ? &function.parameters : nullptr;
}

KernelAttributes CudaRawKernels::attributes(FunctionHandle handle) {
    const RawFunction& function = at(handle);
    const Contexts::OnDevice scope(contexts_, function.module->device);
    const auto read = [&](CUfunction_attribute which) {
        int value = 0;
        check(driver_.cuFuncGetAttribute(&value, which, function.function), "reading a kernel's attributes");
        return value;
    };
    KernelAttributes result;
    result.max_threads_per_block = read(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    result.shared_size_bytes = read(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    result.const_size_bytes = read(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
    result.local_size_bytes = read(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    result.num_regs = read(CU_FUNC_ATTRIBUTE_NUM_REGS);
    result.ptx_version = read(CU_FUNC_ATTRIBUTE_PTX_VERSION);
    result.binary_version = read(CU_FUNC_ATTRIBUTE_BINARY_VERSION);
    result.cache_mode_ca = read(CU_FUNC_ATTRIBUTE_CACHE_MODE_CA);
    result.max_dynamic_shared_size_bytes = read(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    result.preferred_shared_memory_carveout = read(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
    return result;
}

void CudaRawKernels::set_max_dynamic_shared_size(FunctionHandle handle, int bytes) {
    const RawFunction& function = at(handle);
    const Contexts::OnDevice scope(contexts_, function.module->device);
    const CUresult result =
        driver_.cuFuncSetAttribute(function.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
    if (result != CUDA_SUCCESS)
        fail(result, "letting the kernel '" + function.symbol + "' have " + std::to_string(bytes) +
                         " bytes of dynamic shared memory; a block of this device has at most " +
                         std::to_string(contexts_.at(function.module->device).properties.shared_per_block_optin) +
                         " bytes in all");
}

void CudaRawKernels::set_preferred_shared_memory_carveout(FunctionHandle handle, int percent) {
    const RawFunction& function = at(handle);
    const Contexts::OnDevice scope(contexts_, function.module->device);
    check(driver_.cuFuncSetAttribute(function.function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, percent),
          "setting a kernel's preferred_shared_memory_carveout, -1 to 100 percent");
}

DeviceGlobal CudaRawKernels::global(ModuleHandle handle, const std::string& symbol) {
    const Module& module = *static_cast<Module*>(handle);
    const Contexts::OnDevice scope(contexts_, module.device);
    CUdeviceptr pointer = 0;
    std::size_t bytes = 0;
    const CUresult result = driver_.cuModuleGetGlobal(&pointer, &bytes, module.module, symbol.c_str());
    if (result == CUDA_ERROR_NOT_FOUND) throw_not_found("variable", symbol);
    if (result != CUDA_SUCCESS) fail(result, "looking for the variable '" + symbol + "' in a module");
    return {reinterpret_cast<void*>(pointer), bytes};
}

void CudaRawKernels::launch(FunctionHandle handle, const Launch& launch, void* const* parameters, StreamHandle stream,
                            bool cooperative, const ArgumentExtent*) {
    refuse_after_fork();
    const ProfilingScope scope(Action::Kind::kernel, nullptr, 0, stream, handle);
    const RawFunction& function = at(handle);
    const auto start = [&] {
        const auto entry = cooperative ? driver_.cuLaunchCooperativeKernel : nullptr;
        if (entry)
            return entry(function.function, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0],
                         launch.block[1], launch.block[2], launch.shared_bytes, static_cast<CUstream>(stream),
                         const_cast<void**>(parameters));
        return driver_.cuLaunchKernel(function.function, launch.grid[0], launch.grid[1], launch.grid[2],
                                      launch.block[0], launch.block[1], launch.block[2], launch.shared_bytes,
                                      static_cast<CUstream>(stream), const_cast<void**>(parameters), nullptr);
    };
    CUresult result = start();
    if (result == CUDA_SUCCESS) [[likely]]
        return;
    // As in start_kernel: another library may have changed this thread's context.
    const bool wrong_context = result == CUDA_ERROR_INVALID_CONTEXT || result == CUDA_ERROR_INVALID_HANDLE;
    if (wrong_context && contexts_.make_current()) result = start();
    if (result != CUDA_SUCCESS) fail_launch(result, function, launch);
}

void CudaRawKernels::fail_launch(CUresult result, const RawFunction& function, const Launch& launch) const {
    if (result == CUDA_ERROR_INVALID_VALUE) {
        int limit = 0;
        driver_.cuFuncGetAttribute(&limit, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function.function);
        if (launch.shared_bytes > static_cast<std::uint32_t>(limit))
            refuse_shared(launch.shared_bytes, static_cast<std::size_t>(limit), function.symbol);
    }
    const auto triple = [](const std::uint32_t(&v)[3]) {
        return "(" + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2]) + ")";
    };
    fail(result, "launching the kernel '" + function.symbol + "' with grid " + triple(launch.grid) + ", block " +
                     triple(launch.block) + " and " + std::to_string(launch.shared_bytes) + " bytes of shared memory");
}

}  // namespace cuprum::backend::cuda
