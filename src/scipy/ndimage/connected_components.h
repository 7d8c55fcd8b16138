// Connected components of an array (label).
#pragma once

#include <vector>

#include "scipy/ndimage/support.h"

namespace cuprum::scipy::ndimage {

/// ConnectedComponents whose elements are connected by steps to neighbours.
class ConnectedComponents {
public:
    /// `marks` are those of a box of 3 on each axis, the same seen from both sides.
    ConnectedComponents(const ndarray& input, const std::vector<char>& marks);
    /// How many there are; their numbers go to `out`.
    std::int64_t number(const ndarray& out);
    /// True in parts that have a seed (null: none), or with `border` touch what lies outside; `out` is of bools.
    void spread(const ndarray* seeds, bool border, const ndarray& out);

private:
    void launch(const char* macro, std::initializer_list<std::string> types, LabelArgs args, kernel::DataAccess& data);

    Shape shape_;
    ndarray parents_;
    std::vector<ndarray> hold_;
    LabelArgs args_{};
    std::string index_type_;
};

/// Whether marks of a box of 3 on each axis are the same seen from both sides.
bool is_symmetric(const std::vector<char>& marks);

/// The marks of `generate_binary_structure`.
std::vector<char> structure_marks(int rank, std::int64_t connectivity);

}  // namespace cuprum::scipy::ndimage
