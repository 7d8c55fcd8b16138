// Grey morphology: smallest and largest elements of windows, and what is made of them.
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/ndimage/window.h"

namespace cuprum::scipy::ndimage {
namespace {

ndarray turned(ndarray a) {
    for (int d = 0; d < a.ndim(); ++d) a = reversed(a, d);
    return a;
}

ndarray eroded(const ndarray& input, const ExtremumOptions& options) {
    if (!options.size && !options.footprint && !options.structure)
        throw ValueError("size, footprint, or structure must be specified");
    return extremum(input, options, true);
}

/// A dilation is a largest element of turned windows, with the origin at the other side.
ndarray dilated(const ndarray& input, const ExtremumOptions& given) {
    if (!given.size && !given.footprint && !given.structure)
        throw ValueError("size, footprint, or structure must be specified");
    ExtremumOptions options = given;
    if (options.structure) options.structure = turned(*options.structure);
    if (options.footprint) options.footprint = turned(*options.footprint);
    const int count = checked_axes(given.axes, input.ndim()).size();
    std::vector<std::int64_t> origins = given.origin.expanded(count);
    for (int k = 0; k < count; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const OptionalArray& shape = options.footprint ? options.footprint : options.structure;
        if (shape && k >= shape->ndim())
            throw IndexError("a footprint or structure of " + std::to_string(count) + " axes is wanted, found " +
                             std::to_string(shape->ndim()));
        const std::int64_t size = shape ? shape->shape()[k] : options.size->expanded(count)[i];
        origins[i] = -origins[i] - (size % 2 == 0);
    }
    options.origin = Integers(origins);
    return extremum(input, options, false);
}

/// The same options with another output.
ExtremumOptions to(const ExtremumOptions& options, const Output& output) {
    ExtremumOptions result = options;
    result.output = output;
    return result;
}

/// What lies between two steps. SciPy's bools are bytes, which a structure takes beyond 0 and 1.
Output between(const ndarray& input, const ExtremumOptions& options) {
    return input.dtype() == DType::bool_ && options.structure ? Output(DType::uint8) : Output(input.dtype());
}

void warn_if_both(const ExtremumOptions& options) {
    ndimage::warn_of_size(options.size.has_value(), options.footprint.has_value());
}

/// What two steps give, into the given output or a new array of its dtype.
Output last(const ndarray& input, const Output& output) {
    return output.array || output.dtype ? output : Output(input.dtype());
}

/// A new array of the dtype of what `last` tells.
Output of_dtype(const ndarray& input, const Output& output) {
    if (output.array) return output.array->dtype();
    return output.dtype.value_or(input.dtype());
}

/// Differences of bools are where they differ.
ndarray difference(const ndarray& a, const ndarray& b) {
    return a.dtype() == DType::bool_ && b.dtype() == DType::bool_ ? bitwise_xor(a, b) : subtract(a, b);
}

ndarray delivered(const ndarray& input, const Output& output, const ndarray& result) {
    Target target(input, output.array || output.dtype ? output : Output(result.dtype()));
    return target.done(result);
}

}  // namespace

ndarray grey_erosion(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                     const OptionalArray& structure, const Output& output, const Modes& mode, const Scalar& cval,
                     const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, structure, output);
    return eroded(input, {size, footprint, structure, output, mode, cval, origin, axes});
}

ndarray grey_dilation(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                      const OptionalArray& structure, const Output& output, const Modes& mode, const Scalar& cval,
                      const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, structure, output);
    return dilated(input, {size, footprint, structure, output, mode, cval, origin, axes});
}

ndarray grey_opening(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                     const OptionalArray& structure, const Output& output, const Modes& mode, const Scalar& cval,
                     const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, structure, output);
    const ExtremumOptions options{size, footprint, structure, output, mode, cval, origin, axes};
    warn_if_both(options);
    return dilated(eroded(input, to(options, between(input, options))), to(options, last(input, output)));
}

ndarray grey_closing(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                     const OptionalArray& structure, const Output& output, const Modes& mode, const Scalar& cval,
                     const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, structure, output);
    const ExtremumOptions options{size, footprint, structure, output, mode, cval, origin, axes};
    warn_if_both(options);
    return eroded(dilated(input, to(options, between(input, options))), to(options, last(input, output)));
}

ndarray morphological_gradient(const ndarray& input, const std::optional<Integers>& size,
                               const OptionalArray& footprint, const OptionalArray& structure, const Output& output,
                               const Modes& mode, const Scalar& cval, const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, structure, output);
    const ExtremumOptions options{size, footprint, structure, {}, mode, cval, origin, axes};
    return delivered(input, output.array ? output : Output(),
                     subtract(dilated(input, options), eroded(input, options)));
}

ndarray morphological_laplace(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                              const OptionalArray& structure, const Output& output, const Modes& mode,
                              const Scalar& cval, const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, structure, output);
    const ExtremumOptions options{size, footprint, structure, {}, mode, cval, origin, axes};
    const ndarray both = add(dilated(input, options), eroded(input, options));
    return delivered(input, output.array ? output : Output(), subtract(subtract(both, input), input));
}

ndarray white_tophat(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                     const OptionalArray& structure, const Output& output, const Modes& mode, const Scalar& cval,
                     const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, structure, output);
    const ExtremumOptions options{size, footprint, structure, {}, mode, cval, origin, axes};
    warn_if_both(options);
    const ndarray opened =
        dilated(eroded(input, to(options, between(input, options))), to(options, of_dtype(input, output)));
    return delivered(input, output, difference(input, opened));
}

ndarray black_tophat(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                     const OptionalArray& structure, const Output& output, const Modes& mode, const Scalar& cval,
                     const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, structure, output);
    const ExtremumOptions options{size, footprint, structure, {}, mode, cval, origin, axes};
    warn_if_both(options);
    const ndarray closed =
        eroded(dilated(input, to(options, between(input, options))), to(options, of_dtype(input, output)));
    return delivered(input, output, difference(closed, input));
}

}  // namespace cuprum::scipy::ndimage
