// The struct by which device/cuprum/reduction.h knows a reduction: the texts of its row, and what stands around them.
#include "kernel/engine/reduction/reduction.h"
#include "kernel/engine/reduction/split_list.h"
#include "kernel/graph/storage.h"
#include "kernel/graph/template.h"

namespace cuprum::kernel {
namespace {

/// One variable of a state: `name` of the state that a function works on, `other` of one that it takes in.
struct Component {
    std::string type, share, brief, name, other;
    bool is_index;  // of an element: it moves with the part of the array that a thread has
};

}  // namespace

std::string ReductionKernel::operation(const std::string& op) const {
    const Reduction& r = reduction_;
    const auto numbered = [](const char* prefix, std::size_t k) { return prefix + std::to_string(k); };

    std::vector<Component> state;
    for (std::size_t k = 0; k < state_types_.size(); ++k) {
        const std::string& type = state_types_[k];
        state.push_back({type, share_types_[k],
                         type == "wide"     ? "value"
                         : type == "double" ? "float"
                                            : type,
                         numbered("s", k), numbered("t", k), r.indexed && type == "int64"});
    }
    if (r.counted) state.push_back({"long long", "long long", "long long", "n", "m", false});
    const auto components = [&](auto text) {
        return joined(state.size(), ", ", [&](std::size_t k) { return text(state[k]); });
    };
    const auto each_component = [&](auto text) {
        return lines(state.size(), [&](std::size_t k) { return text(state[k]); });
    };
    const auto taken_in = [&](std::string Component::* type) {
        return components([&](const Component& c) { return "const " + c.*type + "& " + c.other; });
    };

    const std::size_t inputs = r.map.inputs.size(), values = r.map.outputs.size(), outputs = r.outputs.size();
    const auto stored_type = [&](std::size_t k) { return input_type(r.map.inputs[k]); };
    const auto value_type = [&](std::size_t k) { return storage_type(r.map.outputs[k].storage); };
    const auto result_type = [&](std::size_t k) { return storage_type(r.outputs[k]); };
    const DType value = r.map.outputs[0].storage;
    const std::vector<std::string> results = split_list(r.finish, ';');

    // What decides whether an element takes part.
    std::string keep;
    if (r.masked) keep = numbered("a", inputs - 1);
    if (r.skip_nan) keep += std::string(keep.empty() ? "" : " & ") + "!isnan(x0)";
    // Where elements may be left out, the first one is not known beforehand.
    const bool begins = !r.begin.empty() && keep.empty();
    const bool in_float = begins && !r.join.empty() && (value == DType::float32 || value == DType::complex64);

    const std::string elements =
        joined(inputs, ", ", [&](std::size_t k) { return "const " + stored_type(k) + "& " + numbered("a", k); });
    const std::string any_state = components([](const Component& c) { return "auto& " + c.name; }),
                      own_state = components([](const Component& c) { return c.type + "& " + c.name; });
    const std::string mapped =
        lines(values, [&](std::size_t k) { return value_type(k) + " " + numbered("x", k) + ";"; }) +
        statements(r.map, "a", "x");
    const std::string mapped_values = joined(values, ", ", [&](std::size_t k) { return numbered("x", k); });

    // An element that is left out changes a copy of the state.
    const std::string add_mapped =
        keep.empty()
            ? "add_value(" + components([](const Component& c) { return c.name; }) + ", " + mapped_values + ", index);"
            : fill(R"(
$copies
add_value($copied, $values, index);
const bool keep = $keep;
$chosen
)",
                   {{"copies",
                     each_component([](const Component& c) { return "auto u" + c.name + " = " + c.name + ";"; })},
                    {"copied", components([](const Component& c) { return "u" + c.name; })},
                    {"values", mapped_values},
                    {"keep", keep},
                    {"chosen", each_component([](const Component& c) {
                         return c.name + " = keep ? u" + c.name + " : " + c.name + ";";
                     })}});
    const std::string begin =
        !begins ? ""
                : fill(R"(
CUPRUM_DEVICE static void begin($state, $elements, long long count) {
    $mapped
    $begin
    n = count;
}
)",
                       {{"state", any_state}, {"elements", elements}, {"mapped", mapped}, {"begin", r.begin}});
    const std::string join = !in_float ? ""
                                       : fill(R"(
CUPRUM_DEVICE static void recenter($any_state, int count) {
    $recenter
}
CUPRUM_DEVICE static void join($state, $other, int count) {
    $join
}
)",
                                              {{"any_state", any_state},
                                               {"recenter", r.recenter},
                                               {"state", own_state},
                                               {"other", taken_in(&Component::brief)},
                                               {"join", r.join}});
    const std::string initial = values != 1 ? ""
                                            : fill(R"(
value x;
CUPRUM_BUILTIN(memcpy)(&x, tail.initial, sizeof x);
add_value($state, x, 0);
)",
                                                   {{"state", components([](const Component& c) { return c.name; })}});
    return fill(
        R"(
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
    CUPRUM_DEVICE static void combine($state, $other_state) {
        $combine
        $more
    }
    CUPRUM_DEVICE static void finish($results, $whole_state, const ReductionTail& tail) {
        [[maybe_unused]] const long long count = $count;
        [[maybe_unused]] const bool empty = $empty;
        [[maybe_unused]] const double parameter = tail.parameter;
        [[maybe_unused]] constexpr bool skips_nan = $skips_nan;
        $finish
    }
};
}
)",
        {{"name", op},
         {"inputs", joined(inputs, ", ", stored_type)},
         {"outputs", joined(outputs, ", ", result_type)},
         {"value", value_type(0)},
         {"wide", is_complex(value) ? "complex128" : "double"},
         {"state_types", components([](const Component& c) { return c.type; })},
         {"share_types", components([](const Component& c) { return c.share; })},
         {"brief_types", components([](const Component& c) { return c.brief; })},
         {"briefs", in_float},
         {"cascade", r.cascade},
         {"ordered", r.indexed},
         {"spreads", inputs > 1},
         {"begins", begins},
         {"values", r.values},
         {"any_state", any_state},
         {"start", r.start},
         {"no_elements", r.counted ? "n = 0;" : ""},
         {"value_parameters",
          joined(values, ", ", [&](std::size_t k) { return "const " + value_type(k) + "& " + numbered("x", k); })},
         {"begin_if_first", r.begin.empty() || begins ? "" : "if (n == 0) {\n    " + r.begin + "\n}"},
         {"add", r.add},
         {"one_more", r.counted && !begins ? "n += 1;" : ""},
         {"elements", elements},
         {"mapped", mapped},
         {"add_mapped", add_mapped},
         {"begin", begin},
         {"join", join},
         {"state", own_state},
         {"shares", taken_in(&Component::share)},
         {"widen", each_component([](const Component& c) {
              return c.name + " = " + (c.is_index ? "moved_index(" + c.other + ", offset)" : c.other) + ";";
          })},
         {"initial", initial},
         {"other_state", taken_in(&Component::type)},
         {"combine", r.combine},
         {"more", r.counted ? "n += m;" : ""},
         {"results", joined(outputs, ", ", [&](std::size_t k) { return result_type(k) + "& " + numbered("r", k); })},
         {"whole_state", components([](const Component& c) { return "const " + c.type + "& " + c.name; })},
         {"count", r.counted ? "n" : "tail.count"},
         {"empty", r.counted ? "n == 0" : "false"},
         {"skips_nan", r.skip_nan},
         {"finish", lines(outputs, [&](std::size_t k) {
              return numbered("r", k) + " = cuprum::cast<" + result_type(k) + ">(" + results[k] + ");";
          })}});
}

}  // namespace cuprum::kernel
