// What of cuprumx.scipy.ndimage gives tuples, lists and slices.
#include "cuprum/scipy/ndimage.h"

#include "../array.h"
#include "ndimage_args.h"

namespace cuprum::python {
namespace {

using namespace scipy::ndimage;

/// The last axis of an array as tuples of Python's numbers: one tuple, or a list of them.
template <class T>
nb::object tuples(const ndarray& places) {
    const std::vector<T> values = places.to_vector<T>();
    const auto width = static_cast<std::size_t>(places.shape()[places.ndim() - 1]);
    const auto tuple_at = [&](std::size_t row) {
        nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(width)));
        for (std::size_t d = 0; d < width; ++d)
            PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(d),
                             nb::cast(values[row * width + d]).release().ptr());
        return tuple;
    };
    if (places.ndim() == 1) return tuple_at(0);
    nb::list result;
    for (std::size_t row = 0; row * width < values.size(); ++row) result.append(tuple_at(row));
    return result;
}

using PlacesResult = Typed<"tuple[int, ...] | list[tuple[int, ...]]">;
using CentersResult = Typed<"tuple[float, ...] | list[tuple[float, ...]]">;

using DistancesResult = Typed<"ndarray | tuple[ndarray, ndarray] | None">;

nb::object found_distances(Distances&& found) {
    if (found.distances && found.indices)
        return nb::make_tuple(wrap_object(std::move(*found.distances)), wrap_object(std::move(*found.indices)));
    if (found.distances) return wrap_object(std::move(*found.distances));
    if (found.indices) return wrap_object(std::move(*found.indices));
    return nb::none();
}

void bind_labels(nb::module_& m) {
    m.def(
        "label",
        [](DeviceArrayArg input, ImageArrayArg structure,
           ImageOutputArg output) -> Typed<"tuple[ndarray, int] if output is None else tuple[ndarray, int] | int"> {
            auto [labels, count] = label(input, structure.optional(), output);
            if (output.is_array()) return nb::cast(count);
            return nb::make_tuple(wrap_object(std::move(labels)), count);
        },
        "input"_a, "structure"_a = nb::none(), "output"_a = nb::none(), doc("scipy::ndimage::label"));
    m.def(
        "find_objects", [](DeviceArrayArg input, AxisArg max_label) -> Typed<"list[tuple[slice, ...] | None]"> {
            const ndarray boxes = object_boxes(input, max_label);
            const std::vector<std::int64_t> values = boxes.to_vector<std::int64_t>();
            const std::int64_t axes = boxes.shape()[1];
            nb::list result;
            for (std::int64_t k = 0; k < boxes.shape()[0]; ++k) {
                const std::int64_t* box = values.data() + k * axes * 2;
                if (axes == 0 ? ndarray(input).item().to_int() != k + 1 : box[1] < 0) {
                    result.append(nb::none());
                    continue;
                }
                nb::object slices = nb::steal(PyTuple_New(axes));
                for (std::int64_t d = 0; d < axes; ++d) {
                    nb::object start = nb::cast(box[2 * d]), stop = nb::cast(box[2 * d + 1]);
                    PyTuple_SET_ITEM(slices.ptr(), d, PySlice_New(start.ptr(), stop.ptr(), Py_None));
                }
                result.append(slices);
            }
            return result;
        },
        "input"_a, "max_label"_a = 0,
        "The slices between which the elements of each label lie.\n\n"
        "Parameters\n    input: array of integers.\n    max_label: the largest label that is looked for; if below 1, "
        "the "
        "largest that there is.\nReturns\n    A list of a tuple of slices for each label from 1 on, None for those "
        "that "
        "nothing has.\nRaises\n    RuntimeError: a dtype that is not of integers.\nExample\n    >>> "
        "cuprumx.scipy.ndimage.find_objects(cuprum.array([0, 2, 2, 1]))\n    [(slice(3, 4, None),), (slice(1, 3, "
        "None),)]");
}

void bind_positions(nb::module_& m) {
    m.def(
        "minimum_position",
        [](DeviceArrayArg input, ImageLabelsArg labels, ImageArrayArg index) -> PlacesResult {
            return tuples<std::int64_t>(minimum_position(input, labels.optional(), index.optional()));
        },
        "input"_a, "labels"_a = nb::none(), "index"_a = nb::none(), doc("scipy::ndimage::minimum_position"));
    m.def(
        "maximum_position",
        [](DeviceArrayArg input, ImageLabelsArg labels, ImageArrayArg index) -> PlacesResult {
            return tuples<std::int64_t>(maximum_position(input, labels.optional(), index.optional()));
        },
        "input"_a, "labels"_a = nb::none(), "index"_a = nb::none(), doc("scipy::ndimage::maximum_position"));
    m.def(
        "extrema",
        [](DeviceArrayArg input, ImageLabelsArg labels, ImageArrayArg index)
            -> Typed<
                "tuple[ndarray, ndarray, tuple[int, ...] | list[tuple[int, ...]], tuple[int, ...] | list[tuple[int, "
                "...]]]"> {
            Extrema found = extrema(input, labels.optional(), index.optional());
            return nb::make_tuple(wrap_object(std::move(found.minimum)), wrap_object(std::move(found.maximum)),
                                  tuples<std::int64_t>(found.minimum_position),
                                  tuples<std::int64_t>(found.maximum_position));
        },
        "input"_a, "labels"_a = nb::none(), "index"_a = nb::none(), doc("scipy::ndimage::extrema"));
    m.def(
        "center_of_mass",
        [](DeviceArrayArg input, ImageLabelsArg labels, ImageArrayArg index) -> CentersResult {
            return tuples<double>(center_of_mass(input, labels.optional(), index.optional()));
        },
        "input"_a, "labels"_a = nb::none(), "index"_a = nb::none(), doc("scipy::ndimage::center_of_mass"));
}

void bind_distances(nb::module_& m) {
    m.def(
        "distance_transform_edt",
        [](DeviceArrayArg input, ImageNumbersArg sampling, BoolArg return_distances, BoolArg return_indices,
           ImageArrayArg distances, ImageArrayArg indices) -> DistancesResult {
            return found_distances(distance_transform_edt(input, sampling.optional(), return_distances, return_indices,
                                                          distances.optional(), indices.optional()));
        },
        "input"_a, "sampling"_a = nb::none(), "return_distances"_a = true, "return_indices"_a = false,
        "distances"_a = nb::none(), "indices"_a = nb::none(), doc("scipy::ndimage::distance_transform_edt"));
    m.def(
        "distance_transform_bf",
        [](DeviceArrayArg input, WordArg<"str"> metric, ImageNumbersArg sampling, BoolArg return_distances,
           BoolArg return_indices, ImageArrayArg distances, ImageArrayArg indices) -> DistancesResult {
            return found_distances(distance_transform_bf(input, metric, sampling.optional(), return_distances,
                                                         return_indices, distances.optional(), indices.optional()));
        },
        "input"_a, "metric"_a = "euclidean", "sampling"_a = nb::none(), "return_distances"_a = true,
        "return_indices"_a = false, "distances"_a = nb::none(), "indices"_a = nb::none(),
        doc("scipy::ndimage::distance_transform_bf"));
    m.def(
        "distance_transform_cdt",
        [](DeviceArrayArg input, Arg<"str | ArrayLike"> metric, BoolArg return_distances, BoolArg return_indices,
           ImageArrayArg distances, ImageArrayArg indices) -> DistancesResult {
            ImageArrayArg structure;
            structure.object = metric.object;
            const bool word = PyUnicode_Check(metric.object);
            const std::string name = word ? nb::cast<std::string>(nb::handle(metric.object)) : "";
            return found_distances(
                distance_transform_cdt(input, name, word ? OptionalArray() : OptionalArray(structure.get()),
                                       return_distances, return_indices, distances.optional(), indices.optional()));
        },
        "input"_a, "metric"_a = "chessboard", "return_distances"_a = true, "return_indices"_a = false,
        "distances"_a = nb::none(), "indices"_a = nb::none(), doc("scipy::ndimage::distance_transform_cdt"));
}

}  // namespace

void bind_scipy_ndimage(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_ndimage");
    set_image_warning([](const char* message) {
        if (PyErr_WarnEx(PyExc_UserWarning, message, 1) < 0) raise_python_error();
    });
    bind_labels(m);
    bind_positions(m);
    bind_distances(m);
}

}  // namespace cuprum::python
