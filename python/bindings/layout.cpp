// Where arrays lie in memory: questions that take any objects, and a pair of addresses.
#include "cuprum/layout.h"

#include "array.h"

namespace cuprum::python {
namespace {

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
    m.def(
        "byte_bounds",
        [](const ndarray& a) {
            const auto [low, high] = byte_bounds(a);
            return Typed<"tuple[int, int]">(nb::make_tuple(low, high));
        },
        "a"_a, doc("byte_bounds"));
    bind_question<may_share_memory, 0>(m, "may_share_memory", doc("may_share_memory"));
    bind_question<shares_memory, -1>(m, "shares_memory", doc("shares_memory"));
}

}  // namespace cuprum::python
