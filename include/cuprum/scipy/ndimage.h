// SciPy's images of any number of dimensions: filters, measurements, morphology, interpolation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::ndimage {

/// One value for all axes, or one for each axis.
template <class T>
class PerAxis {
public:
    PerAxis(T value) : values_{std::move(value)}, one_(true) {}
    template <class U>
        requires(std::is_convertible_v<U, T> && !std::is_same_v<U, T> && !std::is_same_v<U, PerAxis>)
    PerAxis(U value) : PerAxis(T(value)) {}
    PerAxis(std::vector<T> values) : values_(std::move(values)), one_(false) {}
    PerAxis(std::initializer_list<T> values) : values_(values), one_(false) {}

    bool is_one() const { return one_; }
    const std::vector<T>& values() const { return values_; }
    /// One for each of so many axes. Throws Error where another number was given.
    std::vector<T> expanded(int count) const {
        if (one_) return std::vector<T>(static_cast<std::size_t>(count), values_[0]);
        if (values_.size() != static_cast<std::size_t>(count))
            throw Error("sequence argument must have length equal to input rank: " + std::to_string(values_.size()) +
                        " values for " + std::to_string(count) + " axes");
        return values_;
    }

private:
    std::vector<T> values_;
    bool one_;
};

using Numbers = PerAxis<double>;
using Integers = PerAxis<std::int64_t>;
using Modes = PerAxis<std::string>;

/// Where a result goes: to an array, to a new one of a dtype, or to a new one of the dtype that the function gives.
struct Output {
    Output() = default;
    Output(const ndarray& array) : array(array) {}
    Output(DType dtype) : dtype(dtype) {}
    std::optional<ndarray> array;
    std::optional<DType> dtype;
};

using OptionalArray = std::optional<ndarray>;
using Radius = std::optional<std::int64_t>;  // how far weights reach from the centre
using Radii = std::optional<Integers>;

/// Called with what a function of this chapter warns of; it may throw.
using ImageWarning = void (*)(const char* message);

/// Sets what is called where an argument is overruled by another, such as a size by a footprint. The Python module
/// gives UserWarning; in C++ nothing is called until a program sets it.
///
/// Parameters
///     handler: the function; null for none.
/// Returns
///     The one that was set before.
/// Example
///     cuprum::scipy::ndimage::set_image_warning([](const char* message) { std::puts(message); });
ImageWarning set_image_warning(ImageWarning handler);

// --------------------------------------------------------------------------------------------------- linear filters

/// The correlation along one axis with a line of weights, `out[i] = sum over k of input[i - n // 2 - origin + k] *
/// weights[k]`.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     weights: array of one dimension.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted: 0 has them centred, positive values shift them to the left.
/// Returns
///     The filtered array, of the shape of `input`. float32 images are summed up in float32, all other reals in
///     float64; integers are truncated.
/// Raises
///     RuntimeError: an unknown mode, or weights of another number of axes. ValueError: an origin outside of the
///         window.
/// Example
///     >>> cuprumx.scipy.ndimage.correlate1d(cuprum.array([2., 8, 0, 4]), cuprum.array([1., 3]))
///     array([ 8., 26.,  8., 12.])
CUPRUM_PYTHON ndarray correlate1d(const ndarray& input, const ndarray& weights, std::int64_t axis = -1,
                                  const Output& output = {}, std::string_view mode = "reflect",
                                  const Scalar& cval = 0.0, std::int64_t origin = 0);

/// The convolution along one axis with a line of weights: the correlation with the weights turned round.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     weights: array of one dimension.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted: 0 has them centred, positive values shift them to the left.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode, or weights of another number of axes. ValueError: an origin outside of the
///         window.
/// Example
///     >>> cuprumx.scipy.ndimage.convolve1d(cuprum.array([2., 8, 0, 4]), cuprum.array([1., 3]))
///     array([14., 24.,  4., 16.])
CUPRUM_PYTHON ndarray convolve1d(const ndarray& input, const ndarray& weights, std::int64_t axis = -1,
                                 const Output& output = {}, std::string_view mode = "reflect", const Scalar& cval = 0.0,
                                 std::int64_t origin = 0);

/// The correlation with weights of any shape.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     weights: array of as many axes as are filtered.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`. float32 images are summed up in float32, all other reals in
///     float64; integers are truncated.
/// Raises
///     RuntimeError: an unknown mode, or weights of another number of axes. ValueError: an origin outside of the
///         window.
/// Example
///     >>> cuprumx.scipy.ndimage.correlate(cuprum.ones((2, 3)), cuprum.ones((3, 3)))
///     array([[9., 9., 9.],
///            [9., 9., 9.]])
CUPRUM_PYTHON ndarray correlate(const ndarray& input, const ndarray& weights, const Output& output = {},
                                std::string_view mode = "reflect", const Scalar& cval = 0.0, const Integers& origin = 0,
                                const Axes& axes = {});

/// The convolution with weights of any shape.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     weights: array of as many axes as are filtered.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`. float32 images are summed up in float32, all other reals in
///     float64; integers are truncated.
/// Raises
///     RuntimeError: an unknown mode, or weights of another number of axes. ValueError: an origin outside of the
///         window.
/// Example
///     >>> cuprumx.scipy.ndimage.convolve(cuprum.ones((2, 3)), cuprum.ones((3, 3)))
///     array([[9., 9., 9.],
///            [9., 9., 9.]])
CUPRUM_PYTHON ndarray convolve(const ndarray& input, const ndarray& weights, const Output& output = {},
                               std::string_view mode = "reflect", const Scalar& cval = 0.0, const Integers& origin = 0,
                               const Axes& axes = {});

/// A Gaussian filter, or a derivative of it, along one axis.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     sigma: the standard deviation.
///     axis: the axis along which the filter works.
///     order: which derivative of the Gaussian it is, on all axes or on each; 0 is itself.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     truncate: so many standard deviations from the centre weights end.
///     radius: how far weights reach from the centre, instead of `truncate`; at most 2**40.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: a negative order or radius. RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.gaussian_filter1d(cuprum.array([0., 0, 1, 0, 0]), 1).round(3)
///     array([0.058, 0.242, 0.399, 0.242, 0.058])
CUPRUM_PYTHON ndarray gaussian_filter1d(const ndarray& input, double sigma, std::int64_t axis = -1,
                                        std::int64_t order = 0, const Output& output = {},
                                        std::string_view mode = "reflect", const Scalar& cval = 0.0,
                                        double truncate = 4.0, Radius radius = {});

/// A Gaussian filter of any number of axes, or a derivative of it.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     sigma: the standard deviation, of all axes or of each.
///     order: which derivative of the Gaussian it is, on all axes or on each; 0 is itself.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     truncate: so many standard deviations from the centre weights end.
///     radius: how far weights reach from the centre, instead of `truncate`; at most 2**40.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: a negative order or radius. RuntimeError: an unknown mode, or values for another number of axes.
/// Example
///     >>> cuprumx.scipy.ndimage.gaussian_filter(cuprum.eye(3), 1).round(3)
///     array([[0.502, 0.329, 0.168],
///            [0.329, 0.342, 0.329],
///            [0.168, 0.329, 0.502]])
CUPRUM_PYTHON ndarray gaussian_filter(const ndarray& input, const Numbers& sigma, const Integers& order = 0,
                                      const Output& output = {}, const Modes& mode = "reflect",
                                      const Scalar& cval = 0.0, double truncate = 4.0, const Radii& radius = {},
                                      const Axes& axes = {});

/// The differences of neighbours along one axis, weighted by [1, 1, 1] along the others.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.prewitt(cuprum.arange(9.).reshape(3, 3))
///     array([[3., 6., 3.],
///            [3., 6., 3.],
///            [3., 6., 3.]])
CUPRUM_PYTHON ndarray prewitt(const ndarray& input, std::int64_t axis = -1, const Output& output = {},
                              const Modes& mode = "reflect", const Scalar& cval = 0.0);

/// The differences of neighbours along one axis, weighted by [1, 2, 1] along the others.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.sobel(cuprum.arange(9.).reshape(3, 3))
///     array([[4., 8., 4.],
///            [4., 8., 4.],
///            [4., 8., 4.]])
CUPRUM_PYTHON ndarray sobel(const ndarray& input, std::int64_t axis = -1, const Output& output = {},
                            const Modes& mode = "reflect", const Scalar& cval = 0.0);

/// The sum of the second differences along the axes.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.laplace(cuprum.array([0., 1, 4, 9]))
///     array([ 1.,  2.,  2., -5.])
CUPRUM_PYTHON ndarray laplace(const ndarray& input, const Output& output = {}, const Modes& mode = "reflect",
                              const Scalar& cval = 0.0, const Axes& axes = {});

/// The Laplace operator by second derivatives of a Gaussian.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     sigma: the standard deviation, of all axes or of each.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     axes: the axes that are filtered; all if not given.
///     truncate: so many standard deviations from the centre weights end.
///     radius: how far weights reach from the centre, instead of `truncate`; at most 2**40.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode, or values for another number of axes.
/// Example
///     >>> cuprumx.scipy.ndimage.gaussian_laplace(cuprum.array([0., 0, 1, 0, 0]), 1).round(3)
///     array([ 0.197,  0.002, -0.399,  0.002,  0.197])
CUPRUM_PYTHON ndarray gaussian_laplace(const ndarray& input, const Numbers& sigma, const Output& output = {},
                                       const Modes& mode = "reflect", const Scalar& cval = 0.0, const Axes& axes = {},
                                       double truncate = 4.0, const Radii& radius = {});

/// The length of the gradient by first derivatives of a Gaussian.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     sigma: the standard deviation, of all axes or of each.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     axes: the axes that are filtered; all if not given.
///     truncate: so many standard deviations from the centre weights end.
///     radius: how far weights reach from the centre, instead of `truncate`; at most 2**40.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode, or values for another number of axes.
/// Example
///     >>> cuprumx.scipy.ndimage.gaussian_gradient_magnitude(cuprum.array([0., 0, 1, 0, 0]), 1).round(3)
///     array([0.095, 0.241, 0.   , 0.241, 0.095])
CUPRUM_PYTHON ndarray gaussian_gradient_magnitude(const ndarray& input, const Numbers& sigma, const Output& output = {},
                                                  const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                                  const Axes& axes = {}, double truncate = 4.0,
                                                  const Radii& radius = {});

/// The mean of each window along one axis.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, from 1 to 2**31.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted: 0 has them centred, positive values shift them to the left.
/// Returns
///     The filtered array, of the shape of `input`. Sums are made in float64.
/// Raises
///     RuntimeError: a size below 1, an unknown mode. ValueError: an origin outside of the window.
/// Example
///     >>> cuprumx.scipy.ndimage.uniform_filter1d(cuprum.array([2., 8, 0, 4]), 3)
///     array([4.        , 3.33333333, 4.        , 2.66666667])
CUPRUM_PYTHON ndarray uniform_filter1d(const ndarray& input, std::int64_t size, std::int64_t axis = -1,
                                       const Output& output = {}, std::string_view mode = "reflect",
                                       const Scalar& cval = 0.0, std::int64_t origin = 0);

/// The mean of each window, a box.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: a size below 1, an unknown mode. ValueError: an origin outside of the window.
/// Example
///     >>> cuprumx.scipy.ndimage.uniform_filter(cuprum.eye(3) * 9, 3)
///     array([[5., 3., 1.],
///            [3., 3., 3.],
///            [1., 3., 5.]])
CUPRUM_PYTHON ndarray uniform_filter(const ndarray& input, const Integers& size = 3, const Output& output = {},
                                     const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                     const Integers& origin = 0, const Axes& axes = {});

// ------------------------------------------------------------------------------------------------- order statistics

/// The smallest element of each window along one axis.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, from 1 to 2**31.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted: 0 has them centred, positive values shift them to the left.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprumx.scipy.ndimage.minimum_filter1d(cuprum.array([2, 8, 0, 4]), 3)
///     array([2, 0, 0, 0])
CUPRUM_PYTHON ndarray minimum_filter1d(const ndarray& input, std::int64_t size, std::int64_t axis = -1,
                                       const Output& output = {}, std::string_view mode = "reflect",
                                       const Scalar& cval = 0.0, std::int64_t origin = 0);

/// The smallest element of each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprumx.scipy.ndimage.minimum_filter(cuprum.array([2, 8, 0, 4]), size=3)
///     array([2, 0, 0, 0])
CUPRUM_PYTHON ndarray minimum_filter(const ndarray& input, const std::optional<Integers>& size = {},
                                     const OptionalArray& footprint = {}, const Output& output = {},
                                     const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                     const Integers& origin = 0, const Axes& axes = {});

/// The largest element of each window along one axis.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, from 1 to 2**31.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted: 0 has them centred, positive values shift them to the left.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprumx.scipy.ndimage.maximum_filter1d(cuprum.array([2, 8, 0, 4]), 3)
///     array([8, 8, 8, 4])
CUPRUM_PYTHON ndarray maximum_filter1d(const ndarray& input, std::int64_t size, std::int64_t axis = -1,
                                       const Output& output = {}, std::string_view mode = "reflect",
                                       const Scalar& cval = 0.0, std::int64_t origin = 0);

/// The largest element of each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprumx.scipy.ndimage.maximum_filter(cuprum.array([2, 8, 0, 4]), size=3)
///     array([8, 8, 8, 4])
CUPRUM_PYTHON ndarray maximum_filter(const ndarray& input, const std::optional<Integers>& size = {},
                                     const OptionalArray& footprint = {}, const Output& output = {},
                                     const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                     const Integers& origin = 0, const Axes& axes = {});

/// The element of a rank in each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     rank: which element of each sorted window it is; negative ones count from the largest.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element. RuntimeError: a rank or percentile that no window has.
/// Example
///     >>> cuprumx.scipy.ndimage.rank_filter(cuprum.array([2, 8, 0, 4]), 1, size=3)
///     array([2, 2, 4, 4])
CUPRUM_PYTHON ndarray rank_filter(const ndarray& input, std::int64_t rank, const std::optional<Integers>& size = {},
                                  const OptionalArray& footprint = {}, const Output& output = {},
                                  const Modes& mode = "reflect", const Scalar& cval = 0.0, const Integers& origin = 0,
                                  const Axes& axes = {});

/// The element of each window below which a share of it lies.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     percentile: which share of a window lies below, in percent; negative ones count from 100.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element. RuntimeError: a rank or percentile that no window has.
/// Example
///     >>> cuprumx.scipy.ndimage.percentile_filter(cuprum.array([2, 8, 0, 4]), 50, size=3)
///     array([2, 2, 4, 4])
CUPRUM_PYTHON ndarray percentile_filter(const ndarray& input, double percentile,
                                        const std::optional<Integers>& size = {}, const OptionalArray& footprint = {},
                                        const Output& output = {}, const Modes& mode = "reflect",
                                        const Scalar& cval = 0.0, const Integers& origin = 0, const Axes& axes = {});

/// The median of each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element. RuntimeError: a rank or percentile that no window has.
/// Example
///     >>> cuprumx.scipy.ndimage.median_filter(cuprum.array([2, 8, 0, 4]), size=3)
///     array([2, 2, 4, 4])
CUPRUM_PYTHON ndarray median_filter(const ndarray& input, const std::optional<Integers>& size = {},
                                    const OptionalArray& footprint = {}, const Output& output = {},
                                    const Modes& mode = "reflect", const Scalar& cval = 0.0, const Integers& origin = 0,
                                    const Axes& axes = {});

/// The windows of all elements, each as a row: what functions of windows are applied to.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     A float64 array of the shape of `input` with an axis more, the elements of a window in C order.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprum._core._scipy_ndimage.windows(cuprum.array([2, 8, 0]), size=2)
///     array([[2., 2.],
///            [2., 8.],
///            [8., 0.]])
CUPRUM_PYTHON ndarray windows(const ndarray& input, const std::optional<Integers>& size = {},
                              const OptionalArray& footprint = {}, std::string_view mode = "reflect",
                              const Scalar& cval = 0.0, const Integers& origin = 0, const Axes& axes = {});

// ----------------------------------------------------------------------------------------------------- measurements

/// Numbers the connected parts of an array: elements that are not 0 and neighbours by a structure.
///
/// Parameters
///     input: array; what is not 0 counts.
///     structure: array of 3 on each axis, the same seen from both sides, whose true elements tell which neighbours are
///         connected; if not given, those that share a face.
///     output: where the labels go, or their dtype; else int32.
/// Returns
///     The labels, from 1 on in the order of the parts' first elements and 0 elsewhere, and how many there are.
/// Raises
///     ValueError: a structure that is not 3 long on each axis or not symmetric. RuntimeError: another number of axes;
///         more labels than the dtype can hold.
/// Example
///     >>> cuprumx.scipy.ndimage.label(cuprum.array([1, 1, 0, 5]))
///     (array([1, 1, 0, 2], dtype=int32), 2)
std::pair<ndarray, std::int64_t> label(const ndarray& input, const OptionalArray& structure = {},
                                       const Output& output = {});

/// Floods an image from markers: each element gets the marker from which it is reached by the least steep steps.
///
/// The cost of a path is the largest difference of neighbours on it. Where several markers can reach an element at the
/// same cost, the one counts whose path was found last of objects, or first of the background, as in SciPy; that takes
/// the elements one after the other, on the host. Steps beyond the end of a line lead to the next line, as SciPy's do.
///
/// Parameters
///     input: array of uint8 or uint16.
///     markers: array of signed integers of the shape of `input`: above 0 objects, below 0 the background, which comes
///         after the objects, and 0 elsewhere.
///     structure: array of 3 on each axis whose true elements tell which neighbours are connected; if not given, those
///         that share a face.
///     output: an array of signed integers where the labels go.
/// Returns
///     The labels, of the dtype of `markers` unless `output` is given.
/// Raises
///     TypeError: an image of another dtype. RuntimeError: markers or an output of another dtype or shape, a structure
///         of another number of axes or that is not 3 long on each.
/// Example
///     >>> image = cuprum.array([0, 1, 9, 1, 0], dtype="uint8")
///     >>> cuprumx.scipy.ndimage.watershed_ift(image, cuprum.array([1, 0, 0, 0, 2]))
///     array([1, 1, 1, 2, 2])
/// Source
///     Falcao, Stolfi, Lotufo, "The image foresting transform: theory, algorithms, and applications", IEEE Transactions
///     on Pattern Analysis and Machine Intelligence 26, 2004.
CUPRUM_PYTHON ndarray watershed_ift(const ndarray& input, const ndarray& markers, const OptionalArray& structure = {},
                                    const Output& output = {});

/// The sum of the elements of each label.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     One value for each label of `index`, 0-dimensional for one label. float64 for several labels.
/// Raises
///     TypeError: complex numbers with several labels.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.sum_labels(a, labels, [1, 2])
///     array([3., 7.])
CUPRUM_PYTHON ndarray sum_labels(const ndarray& input, const OptionalArray& labels = {},
                                 const OptionalArray& index = {});

/// The mean of the elements of each label.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     One value for each label of `index`, 0-dimensional for one label.
/// Raises
///     TypeError: complex numbers with several labels.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.mean(a, labels, [1, 2])
///     array([1.5, 3.5])
CUPRUM_PYTHON ndarray mean(const ndarray& input, const OptionalArray& labels = {}, const OptionalArray& index = {});

/// The variance of the elements of each label.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     One value for each label of `index`, 0-dimensional for one label.
/// Raises
///     TypeError: complex numbers with several labels.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.variance(a, labels, [1, 2])
///     array([0.25, 0.25])
CUPRUM_PYTHON ndarray variance(const ndarray& input, const OptionalArray& labels = {}, const OptionalArray& index = {});

/// The standard deviation of the elements of each label.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     One value for each label of `index`, 0-dimensional for one label.
/// Raises
///     TypeError: complex numbers with several labels.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.standard_deviation(a, labels, [1, 2])
///     array([0.5, 0.5])
CUPRUM_PYTHON ndarray standard_deviation(const ndarray& input, const OptionalArray& labels = {},
                                         const OptionalArray& index = {});

/// The smallest element of each label.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     One value for each label of `index`, 0-dimensional for one label. 0 for labels that nothing has.
/// Raises
///     TypeError: complex numbers.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.minimum(a, labels, [1, 2])
///     array([1., 3.])
CUPRUM_PYTHON ndarray minimum(const ndarray& input, const OptionalArray& labels = {}, const OptionalArray& index = {});

/// The largest element of each label.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     One value for each label of `index`, 0-dimensional for one label. 0 for labels that nothing has.
/// Raises
///     TypeError: complex numbers.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.maximum(a, labels, [1, 2])
///     array([2., 4.])
CUPRUM_PYTHON ndarray maximum(const ndarray& input, const OptionalArray& labels = {}, const OptionalArray& index = {});

/// The median of the elements of each label.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     One value for each label of `index`, 0-dimensional for one label.
/// Raises
///     TypeError: complex numbers.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.median(a, labels, [1, 2])
///     array([1.5, 3.5])
CUPRUM_PYTHON ndarray median(const ndarray& input, const OptionalArray& labels = {}, const OptionalArray& index = {});

/// Where the smallest element of each label stands.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     Python: a tuple of ints for one group, a list of tuples for several labels; C++: the places, axes last.
/// Raises
///     TypeError: complex numbers.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.minimum_position(a, labels, [1, 2])
///     [(0,), (2,)]
ndarray minimum_position(const ndarray& input, const OptionalArray& labels = {}, const OptionalArray& index = {});

/// Where the largest element of each label stands.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     Python: a tuple of ints for one group, a list of tuples for several labels; C++: the places, axes last.
/// Raises
///     TypeError: complex numbers.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.maximum_position(a, labels, [1, 2])
///     [(1,), (3,)]
ndarray maximum_position(const ndarray& input, const OptionalArray& labels = {}, const OptionalArray& index = {});

/// What `extrema` gives.
struct Extrema {
    ndarray minimum, maximum, minimum_position, maximum_position;
};

/// The smallest and the largest element of each label, and where they stand.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     minimum, maximum, minimum_position, maximum_position, each as its function gives it.
/// Raises
///     TypeError: complex numbers.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.extrema(a, labels, [1, 2])
///     (array([1., 3.]), array([2., 4.]), [(0,), (2,)], [(1,), (3,)])
Extrema extrema(const ndarray& input, const OptionalArray& labels = {}, const OptionalArray& index = {});

/// The centre of mass of the elements of each label: the mean of their places, weighted by them.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     Python: a tuple of floats for one group, a list of tuples for several labels; C++: the places, axes last.
/// Raises
///     TypeError: complex numbers.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.center_of_mass(a, labels, [1, 2])
///     [(0.6666666666666666,), (2.5714285714285716,)]
ndarray center_of_mass(const ndarray& input, const OptionalArray& labels = {}, const OptionalArray& index = {});

/// The histogram of the elements of each label, of bins of one width.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     min: where the first bin begins.
///     max: where the last bin ends, which belongs to it.
///     bins: how many there are.
///     labels: array of labels, which broadcasts with `input`; without it all elements are one group.
///     index: the labels that are measured, one or several; without it all elements whose label is above 0 are
///         one group.
/// Returns
///     int64 counts, a row for each label; one row for one group.
/// Raises
///     ValueError: no bins; an index without labels.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.histogram(a, 0, 4, 2, labels, [1, 2])
///     array([[1, 1],
///            [0, 2]])
CUPRUM_PYTHON ndarray histogram(const ndarray& input, double min, double max, std::int64_t bins,
                                const OptionalArray& labels = {}, const OptionalArray& index = {});

/// Between which places the elements of each label lie.
///
/// Parameters
///     input: array of integers.
///     max_label: the largest label that is looked for; if below 1, the largest that there is.
/// Returns
///     An int64 array of shape (labels, axes, 2): the first place and the one behind the last; of labels that nothing
///     has the second is -1.
/// Raises
///     RuntimeError: a dtype that is not of integers.
/// Example
///     >>> cuprum._core._scipy_ndimage.object_boxes(cuprum.array([0, 2, 2, 1]))
///     array([[[3, 4]],
///     <BLANKLINE>
///            [[1, 3]]])
CUPRUM_PYTHON ndarray object_boxes(const ndarray& input, std::int64_t max_label = 0);

// ------------------------------------------------------------------------------------------------------- morphology

/// The binary erosion: true where all elements of a window are.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     structure: array whose true elements tell the shape of windows; if not given, those elements that share
///         a face.
///     iterations: how often it is done; below 1 until nothing changes.
///     mask: where it is false the input stays as it is.
///     output: where the result goes; else it is a new array of bools.
///     border_value: what lies outside of the array.
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     brute_force: accepted; all passes look at all elements.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     Bools of the shape of `input`.
/// Raises
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside
///         of the structure. TypeError: complex numbers.
/// Example
///     >>> cuprumx.scipy.ndimage.binary_erosion(cuprum.array([0, 1, 1, 1, 0]))
///     array([False, False,  True, False, False])
CUPRUM_PYTHON ndarray binary_erosion(const ndarray& input, const OptionalArray& structure = {},
                                     std::int64_t iterations = 1, const OptionalArray& mask = {},
                                     const Output& output = {}, bool border_value = false, const Integers& origin = 0,
                                     bool brute_force = false, const Axes& axes = {});

/// The binary dilation: true where any element of a window is.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     structure: array whose true elements tell the shape of windows; if not given, those elements that share
///         a face.
///     iterations: how often it is done; below 1 until nothing changes.
///     mask: where it is false the input stays as it is.
///     output: where the result goes; else it is a new array of bools.
///     border_value: what lies outside of the array.
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     brute_force: accepted; all passes look at all elements.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     Bools of the shape of `input`.
/// Raises
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside
///         of the structure. TypeError: complex numbers.
/// Example
///     >>> cuprumx.scipy.ndimage.binary_dilation(cuprum.array([0, 1, 1, 1, 0]))
///     array([ True,  True,  True,  True,  True])
CUPRUM_PYTHON ndarray binary_dilation(const ndarray& input, const OptionalArray& structure = {},
                                      std::int64_t iterations = 1, const OptionalArray& mask = {},
                                      const Output& output = {}, bool border_value = false, const Integers& origin = 0,
                                      bool brute_force = false, const Axes& axes = {});

/// The binary opening: an erosion and a dilation of what it leaves.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     structure: array whose true elements tell the shape of windows; if not given, those elements that share
///         a face.
///     iterations: how often it is done; below 1 until nothing changes.
///     output: where the result goes; else it is a new array of bools.
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     mask: where it is false the input stays as it is.
///     border_value: what lies outside of the array.
///     brute_force: accepted; all passes look at all elements.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     Bools of the shape of `input`.
/// Raises
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside
///         of the structure. TypeError: complex numbers.
/// Example
///     >>> cuprumx.scipy.ndimage.binary_opening(cuprum.array([0, 1, 1, 1, 0]))
///     array([False,  True,  True,  True, False])
CUPRUM_PYTHON ndarray binary_opening(const ndarray& input, const OptionalArray& structure = {},
                                     std::int64_t iterations = 1, const Output& output = {}, const Integers& origin = 0,
                                     const OptionalArray& mask = {}, bool border_value = false,
                                     bool brute_force = false, const Axes& axes = {});

/// The binary closing: a dilation and an erosion of what it makes.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     structure: array whose true elements tell the shape of windows; if not given, those elements that share
///         a face.
///     iterations: how often it is done; below 1 until nothing changes.
///     output: where the result goes; else it is a new array of bools.
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     mask: where it is false the input stays as it is.
///     border_value: what lies outside of the array.
///     brute_force: accepted; all passes look at all elements.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     Bools of the shape of `input`.
/// Raises
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside
///         of the structure. TypeError: complex numbers.
/// Example
///     >>> cuprumx.scipy.ndimage.binary_closing(cuprum.array([0, 1, 1, 1, 0]))
///     array([False,  True,  True,  True, False])
CUPRUM_PYTHON ndarray binary_closing(const ndarray& input, const OptionalArray& structure = {},
                                     std::int64_t iterations = 1, const Output& output = {}, const Integers& origin = 0,
                                     const OptionalArray& mask = {}, bool border_value = false,
                                     bool brute_force = false, const Axes& axes = {});

/// The binary hit-or-miss transform: true where one structure finds all elements and another one none.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     structure1: the elements that must be there; if not given, those that share a face.
///     structure2: the elements that must not be there; if not given, all others.
///     output: where the result goes; else it is a new array of bools.
///     origin1: how far the first structure is shifted.
///     origin2: how far the second one is; as the first if not given.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     Bools of the shape of `input`.
/// Raises
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside
///         of the structure. TypeError: complex numbers.
/// Example
///     >>> cuprumx.scipy.ndimage.binary_hit_or_miss(cuprum.array([0, 1, 0]), [0, 1, 0])
///     array([False,  True, False])
CUPRUM_PYTHON ndarray binary_hit_or_miss(const ndarray& input, const OptionalArray& structure1 = {},
                                         const OptionalArray& structure2 = {}, const Output& output = {},
                                         const Integers& origin1 = 0, const std::optional<Integers>& origin2 = {},
                                         const Axes& axes = {});

/// The elements that are reached from those that are true by steps within a mask.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     structure: array whose true elements tell the shape of windows; if not given, those elements that share
///         a face.
///     mask: where steps may go.
///     output: where the result goes; else it is a new array of bools.
///     border_value: what lies outside of the array.
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     Bools of the shape of `input`.
/// Raises
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside
///         of the structure. TypeError: complex numbers.
/// Example
///     >>> cuprumx.scipy.ndimage.binary_propagation(cuprum.array([0, 1, 0]), mask=cuprum.array([1, 1, 0]))
///     array([ True,  True, False])
CUPRUM_PYTHON ndarray binary_propagation(const ndarray& input, const OptionalArray& structure = {},
                                         const OptionalArray& mask = {}, const Output& output = {},
                                         bool border_value = false, const Integers& origin = 0, const Axes& axes = {});

/// Fills what cannot be reached from outside.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     structure: array whose true elements tell the shape of windows; if not given, those elements that share
///         a face.
///     output: where the result goes; else it is a new array of bools.
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     Bools of the shape of `input`.
/// Raises
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside
///         of the structure. TypeError: complex numbers.
/// Example
///     >>> cuprumx.scipy.ndimage.binary_fill_holes(cuprum.array([0, 1, 0, 1, 0]))
///     array([False,  True,  True,  True, False])
CUPRUM_PYTHON ndarray binary_fill_holes(const ndarray& input, const OptionalArray& structure = {},
                                        const Output& output = {}, const Integers& origin = 0, const Axes& axes = {});

/// The structure of neighbours that differ on no more than some axes.
///
/// Parameters
///     rank: the number of axes.
///     connectivity: on so many axes a neighbour may differ.
/// Returns
///     Bools, 3 on each axis.
/// Example
///     >>> cuprumx.scipy.ndimage.generate_binary_structure(1, 1)
///     array([ True,  True,  True])
CUPRUM_PYTHON ndarray generate_binary_structure(std::int64_t rank, std::int64_t connectivity);

/// A structure dilated by itself.
///
/// Parameters
///     structure: array of bools.
///     iterations: how often, itself counted.
/// Returns
///     The larger structure. Python: with `origin` given, a tuple of it and of the origins times `iterations`.
/// Example
///     >>> cuprumx.scipy.ndimage.iterate_structure(cuprum.array([True, True, True]), 2)
///     array([ True,  True,  True,  True,  True])
CUPRUM_PYTHON ndarray iterate_structure(const ndarray& structure, std::int64_t iterations);

/// The grey erosion: the smallest element of each window, less a structure.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     structure: array of numbers that are added to the neighbours (subtracted of erosion).
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: neither size nor footprint nor structure, an origin outside of the window. TypeError: complex
///         numbers. RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.grey_erosion(cuprum.array([2, 8, 0, 4]), 3)
///     array([2, 0, 0, 0])
CUPRUM_PYTHON ndarray grey_erosion(const ndarray& input, const std::optional<Integers>& size = {},
                                   const OptionalArray& footprint = {}, const OptionalArray& structure = {},
                                   const Output& output = {}, const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                   const Integers& origin = 0, const Axes& axes = {});

/// The grey dilation: the largest element of each window, with a structure added.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     structure: array of numbers that are added to the neighbours (subtracted of erosion).
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: neither size nor footprint nor structure, an origin outside of the window. TypeError: complex
///         numbers. RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.grey_dilation(cuprum.array([2, 8, 0, 4]), 3)
///     array([8, 8, 8, 4])
CUPRUM_PYTHON ndarray grey_dilation(const ndarray& input, const std::optional<Integers>& size = {},
                                    const OptionalArray& footprint = {}, const OptionalArray& structure = {},
                                    const Output& output = {}, const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                    const Integers& origin = 0, const Axes& axes = {});

/// The grey opening: an erosion and a dilation of what it leaves.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     structure: array of numbers that are added to the neighbours (subtracted of erosion).
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: neither size nor footprint nor structure, an origin outside of the window. TypeError: complex
///         numbers. RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.grey_opening(cuprum.array([2, 8, 0, 4]), 3)
///     array([2, 2, 0, 0])
CUPRUM_PYTHON ndarray grey_opening(const ndarray& input, const std::optional<Integers>& size = {},
                                   const OptionalArray& footprint = {}, const OptionalArray& structure = {},
                                   const Output& output = {}, const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                   const Integers& origin = 0, const Axes& axes = {});

/// The grey closing: a dilation and an erosion of what it makes.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     structure: array of numbers that are added to the neighbours (subtracted of erosion).
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: neither size nor footprint nor structure, an origin outside of the window. TypeError: complex
///         numbers. RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.grey_closing(cuprum.array([2, 8, 0, 4]), 3)
///     array([8, 8, 4, 4])
CUPRUM_PYTHON ndarray grey_closing(const ndarray& input, const std::optional<Integers>& size = {},
                                   const OptionalArray& footprint = {}, const OptionalArray& structure = {},
                                   const Output& output = {}, const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                   const Integers& origin = 0, const Axes& axes = {});

/// The difference of dilation and erosion.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     structure: array of numbers that are added to the neighbours (subtracted of erosion).
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: neither size nor footprint nor structure, an origin outside of the window. TypeError: complex
///         numbers. RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.morphological_gradient(cuprum.array([2, 8, 0, 4]), 3)
///     array([6, 8, 8, 4])
CUPRUM_PYTHON ndarray morphological_gradient(const ndarray& input, const std::optional<Integers>& size = {},
                                             const OptionalArray& footprint = {}, const OptionalArray& structure = {},
                                             const Output& output = {}, const Modes& mode = "reflect",
                                             const Scalar& cval = 0.0, const Integers& origin = 0,
                                             const Axes& axes = {});

/// The sum of dilation and erosion less twice the image.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     structure: array of numbers that are added to the neighbours (subtracted of erosion).
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: neither size nor footprint nor structure, an origin outside of the window. TypeError: complex
///         numbers. RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.morphological_laplace(cuprum.array([2, 8, 0, 4]), 3)
///     array([ 6, -8,  8, -4])
CUPRUM_PYTHON ndarray morphological_laplace(const ndarray& input, const std::optional<Integers>& size = {},
                                            const OptionalArray& footprint = {}, const OptionalArray& structure = {},
                                            const Output& output = {}, const Modes& mode = "reflect",
                                            const Scalar& cval = 0.0, const Integers& origin = 0,
                                            const Axes& axes = {});

/// The image less its opening: what is bright and small.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     structure: array of numbers that are added to the neighbours (subtracted of erosion).
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: neither size nor footprint nor structure, an origin outside of the window. TypeError: complex
///         numbers. RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.white_tophat(cuprum.array([2, 8, 0, 4]), 3)
///     array([0, 6, 0, 4])
CUPRUM_PYTHON ndarray white_tophat(const ndarray& input, const std::optional<Integers>& size = {},
                                   const OptionalArray& footprint = {}, const OptionalArray& structure = {},
                                   const Output& output = {}, const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                   const Integers& origin = 0, const Axes& axes = {});

/// The closing less the image: what is dark and small.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     structure: array of numbers that are added to the neighbours (subtracted of erosion).
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: neither size nor footprint nor structure, an origin outside of the window. TypeError: complex
///         numbers. RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.black_tophat(cuprum.array([2, 8, 0, 4]), 3)
///     array([6, 0, 4, 0])
CUPRUM_PYTHON ndarray black_tophat(const ndarray& input, const std::optional<Integers>& size = {},
                                   const OptionalArray& footprint = {}, const OptionalArray& structure = {},
                                   const Output& output = {}, const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                   const Integers& origin = 0, const Axes& axes = {});

/// What distance transforms give: those of the two that were asked for and that no array was given for.
struct Distances {
    std::optional<ndarray> distances, indices;
};

/// The Euclidean distance of each element to the nearest one that is 0, exact.
///
/// Among elements that are equally near any one may be told. Nearest elements are found axis by axis: of each line
/// the least sum of a distance on the axes before and one along it. Where the distances are large, that costs a
/// step for each 32 elements on the way.
///
/// Parameters
///     input: array; what is not 0 counts.
///     sampling: the distance of neighbours, on all axes or on each; 1 if not given.
///     return_distances: whether distances are wanted.
///     return_indices: whether the places of the nearest elements are.
///     distances: where the distances go.
///     indices: an int32 array of shape (axes, ...) where the places go.
/// Returns
///     Python: the float64 distances, the places, or a tuple of both; None where arrays were given for them.
/// Raises
///     RuntimeError: nothing is wanted, or an array of another shape or dtype.
/// Example
///     >>> cuprumx.scipy.ndimage.distance_transform_edt(cuprum.array([0, 1, 1, 1]))
///     array([0., 1., 2., 3.])
Distances distance_transform_edt(const ndarray& input, const std::optional<Numbers>& sampling = {},
                                 bool return_distances = true, bool return_indices = false,
                                 const OptionalArray& distances = {}, const OptionalArray& indices = {});

/// The distance of each element to the nearest one that is 0, by one of three metrics; SciPy finds it by trying
/// all. Of elements that are equally near the last one is told.
///
/// Parameters
///     input: array; what is not 0 counts.
///     metric: "euclidean", "taxicab" (also "cityblock", "manhattan") or "chessboard".
///     sampling: the distance of neighbours, for the Euclidean metric.
///     return_distances: whether distances are wanted.
///     return_indices: whether the places of the nearest elements are.
///     distances: where the distances go.
///     indices: an int32 array of shape (axes, ...) where the places go.
/// Returns
///     As `distance_transform_edt`; uint32 distances for metrics other than the Euclidean.
/// Raises
///     RuntimeError: another metric, nothing is wanted, or an array of another shape or dtype.
/// Example
///     >>> cuprumx.scipy.ndimage.distance_transform_bf(cuprum.array([0, 1, 1, 1]), "taxicab")
///     array([0, 1, 2, 3], dtype=uint32)
Distances distance_transform_bf(const ndarray& input, std::string_view metric = "euclidean",
                                const std::optional<Numbers>& sampling = {}, bool return_distances = true,
                                bool return_indices = false, const OptionalArray& distances = {},
                                const OptionalArray& indices = {});

/// The number of steps from each element to the nearest one that is 0.
///
/// Parameters
///     input: array; what is not 0 counts.
///     metric: "chessboard": steps go to all neighbours; "taxicab" (also "cityblock", "manhattan"): to those
///         that share a face. Python: or a structure.
///     structure: instead, an array of 3 on each axis whose true elements tell where steps go. As in SciPy those before
///         the centre count, and the same ones seen from the other side. One of float64 counts by its values, where
///         SciPy looks at single bytes of them.
///     return_distances: whether distances are wanted.
///     return_indices: whether the places of the nearest elements are.
///     distances: where the distances go.
///     indices: an int32 array of shape (axes, ...) where the places go.
/// Returns
///     As `distance_transform_edt`; int32 distances, -1 where nothing is 0.
/// Raises
///     ValueError: another metric, an array of another shape or dtype. RuntimeError: nothing is wanted.
/// Example
///     >>> cuprumx.scipy.ndimage.distance_transform_cdt(cuprum.array([0, 1, 1, 1]))
///     array([0, 1, 2, 3], dtype=int32)
Distances distance_transform_cdt(const ndarray& input, std::string_view metric = "chessboard",
                                 const OptionalArray& structure = {}, bool return_distances = true,
                                 bool return_indices = false, const OptionalArray& distances = {},
                                 const OptionalArray& indices = {});

// ---------------------------------------------------------------------------------------------------- interpolation

/// The coefficients of splines along one axis.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     order: of the spline, from 0 to 5.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else float64.
///     mode: what lies outside, as splines know it: "mirror", "reflect" or "grid-wrap"; of the others one of
///         these.
/// Returns
///     The coefficients, of the shape of `input`.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.spline_filter1d(cuprum.array([0., 1., 0.])).round(3)
///     array([-1.,  2., -1.])
CUPRUM_PYTHON ndarray spline_filter1d(const ndarray& input, std::int64_t order = 3, std::int64_t axis = -1,
                                      const Output& output = {}, std::string_view mode = "mirror");

/// The coefficients of splines along all axes.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     order: of the spline, from 2 to 5.
///     output: where the result goes, or its dtype; else float64.
///     mode: what lies outside, as splines know it: "mirror", "reflect" or "grid-wrap"; of the others one of
///         these.
/// Returns
///     The coefficients, of the shape of `input`.
/// Raises
///     RuntimeError: an order that is not from 2 to 5, an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.spline_filter(cuprum.array([0., 1., 0.])).round(3)
///     array([-1.,  2., -1.])
CUPRUM_PYTHON ndarray spline_filter(const ndarray& input, std::int64_t order = 3, const Output& output = {},
                                    std::string_view mode = "mirror");

/// The image at given places.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     coordinates: the places, an array whose first axis has a coordinate for each of the axes of `input`.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside: "constant", "grid-constant" (also between the edge and what lies outside),
///         "nearest", "mirror", "reflect", "wrap" or "grid-wrap".
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements; if not, the elements are their coefficients.
/// Returns
///     The values, of the shape of `coordinates` without its first axis.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays of other shapes.
/// Example
///     >>> cuprumx.scipy.ndimage.map_coordinates(cuprum.array([0., 10]), cuprum.array([[0.5, 1]]), order=1)
///     array([ 5., 10.])
CUPRUM_PYTHON ndarray map_coordinates(const ndarray& input, const ndarray& coordinates, const Output& output = {},
                                      std::int64_t order = 3, std::string_view mode = "constant",
                                      const Scalar& cval = 0.0, bool prefilter = true);

/// The image at places that a matrix tells: `out[o] = input[matrix @ o + offset]`.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     matrix: for each axis of `input` a row, a single factor (an array of one dimension), or a homogeneous
///         matrix.
///     offset: of all axes or of each.
///     output_shape: of the result; if not given, that of `input`.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside: "constant", "grid-constant" (also between the edge and what lies outside),
///         "nearest", "mirror", "reflect", "wrap" or "grid-wrap".
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements; if not, the elements are their coefficients.
/// Returns
///     The values.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays of other shapes.
/// Example
///     >>> cuprumx.scipy.ndimage.affine_transform(cuprum.array([0., 10, 20]), [0.5], order=1)
///     array([ 0.,  5., 10.])
CUPRUM_PYTHON ndarray affine_transform(const ndarray& input, const ndarray& matrix, const Numbers& offset = 0.0,
                                       const std::optional<Integers>& output_shape = {}, const Output& output = {},
                                       std::int64_t order = 3, std::string_view mode = "constant",
                                       const Scalar& cval = 0.0, bool prefilter = true);

/// The image moved along its axes.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     shift: how far, on all axes or on each.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside: "constant", "grid-constant" (also between the edge and what lies outside),
///         "nearest", "mirror", "reflect", "wrap" or "grid-wrap".
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements; if not, the elements are their coefficients.
/// Returns
///     The values, of the shape of `input`.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays of other shapes.
/// Example
///     >>> cuprumx.scipy.ndimage.shift(cuprum.array([0., 10, 20]), 0.5, order=1)
///     array([ 0.,  5., 15.])
CUPRUM_PYTHON ndarray shift(const ndarray& input, const Numbers& shift, const Output& output = {},
                            std::int64_t order = 3, std::string_view mode = "constant", const Scalar& cval = 0.0,
                            bool prefilter = true);

/// The image larger or smaller.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     zoom: by how much, on all axes or on each.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside: "constant", "grid-constant" (also between the edge and what lies outside),
///         "nearest", "mirror", "reflect", "wrap" or "grid-wrap".
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements; if not, the elements are their coefficients.
///     grid_mode: whether elements are squares whose corners stay, or points of which the first and the last
///         stay.
/// Returns
///     The values.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays of other shapes.
/// Example
///     >>> cuprumx.scipy.ndimage.zoom(cuprum.array([0., 10, 20]), 5 / 3, order=1)
///     array([ 0.,  5., 10., 15., 20.])
CUPRUM_PYTHON ndarray zoom(const ndarray& input, const Numbers& zoom, const Output& output = {}, std::int64_t order = 3,
                           std::string_view mode = "constant", const Scalar& cval = 0.0, bool prefilter = true,
                           bool grid_mode = false);

/// The image turned in a plane of two axes.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     angle: in degrees.
///     axes: the two axes of the plane.
///     reshape: whether the result is as large as the whole turned image needs.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside: "constant", "grid-constant" (also between the edge and what lies outside),
///         "nearest", "mirror", "reflect", "wrap" or "grid-wrap".
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements; if not, the elements are their coefficients.
/// Returns
///     The values.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays of other shapes. ValueError: fewer
///         than two axes.
/// Example
///     >>> cuprumx.scipy.ndimage.rotate(cuprum.array([[1., 2], [3, 4]]), 90, order=1)
///     array([[2., 4.],
///            [1., 3.]])
CUPRUM_PYTHON ndarray rotate(const ndarray& input, double angle, const Dims& axes = {1, 0}, bool reshape = true,
                             const Output& output = {}, std::int64_t order = 3, std::string_view mode = "constant",
                             const Scalar& cval = 0.0, bool prefilter = true);

// ----------------------------------------------------------------------------------------------- Fourier transforms

/// Multiplies a Fourier transform by that of a Gaussian.
///
/// Parameters
///     input: the transform of an image.
///     sigma: the standard deviation, on all axes or on each.
///     n: the length along `axis` before a transform of reals; negative for a transform of complex numbers.
///     axis: the axis of the transform of reals.
///     output: where the result goes, or its dtype.
/// Returns
///     The product; complex numbers and float32 stay what they are, others become float64.
/// Raises
///     RuntimeError: an output of another dtype or shape.
/// Example
///     >>> cuprumx.scipy.ndimage.fourier_gaussian(cuprum.ones(4) + 0j, 1).round(3)
///     array([1.   +0.j, 0.291+0.j, 0.007+0.j, 0.291+0.j])
CUPRUM_PYTHON ndarray fourier_gaussian(const ndarray& input, const Numbers& sigma, std::int64_t n = -1,
                                       std::int64_t axis = -1, const Output& output = {});

/// Multiplies a Fourier transform by that of a box.
///
/// Parameters
///     input: the transform of an image.
///     size: the lengths of the box, on all axes or on each.
///     n: the length along `axis` before a transform of reals; negative for a transform of complex numbers.
///     axis: the axis of the transform of reals.
///     output: where the result goes, or its dtype.
/// Returns
///     The product; complex numbers and float32 stay what they are, others become float64.
/// Raises
///     RuntimeError: an output of another dtype or shape.
/// Example
///     >>> cuprumx.scipy.ndimage.fourier_uniform(cuprum.ones(4) + 0j, 1).round(3)
///     array([1.   +0.j, 0.9  +0.j, 0.637+0.j, 0.9  +0.j])
CUPRUM_PYTHON ndarray fourier_uniform(const ndarray& input, const Numbers& size, std::int64_t n = -1,
                                      std::int64_t axis = -1, const Output& output = {});

/// Multiplies a Fourier transform of up to three axes by that of an ellipsoid.
///
/// Parameters
///     input: the transform of an image.
///     size: the lengths of the ellipsoid, on all axes or on each.
///     n: the length along `axis` before a transform of reals; negative for a transform of complex numbers.
///     axis: the axis of the transform of reals.
///     output: where the result goes, or its dtype.
/// Returns
///     The product; complex numbers and float32 stay what they are, others become float64.
/// Raises
///     RuntimeError: an output of another dtype or shape.
/// Example
///     >>> cuprumx.scipy.ndimage.fourier_ellipsoid(cuprum.ones(4) + 0j, 1).round(3)
///     array([1.   +0.j, 0.9  +0.j, 0.637+0.j, 0.9  +0.j])
CUPRUM_PYTHON ndarray fourier_ellipsoid(const ndarray& input, const Numbers& size, std::int64_t n = -1,
                                        std::int64_t axis = -1, const Output& output = {});

/// Multiplies a Fourier transform by that of a shift.
///
/// Parameters
///     input: the transform of an image.
///     shift: how far, on all axes or on each.
///     n: the length along `axis` before a transform of reals; negative for a transform of complex numbers.
///     axis: the axis of the transform of reals.
///     output: where the result goes, or its dtype.
/// Returns
///     The product; complex numbers and float32 stay what they are, others become complex128.
/// Raises
///     RuntimeError: an output of another dtype or shape.
/// Example
///     >>> cuprumx.scipy.ndimage.fourier_shift(cuprum.ones(4) + 0j, 1).round(3)
///     array([ 1.+0.j,  0.-1.j, -1.+0.j,  0.+1.j])
CUPRUM_PYTHON ndarray fourier_shift(const ndarray& input, const Numbers& shift, std::int64_t n = -1,
                                    std::int64_t axis = -1, const Output& output = {});

}  // namespace cuprum::scipy::ndimage
