// Components of images, and measurements of the elements of each label.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "cuprum/python.h"
#include "cuprum/scipy/ndimage_types.h"

namespace cuprum::scipy::ndimage {

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
///     TypeError: complex numbers with several labels. ValueError: `labels` have another shape.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.sum_labels(a, labels, [1, 2])
///     array([3., 7.])
CUPRUM_TRAITS("also sum")
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
///     TypeError: complex numbers with several labels. ValueError: `labels` have another shape.
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
///     TypeError: complex numbers with several labels. ValueError: `labels` have another shape.
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
///     TypeError: complex numbers with several labels. ValueError: `labels` have another shape.
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
///     TypeError: complex numbers. ValueError: `labels` have another shape.
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
///     TypeError: complex numbers. ValueError: `labels` have another shape.
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
///     TypeError: complex numbers. ValueError: `labels` have another shape.
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
///     TypeError: complex numbers. ValueError: `labels` have another shape.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.minimum_position(a, labels, [1, 2])
///     [(0,), (2,)]
CUPRUM_PYTHON Positions minimum_position(const ndarray& input, const OptionalArray& labels = {},
                                         const OptionalArray& index = {});

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
///     TypeError: complex numbers. ValueError: `labels` have another shape.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.maximum_position(a, labels, [1, 2])
///     [(1,), (3,)]
CUPRUM_PYTHON Positions maximum_position(const ndarray& input, const OptionalArray& labels = {},
                                         const OptionalArray& index = {});

/// What `extrema` gives.
struct Extrema {
    ndarray minimum, maximum;
    Positions minimum_position, maximum_position;
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
///     TypeError: complex numbers. ValueError: `labels` have another shape.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.extrema(a, labels, [1, 2])
///     (array([1., 3.]), array([2., 4.]), [(0,), (2,)], [(1,), (3,)])
CUPRUM_PYTHON Extrema extrema(const ndarray& input, const OptionalArray& labels = {}, const OptionalArray& index = {});

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
///     TypeError: complex numbers. ValueError: `labels` have another shape.
/// Example
///     >>> a, labels = cuprum.array([1., 2, 3, 4]), cuprum.array([1, 1, 2, 2])
///     >>> cuprumx.scipy.ndimage.center_of_mass(a, labels, [1, 2])
///     [(0.6666666666666666,), (2.5714285714285716,)]
CUPRUM_PYTHON Centers center_of_mass(const ndarray& input, const OptionalArray& labels = {},
                                     const OptionalArray& index = {});

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

/// The slices between which the elements of each label lie.
///
/// Parameters
///     input: array of integers.
///     max_label: the largest label that is looked for; if below 1, the largest that there is.
/// Returns
///     A list of a tuple of slices for each label from 1 on, None for those that nothing has.
/// Raises
///     RuntimeError: a dtype that is not of integers.
/// Example
///     >>> cuprumx.scipy.ndimage.find_objects(cuprum.array([0, 2, 2, 1]))
///     [(slice(3, 4, None),), (slice(1, 3, None),)]
CUPRUM_PYTHON std::vector<std::optional<std::vector<Slice>>> find_objects(const ndarray& input,
                                                                          std::int64_t max_label = 0);

/// A value of an array, and its places on each axis.
using PlacesOfValues = std::vector<std::pair<Scalar, std::vector<ndarray>>>;

/// The places of each value.
///
/// Parameters
///     arr: array of integers.
///     ignore_value: a value that is left out.
///     adaptive_index_dtype: whether the places are of the least dtype that holds the lengths of all axes; int64
///         otherwise.
/// Returns
///     Python: a dict from each value to the tuple of arrays of its places on each axis; C++: pairs of these.
/// Raises
///     ValueError: a dtype that is not of integers.
/// Example
///     >>> cuprumx.scipy.ndimage.value_indices(cuprum.array([5, 7, 5]))
///     {5: (array([0, 2]),), 7: (array([1]),)}
CUPRUM_SIGNATURE("arr, *, ignore_value, adaptive_index_dtype")
CUPRUM_PYTHON PlacesOfValues value_indices(const ndarray& arr, const std::optional<Scalar>& ignore_value = {},
                                           bool adaptive_index_dtype = false);

}  // namespace cuprum::scipy::ndimage
