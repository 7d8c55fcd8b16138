// Raw kernels through the driver.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "backend/cuda/contexts.h"
#include "backend/cuda/modules.h"
#include "runtime/raw_kernels.h"

namespace cuprum::backend::cuda {

class CudaRawKernels final : public runtime::RawKernels {
public:
    explicit CudaRawKernels(Contexts& contexts);
    ~CudaRawKernels() override;

    runtime::FunctionHandle function(runtime::ModuleHandle module, const std::string& symbol) override;
    bool has_function(runtime::ModuleHandle module, const std::string& symbol) override;
    std::uintptr_t native_function(runtime::FunctionHandle function) override;
    std::uintptr_t native_module(runtime::ModuleHandle module) override;
    const std::vector<runtime::KernelParameter>* parameters(runtime::FunctionHandle function) override;
    runtime::KernelAttributes attributes(runtime::FunctionHandle function) override;
    void set_max_dynamic_shared_size(runtime::FunctionHandle function, int bytes) override;
    void set_preferred_shared_memory_carveout(runtime::FunctionHandle function, int percent) override;
    runtime::DeviceGlobal global(runtime::ModuleHandle module, const std::string& symbol) override;
    void launch(runtime::FunctionHandle function, const runtime::Launch& launch, void* const* parameters,
                runtime::StreamHandle stream, bool cooperative, const runtime::ArgumentExtent* extents) override;

private:
    struct RawFunction;
    static RawFunction& at(runtime::FunctionHandle handle);
    CUresult find(Module& module, const std::string& symbol, CUfunction& found);
    std::vector<runtime::KernelParameter> read_parameters(CUfunction function) const;
    [[noreturn]] void fail_launch(CUresult result, const RawFunction& function, const runtime::Launch& launch) const;

    Contexts& contexts_;
    const Driver& driver_;
    std::mutex mutex_;
    std::map<std::pair<Module*, std::string>, std::unique_ptr<RawFunction>> functions_;
};

}  // namespace cuprum::backend::cuda
