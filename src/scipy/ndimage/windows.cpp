// Uniform, minimum and maximum filters.
#include <algorithm>

#include "cuprum/manipulation.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "scipy/ndimage/window.h"

namespace cuprum::scipy::ndimage {
namespace {

enum class LineOperation { sum, smallest, largest };

ndarray window_line(const ndarray& given, int axis, std::int64_t size, NdMode mode, const Scalar& cval,
                    std::int64_t origin, LineOperation operation, DType out_dtype, const ndarray* out) {
    check_dtype(given.dtype());
    check_dtype(out_dtype);
    const ndarray input = contiguous(holding_fill(given, mode, cval)),
                  result = out ? *out : empty(input.shape(), out_dtype);
    if (input.size() == 0) return result;
    const Lines lines(input.shape(), axis);
    kernel::DataAccess data;
    WindowLineArgs args{};
    args.in = data.read(input);
    args.out = data.write(result);
    args.n = lines.n;
    args.inner = lines.inner;
    args.outer = lines.outer;
    args.size = size;
    args.before = size / 2 + origin;
    args.mode = mode;
    args.factor = static_cast<double>(size);
    store_value(cval, input.dtype(), args.fill, true);
    const runtime::Launch launch =
        plan_windows(args, input.itemsize(), operation == LineOperation::sum, runtime::device_traits());
    const char* names[] = {"nd_sum", "nd_min", "nd_max"};
    data.launch(kernel_of("lines.h", "WINDOWS",
                          {read_type(input.dtype()), write_type(out_dtype), names[static_cast<int>(operation)]}),
                launch, args);
    return result;
}

void check_size(std::int64_t size) {
    if (size < 1) throw Error("incorrect filter size: " + std::to_string(size) + ", where 1 is the least");
    // A window is added up element by element.
    if (size > std::int64_t{1} << 31)
        throw ValueError("incorrect filter size: " + std::to_string(size) + ", where 2**31 is the largest");
}

struct WindowAxis {
    int axis;
    std::int64_t size, origin;
    NdMode mode;
};

std::vector<WindowAxis> window_axes(const Dims& along, const Integers& size, const Integers& origin,
                                    const Modes& mode) {
    const int count = along.size();
    const auto sizes = size.expanded(count), origins = origin.expanded(count);
    const auto modes = mode.expanded(count);
    std::vector<WindowAxis> result;
    for (int k = 0; k < count; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const NdMode outside = mode_of(modes[i]);
        if (sizes[i] <= 1) continue;
        check_size(sizes[i]);
        check_origin(sizes[i], origins[i]);
        result.push_back({static_cast<int>(along[k]), sizes[i], origins[i], outside});
    }
    return result;
}

ndarray window_lines(const ndarray& input, const std::vector<WindowAxis>& axes, const Scalar& cval,
                     LineOperation operation, Target& target) {
    if (axes.empty()) return target.done(input);
    ndarray result = input;
    for (std::size_t k = 0; k < axes.size(); ++k) {
        const WindowAxis& axis = axes[k];
        result = window_line(result, axis.axis, axis.size, axis.mode, cval, axis.origin, operation, target.dtype(),
                             k + 1 == axes.size() ? &target.data() : nullptr);
    }
    return target.done(result);
}

/// Of complex numbers both parts are filtered.
template <class Filter>
ndarray real_and_imaginary(const ndarray& input, const Output& output, const Scalar& cval, Filter filter) {
    Target target(input, output, nullptr, true);
    const DType part = target.dtype() == DType::complex64 ? DType::float32 : DType::float64;
    const ndarray result = empty(input.shape(), target.dtype());
    copy_to(filter(input.real(), Output(part), real_part(cval)), result.real());
    copy_to(filter(input.imag(), Output(part), imag_part(cval)), result.imag());
    return target.done(result);
}

}  // namespace

ndarray uniform_filter1d(const ndarray& input, std::int64_t size, std::int64_t axis, const Output& output,
                         std::string_view mode, const Scalar& cval, std::int64_t origin) {
    const kernel::Placement here(input, output);
    const int along = normalize_axis(axis, input.ndim());
    check_size(size);
    if (is_complex(input.dtype()))
        return real_and_imaginary(input, output, cval, [&](const ndarray& part, const Output& to, const Scalar& fill) {
            return uniform_filter1d(part, size, axis, to, mode, fill, origin);
        });
    Target target(input, output);
    check_origin(size, origin);
    const NdMode outside = mode_of(mode);
    return target.done(
        window_line(input, along, size, outside, cval, origin, LineOperation::sum, target.dtype(), &target.data()));
}

ndarray uniform_filter(const ndarray& input, const Integers& size, const Output& output, const Modes& mode,
                       const Scalar& cval, const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, output);
    if (is_complex(input.dtype()))
        return real_and_imaginary(input, output, cval, [&](const ndarray& part, const Output& to, const Scalar& fill) {
            return uniform_filter(part, size, to, mode, fill, origin, axes);
        });
    Target target(input, output);
    const Dims along = checked_axes(axes, input.ndim());
    return window_lines(input, window_axes(along, size, origin, mode), cval, LineOperation::sum, target);
}

ndarray extremum_line(const ndarray& input, int axis, std::int64_t size, NdMode mode, const Scalar& cval,
                      std::int64_t origin, bool smallest, DType out_dtype, const ndarray* out) {
    return window_line(input, axis, size, mode, cval, origin,
                       smallest ? LineOperation::smallest : LineOperation::largest, out_dtype, out);
}

namespace {

ndarray extremum1d(const ndarray& input, std::int64_t size, std::int64_t axis, const Output& output,
                   std::string_view mode, const Scalar& cval, std::int64_t origin, bool smallest) {
    refuse_complex(input);
    const int along = normalize_axis(axis, input.ndim());
    check_size(size);
    Target target(input, output);
    check_origin(size, origin);
    return target.done(
        extremum_line(input, along, size, mode_of(mode), cval, origin, smallest, target.dtype(), &target.data()));
}

}  // namespace

ndarray minimum_filter1d(const ndarray& input, std::int64_t size, std::int64_t axis, const Output& output,
                         std::string_view mode, const Scalar& cval, std::int64_t origin) {
    const kernel::Placement here(input, output);
    return extremum1d(input, size, axis, output, mode, cval, origin, true);
}

ndarray maximum_filter1d(const ndarray& input, std::int64_t size, std::int64_t axis, const Output& output,
                         std::string_view mode, const Scalar& cval, std::int64_t origin) {
    const kernel::Placement here(input, output);
    return extremum1d(input, size, axis, output, mode, cval, origin, false);
}

ndarray weighted_window(const ndarray& given, const Footprint& footprint, const std::vector<double>& weights,
                        NdMode mode, const Scalar& cval, Target& target) {
    check_dtype(given.dtype());
    check_dtype(target.dtype());
    const ndarray input = contiguous(holding_fill(given, mode, cval));
    kernel::DataAccess data;
    std::vector<ndarray> hold;
    WindowArgs args = window_args(input, footprint, mode, data, hold);
    hold.push_back(array_from_host(weights.data(), DType::float64, {static_cast<std::int64_t>(weights.size())}));
    args.structure = data.read<double>(hold.back());
    store_value(cval, input.dtype(), args.fill);
    args.out = data.write(target.data());
    const std::string in = read_type(input.dtype()), out = write_type(target.dtype());
    if (const auto tiles = plan_tiles(args, itemsize(DType::float64), runtime::device_traits()))
        data.launch(kernel_of("tile.h", "WEIGHTED_TILE", {in, out}), *tiles, args);
    else launch_items(data, kernel_of("window.h", "WEIGHTED", {in, out}), args);
    return target.done();
}

ndarray extremum_window(const ndarray& given, const Footprint& footprint, const std::vector<double>* values,
                        NdMode mode, const Scalar& cval, bool smallest, Target& target) {
    check_dtype(given.dtype());
    check_dtype(target.dtype());
    const ndarray input = contiguous(given);
    if (input.size() == 0) return target.done();
    kernel::DataAccess data;
    std::vector<ndarray> hold;
    WindowArgs args = window_args(input, footprint, mode, data, hold);
    if (values) {
        hold.push_back(array_from_host(values->data(), DType::float64, {static_cast<std::int64_t>(values->size())}));
        args.structure = data.read<double>(hold.back());
    }
    store_value(cval, input.dtype(), args.fill, true);
    args.out = data.write(target.data());
    const std::string in = read_type(input.dtype()), out = write_type(target.dtype()),
                      operation = smallest ? "nd_min" : "nd_max";
    if (const auto tiles =
            plan_tiles(args, values ? itemsize(DType::float64) : input.itemsize(), runtime::device_traits()))
        data.launch(kernel_of("tile.h", values ? "STRUCTURE_TILE" : "EXTREMUM_TILE", {in, out, operation}), *tiles,
                    args);
    else launch_items(data, kernel_of("window.h", "EXTREMUM", {in, out, operation}), args);
    return target.done();
}

ndarray extremum(const ndarray& input, const ExtremumOptions& options, bool smallest) {
    const kernel::Placement here(input);
    refuse_complex(input);
    warn_of_size(options.size.has_value(), options.footprint.has_value());
    std::optional<std::vector<char>> marks;
    Shape shape;
    if (options.footprint) {
        marks = host_bools(*options.footprint);
        shape = options.footprint->shape();
        if (std::find(marks->begin(), marks->end(), 1) == marks->end())
            throw ValueError("All-zero footprint is not supported.");
    } else if (options.structure) {
        shape = options.structure->shape();
        marks = std::vector<char>(static_cast<std::size_t>(options.structure->size()), 1);
    } else if (!options.size) {
        throw Error("no footprint provided: give size, footprint or structure");
    }
    Target target(input, options.output);
    const Dims along = checked_axes(options.axes, input.ndim());
    const bool all = marks && std::find(marks->begin(), marks->end(), 0) == marks->end();
    if (!options.structure && (!marks || all)) {
        Integers size = marks ? Integers(std::vector<std::int64_t>(shape.begin(), shape.end())) : *options.size;
        return window_lines(input, window_axes(along, size, options.origin, options.mode), options.cval,
                            smallest ? LineOperation::smallest : LineOperation::largest, target);
    }
    const Footprint footprint = footprint_of(*marks, shape, along, input.ndim(), options.origin, "footprint");
    if (!options.mode.is_one()) throw Error("A sequence of modes is not supported for non-separable footprints");
    const NdMode mode = mode_of(options.mode.values()[0]);
    if (!options.structure) return extremum_window(input, footprint, nullptr, mode, options.cval, smallest, target);
    if (options.structure->ndim() != along.size() || options.structure->shape() != shape)
        throw Error("structure array has incorrect shape: " + to_string(options.structure->shape()));
    const std::vector<double> values = host_doubles(*options.structure);
    std::vector<double> counted;
    for (const std::int64_t cell : footprint.cells) counted.push_back(values[static_cast<std::size_t>(cell)]);
    return extremum_window(input, footprint, &counted, mode, options.cval, smallest, target);
}

ndarray minimum_filter(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                       const Output& output, const Modes& mode, const Scalar& cval, const Integers& origin,
                       const Axes& axes) {
    const kernel::Placement here(input, footprint, output);
    return extremum(input, {size, footprint, {}, output, mode, cval, origin, axes}, true);
}

ndarray maximum_filter(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                       const Output& output, const Modes& mode, const Scalar& cval, const Integers& origin,
                       const Axes& axes) {
    const kernel::Placement here(input, footprint, output);
    return extremum(input, {size, footprint, {}, output, mode, cval, origin, axes}, false);
}

}  // namespace cuprum::scipy::ndimage
