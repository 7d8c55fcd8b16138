// The functions of cuprum::fft: lengths, norms and outputs, in NumPy's order of steps.
#include "cuprum/fft.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "numpy/fft/callbacks.h"
#include "numpy/fft/settings.h"
#include "numpy/fft/steps.h"

namespace cuprum::fft {

using runtime::FourierKind;

int library_version() { return library().version(); }

Norm norm_from_name(std::string_view name) {
    if (name == "backward") return Norm::backward;
    if (name == "ortho") return Norm::ortho;
    if (name == "forward") return Norm::forward;
    throw ValueError("Invalid norm value " + std::string(name) + "; should be \"backward\", \"ortho\" or \"forward\".");
}

namespace {

/// Real numbers below which a kernel less is worth more than half of the work.
constexpr std::int64_t few = 1 << 14;

/// Whether the transform of real numbers in this direction can be had from half of it.
bool takes_real(bool forward) { return forward || library().takes_both_directions(); }

double factor_of(const Dims& lengths, Norm norm, bool forward) {
    if (norm == (forward ? Norm::backward : Norm::forward)) return 1;
    double product = 1;
    for (std::int64_t length : lengths) product *= static_cast<double>(length);
    return 1 / (norm == Norm::ortho ? std::sqrt(product) : product);
}

void check_length(std::int64_t length) {
    if (length < 1) throw ValueError("Invalid number of FFT data points (" + std::to_string(length) + ") specified.");
}

/// Where a transform's result goes: `out` itself where the transform can write there, else a new array, which is copied
/// at the end.
class Target {
public:
    Target(const char* name, const ndarray& a, const Shape& shape, DType dtype, std::span<const int> axes,
           const ndarray* out, bool in_place)
        : out_(out) {
        if (out) {
            if (out->ndim() != shape.size()) throw ValueError("output array has wrong shape.");
            for (int i = 0; i < shape.size(); ++i)
                if (out->shape()[i] != shape[i])
                    throw ValueError("output array has wrong shape: it is " + to_string(out->shape()) +
                                     ", and the result " + to_string(shape));
            if (!can_cast(dtype, out->dtype(), Casting::same_kind))
                throw UFuncTypeError(std::string("Cannot cast ufunc '") + name + "' output from dtype('" +
                                     info(dtype).name + "') to dtype('" + info(out->dtype()).name +
                                     "') with casting rule 'same_kind'");
            if (out->dtype() == dtype &&
                (apart(a, *out) || (in_place && a.dtype() == dtype && same_elements(a, *out)))) {
                array_ = *out;
                return;
            }
        }
        array_ = empty_for(a, shape, dtype, axes);
    }

    const ndarray& array() const { return array_; }
    ndarray finish() const {
        if (!out_ || same_elements(array_, *out_)) return array_;
        copy_to(array_, *out_);
        return *out_;
    }

private:
    const ndarray* out_;
    ndarray array_;
};

/// `a` with the elements of `dtype` and the lengths of `shape`: itself where it has them.
ndarray fitted(const ndarray& a, const Shape& shape, DType dtype) {
    ndarray result = cut(a, shape);
    if (result.shape() == shape) return result.dtype() == dtype ? result : result.astype(dtype);
    const ndarray padded = empty_in_order(a, shape, dtype);
    copy_padded(result, padded);
    return padded;
}

Shape with_lengths(const ndarray& a, std::span<const int> axes, const Dims& lengths) {
    Shape shape(a.shape());
    for (std::size_t i = 0; i < axes.size(); ++i) shape[axes[i]] = lengths[static_cast<int>(i)];
    return shape;
}

/// Transforms shares of an array, divided along its longest other axis, on the devices of the settings; false where
/// there is no such axis.
bool on_several_devices(const Lines& lines, const ndarray& in, const ndarray& out, int axis) {
    int longest = -1;
    for (int i = 0; i < in.ndim(); ++i)
        if (i != axis && (longest < 0 || in.shape()[i] > in.shape()[longest])) longest = i;
    if (longest < 0 || in.shape()[longest] < 2 || in.size() == 0) return false;
    const std::vector<int> devices = settings().devices;
    const auto count = static_cast<std::int64_t>(devices.size());
    const int axes[] = {axis};
    std::vector<ndarray> shares(devices.size());
    const auto share = [&](const ndarray& a, std::int64_t i) {
        const std::int64_t length = a.shape()[longest];
        return slice(a, longest, length * i / count, length * (i + 1) / count);
    };
    for (std::int64_t i = 0; i < count; ++i) {
        const ndarray part = share(in, i);
        if (part.size() == 0) continue;
        const cuda::DeviceGuard there(devices[static_cast<std::size_t>(i)]);
        const ndarray copy = empty(part.shape(), part.dtype());
        copy_to(part, copy);
        transform(lines, copy, copy, axes);
        shares[static_cast<std::size_t>(i)] = copy;
    }
    for (std::int64_t i = 0; i < count; ++i)
        if (shares[static_cast<std::size_t>(i)].size()) copy_to(shares[static_cast<std::size_t>(i)], share(out, i));
    return true;
}

/// Whether a transform is to wait, as its source does. Its result lies in C order, which the library takes.
bool may_wait(const ndarray& source, std::span<const int> axes) {
    return kernel::is_waiting({&source}) && source.is_c_contiguous() &&
           (axes.size() > 1 || (axes.front() == source.ndim() - 1 && !several_devices.load(std::memory_order_relaxed)));
}

/// Complex transforms along axes each of which is there once.
ndarray complex_once(const char* name, const ndarray& a, std::span<const int> axes, const Dims& lengths, bool forward,
                     double factor, const ndarray* out) {
    const Shape shape = with_lengths(a, axes, lengths);
    const DType real = real_part_dtype(a.dtype()), dtype = complex_of(real);
    const ndarray source = cut(a, shape);
    const bool whole = source.shape() == shape;
    if (may_wait(source, axes) && whole && a.dtype() == dtype && !out) {
        const ndarray made = kernel::new_pending(shape, dtype);
        AxisList along;
        for (int axis : axes) along.push_back(axis);
        // A factor that the library does not take waits too: it may be a part of the next kernel.
        const double later = library().takes_factor() ? 1 : std::exchange(factor, 1);
        kernel::run_in_turn(name, std::span(&source, 1), made,
                            [forward, factor, along](std::span<const ndarray> sources, const ndarray& made) {
                                transform({FourierKind::complex, forward, factor}, sources[0], made, along);
                            });
        return later == 1 ? made : multiply(made, later);
    }
    const Target target(name, source, shape, dtype, axes, out, whole);
    const Lines lines{FourierKind::complex, forward, factor};
    if (!is_complex(a.dtype()) && takes_real(forward) &&
        (whole && a.dtype() == real ? source.size() > 0 : source.size() >= few)) {
        // Of real numbers half of the transform is the other half's mirror image.
        const int last = axes.back();
        Shape half(shape);
        half[last] = shape[last] / 2 + 1;
        transform({FourierKind::real_to_complex, forward, factor}, fitted(a, shape, real), cut(target.array(), half),
                  axes);
        complete(target.array(), axes);
        return target.finish();
    }
    if (whole && a.dtype() == dtype) {
        if (axes.size() > 1 || !several_devices.load(std::memory_order_relaxed) ||
            !on_several_devices(lines, source, target.array(), axes.front()))
            transform(lines, source, target.array(), axes);
    } else {
        copy_padded(source, target.array());
        transform(lines, target.array(), target.array(), axes);
    }
    return target.finish();
}

/// A transform between a program's callbacks: `transform`, without a factor, of what `source` becomes; then the factor.
/// `a` is cut off or filled up to `lengths` along the axes of the steps first.
template <class Transform>
ndarray between_callbacks(Callbacks& callbacks, const char* name, const ndarray& a, const Steps& steps,
                          const Dims& lengths, DType dtype, double factor, const ndarray* out, Transform transform) {
    AxisList axes;
    for (std::int64_t axis : steps.axes) {
        if (axes.has(axis))
            throw NotSupportedError(std::string(name) +
                                    " with callbacks along an axis twice; transform along one after the other");
        axes.push_back(axis);
    }
    const ndarray source = fitted(a, with_lengths(a, axes, lengths), dtype);
    const ndarray given = loaded(callbacks, source.is_c_contiguous() ? source : source.copy('C'));
    const CallbackPause pause;
    ndarray made = stored(callbacks, transform(given));
    if (factor != 1) multiply(made, factor, {.out = {&made}});
    if (!out) return made;
    const Target target(name, made, made.shape(), made.dtype(), axes, out, false);
    copy_to(made, target.array());
    return target.finish();
}

constexpr Norm without_factor(bool forward) { return forward ? Norm::backward : Norm::forward; }

}  // namespace

int checked_axis(const ndarray& a, std::int64_t axis) { return normalize_axis(axis, a.ndim()); }

Steps make_steps(const ndarray& a, const std::optional<Dims>& s, const Axes& axes, bool to_real) {
    Steps steps;
    const int given = s ? s->size() : a.ndim();
    if (axes) {
        for (std::int64_t axis : *axes) steps.axes.push_back(checked_axis(a, axis));
    } else {
        if (given > a.ndim()) throw AxisError(-given, a.ndim());
        for (int i = a.ndim() - given; i < a.ndim(); ++i) steps.axes.push_back(i);
    }
    if (s && s->size() != steps.axes.size()) throw ValueError("Shape and axes have different lengths.");
    for (int i = 0; i < steps.axes.size(); ++i) {
        const std::int64_t own = a.shape()[static_cast<int>(steps.axes[i])];
        const bool halved = to_real && !s && i == steps.axes.size() - 1;
        steps.lengths.push_back(halved ? 2 * (own - 1) : s && (*s)[i] != -1 ? (*s)[i] : own);
    }
    for (std::int64_t length : steps.lengths) check_length(length);
    return steps;
}

ndarray complex_transform(const char* name, const ndarray& a, const Steps& steps, bool forward, Norm norm,
                          const ndarray* out) {
    const int count = steps.axes.size();
    if (count == 0) {
        if (!out) return a;
        const Target target(name, a, a.shape(), a.dtype(), {}, out, false);
        copy_to(a, target.array());
        return target.finish();
    }
    double factor = factor_of(steps.lengths, norm, forward);
    if (Callbacks* callbacks = current_callbacks()) [[unlikely]]
        return between_callbacks(*callbacks, name, a, steps, steps.lengths, complex_of(real_part_dtype(a.dtype())),
                                 factor, out, [&](const ndarray& x) {
                                     return complex_transform(name, x, steps, forward, without_factor(forward),
                                                              nullptr);
                                 });
    ndarray current = a;
    // From the last axis to the first, as far as no axis comes again.
    for (int end = count; end > 0;) {
        int first = end;
        while (first > 0 && std::find(steps.axes.begin() + first, steps.axes.begin() + end, steps.axes[first - 1]) ==
                                steps.axes.begin() + end)
            --first;
        AxisList axes;
        Dims lengths;
        for (int i = first; i < end; ++i) {
            axes.push_back(steps.axes[i]);
            lengths.push_back(steps.lengths[i]);
        }
        current = complex_once(name, current, axes, lengths, forward, factor, first == 0 ? out : nullptr);
        factor = 1;
        end = first;
    }
    return current;
}

ndarray real_to_complex(const char* name, const ndarray& a, const Steps& steps, bool forward, Norm norm,
                        const ndarray* out) {
    const int count = steps.axes.size();
    if (count == 0) throw IndexError(std::string(name) + ": at least one axis is needed");
    if (is_complex(a.dtype()))
        throw TypeError(std::string(name) + " takes real numbers, not " + info(a.dtype()).name +
                        "; take the real part, or transform with fft or fftn");
    const DType real = real_part_dtype(a.dtype()), dtype = complex_of(real);
    const int last = static_cast<int>(steps.axes[count - 1]);
    const std::int64_t n = steps.lengths[count - 1];
    const double factor = factor_of(steps.lengths, norm, forward);
    if (Callbacks* callbacks = current_callbacks()) [[unlikely]] {
        const ndarray made = between_callbacks(
            *callbacks, name, a, steps, steps.lengths, real, factor, out,
            [&](const ndarray& x) { return real_to_complex(name, x, steps, true, Norm::backward, nullptr); });
        if (!forward) conjugate(made, {.out = {&made}});
        return made;
    }
    bool simple = true;  // no axis comes again or changes its length, the last one aside
    AxisList axes;
    for (int i = 0; i < count; ++i) {
        const int axis = static_cast<int>(steps.axes[i]);
        simple = simple && !axes.has(axis) && (i == count - 1 || steps.lengths[i] <= a.shape()[axis]);
        axes.push_back(axis);
    }
    if (!simple) {
        // Along the last axis first, as zeros of the others need no transform.
        const ndarray first =
            real_to_complex(name, a, {{last}, {n}}, forward, forward ? Norm::backward : Norm::forward, nullptr);
        Steps rest = steps;
        rest.axes.resize(count - 1);
        rest.lengths.resize(count - 1);
        const ndarray made =
            complex_transform(name, first, rest, forward, forward ? Norm::backward : Norm::forward, nullptr);
        if (factor != 1) multiply(made, factor, {.out = {&made}});
        const Target target(name, made, made.shape(), dtype, axes, out, true);
        copy_to(made, target.array());
        return target.finish();
    }
    const ndarray source = fitted(a, with_lengths(a, axes, steps.lengths), real);
    Shape shape(source.shape());
    shape[last] = n / 2 + 1;
    const Target target(name, source, shape, dtype, axes, out, false);
    transform({FourierKind::real_to_complex, forward, factor}, source, target.array(), axes);
    return target.finish();
}

ndarray complex_to_real(const char* name, const ndarray& a, const Steps& steps, bool forward, Norm norm, DType result,
                        const ndarray* out) {
    const int count = steps.axes.size();
    if (count == 0) throw IndexError(std::string(name) + ": at least one axis is needed");
    const DType real = real_part_dtype(a.dtype()), dtype = complex_of(real);
    const int last = static_cast<int>(steps.axes[count - 1]);
    const std::int64_t n = steps.lengths[count - 1];
    const double factor = factor_of(steps.lengths, norm, forward);
    if (Callbacks* callbacks = current_callbacks()) [[unlikely]] {
        Dims halved = steps.lengths;
        halved[count - 1] = n / 2 + 1;
        const ndarray made = between_callbacks(
            *callbacks, name, forward ? conjugate(a) : a, steps, halved, dtype, factor, out,
            [&](const ndarray& x) { return complex_to_real(name, x, steps, false, Norm::forward, real, nullptr); });
        return out || count > 1 || made.dtype() == result ? made : made.astype(result);
    }
    bool simple = true;
    AxisList axes;
    for (int i = 0; i < count; ++i) {
        simple = simple && !axes.has(steps.axes[i]);
        axes.push_back(steps.axes[i]);
    }
    Dims lengths = steps.lengths;
    lengths[count - 1] = n / 2 + 1;
    ndarray source;
    if (simple) {
        source = fitted(a, with_lengths(a, axes, lengths), dtype);
    } else {
        // NumPy goes through the other axes from the first to the last.
        Steps others;
        for (int i = count - 2; i >= 0; --i) {
            others.axes.push_back(steps.axes[i]);
            others.lengths.push_back(steps.lengths[i]);
        }
        source = complex_transform(name, a, others, forward, forward ? Norm::backward : Norm::forward, nullptr);
        axes = {};
        axes.push_back(last);
        source = fitted(source, with_lengths(source, axes, {n / 2 + 1}), dtype);
    }
    Shape shape(source.shape());
    shape[last] = n;
    const Target target(name, source, shape, real, axes, out, false);
    transform({FourierKind::complex_to_real, forward, factor}, source, target.array(), axes);
    const ndarray made = target.finish();
    // The transforms along the other axes have left 16-bit floats behind.
    return out || count > 1 || made.dtype() == result ? made : made.astype(result);
}

namespace {

Steps one_axis(const ndarray& a, std::optional<std::int64_t> n, std::int64_t axis, bool to_real = false) {
    const int i = checked_axis(a, axis);
    const std::int64_t length = n ? *n : to_real ? 2 * (a.shape()[i] - 1) : a.shape()[i];
    check_length(length);
    return {{i}, {length}};
}

/// The dtype of real results: NumPy keeps that of real input.
DType real_result(const ndarray& a) { return is_floating(a.dtype()) ? a.dtype() : real_part_dtype(a.dtype()); }

}  // namespace

ndarray fft(const ndarray& a, std::optional<std::int64_t> n, std::int64_t axis, Norm norm, const ndarray* out) {
    const kernel::Placement here(a, out);
    return complex_transform("fft", a, one_axis(a, n, axis), true, norm, out);
}
ndarray ifft(const ndarray& a, std::optional<std::int64_t> n, std::int64_t axis, Norm norm, const ndarray* out) {
    const kernel::Placement here(a, out);
    return complex_transform("ifft", a, one_axis(a, n, axis), false, norm, out);
}
ndarray rfft(const ndarray& a, std::optional<std::int64_t> n, std::int64_t axis, Norm norm, const ndarray* out) {
    const kernel::Placement here(a, out);
    return real_to_complex("rfft", a, one_axis(a, n, axis), true, norm, out);
}
ndarray irfft(const ndarray& a, std::optional<std::int64_t> n, std::int64_t axis, Norm norm, const ndarray* out) {
    const kernel::Placement here(a, out);
    return complex_to_real("irfft", a, one_axis(a, n, axis, true), false, norm, real_result(a), out);
}
ndarray hfft(const ndarray& a, std::optional<std::int64_t> n, std::int64_t axis, Norm norm, const ndarray* out) {
    const kernel::Placement here(a, out);
    return complex_to_real("hfft", a, one_axis(a, n, axis, true), true, norm, real_result(a), out);
}
ndarray ihfft(const ndarray& a, std::optional<std::int64_t> n, std::int64_t axis, Norm norm, const ndarray* out) {
    const kernel::Placement here(a, out);
    return real_to_complex("ihfft", a, one_axis(a, n, axis), false, norm, out);
}

ndarray fftn(const ndarray& a, const std::optional<Dims>& s, const Axes& axes, Norm norm, const ndarray* out) {
    const kernel::Placement here(a, out);
    return complex_transform("fftn", a, make_steps(a, s, axes), true, norm, out);
}
ndarray ifftn(const ndarray& a, const std::optional<Dims>& s, const Axes& axes, Norm norm, const ndarray* out) {
    const kernel::Placement here(a, out);
    return complex_transform("ifftn", a, make_steps(a, s, axes), false, norm, out);
}
ndarray rfftn(const ndarray& a, const std::optional<Dims>& s, const Axes& axes, Norm norm, const ndarray* out) {
    const kernel::Placement here(a, out);
    return real_to_complex("rfftn", a, make_steps(a, s, axes), true, norm, out);
}
ndarray irfftn(const ndarray& a, const std::optional<Dims>& s, const Axes& axes, Norm norm, const ndarray* out) {
    const kernel::Placement here(a, out);
    return complex_to_real("irfftn", a, make_steps(a, s, axes, true), false, norm, real_result(a), out);
}

// ------------------------------------------------------------------------------------------------------------
// frequencies

namespace {

Scalar frequency_step(std::int64_t n, const Scalar& d) {
    const std::complex<double> product = static_cast<double>(n) * d.to_complex();
    if (product == 0.0)
        throw ZeroDivisionError("float division by zero: frequencies need samples (n is " + std::to_string(n) +
                                ") and a time between them");
    if (n < 0) throw ValueError("negative dimensions are not allowed");
    if (is_complex(d.dtype())) return 1.0 / product;
    return 1.0 / product.real();
}

// Frequencies in a dtype of the caller's.
ndarray in_real_dtype(ndarray frequencies, std::optional<DType> dtype) {
    if (!dtype) return frequencies;
    if (!is_inexact(*dtype) || is_complex(*dtype))
        throw ValueError(std::string("frequencies are real floats, and dtype is ") + info(*dtype).name);
    return frequencies.astype(*dtype, 'K', Casting::unsafe, false);
}

}  // namespace

ndarray fftfreq(std::int64_t n, const Scalar& d, std::optional<DType> dtype) {
    const Scalar step = frequency_step(n, d);
    const std::int64_t middle = (n - 1) / 2 + 1;
    const ndarray numbers = empty({n}, DType::int64);
    numbers.assign({Slice{{}, middle, {}}}, arange(0, middle));
    numbers.assign({Slice{middle, {}, {}}}, arange(-(n / 2), 0));
    return in_real_dtype(multiply(numbers, step), dtype);
}

ndarray rfftfreq(std::int64_t n, const Scalar& d, std::optional<DType> dtype) {
    const Scalar step = frequency_step(n, d);
    return in_real_dtype(multiply(arange(0, n / 2 + 1), step), dtype);
}

namespace {

ndarray shifted(const ndarray& x, const Axes& axes, bool back) {
    const kernel::Placement here(x);
    Dims list, shifts;
    if (axes) list = *axes;
    else
        for (int i = 0; i < x.ndim(); ++i) list.push_back(i);
    for (std::int64_t axis : list) {
        const std::int64_t half = x.shape()[normalize_axis(axis, x.ndim())] / 2;
        shifts.push_back(back ? -half : half);
    }
    return list.empty() ? x.copy() : roll(x, shifts, list);
}

}  // namespace

ndarray fftshift(const ndarray& x, const Axes& axes) { return shifted(x, axes, false); }
ndarray ifftshift(const ndarray& x, const Axes& axes) { return shifted(x, axes, true); }

}  // namespace cuprum::fft
