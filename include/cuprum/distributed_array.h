// Arrays that are divided over several devices of one process.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <variant>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/ufunc.h"

namespace cuprum::distributed {

/// start, start + step, ... below stop, along one axis; step is positive.
struct Range {
    std::int64_t start = 0, stop = 0, step = 1;
    std::int64_t size() const { return stop > start ? (stop - start + step - 1) / step : 0; }
    friend bool operator==(const Range&, const Range&) = default;
    friend auto operator<=>(const Range&, const Range&) = default;
};
/// A box of an array: a range for each axis.
using Region = std::vector<Range>;
/// Which boxes each device has.
using IndexMap = std::map<int, std::vector<Region>>;

/// What elements mean that several chunks have: `replica`, the same value; otherwise the array's element is the sum
/// (product, smallest, largest) of what the chunks have.
enum class Mode : std::uint8_t { replica, sum, prod, min, max };

/// A box of the array, on the device of `data`.
struct Chunk {
    Region region;
    ndarray data;
};
/// The chunks of each device.
using ChunkMap = std::map<int, std::vector<Chunk>>;

/// A range, an integer, or all of an axis; fewer entries than axes leave the last ones whole.
using RegionIndex = std::vector<std::variant<std::int64_t, Slice>>;
/// The box that an index tells. Throws IndexError for places outside, ValueError for steps that are not positive.
Region region_of(const RegionIndex& index, const Shape& shape);

/// How arrays are divided: a mesh of devices, and the axis of the mesh along which each axis of an array is divided.
/// Along an axis of the mesh that divides no axis, devices have copies.
///
/// Example:
///     Layout rows({2}, {0, 1}, {0});                    // rows over two devices
///     Layout blocks({2, 2}, {0, 1, 2, 3}, {0, 1});      // blocks of matrices over four
///     Layout columns({2}, {0, 1}, {Layout::whole, 0});
class Layout {
public:
    static constexpr int whole = -1;  ///< In `partition`: the axis is not divided.

    /// How arrays are divided: a mesh of devices, and the axis of the mesh along which each axis of an array is
    /// divided.
    ///
    /// Along an axis of the mesh that divides no axis, devices have copies. Block k of n along an axis of length L is
    /// `[L * k // n, L * (k + 1) // n)`.
    ///
    /// Parameters
    ///     mesh: lengths of the mesh's axes.
    ///     devices: the mesh's devices, in C order; in Python by default the first ones that there are.
    ///     partition: for each axis of an array the axis of the mesh that divides it, or None (`whole` in C++); axes
    ///         that are not named are whole. In Python by default the first axis of the mesh divides the first axis,
    ///         and so on.
    /// Raises
    ///     ValueError: the mesh, the devices and the partition do not fit together.
    /// Example
    ///     >>> from cuprumx.distributed.array import Layout
    ///     >>> rows = Layout((2,), [0, 1])
    ///     >>> rows.index_map((5, 3))
    ///     {0: [(slice(0, 2, 1), slice(0, 3, 1))], 1: [(slice(2, 5, 1), slice(0, 3, 1))]}
    ///     >>> columns = Layout((2,), [0, 1], (None, 0))
    CUPRUM_SIGNATURE("mesh, devices=None, partition=None")
    CUPRUM_TRAITS("pickled by mesh devices partition")
    CUPRUM_PYTHON Layout(Shape mesh, std::vector<int> devices, std::vector<int> partition);
    /// One axis over devices.
    static Layout along(int axis, std::vector<int> devices);

    /// Lengths of the mesh's axes.
    CUPRUM_PROPERTY const Shape& mesh() const { return mesh_; }
    /// The mesh's devices, in C order.
    CUPRUM_PROPERTY const std::vector<int>& devices() const { return devices_; }
    /// For each axis of an array the axis of the mesh that divides it, or `whole`.
    const std::vector<int>& partition() const { return partition_; }
    /// For each device the boxes that it has of an array of this shape.
    CUPRUM_PYTHON IndexMap index_map(const Shape& shape) const;

    friend bool operator==(const Layout&, const Layout&) = default;

private:
    Shape mesh_;
    std::vector<int> devices_, partition_;
};

/// Copies between devices that divided arrays needed: how many, and their bytes.
struct Traffic {
    std::size_t messages = 0, bytes = 0;
};
/// Copies between devices that divided arrays needed since the program began or `reset_traffic` was called.
///
/// Returns
///     How many messages, and how many bytes they had.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> da.reset_traffic()
///     >>> total = da.distributed_array(cp.arange(4.), da.Layout(1)).sum()
///     >>> da.traffic()
///     (0, 0)
CUPRUM_PYTHON Traffic traffic();
/// Count copies between devices anew.
///
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> da.reset_traffic()
///     >>> da.traffic()
///     (0, 0)
CUPRUM_PYTHON void reset_traffic();

class DistributedArray;

/// An operand of an elementwise function: a divided array or a number.
using DistributedOperand = std::variant<const DistributedArray*, Scalar>;

/// An array whose boxes lie on several devices. Work on a box runs on its device. A value type: copies share the data.
///
/// Example:
///     auto a = cuprum::distributed::distributed_array(x, {{0, {rows0}}, {1, {rows1}}});
///     auto b = cuprum::distributed::call(cuprum::exp, {&a});
///     cuprum::ndarray total = b.sum().gather();
class DistributedArray {
public:
    /// Parameters
    ///     shape: lengths of the axes.
    ///     dtype: type of the elements.
    ///     chunks: the boxes of each device, and their elements.
    ///     mode: what elements mean that several chunks have.
    CUPRUM_TRAITS("not pickled, of no device")
    CUPRUM_PYTHON DistributedArray(Shape shape, DType dtype, ChunkMap chunks, Mode mode = Mode::replica);

    /// Lengths of the axes.
    CUPRUM_PROPERTY const Shape& shape() const { return shape_; }
    /// Type of the elements.
    CUPRUM_PROPERTY DType dtype() const { return dtype_; }
    int ndim() const { return shape_.size(); }
    /// Number of elements.
    CUPRUM_PROPERTY std::int64_t size() const { return size_; }
    /// What elements mean that several chunks have.
    CUPRUM_PROPERTY Mode mode() const { return mode_; }
    /// The chunks of each device.
    CUPRUM_PROPERTY const ChunkMap& chunks() const { return chunks_; }
    /// The boxes of each device.
    CUPRUM_PROPERTY IndexMap index_map() const;
    /// Numbers of the devices.
    CUPRUM_PROPERTY std::vector<int> devices() const;

    /// The same elements in another mode. Elements that several chunks have are combined, or become the operation's
    /// neutral element in all chunks but one.
    CUPRUM_PYTHON DistributedArray change_mode(Mode mode) const;
    /// The same elements in other boxes. Only what a device does not have is copied to it.
    CUPRUM_PYTHON DistributedArray reshard(const IndexMap& map) const;
    DistributedArray reshard(const Layout& layout) const;
    /// A box of it, with the devices that have some of it.
    CUPRUM_PYTHON DistributedArray at(const Region& region) const;
    /// A copy of another dtype in the same boxes.
    CUPRUM_PYTHON DistributedArray astype(DType dtype) const;
    /// A copy in the same boxes.
    CUPRUM_PYTHON DistributedArray copy() const;

    /// Sums, products and extremes along some axes or all; each device computes its chunks' part, and the result is in
    /// the mode of the operation.
    CUPRUM_PYTHON DistributedArray reduce(Mode operation, const Axes& axes = {}, std::optional<DType> dtype = {},
                                          bool keepdims = false) const;
    DistributedArray sum(const Axes& axes = {}) const { return reduce(Mode::sum, axes); }
    /// Means along some axes or all.
    CUPRUM_PYTHON DistributedArray mean(const Axes& axes = {}, std::optional<DType> dtype = {},
                                        bool keepdims = false) const;

    /// The elements of a box as one array on the current device.
    ndarray gather(const Region& region) const;
    /// All elements.
    CUPRUM_PYTHON ndarray gather() const;
    /// Copies the elements to the host, in C order; waits until they are there. No device needs room for all.
    CUPRUM_PYTHON void get(void* target) const;

private:
    Shape shape_;
    DType dtype_;
    std::int64_t size_;
    ChunkMap chunks_;
    Mode mode_;
};

/// Divides an array: chunk k of device d is the box `map[d][k]`. Boxes may overlap.
///
/// Parameters
///     array: on any device.
///     map: the boxes of each device.
///     mode: what elements mean that several boxes have.
/// Returns
///     The divided array.
CUPRUM_PYTHON DistributedArray distributed_array(const ndarray& array, const IndexMap& map, Mode mode = Mode::replica);
DistributedArray distributed_array(const ndarray& array, const Layout& layout, Mode mode = Mode::replica);

/// Boxes of a matrix that is divided along both axes.
///
/// Parameters
///     i_partitions: ascending places along the first axis, from 0 to its length.
///     j_partitions: the same along the second axis.
///     devices: `devices[i][j]` is the set of devices that have box (i, j).
/// Returns
///     The index map for `distributed_array`.
/// Example
///     >>> array.make_2d_index_map([0, 2], [0, 1, 3], [[{0}, {1}]])
///     {0: [(slice(0, 2, 1), slice(0, 1, 1))], 1: [(slice(0, 2, 1), slice(1, 3, 1))]}
CUPRUM_PYTHON IndexMap make_2d_index_map(std::span<const std::int64_t> i_partitions,
                                         std::span<const std::int64_t> j_partitions,
                                         const std::vector<std::vector<std::set<int>>>& devices);

/// An elementwise function of arrays in any boxes, with broadcasting. The result has the boxes of the first operand
/// with the result's shape. `out` is written to in its own boxes.
std::vector<DistributedArray> call(const Ufunc& function, std::span<const DistributedOperand> operands,
                                   std::span<const DistributedArray* const> out = {}, std::optional<DType> dtype = {},
                                   Casting casting = Casting::same_kind);

/// The product of two matrices (or of stacks of them). Where the blocks of both fit, device d multiplies the blocks
/// that it has; otherwise what is missing is copied to it. The result is in mode `sum`.
CUPRUM_PYTHON DistributedArray matmul(const DistributedArray& a, const DistributedArray& b);

}  // namespace cuprum::distributed
