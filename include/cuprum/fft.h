// Discrete Fourier transforms, as numpy.fft has them.
//
// float16, bfloat16 and float32 are computed in float32, all else in float64; results are complex64 or complex128, or
// real of the input's own precision. A GPU's transforms are cuFFT's, a CPU's pocketfft's. Layouts are transformed as
// they lie where the library can, and results have the layout of the input.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/cufft_error.h"
#include "cuprum/error.h"
#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::fft {

/// Which transforms carry the factor that makes a forward and an inverse one undo each other: the inverse 1/n, both
/// 1/sqrt(n), or the forward 1/n.
enum class Norm : std::uint8_t { backward, ortho, forward };

/// By NumPy's names "backward", "ortho" and "forward". Throws ValueError for others.
Norm norm_from_name(std::string_view name);

/// The discrete Fourier transform along one axis.
///
/// Parameters
///     a: the array, real or complex.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n).
///     out: where to put the result.
/// Returns
///     A complex array of length n along the axis. Number k is the sum of a[j] exp(-2 pi i j k / n).
/// Raises
///     ValueError: n is less than 1, an unknown `norm`, or an `out` of another shape. AxisError: there is no such axis.
///     TypeError: `out` is not complex.
/// Example
///     >>> cp.fft.fft(cp.array([1., 0., 0., 0.]))
///     array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray fft(const ndarray& a, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                          Norm norm = Norm::backward, const ndarray* out = nullptr);

/// The inverse of `fft` along one axis.
///
/// Parameters
///     a: the array, real or complex.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor).
///     out: where to put the result.
/// Returns
///     A complex array of length n along the axis.
/// Raises
///     ValueError: n is less than 1, an unknown `norm`, or an `out` of another shape. AxisError: there is no such axis.
///     TypeError: `out` is not complex.
/// Example
///     >>> cp.fft.ifft(cp.array([4., 0., 0., 0.]))
///     array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray ifft(const ndarray& a, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                           Norm norm = Norm::backward, const ndarray* out = nullptr);

/// The discrete Fourier transform of real numbers along one axis: its first half, as the other is its mirror image.
///
/// Parameters
///     a: a real array.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n).
///     out: where to put the result.
/// Returns
///     A complex array of length n/2 + 1 along the axis.
/// Raises
///     TypeError: `a` is complex, or `out` is not. ValueError: n is less than 1, an unknown `norm`, or an `out` of
///     another shape. AxisError: there is no such axis.
/// Example
///     >>> cp.fft.rfft(cp.array([1., 2., 3., 4.]))
///     array([10.+0.j, -2.+2.j, -2.+0.j])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray rfft(const ndarray& a, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                           Norm norm = Norm::backward, const ndarray* out = nullptr);

/// The inverse of `rfft` along one axis.
///
/// Parameters
///     a: the first half of a transform. The imaginary part of its first number counts as 0, and that of the last where
///     n is even. n: the length of the result; twice the axis's length less one if not given, which is right for even
///     lengths alone. axis: the axis. norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor). out: where
///     to put the result.
/// Returns
///     A real array of length n along the axis.
/// Raises
///     ValueError: n is less than 1, an unknown `norm`, or an `out` of another shape. AxisError: there is no such axis.
/// Example
///     >>> cp.fft.irfft(cp.array([10., -2. + 2j, -2.]))
///     array([1., 2., 3., 4.])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray irfft(const ndarray& a, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                            Norm norm = Norm::backward, const ndarray* out = nullptr);

/// The discrete Fourier transform, which is real, of a signal that is its own conjugate mirror image and of which half
/// is given.
///
/// Parameters
///     a: the first half of the signal.
///     n: the length of the result; twice the axis's length less one if not given.
///     axis: the axis.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n).
///     out: where to put the result.
/// Returns
///     A real array of length n along the axis.
/// Raises
///     ValueError: n is less than 1, an unknown `norm`, or an `out` of another shape. AxisError: there is no such axis.
/// Example
///     >>> cp.fft.hfft(cp.array([1., 2., 3.]))
///     array([ 8., -2.,  0., -2.])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray hfft(const ndarray& a, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                           Norm norm = Norm::backward, const ndarray* out = nullptr);

/// The inverse of `hfft` along one axis.
///
/// Parameters
///     a: a real array.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor).
///     out: where to put the result.
/// Returns
///     A complex array of length n/2 + 1 along the axis.
/// Raises
///     TypeError: `a` is complex, or `out` is not. ValueError: n is less than 1, an unknown `norm`, or an `out` of
///     another shape. AxisError: there is no such axis.
/// Example
///     >>> cp.fft.ihfft(cp.array([8., -2., 0., -2.]))
///     array([1.-0.j, 2.-0.j, 3.-0.j])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray ihfft(const ndarray& a, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                            Norm norm = Norm::backward, const ndarray* out = nullptr);

/// The discrete Fourier transform along several axes.
///
/// Parameters
///     a: the array, real or complex.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes, of which the last is transformed first; an axis that is named twice is transformed twice. All if
///     not given, or the last ones if `s` is.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n), n being the product of the lengths.
///     out: where to put the result.
/// Returns
///     A complex array of lengths `s` along the axes. With no axes it is `a` itself.
/// Raises
///     ValueError: `s` and `axes` are of different lengths, a length is less than 1, an unknown `norm`, or an `out` of
///     another shape. AxisError: there is no such axis.
/// Example
///     >>> cp.fft.fftn(cp.ones((2, 2)))
///     array([[4.+0.j, 0.+0.j],
///            [0.+0.j, 0.+0.j]])
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON ndarray fftn(const ndarray& a, const std::optional<Dims>& s = {}, const Axes& axes = {},
                           Norm norm = Norm::backward, const ndarray* out = nullptr);

/// The inverse of `fftn`.
///
/// Parameters
///     a: the array, real or complex.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor), n being the product of the lengths.
///     out: where to put the result.
/// Returns
///     A complex array of lengths `s` along the axes. With no axes it is `a` itself.
/// Raises
///     ValueError: `s` and `axes` are of different lengths, a length is less than 1, an unknown `norm`, or an `out` of
///     another shape. AxisError: there is no such axis.
/// Example
///     >>> cp.fft.ifftn(cp.array([[4., 0.], [0., 0.]]))
///     array([[1.+0.j, 1.+0.j],
///            [1.+0.j, 1.+0.j]])
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON ndarray ifftn(const ndarray& a, const std::optional<Dims>& s = {}, const Axes& axes = {},
                            Norm norm = Norm::backward, const ndarray* out = nullptr);

/// The discrete Fourier transform of real numbers along several axes: `rfft` along the last of them, `fft` along the
/// others.
///
/// Parameters
///     a: a real array.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n), n being the product of the lengths.
///     out: where to put the result.
/// Returns
///     A complex array whose length along the last of the axes is half of that in `s`, plus 1.
/// Raises
///     TypeError: `a` is complex. IndexError: there are no axes. ValueError: `s` and `axes` are of different lengths, a
///     length is less than 1, an unknown `norm`, or an `out` of another shape. AxisError: there is no such axis.
/// Example
///     >>> cp.fft.rfftn(cp.ones((2, 2)))
///     array([[4.+0.j, 0.+0.j],
///            [0.+0.j, 0.+0.j]])
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON ndarray rfftn(const ndarray& a, const std::optional<Dims>& s = {}, const Axes& axes = {},
                            Norm norm = Norm::backward, const ndarray* out = nullptr);

/// The inverse of `rfftn`: `ifft` along all axes but the last, then `irfft` along that one.
///
/// Parameters
///     a: half of a transform.
///     s: the lengths of the result, one an axis; the last is twice the axis's less one if not given.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor), n being the product of the lengths.
///     out: where to put the result.
/// Returns
///     A real array of lengths `s` along the axes.
/// Raises
///     IndexError: there are no axes. ValueError: `s` and `axes` are of different lengths, a length is less than 1, an
///     unknown `norm`, or an `out` of another shape. AxisError: there is no such axis.
/// Example
///     >>> cp.fft.irfftn(cp.array([[4., 0.], [0., 0.]]))
///     array([[1., 1.],
///            [1., 1.]])
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON ndarray irfftn(const ndarray& a, const std::optional<Dims>& s = {}, const Axes& axes = {},
                             Norm norm = Norm::backward, const ndarray* out = nullptr);

/// The discrete Fourier transform along two axes.
///
/// Parameters
///     a: the array, real or complex.
///     s: the lengths to transform; -1 is the axis's own.
///     axes: the axes.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n), n being the product of the lengths.
///     out: where to put the result.
/// Returns
///     A complex array of lengths `s` along the axes.
/// Raises
///     As `fftn`. AxisError: there is no such axis. ValueError: a length below 1, or not as many as axes.
/// Example
///     >>> cp.fft.fft2(cp.ones((2, 2)))
///     array([[4.+0.j, 0.+0.j],
///            [0.+0.j, 0.+0.j]])
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON inline ndarray fft2(const ndarray& a, const std::optional<Dims>& s = {}, const Axes& axes = {-2, -1},
                                  Norm norm = Norm::backward, const ndarray* out = nullptr) {
    return fftn(a, s, axes, norm, out);
}

/// The inverse of `fft2`.
///
/// Parameters
///     a: the array, real or complex.
///     s: the lengths to transform; -1 is the axis's own.
///     axes: the axes.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor), n being the product of the lengths.
///     out: where to put the result.
/// Returns
///     A complex array of lengths `s` along the axes.
/// Raises
///     As `ifftn`. AxisError: there is no such axis. ValueError: a length below 1, or not as many as axes.
/// Example
///     >>> cp.fft.ifft2(cp.array([[4., 0.], [0., 0.]]))
///     array([[1.+0.j, 1.+0.j],
///            [1.+0.j, 1.+0.j]])
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON inline ndarray ifft2(const ndarray& a, const std::optional<Dims>& s = {}, const Axes& axes = {-2, -1},
                                   Norm norm = Norm::backward, const ndarray* out = nullptr) {
    return ifftn(a, s, axes, norm, out);
}

/// The discrete Fourier transform of real numbers along two axes.
///
/// Parameters
///     a: a real array.
///     s: the lengths to transform; -1 is the axis's own.
///     axes: the axes.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n), n being the product of the lengths.
///     out: where to put the result.
/// Returns
///     A complex array whose length along the last of the axes is half of that in `s`, plus 1.
/// Raises
///     As `rfftn`. AxisError: there is no such axis. ValueError: a length below 1, or not as many as axes.
/// Example
///     >>> cp.fft.rfft2(cp.ones((2, 2)))
///     array([[4.+0.j, 0.+0.j],
///            [0.+0.j, 0.+0.j]])
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON inline ndarray rfft2(const ndarray& a, const std::optional<Dims>& s = {}, const Axes& axes = {-2, -1},
                                   Norm norm = Norm::backward, const ndarray* out = nullptr) {
    return rfftn(a, s, axes, norm, out);
}

/// The inverse of `rfft2`.
///
/// Parameters
///     a: half of a transform.
///     s: the lengths of the result; the last is twice the axis's less one if not given.
///     axes: the axes.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor), n being the product of the lengths.
///     out: where to put the result.
/// Returns
///     A real array of lengths `s` along the axes.
/// Raises
///     As `irfftn`. AxisError: there is no such axis. ValueError: a length below 1, or not as many as axes.
/// Example
///     >>> cp.fft.irfft2(cp.array([[4., 0.], [0., 0.]]))
///     array([[1., 1.],
///            [1., 1.]])
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON inline ndarray irfft2(const ndarray& a, const std::optional<Dims>& s = {}, const Axes& axes = {-2, -1},
                                    Norm norm = Norm::backward, const ndarray* out = nullptr) {
    return irfftn(a, s, axes, norm, out);
}

/// The frequencies of the numbers that `fft` gives.
///
/// Parameters
///     n: the length.
///     d: the time from sample to sample.
///     dtype: dtype of the result, of real floats; float64 if not given.
/// Returns
///     0, 1, ..., then the negative ones up to -1, all divided by n d.
/// Raises
///     ZeroDivisionError: n or d is 0. ValueError: n is negative.
/// Example
///     >>> cp.fft.fftfreq(4, 0.25)
///     array([ 0.,  1., -2., -1.])
CUPRUM_SIGNATURE("n, d, device=None, *, dtype")
CUPRUM_PYTHON ndarray fftfreq(std::int64_t n, const Scalar& d = 1.0, std::optional<DType> dtype = {});

/// The frequencies of the numbers that `rfft` gives.
///
/// Parameters
///     n: the length of the signal.
///     d: the time from sample to sample.
///     dtype: dtype of the result, of real floats; float64 if not given.
/// Returns
///     0, 1, ..., n/2, all divided by n d.
/// Raises
///     ZeroDivisionError: n or d is 0. ValueError: n is negative.
/// Example
///     >>> cp.fft.rfftfreq(4, 0.25)
///     array([0., 1., 2.])
CUPRUM_SIGNATURE("n, d, device=None, *, dtype")
CUPRUM_PYTHON ndarray rfftfreq(std::int64_t n, const Scalar& d = 1.0, std::optional<DType> dtype = {});

/// Moves the frequency 0 to the middle of each axis.
///
/// Parameters
///     x: the array.
///     axes: the axes; all if not given.
/// Returns
///     A new array.
/// Raises
///     AxisError: there is no such axis.
/// Example
///     >>> cp.fft.fftshift(cp.fft.fftfreq(4, 0.25))
///     array([-2., -1.,  0.,  1.])
CUPRUM_PYTHON ndarray fftshift(const ndarray& x, const Axes& axes = {});

/// Undoes `fftshift`.
///
/// Parameters
///     x: the array.
///     axes: the axes; all if not given.
/// Returns
///     A new array.
/// Raises
///     AxisError: there is no such axis.
/// Example
///     >>> cp.fft.ifftshift(cp.array([-2., -1., 0., 1.]))
///     array([ 0.,  1., -2., -1.])
CUPRUM_PYTHON ndarray ifftshift(const ndarray& x, const Axes& axes = {});

/// A complex transform, without a factor, of numbers whose parts are two 16-bit floats: pairs in the last axis of an
/// array. A GPU transforms powers of two in 16 bits; all else is computed in float32.
///
/// Parameters
///     a: a float16 or bfloat16 array whose last axis has the parts of its numbers in turn.
///     out: where to put the result: an array of the same shape and dtype.
///     lengths: of the last axes, in numbers.
///     forward: whether the transform is a forward one.
/// Raises
///     TypeError: another dtype. ValueError: lengths that are not the array's, or an `out` of another shape.
void transform_pairs(const ndarray& a, const ndarray& out, const Dims& lengths, bool forward);

/// A transform whose plan is kept ready.
struct PlanKey {
    std::string kind;    ///< "C2C", "R2C", "C2R", or of real numbers "cosine1" to "cosine4" and "sine1" to "sine4".
    DType real;          ///< The dtype of real numbers, and of the parts of complex ones.
    Dims lengths;        ///< Of the transformed axes, in real numbers where these are on one side.
    std::int64_t batch;  ///< How many transforms are done at once.
    std::int64_t bytes;  ///< What the plan takes.
};

/// Plans of transforms that were made ready, the least recently used of which go first. Each thread has one for each
/// device.
class PlanCache {
public:
    /// `size` plans that together take `memsize` bytes at most; -1 is no limit, and a size of 0 keeps none.
    explicit PlanCache(std::int64_t size = 16, std::int64_t memsize = -1, int device = 0);
    PlanCache(const PlanCache&) = delete;
    ~PlanCache();

    std::int64_t size() const;
    std::int64_t memsize() const;
    /// Throws ValueError for less than -1.
    void set_size(std::int64_t size);
    void set_memsize(std::int64_t memsize);
    std::int64_t current_size() const;     ///< Plans.
    std::int64_t current_memsize() const;  ///< Bytes.
    int device() const;
    void clear();
    /// What plans there are for, the last used first.
    std::vector<PlanKey> keys() const;
    /// The limits, what is held, and how often plans were found or made.
    std::string info() const;

    struct Impl;
    Impl& impl() { return *impl_; }

private:
    std::unique_ptr<Impl> impl_;
};

/// The calling thread's plans of the current device.
std::shared_ptr<PlanCache> plan_cache();

/// Functions in CUDA C++ that the numbers of transforms pass through: each number of the input goes through a load
/// callback, each of the unscaled result through a store callback. While they are entered they apply to all transforms
/// of `fft` of the calling thread.
class Callbacks {
public:
    /// Functions in CUDA C++ that the numbers of transforms pass through, as cuFFT's callbacks.
    ///
    /// A load callback is given the input's address, the number's place in it, counted along the array in C's order,
    /// the address of the callback's own data, and a null pointer; what it returns is transformed. A store callback is
    /// given the result's address, the place, the number, the address of its data and a null pointer; it stores what it
    /// likes. The input has been cut off or filled up to the transform's lengths, and has the dtype that the transform
    /// takes. The factor of a transform is applied after the callback. The types of cuFFT's header are there:
    /// cufftReal, cufftDoubleReal, cufftComplex, cufftDoubleComplex, and cufftCallbackLoadR, D, C, Z and
    /// cufftCallbackStoreR, D, C, Z.
    ///
    /// Parameters
    ///     load: the text of the load callback, a `__device__` function and a `__device__` variable d_loadCallbackPtr
    ///     that points to it; or
    ///         the function alone. Empty: none.
    ///     store: that of the store callback, with d_storeCallbackPtr.
    ///     load_data: an array whose address the load callback is given.
    ///     store_data: an array whose address the store callback is given.
    ///     load_name: the load callback's function, where the text has several and no variable.
    ///     store_name: the store callback's.
    /// Raises
    ///     ValueError: neither text is given, or one has no function. When a transform is done: CompileException where
    ///     a text does not compile for the transform's dtype, NotSupportedError where an axis comes twice.
    Callbacks(std::string load, std::string store, const std::optional<ndarray>& load_data = {},
              const std::optional<ndarray>& store_data = {}, std::string load_name = {}, std::string store_name = {});
    Callbacks(const Callbacks&) = delete;
    ~Callbacks();

    /// From now on the calling thread's transforms pass through these callbacks, in place of others.
    void enter();
    /// Ends what `enter` began. Throws ValueError where that was done by another thread, or others were entered since.
    void leave();

    struct Impl;
    Impl& impl() { return *impl_; }

private:
    std::unique_ptr<Impl> impl_;
};

/// Callbacks that are entered while it lives.
class WithCallbacks {
public:
    explicit WithCallbacks(Callbacks& callbacks) : callbacks_(callbacks) { callbacks_.enter(); }
    WithCallbacks(const WithCallbacks&) = delete;
    ~WithCallbacks() { callbacks_.leave(); }

private:
    Callbacks& callbacks_;
};

/// The version of cuFFT as a number, such as 11100; 0 on a CPU.
int library_version();

/// How transforms are done, for all threads.
struct Settings {
    bool several_axes = true;      ///< Whether several axes may be transformed by one plan.
    bool several_devices = false;  ///< Whether complex transforms along one axis are shared out among `devices`.
    std::vector<int> devices;
};
Settings settings();
/// Throws ValueError where a device is not there or is named twice.
void set_settings(const Settings& settings);

}  // namespace cuprum::fft
