// Raw kernels on the CPU: what is known of them, and their launches over the thread pool.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "runtime/raw_kernels.h"

namespace cuprum::backend::cpu {

class Streams;

class CpuRawKernels final : public runtime::RawKernels {
public:
    explicit CpuRawKernels(Streams& streams);
    ~CpuRawKernels() override;

    bool has_function(runtime::ModuleHandle module, const std::string& symbol) override;
    runtime::FunctionHandle function(runtime::ModuleHandle module, const std::string& symbol) override;
    const std::vector<runtime::KernelParameter>* parameters(runtime::FunctionHandle function) override;
    runtime::KernelAttributes attributes(runtime::FunctionHandle function) override;
    void set_max_dynamic_shared_size(runtime::FunctionHandle function, int bytes) override;
    void set_preferred_shared_memory_carveout(runtime::FunctionHandle function, int percent) override;
    runtime::DeviceGlobal global(runtime::ModuleHandle module, const std::string& symbol) override;
    void launch(runtime::FunctionHandle function, const runtime::Launch& launch, void* const* parameters,
                runtime::StreamHandle stream, bool cooperative, const runtime::ArgumentExtent* extents) override;

private:
    struct Function;
    static Function& at(runtime::FunctionHandle handle);

    Streams& streams_;
    std::mutex mutex_;
    std::map<const void*, std::unique_ptr<Function>>
        functions_;  // By the description in their module, which is never unloaded.
};

}  // namespace cuprum::backend::cpu
