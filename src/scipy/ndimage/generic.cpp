// Filters by a program's kernel or function: windows and extended lines are made by the chapter's own kernels, and what
// the program wrote is called for each. A raw kernel becomes a device function, which a thread of another kernel calls.
#include "core/identifier.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/ndimage_kernels.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "kernel/graph/template.h"
#include "scipy/ndimage/window.h"

namespace cuprum::scipy::ndimage {
namespace {

constexpr std::uint32_t threads = 128;  // a block

/// A raw kernel's text, in which every kernel is a function that other kernels call. What only kernels may be told,
/// such as their bounds, is left out.
std::string as_functions(const std::string& text) {
    static constexpr std::string_view global = "__global__", device = "__device__";
    std::string result;
    for (const char* attribute : {"__launch_bounds__", "__maxnreg__", "__cluster_dims__"})
        result += std::string("#undef ") + attribute + "\n#define " + attribute + "(...)\n";
    result += "#line 1\n";
    std::size_t from = 0;
    for (std::size_t at = text.find(global); at != std::string::npos; at = text.find(global, from)) {
        const std::size_t end = at + global.size();
        const bool whole = (at == 0 || !continues_identifier(text[at - 1])) &&
                           (end == text.size() || !continues_identifier(text[end]));
        result.append(text, from, at - from);
        result += whole ? device : global;
        from = end;
    }
    return result.append(text, from);
}

/// Makes a kernel that calls another one's function for each of `count` rows, and runs it.
template <class... Arguments>
void run_for_rows(const RawKernel& function, const char* driver, std::int64_t count, const Arguments&... arguments) {
    if (count == 0) return;
    const RawKernel rows(as_functions(function.code()) + kernel::fill(driver, {{"function", function.name()}}),
                         "cuprum_for_rows", {.options = function.options().options});
    rows({static_cast<std::uint32_t>((count + threads - 1) / threads)}, {threads}, count, arguments...);
}

/// Where an element outside of a line of n elements is taken from; -1 for none.
std::int64_t inside(std::int64_t at, std::int64_t n, NdMode mode) {
    if (at >= 0 && at < n) return at;
    const auto modulo = [](std::int64_t a, std::int64_t b) { return (a % b + b) % b; };
    switch (mode) {
        case nd_nearest: return at < 0 ? 0 : n - 1;
        case nd_wrap:
        case nd_grid_wrap: return modulo(at, n);
        case nd_reflect: {
            const std::int64_t k = modulo(at, 2 * n);
            return k < n ? k : 2 * n - 1 - k;
        }
        case nd_mirror: {
            if (n == 1) return 0;
            const std::int64_t k = modulo(at, 2 * n - 2);
            return k < n ? k : 2 * n - 2 - k;
        }
        default: return -1;
    }
}

/// Rows with `before` elements in front of each, and `after` behind it.
ndarray extended(const ndarray& rows, std::int64_t before, std::int64_t after, NdMode mode, const Scalar& cval) {
    const std::int64_t n = rows.shape()[1], length = before + n + after;
    std::vector<std::int64_t> from;
    bool outside = false;
    for (std::int64_t k = 0; k < length; ++k) {
        from.push_back(inside(k - before, n, mode));
        if (from.back() < 0) {
            from.back() = 0;
            outside = true;
        }
    }
    const ndarray result = ascontiguousarray(take(rows, array_from_host(from.data(), DType::int64, {length}), 1));
    if (outside) {
        if (before) result.at({Slice{}, Slice{.stop = before}}).fill(cval);
        if (after) result.at({Slice{}, Slice{.start = before + n}}).fill(cval);
    }
    return result;
}

}  // namespace

ndarray generic_filter(const ndarray& input, const ReductionKernel& function, const std::optional<Integers>& size,
                       const OptionalArray& footprint, const Output& output, std::string_view mode, const Scalar& cval,
                       const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, output);
    if (function.nin() != 1 || function.nout() != 1)
        throw TypeError("ReductionKernel must have 1 input and 1 output, and '" + function.name() + "' has " +
                        std::to_string(function.nin()) + " and " + std::to_string(function.nout()));
    refuse_complex(input);
    Target target(input, output);
    const KernelParameter &in = function.in_params()[0], &out = function.out_params()[0];
    const DType read = in.dtype.value_or(input.dtype()), written = out.dtype               ? *out.dtype
                                                                   : out.ctype == in.ctype ? read
                                                                                           : target.dtype();
    const ndarray windows = windows_of(input, read, size, footprint, mode, cval, origin, axes);
    ndarray results = empty(input.shape(), written);
    if (results.size()) {
        const Operand arguments[] = {windows, results};
        ndarray same;
        function.call(arguments, {.axis = Dims{windows.ndim() - 1}, .separate = true}, &same);
    }
    return target.done(results);
}

ndarray generic_filter(const ndarray& input, const RawKernel& function, const std::optional<Integers>& size,
                       const OptionalArray& footprint, const Output& output, std::string_view mode, const Scalar& cval,
                       const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, output);
    refuse_complex(input);
    Target target(input, output);
    const ndarray windows = windows_of(input, DType::float64, size, footprint, mode, cval, origin, axes),
                  results = empty(input.shape(), DType::float64);
    run_for_rows(function, R"(
extern "C" __global__ void cuprum_for_rows(long long count, double* windows, int length, double* results) {
    const long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row < count) $function(windows + row * length, length, results + row);
}
)",
                 results.size(), windows, static_cast<std::int32_t>(windows.shape()[windows.ndim() - 1]), results);
    return target.done(results);
}

ndarray generic_filter(const ndarray& input, const WindowFunction& function, const std::optional<Integers>& size,
                       const OptionalArray& footprint, const Output& output, std::string_view mode, const Scalar& cval,
                       const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, output);
    refuse_complex(input);
    const ndarray windows = windows_of(input, DType::float64, size, footprint, mode, cval, origin, axes);
    Target target(input, output);
    return input.size() ? target.done(function(windows)) : target.done();
}

namespace {

/// Extends lines along an axis, and calls `filter` with all of them and with room for as many results.
template <class Filter>
ndarray filter_lines(const ndarray& input, std::int64_t filter_size, std::int64_t axis, const Output& output,
                     std::string_view mode, const Scalar& cval, std::int64_t origin, const Filter& filter) {
    refuse_complex(input);
    if (filter_size < 1) throw Error("invalid filter size: " + std::to_string(filter_size) + ", where 1 is the least");
    const int along = normalize_axis(axis, input.ndim());
    check_origin(filter_size, origin);
    Target target(input, output);
    const NdMode outside = mode_of(mode);
    const ndarray moved = moveaxis(input, {along}, {-1}).astype(DType::float64);
    if (input.size() == 0) return target.done();
    const std::int64_t n = moved.shape()[moved.ndim() - 1], count = moved.size() / n, before = filter_size / 2 + origin;
    const ndarray lines = extended(moved.reshape({count, n}), before, filter_size - 1 - before, outside, cval),
                  results = empty({count, n}, DType::float64);
    filter(lines, results);
    return target.done(moveaxis(results.reshape(moved.shape()), {-1}, {along}));
}

}  // namespace

ndarray generic_filter1d(const ndarray& input, const RawKernel& function, std::int64_t filter_size, std::int64_t axis,
                         const Output& output, std::string_view mode, const Scalar& cval, std::int64_t origin) {
    const kernel::Placement here(input, output);
    const auto filter = [&](const ndarray& lines, const ndarray& results) {
        run_for_rows(function, R"(
extern "C" __global__ void cuprum_for_rows(long long count, double* lines, ptrdiff_t length, double* results,
                                           ptrdiff_t result_length) {
    const long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row < count) $function(lines + row * length, length, results + row * result_length, result_length);
}
)",
                     lines.shape()[0], lines, lines.shape()[1], results, results.shape()[1]);
    };
    return filter_lines(input, filter_size, axis, output, mode, cval, origin, filter);
}

ndarray generic_filter1d(const ndarray& input, const LineFunction& function, std::int64_t filter_size,
                         std::int64_t axis, const Output& output, std::string_view mode, const Scalar& cval,
                         std::int64_t origin) {
    const kernel::Placement here(input, output);
    const auto filter = [&](const ndarray& lines, const ndarray& results) {
        for (std::int64_t k = 0; k < lines.shape()[0]; ++k) function(lines(k), results(k));
    };
    return filter_lines(input, filter_size, axis, output, mode, cval, origin, filter);
}

namespace {

/// Computes a derivative along each axis, the first one in the array of the result, and calls `add` with each.
template <class Add>
ndarray add_derivatives(const ndarray& input, const AxisDerivative& derivative, const Output& output, const Modes& mode,
                        const Scalar& cval, const Axes& axes, const Add& add) {
    const Dims along = checked_axes(axes, input.ndim());
    const ndarray result = output.array ? *output.array : empty(input.shape(), output.dtype.value_or(input.dtype()));
    const std::vector<std::string> modes = mode.expanded(along.size());
    if (along.empty()) copyto(result, input, Casting::unsafe);
    for (int k = 0; k < along.size(); ++k) {
        const Output to = k ? Output(result.dtype()) : Output(result);
        const ndarray part = derivative(input, along[k], to, modes[static_cast<std::size_t>(k)], cval);
        add(result, k ? part : result, k == 0);
    }
    return result;
}

}  // namespace

ndarray generic_laplace(const ndarray& input, const AxisDerivative& derivative2, const Output& output,
                        const Modes& mode, const Scalar& cval, const Axes& axes) {
    const kernel::Placement here(input, output);
    return add_derivatives(input, derivative2, output, mode, cval, axes,
                           [](const ndarray& result, const ndarray& part, bool is_first) {
                               if (!is_first) cuprum::add(result, part, {.out = {&result}});
                           });
}

ndarray generic_gradient_magnitude(const ndarray& input, const AxisDerivative& derivative, const Output& output,
                                   const Modes& mode, const Scalar& cval, const Axes& axes) {
    const kernel::Placement here(input, output);
    const ndarray result = add_derivatives(input, derivative, output, mode, cval, axes,
                                           [](const ndarray& result, const ndarray& part, bool is_first) {
                                               if (is_first) multiply(part, part, {.out = {&result}});
                                               else cuprum::add(result, multiply(part, part), {.out = {&result}});
                                           });
    if (!axes || !axes->empty()) copyto(result, sqrt(result), Casting::unsafe);
    return result;
}

}  // namespace cuprum::scipy::ndimage
