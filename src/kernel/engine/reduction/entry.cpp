// The entries, and the functions that are made of them with their documentation.
#include "kernel/engine/reduction/entry.h"

#include <algorithm>
#include <vector>

namespace cuprum {
namespace kernel {
namespace {

constexpr ReductionEntry table[] = {
#define CUPRUM_REDUCTION(id, form, ...) {.name = python_name(#id), .kind = ReductionKind::form, __VA_ARGS__},
#define CUPRUM_REDUCTION_WITHOUT_NAN(...)
#define CUPRUM_REDUCTION_ALIAS(...)
#include "cuprum/reductions.def"
};
static_assert(std::ranges::all_of(table,
                                  [](const ReductionEntry& entry) { return !*entry.begin == !*entry.combine_begun; }));

const char* axis_text(const ReductionEntry& entry) {
    return entry.kind == ReductionKind::index
               ? "the axis to search along; where none is given, the array is searched as if flattened in C order."
               : "axis or axes to reduce; all of them where none is given. Negative axes count from the last one.";
}

const char* dtype_text(const ReductionEntry& entry) {
    switch (entry.types) {
        case Types::sum:
            return "dtype to compute in and of the result. Where none is given: int64 for bool and for signed "
                   "integers,\n"
                   "        uint64 for unsigned ones, and `a`'s own for all others.";
        case Types::mean:
            return "dtype to compute in and of the result. Where none is given: float64 for bool and integers, and "
                   "`a`'s\n"
                   "        own for all others; 16-bit floats are computed with in float32 in any case.";
        case Types::variance:
            return "dtype to compute in. Where none is given: float64 for bool and integers, and `a`'s own for all\n"
                   "        others. The sums are kept in double in any case.";
        case Types::index:
            return "dtype of the result; int64 where none is given. An `out` array is of int64 in any case.";
        default: return "dtype to compute in and of the result; `a`'s own where none is given.";
    }
}

/// `function` tells of the function, `entry` what it computes.
std::string documentation(const ReductionEntry& function, const ReductionEntry& entry) {
    using enum ReductionKind;
    const auto is = [&](auto... kinds) { return ((entry.kind == kinds) || ...); };
    const bool places = is(index);
    std::string text =
        std::string(function.doc) + "\n\nParameters\n    a: array.\n    axis: " + axis_text(entry) + "\n";
    if (is(total, mean, spread, index)) text += std::string("    dtype: ") + dtype_text(entry) + "\n";
    if (places)
        text +=
            "    out: int64 array to put the result into, which is then returned. It must have the result's shape.\n";
    else if (!is(count))
        text +=
            "    out: array to put the result into, which is then returned. It must have the result's shape; values "
            "are "
            "cast\n        to its dtype.\n";
    if (is(spread))
        text += "    ddof, correction: what to subtract from the number of elements before dividing by it.\n";
    text +=
        "    keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.\n";
    if (is(total, extremum))
        text += std::string("    initial: value to start from.") +
                (entry.identity ? "" : " It makes the reduction of no elements possible.") + "\n";
    if (is(total, extremum, mean, spread, truth))
        text += std::string("    where: bool array that broadcasts to `a`; elements where it is false take no part.") +
                (entry.identity || is(truth) ? "" : " It needs `initial`.") + "\n";
    if (is(spread)) text += "    mean: the means where they are known, in a shape that broadcasts against `a`.\n";
    text += std::string("Returns\n    ") + function.returns +
            "\nRaises\n    AxisError: an axis that `a` does not have. " +
            (places ? "TypeError: several axes, or an `out` of another dtype.\n        ValueError: no elements, or an "
                      "`out` of another shape."
             : is(count) ? "ValueError: an axis that is given twice."
                         : "ValueError: an axis that is given twice, or an `out` of another\n        shape.") +
            (is(extremum) ? " ValueError: no elements, or `where`, without `initial`." : "");
    if (is(truth) && !entry.identity) text += " ValueError: no elements.";
    if (*function.raises) text += std::string(" ") + function.raises;
    std::string example = function.example;
    for (std::size_t at = 0; (at = example.find('\n', at)) != std::string::npos; at += 5)
        example.insert(at + 1, "    ");
    return text + "\nExample\n    " + example + "\n";
}

std::vector<ReductionFunction> make_functions() {
    static constexpr const char* kinds[] = {"total", "extremum", "truth", "index", "count", "mean", "spread", "none"};
    static constexpr const char* types[] = {"sum", "same", "truth", "index", "count", "mean", "variance"};
    std::vector<ReductionFunction> functions;
    const auto add = [&](std::string_view name, const ReductionEntry& function, ReductionId id) {
        const ReductionEntry& entry = entry_of(id);
        if (function.kind == ReductionKind::none) return;
        functions.push_back({std::string(name), kinds[static_cast<int>(function.kind)],
                             types[static_cast<int>(entry.types)], documentation(function, entry), function.method});
    };
#define CUPRUM_REDUCTION(id, ...) add(python_name(#id), entry_of(ReductionId::id), ReductionId::id);
#define CUPRUM_REDUCTION_WITHOUT_NAN(id, entry, form, ...) \
    add(#id, {.name = #id, .kind = ReductionKind::form, __VA_ARGS__}, ReductionId::entry);
#define CUPRUM_REDUCTION_ALIAS(alias, id, form)         \
    add(#alias,                                         \
        {.name = #alias,                                \
         .kind = ReductionKind::form,                   \
         .doc = "Another name of `" #id "`.",           \
         .returns = entry_of(ReductionId::id).returns,  \
         .raises = entry_of(ReductionId::id).raises,    \
         .example = entry_of(ReductionId::id).example}, \
        ReductionId::id);
#include "cuprum/reductions.def"
    return functions;
}

}  // namespace

const ReductionEntry& entry_of(ReductionId id) { return table[static_cast<std::size_t>(id)]; }

}  // namespace kernel

const std::vector<ReductionFunction>& reduction_functions() {
    static const auto& functions = *new std::vector<ReductionFunction>(kernel::make_functions());
    return functions;
}

}  // namespace cuprum
