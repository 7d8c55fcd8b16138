#include "kernel/prebuilt/prebuilt_kernels.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "kernel/cache/pack_writer.h"
#include "kernel/engine/elementwise/cast.h"
#include "kernel/engine/elementwise/counted.h"
#include "kernel/engine/fetch.h"
#include "kernel/engine/matrices/determinant.h"
#include "kernel/engine/matrices/nan_poisoning.h"
#include "kernel/engine/reduction/reduction.h"
#include "kernel/ufunc/ufunc_impl.h"
#include "runtime/compiler.h"

namespace cuprum::kernel {
namespace {

bool has_thread_blocks(const std::string& target) { return target.starts_with("sm_"); }

void add_loops(std::vector<KernelSource>& module, const ElementwiseKernel& kernel, const std::string& target) {
    for (ElementwiseLoop loop : elementwise_loops(has_thread_blocks(target)))
        module.push_back({kernel.entry_name(loop), kernel.source(loop), {}});
}

}  // namespace

std::vector<std::vector<KernelSource>> prebuilt_kernels(const std::string& target) {
    std::vector<std::vector<KernelSource>> modules;
    std::set<const Ufunc*> seen;  // aliases come again
    for (auto [name, ufunc] : ufuncs()) {
        if (!seen.insert(ufunc).second || !ufunc->row().prebuilt) continue;
        auto& module = modules.emplace_back();
        for (const Loop& loop : ufunc->impl().loops())
            if (!loop.refuses)
                add_loops(
                    module,
                    ufunc->impl().kernel_for(loop, std::span(loop.in.data(), static_cast<std::size_t>(loop.nin)),
                                             std::span(loop.out.data(), static_cast<std::size_t>(loop.nout)), false),
                    target);
    }
    std::ranges::move(first_kernels(target), std::back_inserter(modules));
    for (const DTypeInfo& from : dtype_table) {
        auto& module = modules.emplace_back();
        for (const DTypeInfo& to : dtype_table)
            if (from.dtype != to.dtype) add_loops(module, cast_kernel(from.dtype, to.dtype), target);
    }
    // Reductions are large on a GPU: a module for each dtype, so that loading one takes no longer than a ufunc's.
    for (std::size_t number = 0; number < reduction_count; ++number) {
        const auto id = static_cast<ReductionId>(number);
        if (!row_of(id).prebuilt) continue;
        for (const DTypeInfo& input : dtype_table)
            modules.push_back(reduction_sources(id, input.dtype, has_thread_blocks(target)));
    }
    return modules;
}

std::vector<std::vector<KernelSource>> first_kernels(const std::string& target) {
    std::vector<std::vector<KernelSource>> modules;
    auto& copies = modules.emplace_back();
    for (DType dtype : {DType::uint8, DType::uint16, DType::uint32, DType::uint64, DType::complex128})
        add_loops(copies, cast_kernel(dtype, dtype), target);
    add_loops(copies, counter_kernel(), target);
    if (has_thread_blocks(target)) modules.push_back({fetch_source()});
    for (DType dtype : {DType::float32, DType::float64, DType::complex64, DType::complex128}) {
        auto& module = modules.emplace_back();
        for (bool wide_pivots : {false, true}) module.push_back(determinants_source(dtype, wide_pivots));
        module.push_back(mark_nan_source(dtype));
        module.push_back(spoil_source(dtype));
    }
    return modules;
}

std::vector<std::string> device_targets() {
    std::set<std::string> targets;
    for (int device = 0; device < runtime::backend().device_count(); ++device)
        targets.insert(runtime::backend().target(device));
    return {targets.begin(), targets.end()};
}

namespace {

PackSummary build(const std::filesystem::path& path, const std::string& target,
                  std::vector<std::vector<KernelSource>> modules, unsigned threads,
                  std::function<void(std::size_t, std::size_t)> progress) {
    runtime::Compiler compiler = runtime::compiler_for(target);
    return write_pack({.path = path,
                       .target = target,
                       .compiler_version = compiler.version,
                       .compile = [&](const runtime::CompileRequest& request,
                                      const std::string&) { return compiler.compile(request); },
                       .modules = std::move(modules),
                       .threads = threads,
                       .progress = std::move(progress)});
}

}  // namespace

PackSummary build_prebuilt_kernels(const std::string& target, std::filesystem::path folder, unsigned threads,
                                   std::function<void(std::size_t, std::size_t)> progress) {
    if (folder.empty()) folder = user_pack_folder();
    return build(folder / (target + ".pack"), target, prebuilt_kernels(target), threads, std::move(progress));
}

PackSummary build_first_kernels(const std::string& target, const std::filesystem::path& folder, unsigned threads) {
    return build(folder / (target + "-first.pack"), target, first_kernels(target), threads, {});
}

}  // namespace cuprum::kernel
