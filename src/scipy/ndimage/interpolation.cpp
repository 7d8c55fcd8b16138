// Geometric transforms of images: zoom, shift, rotation, affine maps, coordinates.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/checked_numbers.h"
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/ndimage_kernels.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "runtime/context.h"
#include "scipy/ndimage/spline.h"

namespace cuprum::scipy::ndimage {
namespace {

struct How {
    std::int64_t order;
    std::string_view mode;
    Scalar cval;
    bool prefilter;
};

/// What is interpolated: the image or its splines' coefficients, which may begin some elements before it.
struct Prepared {
    ndarray data;
    int before = 0;
    NdMode mode;
};

constexpr std::int64_t pad_width = 12;  // SciPy's, of modes for which splines have no exact ends

/// `axes` of them, the last ones, are interpolated.
Prepared prepared(const ndarray& input, const How& how, int axes) {
    check_dtype(input.dtype());
    const NdMode mode = mode_of(how.mode, false);
    if (!how.prefilter || how.order < 2 || input.size() == 0) return {contiguous(input), 0, mode};
    ndarray data = input;
    const int first = input.ndim() - axes;
    int before = 0;
    if (mode == nd_nearest || mode == nd_grid_constant) {
        data = contiguous(input, DType::float64);
        std::vector<std::pair<std::int64_t, std::int64_t>> widths(static_cast<std::size_t>(input.ndim()));
        for (int d = first; d < input.ndim(); ++d) widths[static_cast<std::size_t>(d)] = {pad_width, pad_width};
        const Scalar fill = real_part(how.cval);
        data = pad(data, widths, mode == nd_nearest ? "edge" : "constant", {.constant_values = {{fill, fill}}});
        before = static_cast<int>(pad_width);
    }
    for (int d = first; d < input.ndim(); ++d)
        data = spline_line(data, static_cast<int>(how.order), d, how.mode, DType::float64);
    return {data, before, mode};
}

void run(const Prepared& image, ResampleArgs& args, const How& how, int axes, const ndarray& out,
         const ndarray* places) {
    check_dtype(out.dtype());
    const ndarray& in = image.data;
    if (axes > nd_axes || axes * args.out_ndim > 8 * nd_axes)
        throw NotSupportedError("interpolation over " + std::to_string(axes) + " axes: at most " +
                                std::to_string(nd_axes) + " can be, and 8 for matrices");
    if (out.size() == 0) return;
    if (in.size() == 0) return out.fill(how.cval);
    kernel::DataAccess data;
    args.in = data.read(in);
    args.out = data.write(out);
    if (places) args.places = data.read<void>(*places);
    args.items = out.size();
    args.ndim = axes;
    for (int d = 0; d < axes; ++d) {
        args.shape[d] = in.shape()[in.ndim() - axes + d];
        args.last[d] = static_cast<double>(args.shape[d] - 1);
    }
    args.mode = image.mode;
    args.before = image.before;
    args.fill = real_part(how.cval).to_double();
    const std::string coordinates = places ? write_type(places->dtype()) : "float", order = std::to_string(how.order),
                      source = read_type(in.dtype()), target = write_type(out.dtype()),
                      place = std::max(in.size(), out.size()) < (std::int64_t{1} << 31) ? "int" : "long long",
                      filled = image.mode == nd_grid_constant ? "true" : "false";
    const bool fixed = axes <= 3 && (places || args.out_ndim == axes);
    const std::string dims = std::to_string(fixed ? axes : 0);
    if (args.kind == nd_places_scaled && fixed) {
        // Weights are computed once for each place on each axis.
        std::int64_t entries = 0;
        for (int d = 0; d < axes; ++d) entries += args.out_shape[d];
        const ndarray weights = empty({entries * (how.order + 1)}, DType::float64),
                      taps = empty({entries * (how.order + 1)}, place == "int" ? DType::int32 : DType::int64);
        args.weights = data.update<double>(weights);
        args.taps = data.update<void>(taps);
        args.items = entries;
        launch_items(data, kernel_of("resample.h", "RESAMPLE_TAPS", {place, order}), args, 128);
        const std::int64_t columns = args.out_shape[axes - 1];
        args.items = columns * kernel::ceil_div(out.size() / columns, nd_scaled_rows);
        launch_items(data, kernel_of("resample.h", "RESAMPLE_SCALED", {source, target, place, order, dims, filled}),
                     args, 128);
        return;
    }
    if (args.kind == nd_places_affine && fixed) plan_affine(args, out.size(), runtime::device_traits());
    launch_items(data, kernel_of("resample.h", "RESAMPLE", {source, target, coordinates, place, order, dims, filled}),
                 args, 128);
}

/// Of complex images both parts are interpolated.
template <class Function>
ndarray real_and_imaginary(const ndarray& input, Target& target, const Shape& shape, const How& how,
                           Function function) {
    const DType part = target.dtype() == DType::complex64 ? DType::float32 : DType::float64;
    const ndarray result = empty(shape, target.dtype());
    How real = how, imag = how;
    real.cval = real_part(how.cval);
    imag.cval = imag_part(how.cval);
    copy_to(function(input.real(), real, part), result.real());
    copy_to(function(input.imag(), imag, part), result.imag());
    return target.done(result);
}

/// Calls `function(image, how, output)` for the image or for its parts.
template <class Function>
ndarray resampled(const ndarray& input, const Output& output, const Shape& shape, const How& how, Function function) {
    Target target(input, output, &shape, is_complex(input.dtype()));
    if (is_complex(input.dtype()))
        return real_and_imaginary(input, target, shape, how, [&](const ndarray& part, const How& how, DType dtype) {
            const ndarray out = empty(shape, dtype);
            function(part, how, out);
            return out;
        });
    function(input, how, target.data());
    return target.done();
}

void check_rank(const ndarray& input) {
    if (input.ndim() < 1) throw Error("input and output rank must be > 0");
}

/// Places (place + shift) * scale.
void scaled(const ndarray& input, const How& how, const std::vector<double>& shift, const std::vector<double>& scale,
            bool grid, const ndarray& out) {
    ResampleArgs args{};
    args.kind = nd_places_scaled;
    args.grid = grid;
    args.out_ndim = out.ndim();
    for (int d = 0; d < std::min(out.ndim(), nd_axes); ++d) {
        args.out_shape[d] = out.shape()[d];
        args.shift[d] = shift[static_cast<std::size_t>(d)];
        args.scale[d] = scale[static_cast<std::size_t>(d)];
    }
    run(prepared(input, how, input.ndim()), args, how, input.ndim(), out, nullptr);
}

/// Sines and cosines of degrees, exact at multiples of 90.
double cosine_of(double degrees) {
    const double turn = std::fabs(std::fmod(degrees, 360));
    if (turn == 90 || turn == 270) return 0;
    if (turn == 180) return -1;
    return std::cos(turn * std::numbers::pi / 180);
}
double sine_of(double degrees) {
    const double turn = std::fmod(degrees, 360), size = std::fabs(turn);
    if (size == 0 || size == 180) return 0;
    if (size == 90 || size == 270) return (size == 90) == (turn > 0) ? 1 : -1;
    return std::sin(turn * std::numbers::pi / 180);
}

}  // namespace

ndarray map_coordinates(const ndarray& input, const ndarray& coordinates, const Output& output, std::int64_t order,
                        std::string_view mode, const Scalar& cval, bool prefilter) {
    const kernel::Placement here(input, coordinates, output);
    check_order(order);
    if (is_complex(coordinates.dtype())) throw TypeError("Complex type not supported");
    if (input.ndim() < 1 || coordinates.ndim() < 2) throw Error("input and output rank must be > 0");
    if (coordinates.shape()[0] != input.ndim())
        throw Error("invalid shape for coordinate array: " + to_string(coordinates.shape()) + " for an image of " +
                    std::to_string(input.ndim()) + " axes");
    Shape shape(coordinates.shape());
    shape.erase(0);
    const ndarray places =
        contiguous(coordinates, coordinates.dtype() == DType::float32 ? DType::float32 : DType::float64);
    return resampled(input, output, shape, {order, mode, cval, prefilter},
                     [&](const ndarray& part, const How& how, const ndarray& out) {
                         ResampleArgs args{};
                         args.kind = nd_places_given;
                         args.out_ndim = 1;
                         run(prepared(part, how, part.ndim()), args, how, part.ndim(), out, &places);
                     });
}

ndarray geometric_transform(const ndarray& input, const PlaceMapping& mapping, const std::optional<Shape>& output_shape,
                            const Output& output, std::int64_t order, std::string_view mode, const Scalar& cval,
                            bool prefilter) {
    const kernel::Placement here(input, output);
    if (order < 0 || order > 5) throw Error("spline order not supported");
    const Shape shape = output_shape.value_or(input.shape());
    if (input.ndim() < 1 || shape.empty()) throw Error("input and output rank must be > 0");
    return map_coordinates(input, mapping(indices(shape, DType::float64)), output, order, mode, cval, prefilter);
}

namespace {

/// The places of `affine_transform`, computed on the device: a captured stream cannot be waited for, and each launch of
/// its graph reads the matrix anew. Without `offset` the last column is it.
ndarray affine_places(const ndarray& matrix, const std::vector<double>* offset, const Shape& shape) {
    const ndarray m = matrix.astype(DType::float64, 'K', Casting::unsafe, false);
    const std::int64_t rows = m.shape()[0];
    Shape all{rows};
    for (int k = 0; k < shape.size(); ++k) all.push_back(shape[k]);
    const ndarray places = empty(all, DType::float64);
    for (std::int64_t d = 0; d < rows; ++d) {
        ndarray place = offset ? full({}, Scalar((*offset)[static_cast<std::size_t>(d)]), DType::float64)
                               : m(d, static_cast<std::int64_t>(shape.size()));
        for (int k = 0; k < shape.size(); ++k) {
            if (m.ndim() == 1 && k != d) continue;
            Shape along(static_cast<std::size_t>(shape.size()), 1);
            along[k] = shape[k];
            const ndarray line = arange(shape[k]).astype(DType::float64).reshape(along);
            place = add(place, multiply(line, m.ndim() == 1 ? m(d) : m(d, static_cast<std::int64_t>(k))));
        }
        copy_to(place.broadcast_to(shape), places(d));
    }
    return places;
}

}  // namespace

ndarray affine_transform(const ndarray& input, const ndarray& matrix, const Numbers& offset,
                         const std::optional<Integers>& output_shape, const Output& output, std::int64_t order,
                         std::string_view mode, const Scalar& cval, bool prefilter) {
    const kernel::Placement here(input, matrix, output);
    check_order(order);
    check_rank(input);
    const int ndim = input.ndim();
    Shape shape(input.shape());
    if (output_shape) {
        shape.clear();
        for (const std::int64_t n : output_shape->is_one() ? output_shape->expanded(1) : output_shape->values())
            shape.push_back(n);
    } else if (output.array) {
        shape = output.array->shape();
    }
    if (shape.size() < 1) throw Error("input and output rank must be > 0");
    if (is_complex(matrix.dtype())) throw TypeError("Complex type not supported");
    if ((matrix.ndim() != 1 && matrix.ndim() != 2) || matrix.size() < 1)
        throw Error("no proper affine matrix provided");
    std::int64_t rows = matrix.shape()[0], columns = matrix.ndim() == 2 ? matrix.shape()[1] : 0;
    if (runtime::context.capture && rows == ndim && (columns == 0 || columns == shape.size() || columns == ndim + 1)) {
        const bool with_offset = columns == ndim + 1;
        const std::vector<double> given = with_offset ? std::vector<double>() : offset.expanded(ndim);
        return map_coordinates(input, affine_places(matrix, with_offset ? nullptr : &given, shape), output, order, mode,
                               cval, prefilter);
    }
    std::vector<double> values = host_doubles(matrix), shift;
    if (columns == ndim + 1 && (rows == ndim || rows == ndim + 1)) {
        // A homogeneous matrix, whose last column is the offset.
        for (std::int64_t k = 0; rows == ndim + 1 && k <= ndim; ++k)
            if (values[static_cast<std::size_t>(ndim * columns + k)] != (k == ndim))
                throw ValueError("Expected homogeneous transformation matrix with shape " + to_string(matrix.shape()) +
                                 " for image shape " + to_string(input.shape()) +
                                 ", but bottom row was not equal to zeros and a one");
        std::vector<double> left;
        for (std::int64_t d = 0; d < ndim; ++d) {
            for (std::int64_t k = 0; k < ndim; ++k) left.push_back(values[static_cast<std::size_t>(d * columns + k)]);
            shift.push_back(values[static_cast<std::size_t>(d * columns + ndim)]);
        }
        values = left;
        rows = columns = ndim;
    } else {
        shift = offset.expanded(ndim);
    }
    if (rows != ndim) throw Error("affine matrix has wrong number of rows");
    if (columns && columns != shape.size()) throw Error("affine matrix has wrong number of columns");
    return resampled(input, output, shape, {order, mode, cval, prefilter},
                     [&](const ndarray& part, const How& how, const ndarray& out) {
                         if (columns == 0) {
                             std::vector<double> before = shift;
                             for (std::size_t d = 0; d < before.size(); ++d) before[d] /= values[d];
                             return scaled(part, how, before, values, false, out);
                         }
                         ResampleArgs args{};
                         args.kind = nd_places_affine;
                         args.out_ndim = out.ndim();
                         for (int d = 0; d < std::min(out.ndim(), nd_axes); ++d) args.out_shape[d] = out.shape()[d];
                         for (int d = 0; d < std::min(ndim, nd_axes); ++d)
                             args.shift[d] = shift[static_cast<std::size_t>(d)];
                         std::copy_n(values.begin(), std::min<std::size_t>(values.size(), std::size(args.matrix)),
                                     args.matrix);
                         run(prepared(part, how, ndim), args, how, ndim, out, nullptr);
                     });
}

ndarray shift(const ndarray& input, const Numbers& shift, const Output& output, std::int64_t order,
              std::string_view mode, const Scalar& cval, bool prefilter) {
    const kernel::Placement here(input, output);
    check_order(order);
    check_rank(input);
    std::vector<double> back = shift.expanded(input.ndim());
    for (double& s : back) s = -s;
    const std::vector<double> ones(back.size(), 1.0);
    return resampled(
        input, output, input.shape(), {order, mode, cval, prefilter},
        [&](const ndarray& part, const How& how, const ndarray& out) { scaled(part, how, back, ones, false, out); });
}

ndarray zoom(const ndarray& input, const Numbers& zoom, const Output& output, std::int64_t order, std::string_view mode,
             const Scalar& cval, bool prefilter, bool grid_mode) {
    const kernel::Placement here(input, output);
    check_order(order);
    check_rank(input);
    if (grid_mode && (mode == "constant" || mode == "wrap"))
        warn(mode == "wrap" ? "It is recommended to use mode = grid-wrap instead of wrap when grid_mode is True."
                            : "It is recommended to use mode = grid-constant instead of constant when grid_mode is "
                              "True.");
    const std::vector<double> factors = zoom.expanded(input.ndim());
    Shape shape(input.ndim());
    std::vector<double> scale(factors.size(), 1.0);
    for (int d = 0; d < input.ndim(); ++d) {
        const auto n = static_cast<double>(input.shape()[d]);
        shape[d] = saturated(std::nearbyint(n * factors[static_cast<std::size_t>(d)]));
        const double less = grid_mode ? 0 : 1, m = static_cast<double>(shape[d]) - less;
        if (m != 0) scale[static_cast<std::size_t>(d)] = (n - less) / m;
    }
    if (prefilter && std::all_of(factors.begin(), factors.end(), [](double z) { return z == 1; })) {
        Target target(input, output, &shape, is_complex(input.dtype()));
        return target.done(input);
    }
    const std::vector<double> nothing(factors.size(), 0.0);
    return resampled(input, output, shape, {order, mode, cval, prefilter},
                     [&](const ndarray& part, const How& how, const ndarray& out) {
                         scaled(part, how, nothing, scale, grid_mode, out);
                     });
}

ndarray rotate(const ndarray& input, double angle, const Dims& axes, bool reshape, const Output& output,
               std::int64_t order, std::string_view mode, const Scalar& cval, bool prefilter) {
    const kernel::Placement here(input, output);
    const int ndim = input.ndim();
    if (ndim < 2) throw ValueError("input array should be at least 2D");
    if (axes.size() != 2) throw ValueError("axes should contain exactly two values");
    std::int64_t first = axes[0] < 0 ? axes[0] + ndim : axes[0], second = axes[1] < 0 ? axes[1] + ndim : axes[1];
    if (first < 0 || second < 0 || first >= ndim || second >= ndim)
        throw ValueError("invalid rotation plane specified");
    if (first > second) std::swap(first, second);
    check_order(order);
    const double c = cosine_of(angle), s = sine_of(angle);
    const int y = static_cast<int>(first), x = static_cast<int>(second);
    const auto height = static_cast<double>(input.shape()[y]), width = static_cast<double>(input.shape()[x]);
    Shape shape(input.shape());
    if (reshape) {
        // How far the corners lie apart.
        const double rows[] = {0, s * width, c * height, c * height + s * width},
                     columns[] = {0, c * width, -s * height, -s * height + c * width};
        const auto [top, bottom] = std::minmax_element(std::begin(rows), std::end(rows));
        const auto [left, right] = std::minmax_element(std::begin(columns), std::end(columns));
        shape[y] = saturated(*bottom - *top + 0.5);
        shape[x] = saturated(*right - *left + 0.5);
    }
    const double out_y = (static_cast<double>(shape[y]) - 1) / 2, out_x = (static_cast<double>(shape[x]) - 1) / 2;
    const double shift_y = (height - 1) / 2 - (c * out_y + s * out_x),
                 shift_x = (width - 1) / 2 - (-s * out_y + c * out_x);
    // The plane's axes last; planes lie one behind the other.
    const bool in_place = y == ndim - 2;
    const auto planes = [&](const ndarray& a) {
        return in_place ? a : moveaxis(a, Dims{y, x}, Dims{ndim - 2, ndim - 1});
    };
    return resampled(input, output, shape, {order, mode, cval, prefilter},
                     [&](const ndarray& part, const How& how, const ndarray& out) {
                         const ndarray images = planes(part), turned = planes(out);
                         const ndarray result = in_place ? out : empty(turned.shape(), out.dtype());
                         const Prepared image = prepared(images, how, 2);
                         ResampleArgs args{};
                         args.kind = nd_places_affine;
                         args.out_ndim = 2;
                         args.out_shape[0] = shape[y];
                         args.out_shape[1] = shape[x];
                         args.matrix[0] = args.matrix[3] = c;
                         args.matrix[1] = s;
                         args.matrix[2] = -s;
                         args.shift[0] = shift_y;
                         args.shift[1] = shift_x;
                         if (ndim > 2) {
                             args.batch_in = image.data.shape()[ndim - 2] * image.data.shape()[ndim - 1];
                             args.batch_out = shape[y] * shape[x];
                         }
                         run(image, args, how, 2, result, nullptr);
                         if (!in_place) copy_to(result, turned);
                     });
}

}  // namespace cuprum::scipy::ndimage
