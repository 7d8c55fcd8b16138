// Views made from strides, where arrays lie in memory, arrays of blocks, and arrays that must be finite.
#include "cuprum/layout.h"

#include "array.h"
#include "cuprum/gil_release.h"
#include "cuprum/nested_blocks.h"

namespace cuprum::python {
namespace {

NestedArrays to_nested(PyObject* object) {
    if (!PyList_Check(object)) return make_array(object, std::nullopt, false);
    std::vector<NestedArrays> parts;
    for (nb::handle part : nb::borrow<nb::list>(object)) parts.push_back(to_nested(part.ptr()));
    return parts;
}

using Question = bool (*)(const ndarray&, const ndarray&, std::int64_t);

using WorkArg = Arg<"int | Literal['MAY_SHARE_BOUNDS', 'MAY_SHARE_EXACT'] | None">;

// How much work is allowed: a number, or one of CuPy's words. With bounds alone the answer is a guess.
std::optional<std::int64_t> to_work(const WorkArg& max_work, std::int64_t default_work) {
    if (max_work.is_none()) return default_work;
    if (PyUnicode_Check(max_work.object)) {
        if (PyUnicode_CompareWithASCIIString(max_work.object, "MAY_SHARE_BOUNDS") == 0) return std::nullopt;
        if (PyUnicode_CompareWithASCIIString(max_work.object, "MAY_SHARE_EXACT") == 0) return -1;
    }
    if (!is_index(max_work.object))
        throw ValueError("max_work must be an integer, 'MAY_SHARE_BOUNDS' or 'MAY_SHARE_EXACT', not " +
                         nb::cast<std::string>(nb::repr(nb::handle(max_work.object))));
    return to_index(max_work.object);
}

// Only arrays share anything that is asked for here.
template <Question function, int default_work>
void bind_question(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](Typed<"Any"> a, Typed<"Any"> b, WorkArg max_work) {
            const auto work = to_work(max_work, default_work);
            if (!is_ndarray(a.ptr()) || !is_ndarray(b.ptr())) return false;
            if (!work) return may_share_memory(unwrap(a.ptr()), unwrap(b.ptr()));
            return function(unwrap(a.ptr()), unwrap(b.ptr()), *work);
        },
        "a"_a, "b"_a, "max_work"_a = nb::none(), text);
}

}  // namespace

void bind_layout(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "byte_bounds",
        [](const ndarray& a) {
            const auto [low, high] = byte_bounds(a);
            return Typed<"tuple[int, int]">(nb::make_tuple(low, high));
        },
        "a"_a, doc("byte_bounds"));
    bind_question<may_share_memory, 0>(m, "may_share_memory", doc("may_share_memory"));
    bind_question<shares_memory, -1>(m, "shares_memory", doc("shares_memory"));
    m.def("block", [](Typed<"Any"> arrays) { return block(to_nested(arrays.ptr())); }, "arrays"_a, doc("block"));

    nb::module_ views = m.def_submodule("_stride_tricks");
    views.def(
        "as_strided",
        [](ArrayArg x, OptionalShapeArg shape, OptionalShapeArg strides, IgnoredFlagArg, IgnoredFlagArg) {
            return wrap_from_object(x, lib::stride_tricks::as_strided(x, shape, strides));
        },
        "x"_a, "shape"_a = none, "strides"_a = none, "subok"_a = false, "writeable"_a = true,
        doc("lib::stride_tricks::as_strided"));
    views.def(
        "sliding_window_view",
        [](ArrayArg x, ShapeArg window_shape, AxesArg axis, IgnoredFlagArg, IgnoredFlagArg) {
            return wrap_from_object(x, lib::stride_tricks::sliding_window_view(x, Shape(window_shape), axis));
        },
        "x"_a, "window_shape"_a, "axis"_a = none, nb::kw_only(), "subok"_a = false, "writeable"_a = false,
        doc("lib::stride_tricks::sliding_window_view"));
}

}  // namespace cuprum::python
