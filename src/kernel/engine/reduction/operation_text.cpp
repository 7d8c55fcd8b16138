// The struct by which device/cuprum/engine/reduction.h knows a reduction: the texts of its row, and what stands around
// them.
#include "kernel/engine/reduction/reduction.h"
#include "kernel/engine/reduction/split_list.h"
#include "kernel/graph/storage.h"
#include "kernel/graph/template.h"

namespace cuprum::kernel {
namespace {

constexpr const char* operation_template = R"(
namespace cuprum {
struct $name {
    using inputs = types<$inputs>;
    using outputs = types<$outputs>;
    using value = $value;
    using wide = $wide;
    using state = types<$state_types>;
    using share = types<$share_types>;
    using brief = types<$brief_types>;
    static constexpr bool narrow = !is_same<share, state>;
    static constexpr bool briefs = $briefs;
    static constexpr bool cascade = $cascade;
    static constexpr bool ordered = $ordered;
    static constexpr bool spreads = $spreads;
    static constexpr bool begins = $begins;
    static constexpr unsigned values = $values;
    $byte_sum
    $finds_place
    $element_bytes
    CUPRUM_DEVICE static void start($any_state) {
        $start
        $no_elements
    }
    CUPRUM_DEVICE static void add_value($any_state, $value_parameters, [[maybe_unused]] auto index) {
        $begin_if_first
        $add
        $one_more
    }
    CUPRUM_DEVICE static void accumulate($any_state, $elements, auto index) {
        $mapped
        $add_mapped
    }
    $begin
    $join
    CUPRUM_DEVICE static void widen($state, $shares, [[maybe_unused]] long long offset) {
        $widen
    }
    CUPRUM_DEVICE static void initial($state, const ReductionTail& tail) {
        $initial
    }
    CUPRUM_DEVICE static void combine($any_state, $any_other) {
        $combine
        $more
    }
    $combine_begun
    CUPRUM_DEVICE static void finish($results, $whole_state, const ReductionTail& tail) {
        [[maybe_unused]] const long long count = $count;
        [[maybe_unused]] const bool empty = $empty;
        [[maybe_unused]] const double parameter = tail.parameter;
        [[maybe_unused]] constexpr bool skips_nan = $skips_nan;
        $finish
    }
};
}
)";

std::string numbered(const char* prefix, std::size_t k) { return prefix + std::to_string(k); }

/// One variable of a state: `name` of the state that a function works on, `other` of one that it takes in.
struct Component {
    std::string type, share, brief, name, other;
    bool is_index;  // of an element: it moves with the part of the array that a thread has
};

/// The variables of a state, as parameters, arguments and statements.
class StateTexts {
public:
    StateTexts(const Reduction& r, const std::vector<std::string>& types, const std::vector<std::string>& shares) {
        for (std::size_t k = 0; k < types.size(); ++k) {
            const std::string& type = types[k];
            components_.push_back({type, shares[k],
                                   type == "wide"     ? "value"
                                   : type == "double" ? "float"
                                                      : type,
                                   numbered("s", k), numbered("t", k), r.indexed && type == "int64"});
        }
        if (r.counted) components_.push_back({"long long", "long long", "long long", "n", "m", false});
    }

    template <class Text>
    std::string list(Text text) const {
        return joined(components_.size(), ", ", [&](std::size_t k) { return text(components_[k]); });
    }
    template <class Text>
    std::string each(Text text) const {
        return lines(components_.size(), [&](std::size_t k) { return text(components_[k]); });
    }

    std::string types(std::string Component::* type) const {
        return list([&](const Component& c) { return c.*type; });
    }
    std::string names() const {
        return list([](const Component& c) { return c.name; });
    }
    /// Parameters: of any types, of the state's own, not to be changed, and of a state that is taken in.
    std::string any() const {
        return list([](const Component& c) { return "auto& " + c.name; });
    }
    std::string own() const {
        return list([](const Component& c) { return c.type + "& " + c.name; });
    }
    std::string whole() const {
        return list([](const Component& c) { return "const " + c.type + "& " + c.name; });
    }
    std::string any_taken_in() const {
        return list([](const Component& c) { return "const auto& " + c.other; });
    }
    std::string taken_in(std::string Component::* type) const {
        return list([&](const Component& c) { return "const " + c.*type + "& " + c.other; });
    }
    std::string widened() const {
        return each([](const Component& c) {
            return c.name + " = " + (c.is_index ? "moved_index(" + c.other + ", offset)" : c.other) + ";";
        });
    }

private:
    std::vector<Component> components_;
};

/// The types of elements, values and results.
struct OperandTexts {
    const Reduction& r;
    std::size_t inputs = r.map.inputs.size(), values = r.map.outputs.size(), outputs = r.outputs.size();

    std::string stored_type(std::size_t k) const { return input_type(r.map.inputs[k]); }
    std::string value_type(std::size_t k) const { return storage_type(r.map.outputs[k].storage); }
    std::string result_type(std::size_t k) const { return storage_type(r.outputs[k]); }

    std::string stored_types() const {
        return joined(inputs, ", ", [&](std::size_t k) { return stored_type(k); });
    }
    std::string result_types() const {
        return joined(outputs, ", ", [&](std::size_t k) { return result_type(k); });
    }
    std::string elements() const {
        return joined(inputs, ", ", [&](std::size_t k) { return "const " + stored_type(k) + "& " + numbered("a", k); });
    }
    std::string value_parameters() const {
        return joined(values, ", ", [&](std::size_t k) { return "const " + value_type(k) + "& " + numbered("x", k); });
    }
    std::string results() const {
        return joined(outputs, ", ", [&](std::size_t k) { return result_type(k) + "& " + numbered("r", k); });
    }
    /// From the elements a0, ... to the values x0, ...
    std::string mapped() const {
        return lines(values, [&](std::size_t k) { return value_type(k) + " " + numbered("x", k) + ";"; }) +
               statements(r.map, "a", "x");
    }
    std::string mapped_values() const {
        return joined(values, ", ", [&](std::size_t k) { return numbered("x", k); });
    }
    /// The condition by which an element takes part, or nothing where all do.
    std::string keep() const {
        std::string condition;
        if (r.masked) condition = numbered("a", inputs - 1);
        if (r.skip_nan) condition += std::string(condition.empty() ? "" : " & ") + "!isnan(x0)";
        return condition;
    }
    std::string finish() const {
        const std::vector<std::string> texts = split_list(r.finish, ';');
        return lines(outputs, [&](std::size_t k) {
            return numbered("r", k) + " = cuprum::cast<" + result_type(k) + ">(" + texts[k] + ");";
        });
    }
};

/// An element that is left out changes a copy of the state.
std::string add_mapped(const StateTexts& state, const OperandTexts& operands) {
    const std::string keep = operands.keep(), values = operands.mapped_values();
    if (keep.empty()) return "add_value(" + state.names() + ", " + values + ", index);";
    return fill(R"(
$copies
add_value($copied, $values, index);
const bool keep = $keep;
$chosen
)",
                {{"copies", state.each([](const Component& c) { return "auto u" + c.name + " = " + c.name + ";"; })},
                 {"copied", state.list([](const Component& c) { return "u" + c.name; })},
                 {"values", values},
                 {"keep", keep},
                 {"chosen", state.each([](const Component& c) {
                      return c.name + " = keep ? u" + c.name + " : " + c.name + ";";
                  })}});
}

/// The first element of a state, where it is known beforehand which one that is.
std::string begin_function(const Reduction& r, const StateTexts& state, const OperandTexts& operands) {
    return fill(
        R"(
CUPRUM_DEVICE static void begin($state, $elements, long long count) {
    $mapped
    $begin
    n = count;
}
)",
        {{"state", state.any()}, {"elements", operands.elements()}, {"mapped", operands.mapped()}, {"begin", r.begin}});
}

/// States that began with the same element.
std::string combine_begun(const Reduction& r, const StateTexts& state) {
    return fill(R"(
CUPRUM_DEVICE static void combine_begun($state, $other) {
    $combine
}
)",
                {{"state", state.own()}, {"other", state.taken_in(&Component::type)}, {"combine", r.combine_begun}});
}

/// Brief moments, in float32.
std::string join_functions(const Reduction& r, const StateTexts& state) {
    return fill(R"(
CUPRUM_DEVICE static void recenter($any_state, int count) {
    $recenter
}
CUPRUM_DEVICE static void join($state, $other, int count) {
    $join
}
)",
                {{"any_state", state.any()},
                 {"recenter", r.recenter},
                 {"state", state.own()},
                 {"other", state.taken_in(&Component::brief)},
                 {"join", r.join}});
}

/// Elements of one byte that are summed as they are: a GPU adds four of them in one instruction.
std::string byte_sum(const Reduction& r, const OperandTexts& operands) {
    const DType stored = r.map.inputs[0];
    const bool sums = r.sums && r.map.steps.empty() && operands.inputs == 1 && operands.values == 1 &&
                      operands.keep().empty() && (stored == DType::int8 || stored == DType::uint8);
    return sums ? "static constexpr bool byte_sum = is_same<share, types<int>>;" : "";
}

/// The place of an extreme among elements as they are: a CPU finds the extreme of a block first, then its place.
std::string finds_place(const Reduction& r, const OperandTexts& operands) {
    const bool finds = r.indexed && r.map.steps.empty() && operands.inputs == 1 && operands.values == 1 &&
                       operands.keep().empty() && r.map.inputs[0] == r.map.outputs[0].storage &&
                       is_number(r.map.inputs[0]);
    return finds ? "static constexpr bool finds_place = true;" : "";
}

/// `initial=` of a call, which is added as an element is.
std::string add_initial(const StateTexts& state) {
    return fill(R"(
value x;
CUPRUM_BUILTIN(memcpy)(&x, tail.initial, sizeof x);
add_value($state, x, 0);
)",
                {{"state", state.names()}});
}

}  // namespace

std::string ReductionKernel::operation(const std::string& op) const {
    const Reduction& r = reduction_;
    const StateTexts state(r, state_types_, share_types_);
    const OperandTexts operands{r};
    const DType value = r.map.outputs[0].storage;
    // Where elements may be left out, the first one is not known beforehand.
    const bool begins = !r.begin.empty() && operands.keep().empty();
    const bool in_float = begins && !r.join.empty() && (value == DType::float32 || value == DType::complex64);
    return fill(
        operation_template,
        {{"name", op},
         {"inputs", operands.stored_types()},
         {"outputs", operands.result_types()},
         {"value", operands.value_type(0)},
         {"wide", is_complex(value) ? "complex128" : "double"},
         {"state_types", state.types(&Component::type)},
         {"share_types", state.types(&Component::share)},
         {"brief_types", state.types(&Component::brief)},
         {"briefs", in_float},
         {"cascade", r.cascade},
         {"ordered", r.indexed},
         {"spreads", operands.inputs > 1},
         {"begins", begins},
         {"values", r.values},
         {"byte_sum", byte_sum(r, operands)},
         {"finds_place", finds_place(r, operands)},
         {"element_bytes",
          r.element_bytes ? "static constexpr int element_bytes = " + std::to_string(r.element_bytes) + ";" : ""},
         {"any_state", state.any()},
         {"start", r.start},
         {"no_elements", r.counted ? "n = 0;" : ""},
         {"value_parameters", operands.value_parameters()},
         {"begin_if_first", r.begin.empty() || begins ? "" : "if (n == 0) {\n    " + r.begin + "\n}"},
         {"add", r.add},
         {"one_more", r.counted && !begins ? "n += 1;" : ""},
         {"elements", operands.elements()},
         {"mapped", operands.mapped()},
         {"add_mapped", add_mapped(state, operands)},
         {"begin", begins ? begin_function(r, state, operands) : ""},
         {"join", in_float ? join_functions(r, state) : ""},
         {"state", state.own()},
         {"shares", state.taken_in(&Component::share)},
         {"widen", state.widened()},
         {"initial", operands.values == 1 ? add_initial(state) : ""},
         {"any_other", state.any_taken_in()},
         {"combine_begun", begins ? combine_begun(r, state) : ""},
         {"combine", r.combine},
         {"more", r.counted ? "n += m;" : ""},
         {"results", operands.results()},
         {"whole_state", state.whole()},
         {"count", r.counted ? "n" : "tail.count"},
         {"empty", r.counted ? "n == 0" : "false"},
         {"skips_nan", r.skip_nan},
         {"finish", operands.finish()}});
}

}  // namespace cuprum::kernel
