// Functions of divided arrays: sorting, Fourier transforms, halos, random numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cuprum/distributed_array.h"
#include "cuprum/fft.h"
#include "cuprum/python.h"

namespace cuprum::distributed {

/// The elements of a divided array in ascending order, NaN last.
///
/// Parameters
///     a: a DistributedArray or GroupArray. One of one axis is divided anew by samples of its elements: each device
///         gets a range of values and sorts it (sample sort: W. D. Frazer and A. C. McKellar, 1970).
///     axis: along which it is sorted.
/// Returns
///     The sorted array. Of one axis, each device has about as many elements; `reshard` makes the boxes even. Of
///     several axes it is in the boxes of `a`.
/// Raises
///     TypeError: complex numbers.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> da.sort(da.distributed_array(cp.array([3, 1, 2]), layout)).get()
///     array([1, 2, 3])
CUPRUM_PYTHON DistributedArray sort(const DistributedArray& a, std::int64_t axis = -1);

/// The different elements of a divided array in ascending order, NaN once and last.
///
/// Parameters
///     a: a DistributedArray or GroupArray of any shape.
/// Returns
///     An array of one axis, divided as that of `sort`.
/// Raises
///     TypeError: complex numbers.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> da.unique(da.distributed_array(cp.array([2, 1, 2]), layout)).get()
///     array([1, 2])
CUPRUM_PYTHON DistributedArray unique(const DistributedArray& a);

/// The Fourier transform along one axis; parameters as of `fftn`.
///
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> da.fft(da.distributed_array(cp.arange(4.), layout)).get()
///     array([ 6.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
CUPRUM_SIGNATURE("a, axis, norm, *, in_place_boxes")
CUPRUM_PYTHON DistributedArray fft(const DistributedArray& a, std::int64_t axis = -1,
                                   fft::Norm norm = fft::Norm::backward, bool in_place_boxes = true);
/// The inverse of `fft`, with the same parameters.
///
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> da.ifft(da.fft(da.distributed_array(cp.arange(4.), layout))).get().real
///     array([0., 1., 2., 3.])
CUPRUM_SIGNATURE("a, axis, norm, *, in_place_boxes")
CUPRUM_PYTHON DistributedArray ifft(const DistributedArray& a, std::int64_t axis = -1,
                                    fft::Norm norm = fft::Norm::backward, bool in_place_boxes = true);
/// The Fourier transform along some axes, by transposition between devices.
///
/// Parameters
///     a: a DistributedArray or GroupArray.
///     axes: along which it is transformed; all by default. Those that are not divided come first.
///     norm: as in `cuprum.fft`: 'backward', 'ortho' or 'forward'.
///     in_place_boxes: whether the result has the boxes of `a`. Otherwise it stays in those of the last step, which
///         saves a copy between all devices.
/// Returns
///     The transform, complex.
/// Method
///     D. H. Bailey, "FFTs in external or hierarchical memory", 1990. An array of one axis of length n1 * n2 is
///     transformed as a matrix; where its length is a prime, one device transforms it, or each rank of a group.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> da.fftn(da.distributed_array(cp.ones((2, 2)), layout)).get().real
///     array([[4., 0.],
///            [0., 0.]])
CUPRUM_SIGNATURE("a, axes, norm, *, in_place_boxes")
CUPRUM_PYTHON DistributedArray fftn(const DistributedArray& a, const Axes& axes = {},
                                    fft::Norm norm = fft::Norm::backward, bool in_place_boxes = true);
/// The inverse of `fftn`, with the same parameters.
///
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> da.ifftn(da.distributed_array(cp.ones((2, 2)), layout)).get().real
///     array([[1., 0.],
///            [0., 0.]])
CUPRUM_SIGNATURE("a, axes, norm, *, in_place_boxes")
CUPRUM_PYTHON DistributedArray ifftn(const DistributedArray& a, const Axes& axes = {},
                                     fft::Norm norm = fft::Norm::backward, bool in_place_boxes = true);

/// What lies beyond the ends of an array.
enum class Boundary : std::uint8_t { none, periodic, nearest, reflect, constant };

/// Boxes with the elements next to them: each is wider by `depth` along each axis, within the array.
///
/// Parameters
///     layout: a Layout or an index map.
///     shape: of the array.
///     depth: elements for each axis.
/// Returns
///     An index map, for `distributed_array`; `exchange_halo` makes halos anew.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> da.with_halo(da.Layout(2), (6,), (1,))
///     {0: [(slice(0, 4, 1),)], 1: [(slice(2, 6, 1),)]}
CUPRUM_PYTHON IndexMap with_halo(const IndexMap& layout, const Shape& shape, const Dims& depth);

/// Make halos anew: elements of chunks outside of their own boxes become what the chunks that own them have.
///
/// Parameters
///     a: a DistributedArray in boxes of `with_halo(owned, ...)`, whose chunks are written to. Only halos are copied
///         between devices, asynchronously.
///     owned: the Layout or index map of the boxes without halos.
/// Raises
///     ValueError: boxes that overlap, or another number of them than `a` has chunks.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> a = da.distributed_array(cp.arange(6), da.with_halo(layout, (6,), (1,)))
///     >>> da.exchange_halo(a, layout)
CUPRUM_PYTHON void exchange_halo(const DistributedArray& a, const IndexMap& owned);

/// A function of each chunk, such as a stencil or a filter of ndimage, that reads neighbours of its elements.
///
/// Parameters
///     function: gets a chunk with its halo, an array on the chunk's device, and returns an array of the same shape,
///         whose outer `depth` elements are dropped, or of the shape of the chunk without halo.
///     a: a DistributedArray in boxes of step 1, or a GroupArray. Of a GroupArray the function gets parts of this
///         rank's box: first the elements that need no halo, while halos travel, then each edge.
///     depth: for each axis, how many neighbours are read in both directions; or one number for all axes.
///     boundary: what the halo holds beyond the ends of the array: 'periodic', 'nearest', 'reflect' (with the element
///         at the end twice, as in ndimage) or 'constant'. With 'none' there is no halo there, so that a filter's own
///         rule counts.
///     value: of 'constant'.
/// Returns
///     The results in the boxes of `a`.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> from cuprumx.scipy import ndimage
///     >>> a = da.distributed_array(cp.arange(6.0), layout)
///     >>> da.map_overlap(lambda x: ndimage.uniform_filter(x, 3), a, 1).get()
///     array([0.33333333, 1.        , 2.        , 3.        , 4.        , 4.66666667])
CUPRUM_SIGNATURE("function, a, depth, boundary, value")
CUPRUM_PYTHON DistributedArray map_overlap(const DistributedArray& a, const Dims& depth,
                                           const std::function<ndarray(const ndarray&)>& function,
                                           Boundary boundary = Boundary::none, const Scalar& value = 0.0);

/// A function of each chunk on its device.
///
/// Parameters
///     function: gets an array and returns one of the same shape.
///     a: a DistributedArray or GroupArray.
/// Returns
///     The results in the boxes of `a`.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> da.map_chunks(lambda chunk: chunk * 2, da.distributed_array(cp.arange(4.), layout)).get()
///     array([0., 2., 4., 6.])
CUPRUM_SIGNATURE("function, a")
CUPRUM_PYTHON DistributedArray map_chunks(const DistributedArray& a,
                                          const std::function<ndarray(const ndarray&)>& function);

/// Random numbers of [0, 1) that depend on the seed and the place in the array alone, not on how it is divided.
///
/// Parameters
///     shape: of the array.
///     layout: a Layout or an index map.
///     seed: a number below 2**64; the same gives the same numbers.
///     dtype: float32 or float64.
///     group: what `init_process_group` returned, for an array that is divided over its ranks by a Layout.
/// Returns
///     A DistributedArray; a GroupArray where there is a group.
/// Method
///     Philox4x32-10 of the element's number: J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> bool((da.random(4, layout, 7).get() == da.random(4, da.Layout(1), 7).get()).all())
///     True
CUPRUM_PYTHON DistributedArray random(const Shape& shape, const IndexMap& layout, std::uint64_t seed,
                                      DType dtype = DType::float64);
/// Numbers of the standard normal distribution; parameters as of `random`. By the transform of G. E. P. Box and M. E.
/// Muller, 1958.
///
/// Example
///     >>> array.standard_normal((2, 3), array.Layout(1), seed=1).shape
///     (2, 3)
CUPRUM_PYTHON DistributedArray standard_normal(const Shape& shape, const IndexMap& layout, std::uint64_t seed,
                                               DType dtype = DType::float64);
/// Integers of [low, high), int64; other parameters as of `random`.
///
/// Raises
///     ValueError: there are none.
/// Example
///     >>> array.integers(0, 10, (2, 3), array.Layout(1), seed=1).shape
///     (2, 3)
CUPRUM_SIGNATURE("low, high, shape, layout, seed")
CUPRUM_PYTHON DistributedArray integers(const Shape& shape, const IndexMap& layout, std::uint64_t seed,
                                        std::int64_t low, std::int64_t high);

}  // namespace cuprum::distributed
