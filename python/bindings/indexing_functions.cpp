// `put`, which tells wrong places before wrong values; `select`, whose choices and default take a dtype beside each
// other; methods that no function is like.
#include "indexing_args.h"

namespace cuprum::python {
namespace {

template <void (*function)(const ndarray&, std::span<const Index>, const ndarray&)>
void bind_scatter(nb::class_<PyArray>& type, const char* name, const char* text) {
    type.def(
        name,
        [](const ndarray& a, Arg<"Index"> slices, ArrayArg value) { function(a, to_indices(slices.object), value); },
        "slices"_a.none(), "value"_a, text);
}

}  // namespace

void bind_indexing_functions(nb::module_& m) {
    const auto none = nb::none();
    auto& type = array_class();
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
    type.def(
        "compress",
        [](SelfArg a, ArrayArg condition, OptionalIntArg axis, OutArg out) {
            return out.or_new(compress(condition, a, axis, out));
        },
        "condition"_a, "axis"_a = none, "out"_a = none, doc("compress"));
    m.def(
        "select",
        [](ArraysArg condlist, Arg<"ndarray | Sequence[ArrayLike | numpy.ndarray]"> choicelist, OperandArg otherwise) {
            std::vector<ndarray> choices = arrays_beside(choicelist.object, {otherwise});
            const ndarray last = std::move(choices.back());
            choices.pop_back();
            return select(std::vector<ndarray>(condlist), choices, last);
        },
        "condlist"_a, "choicelist"_a, "default"_a = 0, doc("select"));
    bind_scatter<scatter_add>(type, "scatter_add", doc("scatter_add"));
    bind_scatter<scatter_max>(type, "scatter_max", doc("scatter_max"));
    bind_scatter<scatter_min>(type, "scatter_min", doc("scatter_min"));
}

}  // namespace cuprum::python
