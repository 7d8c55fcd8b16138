#include "backend/cpu/raw/cpu_raw_kernels.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>

#include "backend/cpu/elf_loader.h"
#include "backend/cpu/raw/block_runner.h"
#include "backend/cpu/raw/faults.h"
#include "backend/cpu/streams.h"
#include "cuprum/error.h"
#include "runtime/errors.h"
#include "runtime/raw_limits.h"
#include "runtime/thread_pool.h"

namespace cuprum::backend::cpu {

using namespace cuprum::runtime;

namespace {

// Threads below which other cores would join in later than one core is done.
constexpr std::int64_t threads_a_piece = 1024;

void run_grid(const cuda_on_cpu::Kernel& kernel, const Launch& launch, void* const* parameters,
              const ArgumentExtent* extents, bool cooperative) {
    const Grid grid{&kernel, &launch, parameters, extents, cooperative};
    const std::int64_t blocks = std::int64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
    if (kernel.waits_for_grid && cooperative) {
        BlockRunner::run_together(grid, blocks);
        if (kernel.prints) std::fflush(stdout);
        return;
    }
    const std::int64_t threads = std::int64_t{launch.block[0]} * launch.block[1] * launch.block[2];
    std::int64_t piece = std::max<std::int64_t>(1, threads_a_piece / threads);
    if (kernel.joins_blocks) {
        const std::int64_t fair = (blocks + runtime::ThreadPool::threads() - 1) / runtime::ThreadPool::threads();
        piece = std::clamp<std::int64_t>(BlockRunner::joined_blocks(kernel, static_cast<unsigned>(threads)), piece,
                                         std::max(piece, fair));
    }
    runtime::ThreadPool::parallel_for(
        0, blocks, piece, [&](std::int64_t first, std::int64_t last) { BlockRunner::get().run(grid, first, last); });
    if (kernel.prints) std::fflush(stdout);
}

/// The parameters of a launch that is made again later.
struct KeptParameters {
    std::vector<std::max_align_t> bytes;
    std::vector<void*> addresses;
    std::vector<ArgumentExtent> extents;  ///< None where nobody checks.

    KeptParameters(const cuda_on_cpu::Kernel& kernel, void* const* parameters, const ArgumentExtent* given) {
        if (given) extents.assign(given, given + kernel.parameter_count);
        constexpr std::size_t unit = sizeof(std::max_align_t);
        std::vector<std::size_t> places;
        std::size_t units = 0;
        for (unsigned i = 0; i < kernel.parameter_count; ++i) {
            places.push_back(units);
            units += (kernel.parameters[i].size + unit - 1) / unit;
        }
        bytes.resize(units);
        for (unsigned i = 0; i < kernel.parameter_count; ++i) {
            addresses.push_back(bytes.data() + places[i]);
            std::memcpy(addresses.back(), parameters[i], kernel.parameters[i].size);
        }
    }
};

}  // namespace

struct CpuRawKernels::Function {
    const cuda_on_cpu::Kernel* kernel = nullptr;
    std::vector<KernelParameter> parameters;
    std::atomic<int> max_dynamic_shared{0};
    std::atomic<int> carveout{-1};
};

CpuRawKernels::CpuRawKernels(Streams& streams) : streams_(streams) {}
CpuRawKernels::~CpuRawKernels() = default;

CpuRawKernels::Function& CpuRawKernels::at(FunctionHandle handle) { return *static_cast<Function*>(handle); }

bool CpuRawKernels::has_function(ModuleHandle module, const std::string& symbol) {
    return static_cast<LoadedObject*>(module)->symbol(symbol + ".kernel") != nullptr;
}

FunctionHandle CpuRawKernels::function(ModuleHandle module, const std::string& symbol) {
    const void* description = static_cast<LoadedObject*>(module)->symbol(symbol + ".kernel");
    if (!description) throw_not_found("kernel", symbol);
    catch_faults();
    std::lock_guard lock(mutex_);
    std::unique_ptr<Function>& place = functions_[description];
    if (!place) {
        place = std::make_unique<Function>();
        Function& function = *place;
        function.kernel = static_cast<const cuda_on_cpu::Kernel*>(description);
        for (unsigned i = 0; i < function.kernel->parameter_count; ++i) {
            const cuda_on_cpu::Parameter& parameter = function.kernel->parameters[i];
            function.parameters.push_back({parameter.size, parameter.kind == cuda_on_cpu::ParameterKind::pointer,
                                           parameter.name, parameter.type});
        }
        function.max_dynamic_shared = shared_limit - static_cast<int>(function.kernel->static_shared);
    }
    return place.get();
}

const std::vector<KernelParameter>* CpuRawKernels::parameters(FunctionHandle function) {
    return &at(function).parameters;
}

KernelAttributes CpuRawKernels::attributes(FunctionHandle handle) {
    const Function& function = at(handle);
    KernelAttributes result;
    result.max_threads_per_block =
        function.kernel->max_threads ? static_cast<int>(function.kernel->max_threads) : static_cast<int>(max_threads);
    result.shared_size_bytes = static_cast<int>(function.kernel->static_shared);
    result.local_size_bytes = static_cast<int>(function.kernel->local_bytes);
    result.max_dynamic_shared_size_bytes = function.max_dynamic_shared;
    result.preferred_shared_memory_carveout = function.carveout;
    return result;
}

void CpuRawKernels::set_max_dynamic_shared_size(FunctionHandle handle, int bytes) {
    Function& function = at(handle);
    const int most = opted_shared_limit - static_cast<int>(function.kernel->static_shared);
    if (bytes < 0 || bytes > most)
        cuda_error::raise(cuda_error::invalid_value, "a kernel with " + std::to_string(function.kernel->static_shared) +
                                                         " bytes of static shared memory may have 0 to " +
                                                         std::to_string(most) + " bytes of dynamic, not " +
                                                         std::to_string(bytes));
    function.max_dynamic_shared = bytes;
}

void CpuRawKernels::set_preferred_shared_memory_carveout(FunctionHandle function, int percent) {
    if (percent < -1 || percent > 100)
        cuda_error::raise(cuda_error::invalid_value,
                          "a carveout is -1 to 100 percent of shared memory, not " + std::to_string(percent));
    at(function).carveout = percent;
}

DeviceGlobal CpuRawKernels::global(ModuleHandle module, const std::string& symbol) {
    const LoadedObject& object = *static_cast<LoadedObject*>(module);
    if (void* address = object.symbol(symbol)) return {address, object.symbol_size(symbol)};
    throw_not_found("variable", symbol);
}

void CpuRawKernels::launch(FunctionHandle handle, const Launch& launch, void* const* parameters, StreamHandle stream,
                           bool cooperative, const ArgumentExtent* extents) {
    const Function& function = at(handle);
    const std::int64_t threads = std::int64_t{launch.block[0]} * launch.block[1] * launch.block[2];
    if (function.kernel->max_threads && threads > function.kernel->max_threads)
        cuda_error::raise(cuda_error::invalid_value,
                          "the kernel '" + std::string(function.kernel->name) + "' is compiled for blocks of at most " +
                              std::to_string(function.kernel->max_threads) + " threads (__launch_bounds__), not " +
                              std::to_string(threads));
    const auto limit = static_cast<std::uint32_t>(function.max_dynamic_shared.load(std::memory_order_relaxed));
    if (launch.shared_bytes > limit) refuse_shared(launch.shared_bytes, limit, function.kernel->name);
    if (!streams_.records(stream)) [[likely]]
        return run_grid(*function.kernel, launch, parameters, extents, cooperative);
    auto kept = std::make_shared<KeptParameters>(*function.kernel, parameters, extents);
    streams_.give(stream, "kernel", [kept, launch, cooperative, kernel = function.kernel] {
        run_grid(*kernel, launch, kept->addresses.data(), kept->extents.empty() ? nullptr : kept->extents.data(),
                 cooperative);
    });
}

}  // namespace cuprum::backend::cpu
