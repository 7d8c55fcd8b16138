// Morphology of binary and grey images, and distance transforms.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "cuprum/python.h"
#include "cuprum/scipy/ndimage_types.h"

namespace cuprum::scipy::ndimage {

/// The binary erosion: true where all elements of a window are.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     structure: array whose true elements tell the shape of windows; if not given, those elements that share
///         a face. Python: or its lengths, of one that is true everywhere.
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
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside of
///     the structure. TypeError: complex numbers. IndexError: an origin outside of the structure.
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
///         a face. Python: or its lengths, of one that is true everywhere.
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
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside of
///     the structure. TypeError: complex numbers. IndexError: an origin outside of the structure.
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
///         a face. Python: or its lengths, of one that is true everywhere.
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
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside of
///     the structure. TypeError: complex numbers. IndexError: an origin outside of the structure.
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
///         a face. Python: or its lengths, of one that is true everywhere.
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
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside of
///     the structure. TypeError: complex numbers. IndexError: an origin outside of the structure.
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
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside of
///     the structure. TypeError: complex numbers. IndexError: an origin outside of the structure.
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
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside of
///     the structure. TypeError: complex numbers. IndexError: an origin outside of the structure.
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
///     RuntimeError: a structure of another number of axes, a mask of another shape. ValueError: an origin outside of
///     the structure. TypeError: complex numbers. IndexError: an origin outside of the structure.
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
///     origin: in Python, how far the structure is shifted, on all axes or on each.
/// Returns
///     The larger structure. In Python with `origin`, and `iterations` of 2 or more, a tuple of it and of the list of
///     origins times `iterations`.
/// Raises
///     RuntimeError: `origin` has not an entry for each axis. ValueError: an empty structure.
/// Example
///     >>> cuprumx.scipy.ndimage.iterate_structure(cuprum.array([True, True, True]), 2)
///     array([ True,  True,  True,  True,  True])
ndarray iterate_structure(const ndarray& structure, std::int64_t iterations);

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
///     numbers. RuntimeError: an unknown mode. IndexError: a footprint or structure of another number of axes.
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
///     numbers. RuntimeError: an unknown mode. IndexError: a footprint or structure of another number of axes.
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
///     numbers. RuntimeError: an unknown mode. IndexError: a footprint or structure of another number of axes.
/// Example
///     >>> cuprumx.scipy.ndimage.black_tophat(cuprum.array([2, 8, 0, 4]), 3)
///     array([6, 0, 4, 0])
CUPRUM_PYTHON ndarray black_tophat(const ndarray& input, const std::optional<Integers>& size = {},
                                   const OptionalArray& footprint = {}, const OptionalArray& structure = {},
                                   const Output& output = {}, const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                   const Integers& origin = 0, const Axes& axes = {});

/// The steps of a chamfer transform: a name, or a structure.
struct ChamferMetric {
    ChamferMetric(const char* name) : name(name) {}
    ChamferMetric(std::string name) : name(std::move(name)) {}
    ChamferMetric(const ndarray& structure) : structure(structure) {}
    std::string name{};
    OptionalArray structure{};
};

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
///     block_params: taken for CuPy's sake; it changes nothing. Its name of the array, `image`, does as well.
///     float64_distances: whether distances are float64; float32 otherwise.
/// Returns
///     Python: the float64 distances, the places, or a tuple of both; None where arrays were given for them.
/// Raises
///     RuntimeError: nothing is wanted, or an array of another shape or dtype.
/// Example
///     >>> cuprumx.scipy.ndimage.distance_transform_edt(cuprum.array([0, 1, 1, 1]))
///     array([0., 1., 2., 3.])
CUPRUM_SIGNATURE(
    "input, sampling, return_distances, return_indices, distances, indices, *, block_params=None, "
    "float64_distances")
CUPRUM_TRAITS("input also image")
CUPRUM_PYTHON Distances distance_transform_edt(const ndarray& input, const std::optional<Numbers>& sampling = {},
                                               bool return_distances = true, bool return_indices = false,
                                               const OptionalArray& distances = {}, const OptionalArray& indices = {},
                                               bool float64_distances = true);

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
CUPRUM_PYTHON Distances distance_transform_bf(const ndarray& input, std::string_view metric = "euclidean",
                                              const std::optional<Numbers>& sampling = {}, bool return_distances = true,
                                              bool return_indices = false, const OptionalArray& distances = {},
                                              const OptionalArray& indices = {});

/// The number of steps from each element to the nearest one that is 0.
///
/// Parameters
///     input: array; what is not 0 counts.
///     metric: "chessboard": steps go to all neighbours; "taxicab" (also "cityblock", "manhattan"): to those
///         that share a face. Or a structure, an array of 3 on each axis whose true elements tell where steps go. As in
///         SciPy those before the centre count, and the same ones seen from the other side. One of float64 counts by
///         its values, where SciPy looks at single bytes of them.
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
CUPRUM_PYTHON Distances distance_transform_cdt(const ndarray& input, const ChamferMetric& metric = "chessboard",
                                               bool return_distances = true, bool return_indices = false,
                                               const OptionalArray& distances = {}, const OptionalArray& indices = {});

}  // namespace cuprum::scipy::ndimage
