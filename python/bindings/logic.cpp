// `where` and `clip`, whose arguments tell what they mean, and methods that no function is like.
#include "cuprum/logic.h"

#include "array.h"
#include "cuprum/indexing.h"

namespace cuprum::python {
namespace {

struct OptionalOperandArg : OperandArg {
    CUPRUM_TAKES("ArrayLike | numpy.ndarray", true)
    std::optional<Operand> operand() const { return is_none() ? std::nullopt : std::optional(Operand(*this)); }
};

struct OptionalDeviceOperandArg : DeviceOperandArg {
    CUPRUM_TAKES("ArrayLike", true)
};

Typed<"tuple[ndarray, ...] if x is None else ndarray"> where_of(DeviceOperandArg condition, OptionalDeviceOperandArg x,
                                                                OptionalDeviceOperandArg y) {
    if (x.is_none() && y.is_none()) return wrap_tuple(nonzero(condition.get()));
    if (x.is_none() || y.is_none()) throw ValueError("either both or neither of x and y should be given");
    return wrap_object(where(condition, x, y));
}

void bind_selection(nb::module_& m) {
    const auto none = nb::none();
    auto& type = array_class();
    m.def("where", where_of, "condition"_a, "x"_a = none, "y"_a = none, doc("where"));
    auto clip_to = [](ArrayArg a, OptionalOperandArg low, OptionalOperandArg high, OutArg out, OptionalOperandArg min,
                      OptionalOperandArg max, OptionalDTypeArg dtype, CastingArg casting) {
        // Both bounds are given, of which None is none; an ellipsis stands for neither.
        if (low.object == Py_Ellipsis || high.object == Py_Ellipsis) {
            if (low.object != high.object)
                throw TypeError(std::string("clip() missing 1 required positional argument: '") +
                                (low.object == Py_Ellipsis ? "a_min'" : "a_max'"));
            low.object = high.object = Py_None;
        }
        if ((!low.is_none() || !high.is_none()) && (!min.is_none() || !max.is_none()))
            throw ValueError(
                "clip: `min` and `max` are `a_min` and `a_max` by other names; give either these or those");
        if (a.is_foreign())
            return numpys_method("clip", a,
                                 {{"min", (low.is_none() ? min : low).object},
                                  {"max", (high.is_none() ? max : high).object},
                                  {"out", out.object},
                                  {"dtype", dtype.object},
                                  {"casting", casting.object}});
        return out.or_new(clip(a, (low.is_none() ? min : low).operand(), (high.is_none() ? max : high).operand(), out,
                               dtype, casting));
    };
    m.def("clip", clip_to, "a"_a, "a_min"_a.sig("...") = nb::ellipsis(), "a_max"_a.sig("...") = nb::ellipsis(),
          "out"_a = none, nb::kw_only(), "min"_a = none, "max"_a = none, "dtype"_a = none, "casting"_a = "same_kind",
          doc("clip"));
    type.def(
        "clip",
        [](SelfArg a, OptionalOperandArg min, OptionalOperandArg max, OutArg out, OptionalDTypeArg dtype,
           CastingArg casting) { return out.or_new(clip(a, min.operand(), max.operand(), out, dtype, casting)); },
        "min"_a = none, "max"_a = none, "out"_a = none, nb::kw_only(), "dtype"_a = none, "casting"_a = "same_kind",
        doc("clip"));
}

void bind_rounding() {
    const auto none = nb::none();
    auto& type = array_class();
    type.def(
        "__round__",
        [](SelfArg a, OptionalIntArg digits) { return round(a, std::optional<std::int64_t>(digits).value_or(0)); },
        "ndigits"_a = none);
}

void bind_conjugates() {
    auto& type = array_class();
    for (const char* name : {"conj", "conjugate"})
        type.def(
            name,
            [](SelfArg self) {
                const ndarray& a = unwrap(self.ptr());
                return is_complex(a.dtype()) ? wrap_copy(self.ptr(), conjugate(a)) : nb::borrow<Array>(self);
            },
            "The complex conjugates; itself where the elements are real.");
}

}  // namespace

void bind_logic(nb::module_& m) {
    bind_selection(m);
    bind_rounding();
    bind_conjugates();
}

}  // namespace cuprum::python
