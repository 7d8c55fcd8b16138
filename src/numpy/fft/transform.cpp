#include "numpy/fft/transform.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/ufunc/ufunc_impl.h"
#include "numpy/axes.h"
#include "numpy/fft/plan_cache.h"
#include "numpy/fft/settings.h"

namespace cuprum::fft {
namespace {

using runtime::Fourier;
using runtime::FourierKind;
using runtime::FourierLayout;

std::atomic<Fourier*> other_library{nullptr};

/// A layout, and the axes of a batch that no layout has room for.
struct Described {
    FourierLayout layout;
    int looped = -1;  ///< An axis to go along one place after the other.
};

/// By the size of their strides. The lists are short, and nothing may come from the heap here.
template <class T, class Stride>
void sort_outermost_first(T* axes, int count, Stride stride) {
    for (int i = 1; i < count; ++i)
        for (int j = i; j > 0 && std::abs(stride(axes[j - 1])) < std::abs(stride(axes[j])); --j)
            std::swap(axes[j - 1], axes[j]);
}

Described describe(const Lines& lines, const ndarray& in, const ndarray& out, std::span<const int> axes) {
    Described d;
    FourierLayout& layout = d.layout;
    layout.kind = lines.kind;
    layout.orthogonal = lines.orthogonal;
    layout.real = real_dtype(in.dtype());
    const bool wider_in = lines.kind != FourierKind::complex_to_real;
    const auto axis_of = [&](int i) {
        return FourierLayout::Axis{wider_in ? in.shape()[i] : out.shape()[i], in.strides()[i], out.strides()[i]};
    };
    // A single complex number is its own transform.
    const int real_axis = lines.kind == FourierKind::complex ? -1 : axes.back();
    for (int axis : axes)
        if (axis == real_axis || in.shape()[axis] != 1 || (axis == axes.back() && layout.axis_count == 0))
            layout.axes[layout.axis_count++] = axis_of(axis);
    // Complex transforms may be done in any order: the axes that lie outside come first.
    const int movable = layout.axis_count - (lines.kind == FourierKind::complex ? 0 : 1);
    sort_outermost_first(layout.axes.data(), movable, [](const FourierLayout::Axis& axis) { return axis.output; });

    // The batch, from the outermost axis inwards; axes that continue one another on both sides are one.
    std::array<int, max_ndim> others;
    int count = 0;
    for (int i = 0; i < in.ndim(); ++i)
        if (in.shape()[i] != 1 && std::find(axes.begin(), axes.end(), i) == axes.end())
            others[static_cast<std::size_t>(count++)] = i;
    sort_outermost_first(others.data(), count, [&](int i) { return out.strides()[i]; });
    for (int k = 0; k < count; ++k) {
        const int i = others[static_cast<std::size_t>(k)];
        const FourierLayout::Axis axis = axis_of(i);
        if (layout.batch_count > 0) {
            FourierLayout::Axis& last = layout.batch[layout.batch_count - 1u];
            if (last.input == axis.length * axis.input && last.output == axis.length * axis.output) {
                last = {last.length * axis.length, axis.input, axis.output};
                continue;
            }
        }
        if (layout.batch_count == FourierLayout::max_batch) {
            d.looped = others[0];
            return d;
        }
        layout.batch[layout.batch_count++] = axis;
    }
    return d;
}

/// Whether the library takes the first element where it lies, and the first of each place on an axis if one is named.
bool aligned(Fourier& library, const ndarray& a, DType real, int looped = -1) {
    const std::size_t alignment = library.alignment(2 * static_cast<std::size_t>(itemsize(real)));
    const std::uintptr_t step = looped < 0 ? 0 : static_cast<std::uintptr_t>(a.strides()[looped]);
    return alignment <= 1 ||
           (kernel::device_address(kernel::DataAccess().read(a)) % alignment == 0 && step % alignment == 0);
}

void run(const Lines& lines, const FourierLayout& layout, const ndarray& in, const ndarray& out, bool with_factor) {
    kernel::DataAccess data;
    const void* from = data.read(in);
    current_plan_cache().impl().plan(layout)->run(from, data.write(out), lines.forward, with_factor ? lines.factor : 1,
                                                  runtime::context.stream);
}

/// As `transform` does, for axes that the library takes together, or false. A factor is applied if the library does it.
bool at_once(Fourier& library, const Lines& lines, const ndarray& in, const ndarray& out, std::span<const int> axes) {
    if (axes.size() > FourierLayout::max_axes || (axes.size() > 1 && !several_axes.load(std::memory_order_relaxed)))
        return false;
    const Described d = describe(lines, in, out, axes);
    if (d.looped >= 0) {
        const int axis = d.looped;
        // Either all places can be transformed or none is: what a transform has written or destroyed cannot be
        // transformed again.
        if (!aligned(library, in, d.layout.real, axis) || !aligned(library, out, d.layout.real, axis)) return false;
        std::array<int, FourierLayout::max_axes> inner;
        std::transform(axes.begin(), axes.end(), inner.begin(), [axis](int i) { return i - (i > axis); });
        for (std::int64_t i = 0; i < in.shape()[axis]; ++i)
            if (!at_once(library, lines, place_of(in, axis, i), place_of(out, axis, i),
                         std::span(inner.data(), axes.size())))
                return false;
        return true;
    }
    if (!library.takes(d.layout) || !aligned(library, in, d.layout.real) || !aligned(library, out, d.layout.real))
        return false;
    run(lines, d.layout, in, out, library.takes_factor());
    return true;
}

ndarray moved_to_end(const ndarray& a, int axis) {
    Dims order;
    for (int i = 0; i < a.ndim(); ++i)
        if (i != axis) order.push_back(i);
    order.push_back(axis);
    return a.transpose(order);
}

/// Along one axis of arrays that the library does not take as they lie: through copies in which the axis is the
/// innermost.
void through_copies(Fourier& library, const Lines& lines, const ndarray& in, const ndarray& out, int axis) {
    const int last[] = {in.ndim() - 1};
    const ndarray source = moved_to_end(in, axis).copy('C'), target = moved_to_end(out, axis);
    if (at_once(library, lines, source, target, last)) return;
    const ndarray made = lines.kind == FourierKind::complex ? source : empty(target.shape(), target.dtype());
    at_once(library, lines, source, made, last);
    copy_to(made, target);
}

void along_one(Fourier& library, const Lines& lines, const ndarray& in, const ndarray& out, int axis) {
    const int axes[] = {axis};
    if (!at_once(library, lines, in, out, axes)) through_copies(library, lines, in, out, axis);
}

/// Complex transforms along all axes, as many as the library takes at once.
void complex_axes(Fourier& library, Lines lines, ndarray in, const ndarray& out, std::span<const int> axes) {
    while (!axes.empty()) {
        std::size_t together = std::min<std::size_t>(axes.size(), FourierLayout::max_axes);
        while (together > 1 && !at_once(library, lines, in, out, axes.last(together))) --together;
        if (together == 1) along_one(library, lines, in, out, axes.back());
        axes = axes.first(axes.size() - together);
        in = out;
        lines.factor = 1;
    }
}

void scale(const ndarray& a, double factor) {
    if (factor != 1) multiply(a, factor, {.out = {&a}});
}

kernel::ElementwiseKernel& conjugate_kernel(DType dtype) {
    const auto find = [](DType dtype) -> kernel::ElementwiseKernel* {
        for (const kernel::Loop& loop : conjugate.impl().loops())
            if (loop.in[0] == dtype)
                return &conjugate.impl().kernel_for(loop, std::span(&loop.in[0], 1), std::span(&loop.out[0], 1), false);
        std::abort();
    };
    static kernel::ElementwiseKernel &single = *find(DType::complex64), &wide = *find(DType::complex128);
    return dtype == DType::complex64 ? single : wide;
}

void conjugate_into(const ndarray& source, const ndarray& target) {
    if (target.size() == 0) return;
    kernel::KernelOperand operands[2];
    operands[0].array = &target;
    operands[1].array = &source;
    conjugate_kernel(target.dtype()).run(operands, target.shape());
}

// Number -k of an axis is its mirror image; 0 is its own.
void mirror(const ndarray& source, const ndarray& target, std::span<const int> axes) {
    if (axes.empty()) return conjugate_into(source, target);
    const int axis = axes.back();
    const std::int64_t length = target.shape()[axis];
    mirror(slice(source, axis, 0, 1), slice(target, axis, 0, 1), axes.first(axes.size() - 1));
    if (length > 1)
        mirror(reversed(slice(source, axis, 1, length), axis), slice(target, axis, 1, length),
               axes.first(axes.size() - 1));
}

}  // namespace

Fourier& library() {
    Fourier* other = other_library.load(std::memory_order_relaxed);
    return other ? *other : runtime::backend().fourier();
}
void use_library(Fourier* library) { other_library = library; }

void transform(const Lines& lines, const ndarray& in, const ndarray& out, std::span<const int> axes) {
    if (out.size() == 0) return;
    Fourier& library = fft::library();
    const std::span<const int> others = axes.first(axes.size() - 1);
    Lines rest = lines;
    rest.kind = FourierKind::complex;
    switch (lines.kind) {
        case FourierKind::complex: complex_axes(library, lines, in, out, axes); break;
        case FourierKind::real_to_complex:
            if (!library.takes_both_directions() && !lines.forward) {
                Lines there = lines;
                there.forward = true;
                transform(there, in, out, axes);
                return conjugate_into(out, out);
            }
            if (axes.size() == 1 || !at_once(library, lines, in, out, axes)) {
                along_one(library, lines, in, out, axes.back());
                rest.factor = 1;
                complex_axes(library, rest, out, out, others);
            }
            break;
        case FourierKind::complex_to_real: {
            ndarray source = in;
            Lines last = lines;
            if (!others.empty() && axes.size() <= FourierLayout::max_axes && library.overwrites_complex()) {
                // All axes together, of a copy that may be lost. The forward transform to real numbers is the inverse
                // one of conjugates.
                const ndarray copy = in.copy('K');
                if (!library.takes_both_directions() && lines.forward) {
                    conjugate_into(copy, copy);
                    last.forward = false;
                }
                if (at_once(library, last, copy, out, axes)) break;
                last = lines;
            }
            if (!others.empty()) {
                source = empty_in_order(in, in.shape(), in.dtype());
                complex_axes(library, rest, in, source, others);
                if (library.takes_factor()) last.factor = 1;
            } else if (library.overwrites_complex()) {
                source = in.copy('K');
            }
            if (!library.takes_both_directions() && lines.forward) {
                conjugate_into(source, source);
                last.forward = false;
            }
            along_one(library, last, source, out, axes.back());
            break;
        }
        default:
            // Cosine and sine transforms, of real numbers into real ones: each axis in its turn.
            rest = lines;
            for (ndarray source = in; int axis : axes) {
                along_one(library, rest, source, out, axis);
                source = out;
                rest.factor = 1;
            }
    }
    if (!library.takes_factor()) scale(out, lines.factor);
}

ndarray empty_in_order(const ndarray& a, const Shape& shape, DType dtype) {
    const ndarray* like[] = {&a};
    return empty_beside(like, shape, dtype);
}

ndarray empty_for(const ndarray& a, const Shape& shape, DType dtype, std::span<const int> axes) {
    ndarray made = empty_in_order(a, shape, dtype);
    if (axes.size() != 1 || made.size() == 0 || !is_complex(dtype)) return made;
    const Described d = describe({}, made, made, axes);
    if (d.looped >= 0 || library().takes(d.layout)) return made;
    const int axis = axes[0], last = shape.size() - 1;
    Shape moved(shape);
    moved.erase(axis);
    moved.push_back(shape[axis]);
    Dims order;
    for (int i = 0; i <= last; ++i) order.push_back(i == axis ? last : i - (i > axis));
    return empty(moved, dtype).transpose(order);
}

ndarray cut(const ndarray& a, const Shape& shape) {
    ndarray result = a;
    for (int i = 0; i < a.ndim(); ++i)
        if (shape[i] < a.shape()[i]) result = slice(result, i, 0, shape[i]);
    return result;
}

void copy_padded(const ndarray& a, const ndarray& target) {
    copy_to(a, cut(target, a.shape()));
    ndarray left = target;  // what is not behind the end of an earlier axis
    for (int i = 0; i < a.ndim(); ++i) {
        const std::int64_t end = a.shape()[i], length = target.shape()[i];
        if (end == length) continue;
        slice(left, i, end, length).fill(0);
        left = slice(left, i, 0, end);
    }
}

void complete(const ndarray& a, std::span<const int> axes) {
    const int last = axes.back();
    const std::int64_t n = a.shape()[last], half = n / 2 + 1;
    if (half < n)
        mirror(reversed(slice(a, last, 1, n - half + 1), last), slice(a, last, half, n), axes.first(axes.size() - 1));
}

bool apart(const ndarray& a, const ndarray& out) { return !may_share_memory(a, out); }

}  // namespace cuprum::fft
