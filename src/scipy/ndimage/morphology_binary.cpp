// Binary morphology.
#include <algorithm>

#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/ndimage/bit_erosion.h"
#include "scipy/ndimage/connected_components.h"
#include "scipy/ndimage/runs.h"
#include "scipy/ndimage/window.h"

namespace cuprum::scipy::ndimage {
namespace {

/// A structure with the lengths and origins of the axes that it works on.
struct Structure {
    std::vector<char> marks;
    Shape shape;
    std::vector<std::int64_t> origins;

    Structure(const OptionalArray& given, const Integers& origin, int axes) {
        if (given) {
            marks = host_bools(*given);
            shape = given->shape();
        } else {
            marks = structure_marks(axes, 1);
            shape = Shape(axes, 3);
        }
        origins = origin.expanded(axes);
    }
    /// Seen from the other side, as a dilation needs it.
    Structure turned() const {
        Structure result = *this;
        std::reverse(result.marks.begin(), result.marks.end());
        for (std::size_t k = 0; k < origins.size(); ++k) {
            const std::int64_t n = static_cast<int>(k) < shape.size() ? shape[static_cast<int>(k)] : 1;
            result.origins[k] = -origins[k] - (n % 2 == 0);
        }
        return result;
    }
    Structure inverted() const {
        Structure result = *this;
        for (char& mark : result.marks) mark = !mark;
        return result;
    }
};

struct Morphology {
    std::int64_t iterations = 1;
    OptionalArray mask{};
    Output output{};
    bool border = false;
    Axes axes{};
};

/// One pass; true in `changed` (int32, if there) where a result differs from its input.
void pass(const ndarray& in, const Footprint& footprint, const ndarray* mask, bool border, bool invert,
          const ndarray& out, const ndarray* changed) {
    kernel::DataAccess data;
    std::vector<ndarray> hold;
    WindowArgs args = window_args(in, footprint, nd_constant, data, hold);
    args.border = border;
    args.invert = invert;
    args.mask = data.read<void>(mask);
    args.out = data.write(out);
    if (changed) args.changed = data.update<int>(*changed);
    constexpr int neighbours = 8;  // nd_bytes
    args.items = kernel::ceil_div(args.size, neighbours);
    launch_items(data, kernel_of("window.h", "BINARY", {write_type(in.dtype())}), args, 256);
}

/// The input as bytes of 0 and 1, that kernels look at eight at a time.
ndarray as_flags(const ndarray& input) {
    if (input.dtype() == DType::bool_) {
        const ndarray bytes = contiguous(input);
        // Aligned words are read, of which the first begins no earlier than the array's memory.
        return bytes.offset() % 8 == 0 ? bytes : bytes.copy('C');
    }
    return not_equal(input, 0).copy('C');
}

/// Whether dilation to the end is a question of connected parts: steps to neighbours, the same from both sides.
bool is_connection(const Structure& structure, const Dims& along, int ndim) {
    if (along.size() != ndim || ndim == 0 || ndim > nd_axes) return false;
    for (int k = 0; k < ndim; ++k)
        if (structure.shape[k] != 3 || structure.origins[static_cast<std::size_t>(k)] != 0) return false;
    return is_symmetric(structure.marks) && structure.marks[structure.marks.size() / 2];
}

/// An erosion, or with `invert` the erosion of what is not there. The structure is that of the erosion.
ndarray eroded(const ndarray& input, const Structure& structure, const Morphology& how, bool invert) {
    refuse_complex(input);
    const int ndim = input.ndim();
    const Dims along = checked_axes(how.axes, ndim);
    if (structure.shape.size() != along.size())
        throw Error("structure and input must have same dimensionality: " + std::to_string(structure.shape.size()) +
                    " and " + std::to_string(along.size()) + " axes");
    if (structure.marks.empty()) throw Error("structure must not be empty");
    for (int k = 0; k < along.size(); ++k) {
        const std::int64_t n = structure.shape[k], centre = structure.origins[static_cast<std::size_t>(k)] + n / 2;
        if (centre >= n || centre < -n)
            throw IndexError("the origin lies at " + std::to_string(centre) + " of a structure of " +
                             std::to_string(n));
    }
    const Footprint footprint =
        footprint_of(structure.marks, structure.shape, along, ndim, Integers(structure.origins), "structure");
    std::optional<ndarray> mask;
    if (how.mask) {
        if (how.mask->shape() != input.shape()) throw Error("mask and input must have equal sizes");
        mask = as_flags(*how.mask);
    }
    if (how.output.array && is_complex(how.output.array->dtype())) throw TypeError("Complex output type not supported");
    Target target(input, how.output.array ? how.output : Output(DType::bool_));
    const ndarray in = as_flags(input);
    if (input.size() == 0) return target.done();
    const bool direct = target.dtype() == DType::bool_;
    const ndarray out = direct && target.data().offset() % 8 == 0 ? target.data() : empty(input.shape(), DType::bool_);
    if (how.iterations < 1 && invert && is_connection(structure, along, ndim)) {
        // What a dilation reaches: all parts that hold a seed, where elements out of the mask hold still.
        const ndarray open = mask ? bitwise_or(*mask, in) : ones(input.shape(), DType::bool_);
        if (finds_parts_by_runs(runtime::device_traits())) spread_by_runs(open, structure.marks, in, how.border, out);
        else ConnectedComponents(open, structure.marks).spread(&in, how.border, out);
        return target.done(out);
    }
    const ndarray* open = mask ? &*mask : nullptr;
    if (how.iterations == 1) {
        pass(in, footprint, open, how.border, invert, out, nullptr);
        return target.done(out);
    }
    if (can_pack(in, footprint)) {
        erode_bits(in, {footprint, open, how.border, invert, how.iterations}, out);
        return target.done(out);
    }
    return target.done(repeated(how.iterations, in, out, empty(input.shape(), DType::bool_),
                                [&](const ndarray& from, const ndarray& to, const ndarray* changed) {
                                    pass(from, footprint, open, how.border, invert, to, changed);
                                }));
}

ndarray dilated(const ndarray& input, const Structure& structure, const Morphology& how) {
    return eroded(input, structure.turned(), how, true);
}

Structure structure_for(const ndarray& input, const OptionalArray& structure, const Integers& origin,
                        const Axes& axes) {
    return {structure, origin, checked_axes(axes, input.ndim()).size()};
}

}  // namespace

ndarray binary_erosion(const ndarray& input, const OptionalArray& structure, std::int64_t iterations,
                       const OptionalArray& mask, const Output& output, bool border_value, const Integers& origin,
                       [[maybe_unused]] bool brute_force, const Axes& axes) {
    const kernel::Placement here(input, structure, mask, output);
    return eroded(input, structure_for(input, structure, origin, axes), {iterations, mask, output, border_value, axes},
                  false);
}

ndarray binary_dilation(const ndarray& input, const OptionalArray& structure, std::int64_t iterations,
                        const OptionalArray& mask, const Output& output, bool border_value, const Integers& origin,
                        [[maybe_unused]] bool brute_force, const Axes& axes) {
    const kernel::Placement here(input, structure, mask, output);
    return dilated(input, structure_for(input, structure, origin, axes),
                   {iterations, mask, output, border_value, axes});
}

ndarray binary_opening(const ndarray& input, const OptionalArray& structure, std::int64_t iterations,
                       const Output& output, const Integers& origin, const OptionalArray& mask, bool border_value,
                       [[maybe_unused]] bool brute_force, const Axes& axes) {
    const kernel::Placement here(input, structure, output, mask);
    const Structure shape = structure_for(input, structure, origin, axes);
    return dilated(eroded(input, shape, {iterations, mask, {}, border_value, axes}, false), shape,
                   {iterations, mask, output, border_value, axes});
}

ndarray binary_closing(const ndarray& input, const OptionalArray& structure, std::int64_t iterations,
                       const Output& output, const Integers& origin, const OptionalArray& mask, bool border_value,
                       [[maybe_unused]] bool brute_force, const Axes& axes) {
    const kernel::Placement here(input, structure, output, mask);
    const Structure shape = structure_for(input, structure, origin, axes);
    return eroded(dilated(input, shape, {iterations, mask, {}, border_value, axes}), shape,
                  {iterations, mask, output, border_value, axes}, false);
}

ndarray binary_hit_or_miss(const ndarray& input, const OptionalArray& structure1, const OptionalArray& structure2,
                           const Output& output, const Integers& origin1, const std::optional<Integers>& origin2,
                           const Axes& axes) {
    const kernel::Placement here(input, structure1, structure2, output);
    const Structure hit = structure_for(input, structure1, origin1, axes);
    const Structure miss = structure2 ? structure_for(input, structure2, origin2.value_or(origin1), axes)
                                      : structure_for(input, structure1, origin2.value_or(origin1), axes).inverted();
    const ndarray hits = eroded(input, hit, {1, {}, {}, false, axes}, false),
                  misses = eroded(input, miss, {1, {}, {}, false, axes}, true);
    Target target(input, output.array ? output : Output(DType::bool_));
    return target.done(logical_and(hits, logical_not(misses)));
}

ndarray binary_propagation(const ndarray& input, const OptionalArray& structure, const OptionalArray& mask,
                           const Output& output, bool border_value, const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, structure, mask, output);
    return dilated(input, structure_for(input, structure, origin, axes), {-1, mask, output, border_value, axes});
}

ndarray binary_fill_holes(const ndarray& input, const OptionalArray& structure, const Output& output,
                          const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, structure, output);
    const ndarray outside = dilated(zeros(input.shape(), DType::bool_), structure_for(input, structure, origin, axes),
                                    {-1, logical_not(input), {}, true, axes});
    Target target(input, output.array ? output : Output(DType::bool_));
    return target.done(logical_not(outside));
}

ndarray generate_binary_structure(std::int64_t rank, std::int64_t connectivity) {
    if (rank < 1) return full({}, Scalar(true), DType::bool_);
    const std::vector<char> marks = structure_marks(static_cast<int>(rank), connectivity);
    return array_from_host(marks.data(), DType::bool_, Shape(static_cast<int>(rank), 3));
}

ndarray iterate_structure(const ndarray& structure, std::int64_t iterations) {
    const kernel::Placement here(structure);
    if (iterations < 2) return structure.copy('C');
    const std::int64_t more = iterations - 1;
    Shape shape(structure.ndim());
    for (int d = 0; d < structure.ndim(); ++d) shape[d] = structure.shape()[d] + more * (structure.shape()[d] - 1);
    const ndarray out = zeros(shape, DType::bool_);
    ndarray inside = out;
    for (int d = 0; d < structure.ndim(); ++d) {
        const std::int64_t start = more * (structure.shape()[d] / 2);
        inside = slice(inside, d, start, start + structure.shape()[d]);
    }
    copy_to(not_equal(structure, 0), inside);
    return dilated(out, Structure(structure, 0, structure.ndim()), {more, {}, {}, false, {}});
}

}  // namespace cuprum::scipy::ndimage
