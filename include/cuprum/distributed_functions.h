// Functions of divided arrays: sorting, Fourier transforms, halos, random numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cuprum/distributed_array.h"
#include "cuprum/fft.h"

namespace cuprum::distributed {

/// The elements in ascending order, NaN last.
///
/// Parameters
///     a: a divided array. One of one axis is divided anew by samples of its elements: each device gets a range of
///         values and sorts it. Of several axes, boxes become whole along `axis` first.
///     axis: along which it is sorted.
/// Returns
///     The sorted array. Of one axis, device k has what follows device k - 1, about as many elements as each other
///     device (`reshard` makes the boxes even); otherwise it is in the boxes of `a`.
/// Method
///     Partition by splitters from a sample, then sort: W. D. Frazer and A. C. McKellar, "Samplesort", 1970. Equal
///     elements stay apart by the device that they come from, so that many of them do not meet on one device.
/// Example
///     auto sorted = cuprum::distributed::sort(cuprum::distributed::distributed_array(x, Layout::along(0, {0, 1})));
DistributedArray sort(const DistributedArray& a, std::int64_t axis = -1);

/// The different elements of a divided array in ascending order, NaN once and last.
///
/// Returns
///     An array of one axis, divided as that of `sort`.
DistributedArray unique(const DistributedArray& a);

/// The Fourier transform along one axis, as `fft::fft`.
///
/// Parameters
///     a: a divided array; complex results for real input.
///     axis: along which it is transformed.
///     norm: what divides by the number of elements.
///     in_place_boxes: whether the result has the boxes of `a`. Otherwise it stays in those of the last step, which
///         saves a copy between all devices.
/// Returns
///     The transform. An array of one axis of length n1 * n2 is transformed as a matrix, columns, then rows; where n is
///     a prime, one device transforms it.
/// Method
///     D. H. Bailey, "FFTs in external or hierarchical memory", Journal of Supercomputing 4, 1990: transposition
///     between transforms of the axes.
DistributedArray fft(const DistributedArray& a, std::int64_t axis = -1, fft::Norm norm = fft::Norm::backward,
                     bool in_place_boxes = true);
/// The inverse of `fft`.
DistributedArray ifft(const DistributedArray& a, std::int64_t axis = -1, fft::Norm norm = fft::Norm::backward,
                      bool in_place_boxes = true);
/// Along several axes, all of them by default: those that are not divided first, the others after a transposition.
DistributedArray fftn(const DistributedArray& a, const Axes& axes = {}, fft::Norm norm = fft::Norm::backward,
                      bool in_place_boxes = true);
/// The inverse of `fftn`.
DistributedArray ifftn(const DistributedArray& a, const Axes& axes = {}, fft::Norm norm = fft::Norm::backward,
                       bool in_place_boxes = true);

/// What lies beyond the ends of an array.
enum class Boundary : std::uint8_t { none, periodic, nearest, reflect, constant };

/// Boxes with the elements next to them: each box is wider by `depth` along each axis, within the array.
///
/// Parameters
///     map: boxes of step 1.
///     shape: of the array.
///     depth: for each axis.
IndexMap with_halo(const IndexMap& map, const Shape& shape, const Dims& depth);

/// Makes halos anew: of an array in boxes `with_halo(owned, ...)`, each element outside of a chunk's own box becomes
/// what the chunk that owns it has. Only halos are copied between devices.
///
/// Parameters
///     a: in mode `replica`; its chunks are written to.
///     owned: the boxes without halos, in the same order. Together they are the array, and no two overlap.
/// Example
///     const auto owned = Layout::along(0, {0, 1}).index_map(x.shape());
///     auto a = distributed_array(x, with_halo(owned, x.shape(), {1, 0}));
///     exchange_halo(a, owned);
void exchange_halo(const DistributedArray& a, const IndexMap& owned);

/// A function of each chunk, such as a stencil or a filter, that reads neighbours of its elements.
///
/// Parameters
///     a: a divided array in boxes of step 1.
///     depth: how many neighbours are read in both directions of each axis.
///     function: gets a chunk with its halo on its device, and returns an array of the same shape, whose outer `depth`
///         elements are dropped; it may also return the shape of the chunk without halo.
///     boundary: what the halo holds beyond the ends of the array. With `none` there is no halo there, so a filter's
///         own rule counts.
///     value: of `Boundary::constant`.
/// Returns
///     The results in the boxes of `a`.
DistributedArray map_overlap(const DistributedArray& a, const Dims& depth,
                             const std::function<ndarray(const ndarray&)>& function, Boundary boundary = Boundary::none,
                             const Scalar& value = 0.0);

/// A function of each chunk on its device, whose results have the shapes of the chunks.
DistributedArray map_chunks(const DistributedArray& a, const std::function<ndarray(const ndarray&)>& function);

/// Random numbers that depend on the seed and the place in the array alone, not on how it is divided.
///
/// Parameters
///     shape: of the array.
///     map: its boxes.
///     seed: any number; the same gives the same numbers.
///     dtype: float32 or float64.
/// Returns
///     Numbers of [0, 1).
/// Method
///     Philox4x32-10 of the element's number: J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011.
DistributedArray random(const Shape& shape, const IndexMap& map, std::uint64_t seed, DType dtype = DType::float64);
/// The same from the standard normal distribution, by the transform of G. E. P. Box and M. E. Muller, 1958.
DistributedArray standard_normal(const Shape& shape, const IndexMap& map, std::uint64_t seed,
                                 DType dtype = DType::float64);
/// Integers of [low, high), int64. Throws ValueError where there are none.
DistributedArray integers(const Shape& shape, const IndexMap& map, std::uint64_t seed, std::int64_t low,
                          std::int64_t high);

}  // namespace cuprum::distributed
