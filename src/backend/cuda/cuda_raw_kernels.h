// Raw kernels through the driver.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "backend/cuda/contexts.h"
#include "backend/cuda/modules.h"
#include "runtime/raw_kernels.h"

namespace cuprum::runtime::cuda {

class CudaRawKernels final : public RawKernels {
public:
    explicit CudaRawKernels(Contexts& contexts);
    ~CudaRawKernels() override;

    FunctionHandle function(ModuleHandle module, const std::string& symbol) override;
    bool has_function(ModuleHandle module, const std::string& symbol) override;
    const std::vector<KernelParameter>* parameters(FunctionHandle function) override;
    KernelAttributes attributes(FunctionHandle function) override;
    void set_max_dynamic_shared_size(FunctionHandle function, int bytes) override;
    void set_preferred_shared_memory_carveout(FunctionHandle function, int percent) override;
    DeviceGlobal global(ModuleHandle module, const std::string& symbol) override;
    void launch(FunctionHandle function, const Launch& launch, void* const* parameters, StreamHandle stream,
                bool cooperative, const ArgumentExtent* extents) override;

private:
    struct RawFunction;
    static RawFunction& at(FunctionHandle handle);
    CUresult find(Module& module, const std::string& symbol, CUfunction& found);
    std::vector<KernelParameter> read_parameters(CUfunction function) const;
    [[noreturn]] void fail_launch(CUresult result, const RawFunction& function, const Launch& launch) const;

    Contexts& contexts_;
    const Driver& driver_;
    std::mutex mutex_;
    std::map<std::pair<Module*, std::string>, std::unique_ptr<RawFunction>> functions_;
};

}  // namespace cuprum::runtime::cuda
