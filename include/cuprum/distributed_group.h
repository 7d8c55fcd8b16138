// Arrays that are divided over the processes of a group.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "cuprum/distributed.h"
#include "cuprum/distributed_array.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/python.h"

namespace cuprum::distributed {

class GroupArray;

/// An operand of an elementwise function: an array that is divided over processes, or a number.
using GroupOperand = std::variant<const GroupArray*, Scalar>;

/// An array that is divided over the processes of a group: each rank has one box of it, as an array on its current
/// device. All ranks make the same calls in the same order, as for the operations of the group. A value type: copies
/// share the data.
///
/// A `Layout` divides it, whose devices are the ranks 0 to size - 1. In mode `replica` ranks with the same box have the
/// same elements; in the other modes an element is the sum (product, smallest, largest) of what they have. Functions
/// other than `reduce` combine the boxes first. Every rank knows the boxes of all, so it computes
/// by itself what it sends and receives, and each message is data. Where ranks disagree about shapes, dtypes or
/// boxes, every rank of a group on CPUs throws ValueError.
///
/// Example:
///     auto group = std::make_shared<ProcessGroup>(2, rank);
///     const Layout rows = Layout::along(0, {0, 1});
///     const GroupArray x = random(group, {1000, 1000}, rows, 7);
///     const ndarray total = x.sum().gather();  // the same on all ranks
class GroupArray {
public:
    /// Parameters
    ///     group: the processes.
    ///     local: this rank's box, on its current device.
    ///     shape: of the whole array.
    ///     layout: the boxes; its devices are the ranks.
    ///     mode: what elements mean that several ranks have.
    /// Throws ValueError where `local` is not of its box's shape.
    CUPRUM_TRAITS("not pickled, of no device")
    CUPRUM_PYTHON GroupArray(std::shared_ptr<ProcessGroup> group, ndarray local, const Shape& shape,
                             const Layout& layout, Mode mode = Mode::replica);

    /// Lengths of the axes of the whole array.
    CUPRUM_PROPERTY const Shape& shape() const { return shape_; }
    /// Type of the elements.
    CUPRUM_PROPERTY DType dtype() const { return local_.dtype(); }
    int ndim() const { return shape_.size(); }
    /// Number of elements of the whole array.
    CUPRUM_PROPERTY std::int64_t size() const { return element_count(shape_); }
    const std::shared_ptr<ProcessGroup>& group() const { return group_; }
    /// Number of this process.
    CUPRUM_PROPERTY int rank() const { return group_->rank(); }
    /// Number of processes.
    CUPRUM_PROPERTY int ranks() const { return group_->size(); }
    /// The box of each rank. Two boxes are the same, or have no element in common.
    CUPRUM_PROPERTY const std::vector<Region>& regions() const { return regions_; }
    const Region& region() const { return regions_[static_cast<std::size_t>(rank())]; }
    /// The elements of this rank's box.
    CUPRUM_PROPERTY const ndarray& local() const { return local_; }
    /// What elements mean that several ranks have.
    CUPRUM_PROPERTY Mode mode() const { return mode_; }

    /// The same elements in another mode. To `replica`, ranks with the same box combine what they have: each combines
    /// a part and sends it to the others, 2 (q - 1) messages of a rank for q ranks with a box. From `replica`, elements
    /// become the operation's neutral element on all of them but one, without a message.
    CUPRUM_PYTHON GroupArray change_mode(Mode mode) const;
    /// The same elements in other boxes. A rank receives only what it does not have.
    CUPRUM_PYTHON GroupArray reshard(const Layout& layout) const;
    GroupArray reshard(const std::vector<Region>& regions) const;
    /// The same elements in the boxes of another array. Throws ValueError where that one has another shape.
    CUPRUM_PYTHON GroupArray reshard_like(const GroupArray& other) const;
    /// All elements, on all ranks.
    CUPRUM_PYTHON ndarray gather() const;
    /// A box of it. Ranks that have none of it have an array without elements.
    CUPRUM_PYTHON GroupArray at(const Region& region) const;
    /// A copy of another dtype in the same boxes.
    CUPRUM_PYTHON GroupArray astype(DType dtype) const;
    /// A copy in the same boxes.
    CUPRUM_PYTHON GroupArray copy() const;

    /// Sums, products and extremes along some axes or all. Where no axis is divided along which they go, no message is
    /// needed; otherwise each rank reduces its box, `ProcessGroup::all_reduce` combines them, and all ranks have the
    /// result. An array in the mode of the operation is not combined before.
    CUPRUM_PYTHON GroupArray reduce(Mode operation, const Axes& axes = {}, std::optional<DType> dtype = {},
                                    bool keepdims = false) const;
    GroupArray sum(const Axes& axes = {}) const { return reduce(Mode::sum, axes); }
    /// Means along some axes or all.
    CUPRUM_PYTHON GroupArray mean(const Axes& axes = {}, std::optional<DType> dtype = {}, bool keepdims = false) const;

    /// For the library's own functions: boxes that are known to fit.
    struct Known {};
    GroupArray(Known, std::shared_ptr<ProcessGroup> group, Shape shape, std::vector<Region> regions, ndarray local,
               Mode mode = Mode::replica)
        : group_(std::move(group)),
          shape_(std::move(shape)),
          regions_(std::move(regions)),
          local_(std::move(local)),
          mode_(mode) {}

private:
    std::shared_ptr<ProcessGroup> group_;
    Shape shape_;
    std::vector<Region> regions_;
    ndarray local_;
    Mode mode_ = Mode::replica;
};

/// Divides an array that all ranks have: each keeps its box. No message is needed.
CUPRUM_PYTHON GroupArray group_array(std::shared_ptr<ProcessGroup> group, const ndarray& array, const Layout& layout,
                                     Mode mode = Mode::replica);

/// An elementwise function of arrays in any boxes, with broadcasting. The result has the boxes of the operand of its
/// shape that is divided into the most boxes.
std::vector<GroupArray> call(const Ufunc& function, std::span<const GroupOperand> operands,
                             std::optional<DType> dtype = {}, Casting casting = Casting::same_kind);

/// The product of two matrices, or of stacks of them, whose leading axes broadcast.
///
/// Returns
///     Of stacks: divided along the longest leading axis, or along rows where that is longer. Of matrices: where
///     columns of `a` and rows of `b` are divided in the same way: the products of the ranks' boxes, summed over all
///     ranks, which all of them have. Otherwise the result is divided by the rows of `a` and the columns of `b`; a rank
///     receives those that it lacks.
CUPRUM_PYTHON GroupArray matmul(const GroupArray& a, const GroupArray& b);

/// The elements in ascending order, NaN last.
///
/// Parameters
///     a: an array; one of one axis is divided anew by samples of its elements.
///     axis: along which it is sorted.
/// Returns
///     The sorted array. Of one axis, rank k has what follows rank k - 1, about as many elements as each other rank;
///     otherwise it is in the boxes of `a`.
/// Raises
///     TypeError: complex numbers along a divided axis.
/// Method
///     Each rank sorts its elements; splitters from regular samples divide them into ranges, and rank k gets range k of
///     all: H. Shi and J. Schaeffer, "Parallel sorting by regular sampling", 1992. The host sees numbers of elements
///     alone.
CUPRUM_PYTHON GroupArray sort(const GroupArray& a, std::int64_t axis = -1);

/// The different elements in ascending order, NaN once and last: an array of one axis, divided as that of `sort`.
CUPRUM_PYTHON GroupArray unique(const GroupArray& a);

/// The Fourier transform along some axes, all of them by default, as `fft::fftn`: axes that are not divided first, the
/// others after a transposition.
///
/// Parameters
///     in_place_boxes: whether the result has the boxes of `a`. Otherwise it stays in those of the last step.
/// Returns
///     The transform. An array of one axis of length n1 n2 is transformed as a matrix: D. H. Bailey, "FFTs in external
///     or hierarchical memory", 1990. Where its length is a prime, each rank transforms all of it.
CUPRUM_SIGNATURE("a, axes, norm, *, in_place_boxes")
CUPRUM_PYTHON GroupArray fftn(const GroupArray& a, const Axes& axes = {}, fft::Norm norm = fft::Norm::backward,
                              bool in_place_boxes = true);
/// The inverse of `fftn`.
CUPRUM_SIGNATURE("a, axes, norm, *, in_place_boxes")
CUPRUM_PYTHON GroupArray ifftn(const GroupArray& a, const Axes& axes = {}, fft::Norm norm = fft::Norm::backward,
                               bool in_place_boxes = true);

/// The Fourier transform along one axis, and its inverse.
CUPRUM_SIGNATURE("a, axis, norm, *, in_place_boxes")
CUPRUM_PYTHON inline GroupArray fft(const GroupArray& a, std::int64_t axis = -1, fft::Norm norm = fft::Norm::backward,
                                    bool in_place_boxes = true) {
    return fftn(a, Dims{axis}, norm, in_place_boxes);
}
CUPRUM_SIGNATURE("a, axis, norm, *, in_place_boxes")
CUPRUM_PYTHON inline GroupArray ifft(const GroupArray& a, std::int64_t axis = -1, fft::Norm norm = fft::Norm::backward,
                                     bool in_place_boxes = true) {
    return ifftn(a, Dims{axis}, norm, in_place_boxes);
}

/// A function of the ranks' boxes that reads neighbours of its elements, such as a stencil or a filter. Halos travel
/// while the function works on the elements that need none.
///
/// Parameters
///     a: a divided array.
///     depth: how many neighbours are read in both directions of each axis.
///     function: gets parts of this rank's box with their halo, and returns an array of the same shape, whose outer
///         `depth` elements are dropped; it may also return the shape without them. It is called once for the interior
///         and once for each edge next to other ranks; once for all where a box is shorter than twice the depth.
///     boundary: what the halo holds beyond the ends of the array. With `none` there is no halo there, so a filter's
///         own rule counts.
///     value: of `Boundary::constant`.
/// Returns
///     The results in the boxes of `a`.
CUPRUM_SIGNATURE("function, a, depth, boundary, value")
CUPRUM_PYTHON GroupArray map_overlap(const GroupArray& a, const Dims& depth,
                                     const std::function<ndarray(const ndarray&)>& function,
                                     Boundary boundary = Boundary::none, const Scalar& value = 0.0);

/// A function of each rank's box, whose result has the box's shape.
CUPRUM_SIGNATURE("function, a")
CUPRUM_PYTHON GroupArray map_chunks(const GroupArray& a, const std::function<ndarray(const ndarray&)>& function);

/// Random numbers of [0, 1): those that `random` of a `DistributedArray` gives for the same seed, in any layout.
CUPRUM_SIGNATURE("shape, layout, seed, dtype, *, group")
CUPRUM_PYTHON GroupArray random(std::shared_ptr<ProcessGroup> group, const Shape& shape, const Layout& layout,
                                std::uint64_t seed, DType dtype = DType::float64);
/// The same from the standard normal distribution.
CUPRUM_SIGNATURE("shape, layout, seed, dtype, *, group")
CUPRUM_PYTHON GroupArray standard_normal(std::shared_ptr<ProcessGroup> group, const Shape& shape, const Layout& layout,
                                         std::uint64_t seed, DType dtype = DType::float64);
/// Integers of [low, high), int64.
CUPRUM_SIGNATURE("low, high, shape, layout, seed, *, group")
CUPRUM_PYTHON GroupArray integers(std::shared_ptr<ProcessGroup> group, const Shape& shape, const Layout& layout,
                                  std::uint64_t seed, std::int64_t low, std::int64_t high);

}  // namespace cuprum::distributed
