// Labels as measurements take them.
#pragma once

#include "scipy/ndimage/support.h"

namespace cuprum::scipy::ndimage {

/// The elements of an image by label, and the labels that are wanted. Where none is wanted no kernel runs: kernels take
/// every label above 0 for wanted where they get no list, and the address of an empty list is null.
class Labelled {
public:
    /// `index` is one label or an array of them, or null: then all elements whose label is above 0 are one group.
    Labelled(const ndarray& input, const ndarray& labels, const ndarray* index);

    std::int64_t slots() const { return slots_; }
    /// One value a slot as one value for each label of the index.
    ndarray by_index(const ndarray& values) const;

    ndarray sums(ndarray* counts) const;
    ndarray centered_sums(const ndarray& means) const;
    ndarray moments(int axis) const;
    /// The smallest and largest elements, and where they stand, as places in the flattened image; null for what is not
    /// wanted. Returns how many elements there are, of which 0 is the extremum where there are none.
    ndarray extrema(ndarray* least, ndarray* largest, ndarray* first, ndarray* last) const;
    ndarray medians() const;
    ndarray histograms(const ndarray& edges) const;

private:
    MeasureArgs base(kernel::DataAccess& data) const;
    ndarray measured(NdMeasure measure, const ndarray* means, int axis, ndarray* counts) const;
    std::string label_type() const { return write_type(labels_.dtype()); }

    ndarray input_, labels_;
    std::optional<ndarray> wanted_, index_;
    mutable std::optional<ndarray> scale_;
    std::int64_t slots_ = 1;
};

}  // namespace cuprum::scipy::ndimage
