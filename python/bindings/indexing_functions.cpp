// Functions that select and place elements.
#include "array.h"
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "values.h"

namespace cuprum::python {
namespace {

// Indices may be given as an empty list, which is no list of floats here.
struct IndicesArg : ArrayArg {
    ndarray get() const {
        if ((PyList_Check(object) || PyTuple_Check(object) || PyRange_Check(object)) && PySequence_Size(object) == 0)
            return empty({0}, DType::int64);
        return ArrayArg::get();
    }
};

// The default of `mode` is NumPy's word, and this very object: a word that the caller gives is another one.
nb::object default_mode() {
    static auto& word = *new nb::object(nb::str("raise"));
    return word;
}

// Empty where the caller gives none.
std::vector<std::string> to_modes(nb::handle mode) {
    if (mode.is(default_mode())) return {};
    if (PyUnicode_Check(mode.ptr())) return {nb::cast<std::string>(mode)};
    return nb::cast<std::vector<std::string>>(mode);
}

// Empty where the caller gives none.
std::string mode_of(const ModeArg& mode) {
    return mode.object == default_mode().ptr() ? std::string() : std::string(std::string_view(mode));
}

template <void (*function)(const ndarray&, std::span<const Index>, const ndarray&)>
void bind_scatter(nb::class_<PyArray>& type, const char* name, const char* text) {
    type.def(
        name,
        [](const ndarray& a, Arg<"Index"> slices, ArrayArg value) { function(a, to_indices(slices.object), value); },
        "slices"_a.none(), "value"_a, text);
}

void bind_taking(nb::module_& m) {
    const auto none = nb::none();
    auto& type = array_class();
    auto take_at = [](ArrayArg a, IndicesArg indices, OptionalIntArg axis, OutArg out, ModeArg mode) {
        if (a.is_foreign())
            return numpys_method(
                "take", a,
                {{"indices", indices.object}, {"axis", axis.object}, {"out", out.object}, {"mode", mode.object}});
        return out.or_new(take(a, indices.get(), axis, out, mode_of(mode)), a);
    };
    m.def("take", take_at, "a"_a, "indices"_a, "axis"_a = none, "out"_a = none, "mode"_a = default_mode(), doc("take"));
    type.def("take", as_method(take_at), "indices"_a, "axis"_a = none, "out"_a = none, "mode"_a = default_mode(),
             doc("take"));
    m.def(
        "take_along_axis",
        [](ArrayArg a, ArrayArg indices, OptionalIntArg axis) { return take_along_axis(a, indices, axis); }, "a"_a,
        "indices"_a, "axis"_a = -1, doc("take_along_axis"));
    auto put_at = [](const ndarray& a, IndicesArg ind, ArrayArg v, ModeArg mode) {
        std::optional<ndarray> values;
        try {
            values = values_for(v, a.dtype());
        } catch (...) {
            put(a, ind.get(), empty({0}, a.dtype()), mode_of(mode));  // wrong places are told first
            throw;
        }
        put(a, ind.get(), *values, mode_of(mode));
    };
    m.def("put", put_at, "a"_a, "ind"_a, "v"_a, "mode"_a = default_mode(), doc("put"));
    type.def("put", put_at, "indices"_a, "values"_a, "mode"_a = default_mode(), doc("put"));
    m.def(
        "put_along_axis",
        [](const ndarray& arr, ArrayArg indices, ArrayArg values, OptionalIntArg axis) {
            const std::optional<std::int64_t> along = axis;
            if (along) normalize_axis(*along, arr.ndim());  // a wrong axis is told before a value that does not fit
            put_along_axis(arr, indices, values_for(values, arr.dtype()), axis);
        },
        "arr"_a, "indices"_a, "values"_a, "axis"_a, doc("put_along_axis"));
    m.def(
        "place",
        [](const ndarray& arr, ArrayArg mask, ArrayArg vals) { place(arr, mask, values_for(vals, arr.dtype())); },
        "arr"_a, "mask"_a, "vals"_a, doc("place"));
    m.def(
        "putmask",
        [](const ndarray& a, ArrayArg mask, ArrayArg values) { putmask(a, mask, values_for(values, a.dtype())); },
        "a"_a, "mask"_a, "values"_a, doc("putmask"));
}

void bind_choosing(nb::module_& m) {
    const auto none = nb::none();
    auto& type = array_class();
    auto choose_of = [](ArrayArg a, ArraysArg choices, OutArg out, ModeArg mode) {
        return out.or_new(choose(a, arrays_beside(choices.object), out, mode_of(mode)));
    };
    m.def("choose", choose_of, "a"_a, "choices"_a, "out"_a = none, "mode"_a = default_mode(), doc("choose"));
    type.def("choose", as_method(choose_of), "choices"_a, "out"_a = none, "mode"_a = default_mode(), doc("choose"));
    m.def(
        "compress",
        [](ArrayArg condition, ArrayArg a, OptionalIntArg axis, OutArg out) {
            return out.or_new(compress(condition, a, axis, out));
        },
        "condition"_a, "a"_a, "axis"_a = none, "out"_a = none, doc("compress"));
    type.def(
        "compress",
        [](SelfArg a, ArrayArg condition, OptionalIntArg axis, OutArg out) {
            return out.or_new(compress(condition, a, axis, out));
        },
        "condition"_a, "axis"_a = none, "out"_a = none, doc("compress"));
    m.def(
        "extract", [](ArrayArg condition, ArrayArg a) { return extract(condition, a); }, "condition"_a, "a"_a,
        doc("extract"));
    m.def(
        "select",
        [](ArraysArg condlist, Arg<"ndarray | Sequence[ArrayLike | numpy.ndarray]"> choicelist, OperandArg otherwise) {
            std::vector<ndarray> choices = arrays_beside(choicelist.object, {otherwise});
            const ndarray last = std::move(choices.back());
            choices.pop_back();
            return select(std::vector<ndarray>(condlist), choices, last);
        },
        "condlist"_a, "choicelist"_a, "default"_a = 0, doc("select"));
}

void bind_finding(nb::module_& m) {
    auto& type = array_class();
    m.def("nonzero", [](ArrayArg a) { return wrap_tuple(nonzero(a)); }, "a"_a, doc("nonzero"));
    type.def("nonzero", [](SelfArg a) { return wrap_tuple(nonzero(a)); }, doc("nonzero"));
    m.def("flatnonzero", [](ArrayArg a) { return flatnonzero(a); }, "a"_a, doc("flatnonzero"));
    m.def("argwhere", [](ArrayArg a) { return argwhere(a); }, "a"_a, doc("argwhere"));

    m.def(
        "fill_diagonal",
        [](const ndarray& a, OperandArg val, BoolArg wrap) {
            // The numbers of a list are read in the array's dtype, which they have to fit.
            const bool listed = PyList_Check(val.object) || PyTuple_Check(val.object);
            if (listed) fill_diagonal(a, make_array(val.object, a.dtype(), false), wrap);
            else fill_diagonal(a, val, wrap);
        },
        "a"_a, "val"_a, "wrap"_a = false, doc("fill_diagonal"));
    m.def(
        "diagonal",
        [](ArrayArg a, AxisArg offset, AxisArg axis1, AxisArg axis2) {
            if (a.is_foreign())
                return numpys_method("diagonal", a,
                                     {{"offset", offset.object}, {"axis1", axis1.object}, {"axis2", axis2.object}});
            return wrap_from_object(a, a.get().diagonal(offset, axis1, axis2));
        },
        "a"_a, "offset"_a = 0, "axis1"_a = 0, "axis2"_a = 1, "A view of a diagonal.");
}

void bind_index_arrays(nb::module_& m) {
    const auto none = nb::none();
    auto& type = array_class();
    m.def(
        "ix_",
        [](nb::args args) {
            std::vector<ndarray> sequences;
            for (nb::handle sequence : args) {
                IndicesArg indices;
                indices.object = sequence.ptr();
                sequences.push_back(indices.get());
            }
            return wrap_tuple(ix_(sequences));
        },
        "args"_a, doc("ix_"));
    m.def(
        "unravel_index",
        [](IndicesArg indices, ShapeArg shape, OrderArg order) {
            return wrap_tuple(unravel_index(indices.get(), shape, to_order(order.object, "CF")));
        },
        "indices"_a, "dims"_a, "order"_a = "C", doc("unravel_index"));
    m.def(
        "ravel_multi_index",
        [](ArraysArg multi_index, ShapeArg dims,
           Typed<"Literal['raise', 'wrap', 'clip'] | Sequence[Literal['raise', 'wrap', 'clip']]"> mode,
           OrderArg order) {
            return ravel_multi_index(std::vector<ndarray>(multi_index), dims, to_modes(mode),
                                     to_order(order.object, "CF"));
        },
        "multi_index"_a, "dims"_a, "mode"_a = default_mode(), "order"_a = "C", doc("ravel_multi_index"));
    m.def(
        "diag_indices", [](AxisArg n, int ndim) { return wrap_tuple(diag_indices(n, ndim)); }, "n"_a, "ndim"_a = 2,
        doc("diag_indices"));
    m.def(
        "diag_indices_from", [](ArrayArg arr) { return wrap_tuple(diag_indices_from(arr)); }, "arr"_a,
        doc("diag_indices_from"));
    m.def(
        "tril_indices", [](AxisArg n, AxisArg k, OptionalIntArg m) { return wrap_tuple(tril_indices(n, k, m)); }, "n"_a,
        "k"_a = 0, "m"_a = none, doc("tril_indices"));
    m.def(
        "triu_indices", [](AxisArg n, AxisArg k, OptionalIntArg m) { return wrap_tuple(triu_indices(n, k, m)); }, "n"_a,
        "k"_a = 0, "m"_a = none, doc("triu_indices"));
    m.def(
        "tril_indices_from", [](ArrayArg arr, AxisArg k) { return wrap_tuple(tril_indices_from(arr, k)); }, "arr"_a,
        "k"_a = 0, doc("tril_indices_from"));
    m.def(
        "triu_indices_from", [](ArrayArg arr, AxisArg k) { return wrap_tuple(triu_indices_from(arr, k)); }, "arr"_a,
        "k"_a = 0, doc("triu_indices_from"));

    bind_scatter<scatter_add>(type, "scatter_add", doc("scatter_add"));
    bind_scatter<scatter_max>(type, "scatter_max", doc("scatter_max"));
    bind_scatter<scatter_min>(type, "scatter_min", doc("scatter_min"));
}

}  // namespace

void bind_indexing_functions(nb::module_& m) {
    bind_taking(m);
    bind_choosing(m);
    bind_finding(m);
    bind_index_arrays(m);
}

}  // namespace cuprum::python
