// The struct by which device/cuprum/engine/reduction.h knows a user's reduction.
#include "kernel/graph/template.h"
#include "kernel/user/reduction_state.h"

namespace cuprum {
namespace {

using kernel::PlannedReduction, kernel::text_type;

// Bytes that an accumulated type of unknown size is taken to have, and that it may have at most.
constexpr std::int64_t unknown_state = 256;

// The program's expressions stand in no class, whose members they would see in place of the program's functions.
constexpr const char* operation_template = R"(
#include <cuprum/user_kernel.h>
$preamble
typedef $reduce_type _type_reduce;
static_assert(sizeof(_type_reduce) <= $most_bytes, "reduce_type is too large");
$extra_struct
CUPRUM_DEVICE _type_reduce ${operation}_reduce(const _type_reduce& a, const _type_reduce& b) {
    return ($reduce_expr);
}
CUPRUM_DEVICE _type_reduce ${operation}_start() { return _type_reduce($identity); }
CUPRUM_DEVICE _type_reduce ${operation}_map($map_parameters) {
    $constants
    $numbers
    return static_cast<_type_reduce>($map_expr);
}
CUPRUM_DEVICE void ${operation}_post_map($post_map_parameters) {
    $constants_after
    $numbers_after
$post_map_expr;
}
struct $operation {
    using inputs = cuprum::types<$inputs>;
    using outputs = cuprum::types<$outputs>;
    using state = cuprum::types<$state_types>;
    using share = state;
    using brief = state;
    static constexpr bool narrow = false, ordered = false, begins = false, briefs = false;
    static constexpr bool spreads = $spreads;
    static constexpr bool cascade = $cascade;
    $updates
    static constexpr unsigned values = 0;
    static constexpr int state_bytes = $bytes;
    $extra_alias
    CUPRUM_DEVICE static void start($state) {
        _s = ${operation}_start();
        $nothing_yet
    }
    CUPRUM_DEVICE static void initial($state, const cuprum::ReductionTail&) {}
    CUPRUM_DEVICE static void accumulate($state, $elements, [[maybe_unused]] auto _index$extra) {
        const _type_reduce _a = ${operation}_map($map_arguments);
        $add
    }
    CUPRUM_DEVICE static void combine($state, $other) {
        $combine
    }
    CUPRUM_DEVICE static void finish($results, $whole_state, const cuprum::ReductionTail&$extra) {
        ${operation}_post_map($post_map_arguments);
    }
};
)";

/// What a reduction's functions take, and the declarations that stand in front of the user's expressions.
struct Declarations {
    std::vector<std::string> inputs, outputs;    ///< Types.
    std::vector<std::string> elements, results;  ///< Parameters of `accumulate` and of `finish`.
    std::vector<std::string> element_names, result_names;
    std::string members;                     ///< Of the struct `extra`.
    std::string extents;                     ///< Its first ones.
    std::string constants, constants_after;  ///< In the map, and in the post-map.
    std::string numbers, numbers_after;
    std::string windows;  ///< Arrays that begin where a number says.

    /// A scalar or a raw array, which comes in the struct `extra`.
    void add_extra(const KernelParameter& p, const std::string& type, const std::string& variable) {
        members += type + " " + p.name + ";\n";
        const std::string declared = "[[maybe_unused]] " + variable + ";\n";
        constants += declared;
        if (p.name != "a") constants_after += declared;
    }
    void add_parameter(const KernelParameter& p, DType type, int axes, bool contiguous, bool is_input) {
        if (axes < 0) {
            add_extra(p, "cuprum::user::scalar<" + p.ctype + ">",
                      kernel::declaration(p) + " = _extra." + p.name + ".value");
        } else if (p.raw) {
            const std::string array = std::string("CArray<") + (p.is_const ? "const " : "") + p.ctype + ", " +
                                      std::to_string(axes) + (contiguous ? ", true>" : ", false>");
            add_extra(p, array, "const " + array + "& " + p.name + " = _extra." + p.name);
        } else if (is_input) {
            inputs.push_back(text_type(type));
            elements.push_back(kernel::declaration(p));
            element_names.push_back(p.name);
        } else {
            outputs.push_back(text_type(type));
            results.push_back(p.ctype + "& " + p.name);
            result_names.push_back(p.name);
        }
    }
    /// The array of a parameter whose element the expressions see as well, or what one output is made of alone.
    void add_array(const KernelParameter& p, int axis_count, bool contiguous, bool window) {
        const std::string array = std::string("CArray<") + (p.is_const ? "const " : "") + p.ctype + ", " +
                                  std::to_string(axis_count) + (contiguous ? ", true>" : ", false>");
        members += array + " _raw_" + p.name + ";\n";
        if (window) {
            windows +=
                array + " _raw_" + p.name + " = _extra._raw_" + p.name + ";\n_raw_" + p.name + ".data_ += _window;\n";
            return;
        }
        const std::string declared =
            "[[maybe_unused]] const " + array + "& _raw_" + p.name + " = _extra._raw_" + p.name + ";\n";
        constants += declared;
        constants_after += declared;
    }
    void add_number(const std::string& name) {
        inputs.push_back("cuprum::counter");
        elements.push_back("const cuprum::counter& _counter" + name);
        element_names.push_back("_counter" + name);
        numbers += "[[maybe_unused]] ptrdiff_t " + name + " = _counter" + name + ";\n";
    }
    void add_number_after() {
        outputs.push_back("cuprum::counter");
        results.push_back("const cuprum::counter& _counter_i");
        result_names.push_back("_counter_i");
        numbers_after += "[[maybe_unused]] ptrdiff_t _i = _counter_i;\n";
    }
    /// `place` and `place_after` are what sets the index in the map and in the post-map, if it is more than a size.
    void add_index(const std::string& name, int axis_count, const char* place, const char* place_after) {
        const std::string n = std::to_string(axis_count),
                          declared = "[[maybe_unused]] const CIndexer<" + n + "> " + name + "(_extra." + name;
        extents += "cuprum::user::extent<" + n + "> " + name + ";\n";
        numbers += declared + place + ");\n";
        numbers_after += declared + place_after + ");\n";
    }
    std::string extra_struct(const std::string& name) const {
        if ((extents + members).empty()) return "";
        return kernel::fill("struct alignas(16) $name {\n    $members\n};\n",
                            {{"name", name}, {"members", extents + members}});
    }
};

}  // namespace

std::optional<DType> ReductionKernel::State::reduce_dtype(const DType* types) const {
    for (std::size_t k = 0; k < count(); ++k)
        if (parameter(k).ctype == reduce_type) return types[k];
    for (const DTypeInfo& d : dtype_table)
        if (reduce_type == text_type(d.dtype)) return d.dtype;
    return std::nullopt;
}

PlannedReduction ReductionKernel::State::make(const DType* types, const kernel::UserReductionTraits& traits) const {
    kernel::Reduction reduction;
    Declarations d;
    for (std::size_t k = 0; k < count(); ++k) {
        const bool is_input = k < in.size(), stored = traits.axes[k] == 0 && !parameter(k).raw;
        if (stored && is_input) reduction.map.add_input(types[k]);
        if (stored && !is_input) reduction.outputs.push_back(types[k]);
        d.add_parameter(parameter(k), types[k], traits.axes[k], traits.contiguous[k], is_input);
        if (uses.arrays[k] && traits.axes[k] >= 0)
            d.add_array(parameter(k), is_input ? traits.in_ndim : traits.out_ndim, traits.contiguous[k],
                        traits.windows);
    }
    for (const auto& [used, number] :
         {std::pair(uses.J, "_J"), {uses.j, "_j"}, {uses.i, "_i"}, {traits.windows, "_window"}}) {
        if (!used) continue;
        reduction.map.add_counter();
        d.add_number(number);
    }
    if (uses.out_i) {
        reduction.outputs.push_back(DType::int64);
        d.add_number_after();
    }
    if (uses.in_ind) d.add_index("_in_ind", traits.in_ndim, uses.in_place ? ", _j" : "", "");
    if (uses.out_ind)
        d.add_index("_out_ind", traits.out_ndim, uses.out_place ? ", _i" : "", uses.out_place_after ? ", _i" : "");

    const std::optional<DType> accumulated = reduce_dtype(types);
    const bool begins = !identity;  // the first element is the first value
    const std::int64_t bytes = (accumulated ? itemsize(*accumulated) : unknown_state) + (begins ? 1 : 0);
    reduction.cascade = !begins && accumulated && is_inexact(*accumulated);
    // Programs have no names that begin so.
    const std::string operation = "cuprum_" + name + "_operation", extra = operation + "_extra",
                      reduce = operation + "_reduce", extra_struct = d.extra_struct(extra);
    std::vector<std::string> map_parameters = d.elements, map_arguments = d.element_names,
                             post_map_parameters = d.results, post_map_arguments = d.result_names;
    post_map_parameters.push_back("const _type_reduce& a");
    post_map_arguments.push_back("_s");
    if (!extra_struct.empty())
        for (const auto& [parameters, arguments] :
             {std::pair(&map_parameters, &map_arguments), std::pair(&post_map_parameters, &post_map_arguments)}) {
            parameters->push_back("const " + extra + "& _extra");
            arguments->push_back("_extra");
        }
    std::string text = kernel::fill(
        operation_template,
        {{"preamble", kernel::record_header(std::span(types, count())) + compiler.definitions +
                          kernel::typedefs(*this, types) + options.preamble},
         {"reduce_type", reduce_type},
         {"most_bytes", unknown_state},
         {"operation", operation},
         {"inputs", kernel::listed(d.inputs)},
         {"outputs", kernel::listed(d.outputs)},
         {"state_types", begins ? "_type_reduce, bool" : "_type_reduce"},
         {"spreads", reduction.map.inputs.size() > 1},
         {"cascade", reduction.cascade},
         {"updates", traits.updates ? "static constexpr bool updates = true;" : ""},
         {"bytes", bytes},
         {"extra_struct", extra_struct},
         {"extra_alias", extra_struct.empty() ? "" : "using extra = " + extra + ";"},
         {"map_parameters", kernel::listed(map_parameters)},
         {"map_arguments", kernel::listed(map_arguments)},
         {"post_map_parameters", kernel::listed(post_map_parameters)},
         {"post_map_arguments", kernel::listed(post_map_arguments)},
         {"reduce_expr", reduce_expr},
         {"state", begins ? "_type_reduce& _s, bool& _any" : "_type_reduce& _s"},
         {"identity", identity.value_or("")},
         {"nothing_yet", begins ? "_any = false;" : ""},
         {"elements", kernel::listed(d.elements)},
         {"extra", extra_struct.empty() ? "" : ", const extra& _extra"},
         {"constants", d.constants},
         {"numbers", d.numbers + d.windows},
         {"map_expr", map_expr},
         {"add", begins ? "_s = _any ? " + reduce + "(_s, _a) : _a;\n_any = true;" : "_s = " + reduce + "(_s, _a);"},
         {"other", begins ? "const _type_reduce& _t, const bool& _more" : "const _type_reduce& _t"},
         {"combine", begins ? "_s = _any && _more ? " + reduce + "(_s, _t) : _any ? _s : _t;\n_any |= _more;"
                            : "_s = " + reduce + "(_s, _t);"},
         {"results", kernel::listed(d.results)},
         {"whole_state", begins ? "const _type_reduce& _s, const bool&" : "const _type_reduce& _s"},
         {"constants_after", d.constants_after},
         {"numbers_after", d.numbers_after},
         {"post_map_expr", post_map_expr}});
    reduction.name = name;
    reduction.user = kernel::UserReduction{std::move(text), operation, compiler.options, bytes};
    return PlannedReduction({types, types + in.size()}, std::move(reduction));
}

}  // namespace cuprum
