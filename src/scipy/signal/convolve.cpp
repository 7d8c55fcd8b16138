// Convolution and correlation of arrays, directly or by Fourier transforms.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/fft.h"
#include "cuprum/scipy/signal.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/signal/modes.h"

namespace cuprum::scipy::signal {
namespace {

void check_dimensions(const ndarray& in1, const ndarray& in2) {
    if (in1.ndim() != in2.ndim())
        throw ValueError("in1 and in2 should have the same dimensionality, found " + std::to_string(in1.ndim()) +
                         " and " + std::to_string(in2.ndim()) + " dimensions");
}

Dims all_axes(int ndim) {
    Dims axes;
    for (int d = 0; d < ndim; ++d) axes.push_back(d);
    return axes;
}

ndarray flipped(const ndarray& a) {
    ndarray result = is_complex(a.dtype()) ? conj(a) : a;
    for (int d = 0; d < a.ndim(); ++d) result = reversed(result, d);
    return result;
}

/// Both arrays' axes to convolve over, without those where one has length 1 and so is broadcast. Throws ValueError for
/// bad ones, and where the lengths of the others do not broadcast.
Dims checked_axes(const ndarray& in1, const ndarray& in2, const Axes& given) {
    if (given && given->size() == 0) throw ValueError("when provided, axes cannot be empty");
    Dims axes;
    for (std::int64_t axis : given.value_or(all_axes(in1.ndim()))) {
        if (axis < -in1.ndim() || axis >= in1.ndim())
            throw ValueError("axes exceeds dimensionality of input: found " + std::to_string(axis) + " for " +
                             std::to_string(in1.ndim()) + " dimensions");
        axes.push_back(axis < 0 ? axis + in1.ndim() : axis);
    }
    std::sort(axes.begin(), axes.end());
    if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) throw ValueError("all axes must be unique");
    for (int d = 0; d < in1.ndim(); ++d) {
        const std::int64_t n = in1.shape()[d], m = in2.shape()[d];
        if (std::find(axes.begin(), axes.end(), d) == axes.end() && n != m && n != 1 && m != 1)
            throw ValueError("incompatible shapes for in1 and in2: " + to_string(in1.shape()) + " and " +
                             to_string(in2.shape()));
    }
    Dims both;
    for (std::int64_t axis : axes)
        if (in1.shape()[static_cast<int>(axis)] != 1 && in2.shape()[static_cast<int>(axis)] != 1) both.push_back(axis);
    return both;
}

/// What is kept of a convolution over some axes, the others being broadcast. "same" keeps the middle of these too.
ConvolvedPart part_over(ConvolveMode mode, const ndarray& in1, const ndarray& in2, const Dims& axes) {
    ConvolvedPart part = part_of(mode, in1, in2);
    for (int d = 0; d < in1.ndim(); ++d) {
        const std::int64_t n = in1.shape()[d], m = in2.shape()[d];
        if (std::find(axes.begin(), axes.end(), d) != axes.end() || (mode == ConvolveMode::same && n == 1)) continue;
        part.starts[d] = 0;
        part.shape[d] = std::max(n, m);
    }
    return part;
}

/// How an axis of the longer array is cut into overlapping blocks. One block is the whole axis.
struct Blocks {
    std::int64_t count, step, length;  // of blocks; between their starts; of their transforms
    std::int64_t lead;                 // zeros before the data, and results to be left out of each block

    Blocks(std::int64_t n, std::int64_t m)
        : count(1), step(n + m - 1), length(fft::next_fast_len(n + m - 1, true)), lead(0) {
        // The work for each result is least at a length between that of the shorter array and that of the longer one.
        const auto work = [](std::int64_t l, std::int64_t results) {
            return static_cast<double>(l) * std::log2(static_cast<double>(l) + 1) / static_cast<double>(results);
        };
        double best = work(length, step);
        for (std::int64_t l = fft::next_fast_len(2 * m, true); m > 1 && l < n;
             l = fft::next_fast_len(l + l / 4 + 1, true)) {
            const std::int64_t results = l - m + 1;
            if (work(l, results) >= best) continue;
            best = work(l, results);
            length = l;
            step = results;
            lead = m - 1;
            count = (n + m - 1 + step - 1) / step;
        }
    }
};

}  // namespace

ndarray fftconvolve(const ndarray& in1, const ndarray& in2, std::string_view mode, const Axes& axes) {
    const kernel::Placement here(in1, in2);
    check_dimensions(in1, in2);
    if (in1.ndim() == 0) return multiply(in1, in2);
    if (in1.size() == 0 || in2.size() == 0) return empty({0});
    const Dims over = checked_axes(in1, in2, axes);
    const ConvolveMode wanted = checked_mode(mode);
    check_valid(wanted, in1, in2, over);
    return convolve_by_fft(in1, in2, over, part_over(wanted, in1, in2, over));
}

ndarray oaconvolve(const ndarray& in1, const ndarray& in2, std::string_view mode, const Axes& axes) {
    const kernel::Placement here(in1, in2);
    check_dimensions(in1, in2);
    const DType dtype = promote_types(fft_dtype(in1.dtype()), fft_dtype(in2.dtype()));
    if (in1.ndim() == 0) return multiply(in1, in2);
    if (in1.size() == 0 || in2.size() == 0) return empty({0});
    const Dims over = checked_axes(in1, in2, axes);
    const ConvolveMode wanted = checked_mode(mode);
    check_valid(wanted, in1, in2, over);
    Dims lengths, shifted;
    std::vector<Blocks> blocks;
    const ndarray &large = in1.size() >= in2.size() ? in1 : in2, &small = in1.size() >= in2.size() ? in2 : in1;
    bool several = false;
    for (std::int64_t axis : over) {
        const int d = static_cast<int>(axis);
        const Blocks cut(large.shape()[d], small.shape()[d]);
        several = several || cut.count > 1;
        lengths.push_back(cut.length);
        shifted.push_back(axis + over.size());
        blocks.push_back(cut);
    }
    const ConvolvedPart part = part_over(wanted, in1, in2, over);
    if (!several) return convolve_by_fft(in1, in2, over, part);

    // Windows of the extended array, whose axes of blocks come first.
    Shape extended(large.shape());
    for (int i = 0; i < over.size(); ++i) {
        const Blocks& cut = blocks[static_cast<std::size_t>(i)];
        extended[static_cast<int>(over[i])] = (cut.count - 1) * cut.step + cut.length;
    }
    const ndarray data = zeros(extended, dtype);
    ndarray inside = data;
    for (int i = 0; i < over.size(); ++i) {
        const int d = static_cast<int>(over[i]);
        inside = slice(inside, d, blocks[static_cast<std::size_t>(i)].lead,
                       blocks[static_cast<std::size_t>(i)].lead + large.shape()[d]);
    }
    copy_to(large, inside);
    Shape shape;
    Strides steps;
    for (int i = 0; i < over.size(); ++i) {
        shape.push_back(blocks[static_cast<std::size_t>(i)].count);
        steps.push_back(blocks[static_cast<std::size_t>(i)].step * data.strides()[static_cast<int>(over[i])]);
    }
    for (int d = 0; d < data.ndim(); ++d) {
        shape.push_back(extended[d]);
        steps.push_back(data.strides()[d]);
    }
    for (int i = 0; i < over.size(); ++i) shape[over.size() + static_cast<int>(over[i])] = lengths[i];
    const ndarray windows = data.with_layout(shape, steps), other = small.astype(dtype, 'K', Casting::unsafe, false);
    ndarray result =
        is_complex(dtype)
            ? fft::ifftn(multiply(fft::fftn(windows, lengths, shifted), fft::fftn(other, lengths, over)), lengths,
                         shifted)
            : fft::irfftn(multiply(fft::rfftn(windows, lengths, shifted), fft::rfftn(other, lengths, over)), lengths,
                          shifted);

    // Each block's own results, one block behind the other.
    for (int i = 0; i < over.size(); ++i) {
        const Blocks& cut = blocks[static_cast<std::size_t>(i)];
        result = slice(result, static_cast<int>(shifted[i]), cut.lead, cut.lead + cut.step);
    }
    Dims order;
    Shape joined;
    for (int d = 0; d < large.ndim(); ++d) {
        const auto found = std::find(over.begin(), over.end(), d);
        if (found != over.end()) order.push_back(found - over.begin());
        order.push_back(over.size() + d);
        joined.push_back(result.shape()[over.size() + d] *
                         (found != over.end() ? blocks[static_cast<std::size_t>(found - over.begin())].count : 1));
    }
    result = result.transpose(order).reshape(joined);
    for (int d = 0; d < result.ndim(); ++d) result = slice(result, d, part.starts[d], part.starts[d] + part.shape[d]);
    return result.copy('C');
}

ndarray convolve(const ndarray& in1, const ndarray& in2, std::string_view mode, std::string_view method) {
    const kernel::Placement here(in1, in2);
    check_dimensions(in1, in2);
    if (method != "auto" && method != "direct" && method != "fft")
        throw ValueError("Acceptable method flags are 'auto', 'direct', or 'fft', found '" + std::string(method) + "'");
    if (in1.ndim() == 0) return multiply(in1, in2);
    const ConvolveMode wanted = checked_mode(mode);
    check_valid(wanted, in1, in2);
    for (const ndarray* operand : {&in1, &in2})
        if (operand->size() == 0)
            throw ValueError("convolve and correlate take arrays of one element at least, found shape " +
                             to_string(operand->shape()));
    const DType dtype = promote_types(in1.dtype(), in2.dtype());
    const ConvolvedPart part = part_of(wanted, in1, in2);
    if (method == "fft" || (method == "auto" && fft_is_quicker(in1, in2, part)))
        return rounded_to(convolve_by_fft(in1, in2, all_axes(in1.ndim()), part), dtype);
    ndarray out = empty(part.shape, dtype);
    convolve_directly(in1.astype(dtype, 'K', Casting::unsafe, false), in2.astype(dtype, 'K', Casting::unsafe, false),
                      out, part.starts);
    return out;
}

ndarray correlate(const ndarray& in1, const ndarray& in2, std::string_view mode, std::string_view method) {
    const kernel::Placement here(in1, in2);
    check_dimensions(in1, in2);
    return convolve(in1, flipped(in2), mode, method);
}

const char* choose_conv_method(const ndarray& in1, const ndarray& in2, std::string_view mode) {
    const kernel::Placement here(in1, in2);
    if (in1.ndim() != in2.ndim())
        throw NotSupportedError("choose_conv_method needs operands of the same number of dimensions, found " +
                                std::to_string(in1.ndim()) + " and " + std::to_string(in2.ndim()));
    const ConvolveMode wanted = checked_mode(mode);
    const DType first = in1.dtype(), second = in2.dtype();
    if (first == DType::bool_ && second == DType::bool_) return "direct";
    const double size1 = static_cast<double>(in1.size()), size2 = static_cast<double>(in2.size());
    if (is_integer(first) || is_integer(second)) {
        const auto largest = [](const ndarray& x) { return max(absolute(x)).item().to_double(); };
        if (largest(in1) * largest(in2) * std::min(size1, size2) > 0x1p52 - 1) return "direct";
    }
    // SciPy's estimates: so many nanoseconds for each step of a transform, and for each product.
    double full = 1, kept = 1;
    for (int d = 0; d < in1.ndim(); ++d) {
        const std::int64_t n = in1.shape()[d], m = in2.shape()[d];
        full *= static_cast<double>(n + m - 1);
        kept *= static_cast<double>(wanted == ConvolveMode::full    ? n + m - 1
                                    : wanted == ConvolveMode::valid ? std::abs(n - m) + 1
                                                                    : n);
    }
    const bool line = in1.ndim() == 1;
    double products = std::min(size1, size2) * kept;
    if (wanted == ConvolveMode::same) products = size1 * size2;
    if (line && wanted == ConvolveMode::full) products = size1 * size2;
    if (line && wanted == ConvolveMode::same && size1 >= size2)
        products -= static_cast<double>((in2.size() / 2) * ((in2.size() + 1) / 2));
    double step, product, offset = line ? -1e-3 : -1e-4;
    switch (wanted) {
        case ConvolveMode::valid:
            step = line ? 1.89095737e-9 : 1.85927e-9, product = line ? 2.1364985e-10 : 2.11242e-8;
            break;
        case ConvolveMode::full:
            step = line ? 1.7649070e-9 : 1.99817e-9, product = line ? 2.1414831e-10 : 1.66174e-8;
            break;
        default:
            step = line ? 3.2646654e-9 : 2.04735e-9, product = line ? 2.8478277e-10 : 1.55367e-8;
            if (line && size2 > size1) step = 3.21635404e-9, product = 1.1773253e-8, offset = -1e-5;
    }
    return step * 3 * full * std::log(full) < product * products + offset ? "fft" : "direct";
}

}  // namespace cuprum::scipy::signal
