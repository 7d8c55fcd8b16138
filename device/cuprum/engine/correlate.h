// Correlation over any number of axes: each result is the sum of the weights by the part of an array that begins at its
// place. What lies outside of the array is told by a boundary.
//
//     CUPRUM_CORRELATE(name, T, lines, each)     lines: the weights have one row. each: on a GPU, elements a thread
//
// The array is brought, extended as the boundary says, to shared memory or to a buffer, a tile at a time with a square
// of weights (a stretch of them for lines); sums stay in registers. The last two axes make tiles; on the others, planes
// are added up one by one.
#pragma once

#include <cuprum/cast.h>
#include <cuprum/engine/correlate_args.h>

#if CUPRUM_GPU
// For what few tiles need: kept out of the others' way, whose registers it would take.
#define CUPRUM_CORRELATE_APART __device__ __noinline__
#else
#define CUPRUM_CORRELATE_APART inline
#endif

namespace cuprum {

/// What is summed up: integers without a sign in 32 bits, or 64 for those of that size; for bool, `or` of `and`.
template <class T>
using correlate_sum =
    conditional_t<is_bool<T>, uint8,
                  conditional_t<is_integer<T>, conditional_t<sizeof(T) == 8, uint64, uint32>, compute_t<T>>>;

template <class T>
CUPRUM_DEVICE correlate_sum<T> correlate_load(const char* p) {
    return static_cast<correlate_sum<T>>(*reinterpret_cast<const T*>(p));
}

template <class T>
CUPRUM_DEVICE void correlate_store(char* p, correlate_sum<T> sum) {
    if constexpr (is_half<T>) *reinterpret_cast<T*>(p) = cast<T>(sum);
    else *reinterpret_cast<T*>(p) = static_cast<T>(sum);
}

template <class T, class S>
CUPRUM_DEVICE void multiply_add(S& sum, S a, S b) {
    if constexpr (is_bool<T>) {
        sum |= a & b;
    } else if constexpr (is_complex<S>) {
        sum.re += a.re * b.re;
        sum.re -= a.im * b.im;
        sum.im += a.re * b.im;
        sum.im += a.im * b.re;
    } else {
        sum += a * b;
    }
}

template <class S>
CUPRUM_DEVICE bool is_finite_weight(S w) {
    if constexpr (is_complex<S>) return (w.re - w.re == 0) & (w.im - w.im == 0);
    else if constexpr (is_float<S>) return w - w == 0;
    else return true;
}

/// The place of the array's element that stands at `i`, -1 where none does.
CUPRUM_DEVICE_LARGE long long correlate_place(long long i, long long length, int boundary) {
    if (i >= 0 && i < length) return i;
    if (boundary == boundary_wrap) {
        i %= length;
        return i < 0 ? i + length : i;
    }
    if (boundary == boundary_symmetric) {
        i = (i < 0 ? -i - 1 : i) % (2 * length);
        return i < length ? i : 2 * length - 1 - i;
    }
    if (boundary == boundary_mirror) {
        if (length == 1) return 0;
        i = (i < 0 ? -i : i) % (2 * length - 2);
        return i < length ? i : 2 * length - 2 - i;
    }
    if (boundary == boundary_nearest) return i < 0 ? 0 : length - 1;
    return -1;
}

/// A plane of the array, null where it lies outside, and the plane of weights that is multiplied by it.
struct CorrelatePlanes {
    const char *in, *weights;
};

/// The planes with a number that count for a place on the outer axes.
CUPRUM_CORRELATE_APART CorrelatePlanes correlate_planes(const CorrelateArgs& args, unsigned long long place,
                                                        unsigned long long number) {
    CorrelatePlanes planes{(const char*)args.in, (const char*)args.weights};
    for (int d = args.outer_axes - 1; d >= 0; --d) {
        const CorrelateAxis& axis = args.outer[d];
        const long long k = number % axis.weights_length, at = place % axis.out_length;
        number /= axis.weights_length;
        place /= axis.out_length;
        planes.weights += k * axis.weights_stride;
        const long long i = correlate_place(at - axis.before + k, axis.in_length, args.boundary);
        if (i < 0) planes.in = nullptr;
        else if (planes.in) planes.in += i * axis.in_stride;
    }
    return planes;
}

/// Where a place on the outer axes lies in the result, in bytes, and how many planes count for it.
struct CorrelatePlace {
    long long offset, planes;
};
CUPRUM_CORRELATE_APART CorrelatePlace correlate_outer(const CorrelateArgs& args, unsigned long long place) {
    CorrelatePlace found{0, 1};
    for (int d = args.outer_axes - 1; d >= 0; --d) {
        found.offset += static_cast<long long>(place % args.outer[d].out_length) * args.outer[d].out_stride;
        found.planes *= args.outer[d].weights_length;
        place /= args.outer[d].out_length;
    }
    return found;
}

/// The element of a plane at a place that may lie outside.
template <class T>
CUPRUM_CORRELATE_APART correlate_sum<T> correlate_element(const CorrelateArgs& args, const char* in, long long y,
                                                          long long x) {
    if (in) {
        y = correlate_place(y, args.rows.in_length, args.boundary);
        x = correlate_place(x, args.columns.in_length, args.boundary);
        if (y >= 0 && x >= 0) return correlate_load<T>(in + y * args.rows.in_stride + x * args.columns.in_stride);
    }
    return correlate_load<T>(args.fill);
}

/// One tile, and the planes of the array and of the weights that count for it.
struct CorrelateTile {
    const CorrelateArgs& args;
    long long row, column;     // where it begins
    unsigned long long place;  // on the outer axes
    char* out;
    long long planes = 1;
    const char *in, *weights;  // of the plane that `plane` found

    /// The tile `number` of a line of tiles. A GPU counts those lines in 32 bits, which divide faster.
    template <class N>
    CUPRUM_DEVICE CorrelateTile(const CorrelateArgs& args, long long number, N line, int height, int width)
        : args(args),
          row(0),
          column(number * width),
          place(line),
          out((char*)args.out),
          in((const char*)args.in),
          weights((const char*)args.weights) {
        if (args.tiles_y > 1) {
            place = args.outer_axes > 0 ? line / static_cast<N>(args.tiles_y) : 0;
            row = static_cast<long long>(line - static_cast<N>(place) * static_cast<N>(args.tiles_y)) * height;
        }
        if (args.outer_axes > 0) {
            const CorrelatePlace found = correlate_outer(args, place);
            out += found.offset;
            planes = found.planes;
        }
        out += row * args.rows.out_stride + column * args.columns.out_stride;
    }
    /// Finds a plane; `in` is null where it lies outside. False where nothing is there to multiply.
    CUPRUM_DEVICE bool plane(long long number) {
        if (args.outer_axes == 0) return true;
        const CorrelatePlanes found = correlate_planes(args, place, number);
        in = found.in;
        weights = found.weights;
        return in || args.boundary != boundary_nothing;
    }
    template <class T>
    CUPRUM_DEVICE correlate_sum<T> element(long long y, long long x) const {
        return correlate_element<T>(args, in, y, x);
    }
    /// Whether a part of the plane lies inside.
    CUPRUM_DEVICE bool inside(long long y, long long x, long long height, long long width) const {
        return in && y >= 0 && x >= 0 && y + height <= args.rows.in_length && x + width <= args.columns.in_length;
    }
};

template <class T>
CUPRUM_DEVICE T smaller(T a, T b) {
    return a < b ? a : b;
}

}  // namespace cuprum

#if CUPRUM_GPU
#include <cuprum/engine/correlate_gpu.h>
#else
#include <cuprum/engine/correlate_cpu.h>
#endif
