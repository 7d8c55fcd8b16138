// Windows of any shape, as kernels take them.
#pragma once

#include <vector>

#include "scipy/ndimage/support.h"

namespace cuprum::scipy::ndimage {

/// The marked cells of a box, in C order, and where the box's centre lies in it.
struct Footprint {
    Shape box;
    Dims before;
    std::vector<std::int64_t> cells;
    bool whole() const { return static_cast<std::int64_t>(cells.size()) == element_count(box); }
};

/// A footprint over some axes of an array as one over all of them. `marks` has the axes of `axes` and is true where a
/// cell counts. Checks origins; `what` names the marks in messages.
Footprint footprint_of(const std::vector<char>& marks, const Shape& shape, const Dims& axes, int ndim,
                       const Integers& origin, const char* what);

/// Arguments of a kernel of window.h, whose neighbouring axes without neighbours are one. `hold` keeps arrays
/// alive that the kernel reads. `extra` are cells that stand behind the window's.
WindowArgs window_args(const ndarray& input, const Footprint& footprint, NdMode mode, kernel::DataAccess& data,
                       std::vector<ndarray>& hold, const std::vector<std::int64_t>& extra = {});

/// The elements of each window as a row, as `windows`, of this dtype.
ndarray windows_of(const ndarray& input, DType dtype, const std::optional<Integers>& size,
                   const OptionalArray& footprint, std::string_view mode, const Scalar& cval, const Integers& origin,
                   const Axes& axes);

/// The smallest or largest elements of windows of a length on lines.
ndarray extremum_line(const ndarray& input, int axis, std::int64_t size, NdMode mode, const Scalar& cval,
                      std::int64_t origin, bool smallest, DType out_dtype, const ndarray* out = nullptr);

struct ExtremumOptions {
    std::optional<Integers> size;
    OptionalArray footprint, structure;
    Output output;
    Modes mode = "reflect";
    Scalar cval = 0.0;
    Integers origin = 0;
    Axes axes;
};

/// SciPy's smallest or largest elements of windows, with a structure grey erosion or dilation.
ndarray extremum(const ndarray& input, const ExtremumOptions& options, bool smallest);

/// The same for a footprint that is known here. `values` belong to its cells; null for none.
ndarray extremum_window(const ndarray& input, const Footprint& footprint, const std::vector<double>* values,
                        NdMode mode, const Scalar& cval, bool smallest, Target& target);

/// Sums of the cells' elements by weights, in float64.
ndarray weighted_window(const ndarray& input, const Footprint& footprint, const std::vector<double>& weights,
                        NdMode mode, const Scalar& cval, Target& target);

}  // namespace cuprum::scipy::ndimage
