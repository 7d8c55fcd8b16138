#include "kernel/prebuilt/typical_calls.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "cuprum/creation.h"
#include "cuprum/einsum.h"
#include "cuprum/indexing.h"
#include "cuprum/interpolation.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/memory.h"
#include "cuprum/polynomial.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/sorting.h"
#include "cuprum/statistics.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "cuprum/windows.h"
#include "kernel/cache/collect.h"
#include "runtime/backend.h"
#include "runtime/context.h"
#include "runtime/device_traits.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t length = 20000, edge = 100;  // longer than what engines treat as short
constexpr std::ptrdiff_t kernels_a_module = 6;      // a process loads all kernels of a module that it needs one of

// What all dtypes share: indices and masks. Kernels that move elements are made for a size of elements.
void call_movers(const ndarray& a, const ndarray& matrix) {
    const ndarray places = arange(0, length, 2), mask = less(remainder(arange(length), 3), 1);
    try_call([&] { a.at({places}); });
    a.copy().assign(std::vector<Index>{Index(places)}, a.at({places}));
    a.copy().assign(std::vector<Index>{Index(mask)}, Scalar(1));
    try_call([&] { take(matrix, arange(0, edge, 3), 1); });
    try_call([&] { a.at({mask}); });
    try_call([&] { nonzero(a); });
    try_call([&] { argwhere(matrix); });
    try_call([&] { where(mask, a, a); });
    try_call([&] { where(mask, a, 0); });
    try_call([&] { concatenate({a, a}); });
    try_call([&] { roll(matrix, {1}, Dims{0}); });
    try_call([&] { concatenate({matrix, matrix}, 1); });
    try_call([&] { concatenate({matrix.at({Slice{0, 99, {}}}), matrix}, 0); });
    try_call([&] { repeat(a, 3); });
    try_call([&] { take(matrix, arange(0, edge, 3), 0); });
    try_call([&] { delete_(a, Index(places)); });
    try_call([&] { unique(a); });
    try_call([&] { unique(a, {.counts = true}); });
    try_call([&] { unique(a, {.inverse = true}); });
    try_call([&] { unique(a, {.index = true, .inverse = true, .counts = true}); });
    try_call([&] { stack({a, a}, -1); });
    try_call([&] { tril(matrix); });
    try_call([&] { triu(matrix); });
    try_call([&] { eye(edge, {}, 0, a.dtype()); });
}

void call_orders(const ndarray& a, const ndarray& matrix) {
    const ndarray sorted = sort(a), few = sorted.at({Slice{0, length, 40}}), very_few = few.at({Slice{0, 5, {}}});
    for (const std::optional<std::int64_t> axis : {0, -1}) {
        try_call([&] { sort(matrix, axis); });
        try_call([&] { argsort(matrix, axis); });
        try_call([&] { median(matrix, {.axis = *axis}); });
    }
    try_call([&] { argsort(a); });
    try_call([&] { partition(a, {length / 2}); });
    try_call([&] { argpartition(a, {length / 2}); });
    try_call([&] { searchsorted(sorted, few); });
    try_call([&] { isin(a, few); });
    try_call([&] { isin(a, very_few); });
    try_call([&] { intersect1d(a, few); });
    try_call([&] { median(a); });
    try_call([&] { percentile(a, 30.0); });
}

void call_reductions(const ndarray& a, const ndarray& matrix) {
    const auto each = [&](const ReduceOptions& options, const ndarray& of) {
        for (const auto reduction : {argmax, argmin, prod, ptp, count_nonzero})
            try_call([&] { reduction(of, options); });
        for (const auto spread : {var, std_}) try_call([&] { spread(of, options, 0.0); });
        if (!is_floating(of.dtype())) return;
        for (const auto reduction : {nansum, nanprod, nanmax, nanmin, nanmean, nanargmax, nanargmin})
            try_call([&] { reduction(of, options); });
        for (const auto spread : {nanvar, nanstd}) try_call([&] { spread(of, options, 0.0); });
    };
    each({}, a);
    each({.axis = 0}, matrix);
    each({.axis = 1}, matrix);
    for (const std::optional<std::int64_t> axis : {0, 1}) {
        try_call([&] { cumsum(matrix, axis); });
        try_call([&] { cumprod(matrix, axis); });
    }
    try_call([&] { cumsum(a); });
    try_call([&] { cumprod(a); });
    try_call([&] { nancumsum(a); });
    try_call([&] { nancumprod(a); });
    try_call([&] { maximum.accumulate(a); });
    try_call([&] { add.reduceat(a, arange(0, length, 10)); });
    try_call([&] { trace(matrix); });
    try_call([&] { einsum("ii", {matrix}); });
    try_call([&] { diff(a); });
}

void call_statistics(const ndarray& a) {
    try_call([&] { histogram(a, {.bins = std::int64_t{50}}); });
    try_call([&] { bincount(remainder(a.astype(DType::int64), 100)); });
    try_call([&] { average(a, a); });
    try_call([&] { polyval(a.at({Slice{0, 5, {}}}), a); });
    try_call([&] { polyval(a.at({Slice{0, 5, {}}}), a.at({Slice{0, edge, {}}})); });
    for (const Axes& axis : {Axes(), Axes(1)})
        try_call([&] { linalg::norm(axis ? a.at({Slice{0, edge * edge, {}}}).reshape({edge, edge}) : a, {}, axis); });
    const ndarray totals = zeros({100}, a.dtype());
    const Operand values(a);
    add.at(totals, std::vector<Index>{Index(remainder(arange(length), 100))}, &values);
    try_call([&] { clip(a, Operand(1), Operand(50)); });
    try_call([&] { round(a, 2); });
    try_call([&] { vdot(a, a); });
    try_call([&] { dot(a, a); });
    try_call([&] { vecdot(a, a); });
    try_call([&] { nan_to_num(a); });
    try_call([&] { interp(a, a, a); });
    try_call([&] { unwrap(a); });
    try_call([&] { cross(a.at({Slice{0, 300, {}}}).reshape({100, 3}), a.at({Slice{0, 300, {}}}).reshape({100, 3})); });
    try_call([&] { isclose(a, a); });
    try_call([&] { tri(edge, {}, 0, a.dtype()); });
}

// What takes a GPU's compiler long, beside the above: few elements have kernels of their own.
void call_on_gpus(const ndarray& a, const ndarray& matrix) {
    const ndarray few = a.at({Slice{0, edge, {}}});
    try_call([&] { nonzero(few); });
    try_call([&] { roll(a, {1}); });
    try_call([&] { vecdot(matrix, matrix); });
    try_call([&] { setxor1d(a, few); });
    try_call([&] { unique_all(a); });
    try_call([&] { tri(edge, {}, 0, DType::bool_); });
    if (a.dtype() == DType::float64) try_call([&] { kaiser(double(edge), 14.0); });
}

void call(DType dtype) {
    // Steps through all remainders, and so neither sorted nor all the same.
    std::vector<double> numbers(length);
    for (std::int64_t k = 0; k < length; ++k)
        numbers[static_cast<std::size_t>(k)] = static_cast<double>(k * 7919 % 10007);
    const ndarray a = from_numbers(numbers, dtype);
    const ndarray matrix = a.at({Slice{0, edge * edge, {}}}).reshape({edge, edge});
    call_movers(a, matrix);
    call_orders(a, matrix);
    call_reductions(a, matrix);
    call_statistics(a);
    if (dtype == DType::float64)
        for (const auto window : {hamming, hanning, blackman, bartlett}) try_call([&] { window(double(edge)); });
    if (runtime::device_traits().thread_blocks) call_on_gpus(a, matrix);
    if (runtime::device_traits().thread_blocks || is_floating(dtype)) call_scipy(dtype);
}

// The lines with which the text begins.
std::string includes(const std::string& text) {
    std::size_t end = 0;
    while (text.compare(end, 8, "#include") == 0) end = text.find('\n', end) + 1;
    return text.substr(0, end);
}

}  // namespace

ndarray from_numbers(const std::vector<double>& numbers, DType dtype) {
    const auto copy = [&]<class T>(T) {
        const std::vector<T> elements(numbers.begin(), numbers.end());
        return array_from_host(elements.data(), dtype, {static_cast<std::int64_t>(elements.size())});
    };
    switch (dtype) {
        case DType::float64: return copy(double());
        case DType::float32: return copy(float());
        case DType::int64: return copy(std::int64_t());
        default: return copy(std::int32_t());
    }
}

void try_call(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error&) {
        if (!runtime::device_traits().thread_blocks) throw;
    }
}

namespace {
/// Where kernels do not run, results are zeros rather than whatever was there: counts, for instance.
class ClearMemory : cuda::MemoryHook {
public:
    ClearMemory() { cuda::add_memory_hook(*this); }
    ~ClearMemory() override { cuda::remove_memory_hook(*this); }

private:
    void malloc_postprocess(const cuda::MemoryEvent& event) override {
        runtime::backend().fill(event.pointer, 0, event.mem_size, runtime::context.stream);
    }
};
}  // namespace

std::vector<std::vector<KernelSource>> kernels_of_typical_calls() {
    CollectKernels collected;
    std::optional<ClearMemory> clear;
    if (runtime::device_traits().thread_blocks) clear.emplace();
    for (DType dtype : {DType::float64, DType::float32, DType::int64, DType::int32}) call(dtype);
    std::map<std::tuple<std::string, CodeOptions, std::vector<std::string>>, std::vector<KernelSource>> groups;
    for (const KernelSource& kernel : collected.kernels())
        groups[{includes(kernel.text), kernel.code, kernel.options}].push_back(kernel);
    std::vector<std::vector<KernelSource>> modules;
    for (auto& [key, kernels] : groups) {
        const auto alone = std::stable_partition(kernels.begin(), kernels.end(),
                                                 [](const KernelSource& kernel) { return !kernel.has_definitions; });
        for (auto at = kernels.begin(); at != kernels.end(); ++at) {
            if (at >= alone || (at - kernels.begin()) % kernels_a_module == 0) modules.emplace_back();
            modules.back().push_back(std::move(*at));
        }
    }
    return modules;
}

}  // namespace cuprum::kernel
