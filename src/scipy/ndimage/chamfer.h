// Chamfer distances: in steps of a structure.
#pragma once

#include <vector>

#include "scipy/ndimage/support.h"

namespace cuprum::scipy::ndimage {

struct Chamfer {
    ndarray distances;                // int32, -1 where nothing is reached
    std::optional<ndarray> features;  // int32 places in the flattened array
};

/// SciPy's two passes, forwards and backwards, over an array of one axis at least. `marks` are those of a box of 3 on
/// each axis, of which the cells before the centre count.
Chamfer chamfered(const ndarray& input, const std::vector<char>& marks, bool wants_features);

}  // namespace cuprum::scipy::ndimage
