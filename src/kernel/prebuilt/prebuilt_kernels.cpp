#include "kernel/prebuilt/prebuilt_kernels.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string_view>

#include "cuprum/scipy/special.h"
#include "kernel/cache/headers_entry.h"
#include "kernel/cache/pack_writer.h"
#include "kernel/engine/correlate.h"
#include "kernel/engine/elementwise/cast.h"
#include "kernel/engine/elementwise/counted.h"
#include "kernel/engine/fetch.h"
#include "kernel/engine/matrices/determinant.h"
#include "kernel/engine/matrices/nan_poisoning.h"
#include "kernel/engine/reduction/reduction.h"
#include "kernel/prebuilt/typical_calls.h"
#include "kernel/ufunc/ufunc_impl.h"
#include "numpy/ranges.h"
#include "runtime/compiler.h"
#include "runtime/precompiled_headers.h"
#include "scipy/stats/mean_and_deviation.h"

namespace cuprum::kernel {
namespace {

bool has_thread_blocks(const std::string& target) { return target.starts_with("sm_"); }

void add_loop(std::vector<KernelSource>& module, const ElementwiseKernel& kernel, ElementwiseLoop loop) {
    module.push_back({kernel.entry_name(loop), kernel.source(loop), {}, kernel.code()});
}

void add_loops(std::vector<KernelSource>& module, const ElementwiseKernel& kernel, const std::string& target) {
    for (ElementwiseLoop loop : elementwise_loops(has_thread_blocks(target))) add_loop(module, kernel, loop);
}

/// What first programs call: their dtypes, ufuncs and reductions.
constexpr DType common_dtypes[] = {DType::bool_, DType::int32, DType::int64, DType::float32, DType::float64};
constexpr std::string_view common_ufuncs[] = {
    "absolute",     "add",      "arctan2",   "ceil",        "cos",         "equal",      "exp",           "floor",
    "floor_divide", "greater",  "invert",    "isnan",       "less",        "log",        "maximum",       "minimum",
    "multiply",     "negative", "not_equal", "power",       "sin",         "sqrt",       "square",        "subtract",
    "tanh",         "sinc",     "divide",    "logical_and", "logical_not", "logical_or", "greater_equal", "less_equal"};
constexpr ReductionId common_reductions[] = {ReductionId::sum, ReductionId::mean, ReductionId::max,   ReductionId::min,
                                             ReductionId::any, ReductionId::all,  ReductionId::argmax};

bool is_common(DType dtype) { return std::ranges::count(common_dtypes, dtype) > 0; }

/// Whether a set has a ufunc's loop, a cast or a reduction.
struct Selection {
    PrebuiltSet set;

    bool has(const Ufunc& ufunc) const {
        return set == PrebuiltSet::all ? ufunc.row().prebuilt : std::ranges::count(common_ufuncs, ufunc.name()) > 0;
    }
    bool has(ReductionId id) const {
        return set == PrebuiltSet::all ? entry_of(id).prebuilt : std::ranges::count(common_reductions, id) > 0;
    }
    bool has(DType dtype) const { return set == PrebuiltSet::all || is_common(dtype); }
    bool has(std::span<const DType> dtypes) const {
        return std::ranges::all_of(dtypes, [&](DType dtype) { return has(dtype); });
    }
};

std::span<const DType> inputs_of(const Loop& loop) { return {loop.in.data(), static_cast<std::size_t>(loop.nin)}; }
std::span<const DType> outputs_of(const Loop& loop) { return {loop.out.data(), static_cast<std::size_t>(loop.nout)}; }

void add_ufuncs(std::vector<std::vector<KernelSource>>& modules, const Selection& selection,
                const std::string& target) {
    const std::size_t before = modules.size();
    std::set<const Ufunc*> seen;  // aliases come again
    for (auto [name, ufunc] : ufuncs()) {
        if (!seen.insert(ufunc).second || !selection.has(*ufunc)) continue;
        auto& module = modules.emplace_back();
        for (const Loop& loop : ufunc->impl().loops()) {
            if (loop.refuses || !selection.has(inputs_of(loop))) continue;
            add_loops(module, ufunc->impl().kernel_for(loop, inputs_of(loop), outputs_of(loop), false), target);
        }
    }
    if (selection.set == PrebuiltSet::common && modules.size() - before != std::size(common_ufuncs))
        throw Error("one of the common ufuncs has another name");
}

/// The dtypes of arrays of float32 and float64, with whole numbers beside them, that a loop is run for. A complex loop
/// reads them where its function has no other.
std::set<std::vector<DType>> real_inputs(Ufunc::Impl& ufunc, const Loop& loop) {
    static constexpr DType usual[] = {DType::float32, DType::float64, DType::int64};
    std::set<std::vector<DType>> found;
    for (DType wide : {DType::float64, DType::float32}) {
        std::vector<DType> in;
        for (DType dtype : inputs_of(loop))
            in.push_back(dtype == DType::complex128 ? wide : dtype == DType::complex64 ? DType::float32 : dtype);
        const bool is_usual = std::ranges::all_of(in, [](DType dtype) { return std::ranges::count(usual, dtype) > 0; });
        if (is_usual && ufunc.find_loop(in) == &loop) found.insert(std::move(in));
    }
    return found;
}

/// The functions of a table that take a compiler longest, in every dtype and layout, and every other of
/// float32 and float64 (contiguous ones on a GPU), for which a compiler takes longer than a first call may. On a CPU
/// also those of complex128. Those that share their headers share most of their code, which a module has once.
void add_by_headers(std::vector<std::vector<KernelSource>>& modules,
                    std::span<const std::pair<const char*, const Ufunc*>> table, const std::string& target) {
    std::map<std::pair<std::string_view, CodeOptions>, std::vector<KernelSource>> by_headers;
    std::set<const Ufunc*> seen;  // aliases come again
    for (auto [name, ufunc] : table) {
        if (!seen.insert(ufunc).second) continue;
        Ufunc::Impl& impl = ufunc->impl();
        const auto add_front = [&](std::vector<KernelSource>& module, const Loop& loop, std::span<const DType> in) {
            add_loop(module, impl.kernel_for(loop, in, outputs_of(loop), false),
                     elementwise_loops(has_thread_blocks(target)).front());
        };
        for (const Loop& loop : impl.loops()) {
            std::vector<KernelSource>& module = by_headers[{loop.headers, loop.code}];
            const bool is_long = loop.code.long_code;
            if (is_long) add_loops(module, impl.kernel_for(loop, inputs_of(loop), outputs_of(loop), false), target);
            for (const std::vector<DType>& in : real_inputs(impl, loop))
                if (!is_long || !std::ranges::equal(in, inputs_of(loop))) add_front(module, loop, in);
            const bool is_complex = std::ranges::count(inputs_of(loop), DType::complex128) > 0;
            if (is_complex && !is_long && !loop.refuses && !has_thread_blocks(target))
                add_front(module, loop, inputs_of(loop));
        }
    }
    for (auto& [headers, module] : by_headers) modules.push_back(std::move(module));
}

void add_casts(std::vector<std::vector<KernelSource>>& modules, const Selection& selection, const std::string& target) {
    for (const DTypeInfo& from : dtype_table) {
        if (!selection.has(from.dtype)) continue;
        auto& module = modules.emplace_back();
        for (const DTypeInfo& to : dtype_table)
            if (from.dtype != to.dtype && selection.has(to.dtype))
                add_loops(module, cast_kernel(from.dtype, to.dtype), target);
    }
}

/// Reductions are large on a GPU: a module for each dtype, so that loading one takes no longer than a ufunc's.
void add_reductions(std::vector<std::vector<KernelSource>>& modules, const Selection& selection,
                    const std::string& target) {
    for (std::size_t number = 0; number < reduction_count; ++number) {
        const auto id = static_cast<ReductionId>(number);
        if (!selection.has(id)) continue;
        for (const DTypeInfo& input : dtype_table)
            if (selection.has(input.dtype))
                modules.push_back(reduction_sources(id, input.dtype, has_thread_blocks(target)));
    }
}

/// `arange` and `linspace`, with which many programs begin.
void add_ranges(std::vector<std::vector<KernelSource>>& modules, const std::string& target) {
    auto& module = modules.emplace_back();
    for (DType dtype : {DType::int64, DType::float32, DType::float64}) add_loops(module, arange_kernel(dtype), target);
    for (DType dtype : {DType::float32, DType::float64}) add_loops(module, linspace_kernel(dtype), target);
}

/// The same kernels, with a module for each way to compile: of a ufunc's loops some may be merged with others and some
/// may not (ElementwiseKernel::code).
std::vector<std::vector<KernelSource>> divided(std::vector<std::vector<KernelSource>> modules) {
    std::vector<std::vector<KernelSource>> all;
    for (std::vector<KernelSource>& module : modules) {
        std::map<CodeOptions, std::vector<KernelSource>> by_code;
        for (KernelSource& kernel : module) by_code[kernel.code].push_back(std::move(kernel));
        for (auto& [code, kernels] : by_code) all.push_back(std::move(kernels));
    }
    return all;
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
        module.push_back(poison_source(dtype));
    }
    return modules;
}

}  // namespace

namespace {
bool typical_calls_are_wanted = false;

// Of these kernels, those that are in no other module.
void add_new(std::vector<std::vector<KernelSource>>& modules, std::vector<std::vector<KernelSource>> more) {
    std::set<std::string> known;
    for (const auto& module : modules)
        for (const KernelSource& kernel : module) known.insert(kernel.text);
    for (std::vector<KernelSource>& module : more) {
        std::erase_if(module, [&](const KernelSource& kernel) { return known.contains(kernel.text); });
        if (!module.empty()) modules.push_back(std::move(module));
    }
}

/// Precompiled headers of a CPU's compiler, by the names that they are looked up by.
class CollectHeaders final : public runtime::PrecompiledHeaders {
public:
    std::map<std::string, std::string> all;

    std::optional<std::string> find(std::string_view) override { return {}; }
    void keep(std::string_view name, std::string_view bytes) override { all.emplace(name, bytes); }
};

/// The includes that most kernels of functions and of users begin with.
constexpr const char* usual_includes[] = {
    "#include <cuprum/engine/elementwise.h>\n#include <cuprum/cast.h>\n",
    "#include <cuprum/engine/elementwise.h>\n#include <cuprum/real_math.h>\n",
    "#include <cuprum/engine/elementwise.h>\n#include <cuprum/user_kernel.h>\n",
    "#include <cuprum/engine/reduction.h>\n",
    "#include <cuprum/engine/reduction.h>\n#include <cuprum/user_kernel.h>\n",
    "#include <cuprum/user_kernel.h>\n",
};

bool headers_are_wanted = false;

std::map<std::string, std::string> precompile_headers(const runtime::Compiler& compiler) {
    CollectHeaders collected;
    collected.only = true;
    const runtime::UsePrecompiledHeaders keeping(collected);
    runtime::CompileRequest request;
    for (const char* includes : usual_includes) {
        request.source = std::string(includes) + "namespace cuprum {}\n";
        compiler.compile(request);
    }
    request.source.clear();
    request.is_cuda = true;  // what stands before every program in CUDA C++
    compiler.compile(request);
    return std::move(collected.all);
}
}  // namespace

void add_typical_calls() { typical_calls_are_wanted = true; }
void add_precompiled_headers() { headers_are_wanted = true; }

std::vector<std::vector<KernelSource>> prebuilt_kernels(const std::string& target, PrebuiltSet set) {
    std::vector<std::vector<KernelSource>> modules = first_kernels(target);
    if (set == PrebuiltSet::first) return divided(std::move(modules));
    const Selection selection{set};
    add_ufuncs(modules, selection, target);
    add_ranges(modules, target);
    add_by_headers(modules, scipy::special::ufuncs(), target);
    if (set == PrebuiltSet::common && has_thread_blocks(target)) {
        // scipy.special has functions of NumPy's names, with other code: a pack has a kernel of a name once.
        const auto is_special = [](std::string_view name) {
            return std::ranges::any_of(scipy::special::ufuncs(), [&](const auto& one) { return name == one.first; });
        };
        std::vector<std::pair<const char*, const Ufunc*>> others;
        std::ranges::copy_if(ufuncs(), std::back_inserter(others), [&](const auto& one) {
            return !selection.has(*one.second) && !is_special(one.second->name());
        });
        add_by_headers(modules, others, target);
    }
    // Filters of signals and images, which a compiler takes 150 ms for.
    for (DType dtype : {DType::float32, DType::float64})
        modules.push_back(correlate_sources(dtype, has_thread_blocks(target)));
    for (DType dtype : {DType::float32, DType::float64})
        modules.push_back(scipy::stats::mean_and_deviation_sources(dtype, has_thread_blocks(target)));
    add_casts(modules, selection, target);
    add_reductions(modules, selection, target);
    if (typical_calls_are_wanted && has_thread_blocks(target) == runtime::device_traits().thread_blocks)
        add_new(modules, kernels_of_typical_calls());
    return divided(std::move(modules));
}

std::vector<std::string> device_targets() {
    std::set<std::string> targets;
    for (int device = 0; device < runtime::backend().device_count(); ++device)
        targets.insert(runtime::backend().target(device));
    return {targets.begin(), targets.end()};
}

PackSummary build_prebuilt_kernels(const std::string& target, const std::string& folder, unsigned threads,
                                   std::function<void(std::size_t, std::size_t)> progress, PrebuiltSet set) {
    const std::filesystem::path made_in = folder.empty() ? user_pack_folder() : folder;
    static constexpr const char* endings[] = {"-first", "-common", ""};
    runtime::Compiler compiler = runtime::compiler_for(target);
    std::vector<std::vector<KernelSource>> modules = prebuilt_kernels(target, set);
    std::map<std::string, std::string> headers;  // by the text of the module
    if (!has_thread_blocks(target) && (headers_are_wanted || folder.empty()))
        for (auto& [name, bytes] : precompile_headers(compiler)) {
            modules.push_back({headers_entry(name)});
            headers[name + "\n"] = std::move(bytes);
        }
    if (folder.empty()) {
        for (std::vector<KernelSource>& module : modules)
            std::erase_if(module,
                          [&](const KernelSource& kernel) { return cache_ships(kernel, target, compiler.version); });
        std::erase_if(modules, [](const std::vector<KernelSource>& module) { return module.empty(); });
    }
    const auto compile = [&](const runtime::CompileRequest& request, const std::string&) -> runtime::Binary {
        const auto found = headers.find(request.source);
        if (found == headers.end()) return compiler.compile(request);
        return {{found->second.begin(), found->second.end()}, request.names};
    };
    return write_pack({.path = made_in / (target + endings[static_cast<int>(set)] + ".pack"),
                       .target = target,
                       .compiler_version = compiler.version,
                       .compile = compile,
                       .modules = std::move(modules),
                       .threads = threads,
                       .progress = std::move(progress)});
}

}  // namespace cuprum::kernel
