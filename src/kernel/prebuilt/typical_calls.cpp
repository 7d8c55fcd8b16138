#include "kernel/prebuilt/typical_calls.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/polynomial.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/sorting.h"
#include "cuprum/statistics.h"
#include "cuprum/ufunc.h"
#include "kernel/cache/collect.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t length = 20000, edge = 100;  // longer than what engines treat as short
constexpr std::size_t kernels_a_module = 6;         // a process loads all kernels of a module that it needs one of

// What all dtypes share: indices and masks. Kernels that move elements are made for a size of elements.
void call_movers(const ndarray& a, const ndarray& matrix) {
    const ndarray places = arange(0, length, 2), mask = less(remainder(arange(length), 3), 1);
    (void)a.at({places});
    a.copy().assign(std::vector<Index>{Index(places)}, a.at({places}));
    a.copy().assign(std::vector<Index>{Index(mask)}, Scalar(1));
    (void)take(matrix, arange(0, edge, 3), 1);
    (void)a.at({mask});
    (void)nonzero(a);
    (void)argwhere(matrix);
    (void)where(mask, a, a);
    (void)where(mask, a, 0);
    (void)concatenate({a, a});
    (void)concatenate({matrix, matrix}, 1);
    (void)concatenate({matrix.at({Slice{0, 99, {}}}), matrix}, 0);
    (void)repeat(a, 3);
    (void)take(matrix, arange(0, edge, 3), 0);
    (void)delete_(a, Index(places));
    (void)unique(a, {.index = true, .inverse = true, .counts = true});
}

void call_orders(const ndarray& a, const ndarray& matrix) {
    const ndarray sorted = sort(a), few = sorted.at({Slice{0, length, 40}}), very_few = few.at({Slice{0, 5, {}}});
    for (const std::optional<std::int64_t> axis : {0, -1}) {
        (void)sort(matrix, axis);
        (void)argsort(matrix, axis);
        (void)median(matrix, {.axis = *axis});
    }
    (void)argsort(a);
    (void)partition(a, {length / 2});
    (void)argpartition(a, {length / 2});
    (void)searchsorted(sorted, few);
    (void)isin(a, few);
    (void)isin(a, very_few);
    (void)intersect1d(a, few);
    (void)median(a);
    (void)percentile(a, 30.0);
}

void call_reductions(const ndarray& a, const ndarray& matrix) {
    const auto each = [&](const ReduceOptions& options, const ndarray& of) {
        for (const auto reduction : {argmax, argmin, prod, ptp, count_nonzero}) (void)reduction(of, options);
        for (const auto spread : {var, std_}) (void)spread(of, options, 0.0);
        if (!is_floating(of.dtype())) return;
        for (const auto reduction : {nansum, nanprod, nanmax, nanmin, nanmean, nanargmax, nanargmin})
            (void)reduction(of, options);
        for (const auto spread : {nanvar, nanstd}) (void)spread(of, options, 0.0);
    };
    each({}, a);
    each({.axis = 0}, matrix);
    each({.axis = 1}, matrix);
    for (const std::optional<std::int64_t> axis : {0, 1}) {
        (void)cumsum(matrix, axis);
        (void)cumprod(matrix, axis);
    }
    (void)cumsum(a);
    (void)cumprod(a);
    (void)nancumsum(a);
    (void)nancumprod(a);
    (void)maximum.accumulate(a);
    (void)add.reduceat(a, arange(0, length, 10));
    (void)trace(matrix);
    (void)diff(a);
}

void call_statistics(const ndarray& a) {
    (void)histogram(a, {.bins = std::int64_t{50}});
    (void)bincount(remainder(a.astype(DType::int64), 100));
    (void)average(a, a);
    (void)polyval(a.at({Slice{0, 5, {}}}), a);
    for (const Axes& axis : {Axes(), Axes(1)})
        (void)linalg::norm(axis ? a.at({Slice{0, edge * edge, {}}}).reshape({edge, edge}) : a, {}, axis);
    const ndarray totals = zeros({100}, a.dtype());
    const Operand values(a);
    add.at(totals, std::vector<Index>{Index(remainder(arange(length), 100))}, &values);
    (void)clip(a, Operand(1), Operand(50));
    (void)round(a);
    (void)isclose(a, a);
    (void)tri(edge, {}, 0, a.dtype());
}

void call(DType dtype) {
    // Steps through all remainders, and so neither sorted nor all the same.
    const ndarray a = remainder(multiply(arange(length), 7919), 10007).astype(dtype);
    const ndarray matrix = a.at({Slice{0, edge * edge, {}}}).reshape({edge, edge});
    call_movers(a, matrix);
    call_orders(a, matrix);
    call_reductions(a, matrix);
    call_statistics(a);
}

// The lines with which the text begins.
std::string includes(const std::string& text) {
    std::size_t end = 0;
    while (text.compare(end, 8, "#include") == 0) end = text.find('\n', end) + 1;
    return text.substr(0, end);
}

}  // namespace

std::vector<std::vector<KernelSource>> kernels_of_typical_calls() {
    CollectKernels collected;
    for (DType dtype : {DType::float64, DType::float32, DType::int64, DType::int32}) call(dtype);
    std::map<std::tuple<std::string, CodeOptions, std::vector<std::string>>, std::vector<KernelSource>> groups;
    for (const KernelSource& kernel : collected.kernels())
        groups[{includes(kernel.text), kernel.code, kernel.options}].push_back(kernel);
    std::vector<std::vector<KernelSource>> modules;
    for (auto& [key, kernels] : groups) {
        // Texts of ElementwiseKernel define names at global scope, and so none may stand beside another.
        const bool alone = std::get<0>(key).find("user_kernel.h") != std::string::npos;
        for (std::size_t k = 0; k < kernels.size(); ++k) {
            if (alone || k % kernels_a_module == 0) modules.emplace_back();
            modules.back().push_back(std::move(kernels[k]));
        }
    }
    return modules;
}

}  // namespace cuprum::kernel
