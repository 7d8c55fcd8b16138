// From a row of distributions.def to numbers.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/random.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/random/parameter_domain.h"
#include "kernel/random/random_samples.h"
#include "numpy/random/draws.h"
#include "numpy/random/random_kernel.h"

namespace cuprum::random {

namespace {

#define CUPRUM_DISTRIBUTION(...) +1
constexpr std::size_t row_count = 0
#include "cuprum/distributions.def"
    ;

// Where a parameter may lie: the ends, what belongs to it, and how errors say what is wrong. In the order of Domain.
// Scales of -0 are negative, as in NumPy.
struct Bounds {
    const char* name;
    double least, most;
    unsigned parts;
    const char* fault;
};
constexpr double infinite = HUGE_VAL, largest_rate = 9.223372006484771e18;  // ten deviations below the largest int64
constexpr unsigned least = domain_has_least, most = domain_has_most, nan = domain_has_nan,
                   both_zeros = domain_has_negative_zero, ends = least | most;
constexpr Bounds bounds[] = {{"any", -infinite, infinite, ends | nan | both_zeros, ""},
                             {"positive", 0, infinite, most | nan, " <= 0"},
                             {"nonnegative", 0, infinite, ends | nan, " < 0"},
                             {"amount", 0, infinite, most, " <= 0 or contains NaNs"},
                             {"rate", 0, largest_rate, ends | both_zeros, " < 0, too large or NaN"},
                             {"count", 0, infinite, ends | both_zeros, " < 0"},
                             {"probability", 0, 1, ends | both_zeros, " < 0, p > 1 or p is NaN"},
                             {"chance", 0, 1, most, " <= 0, p > 1 or p contains NaNs"},
                             {"part", 0, 1, least | both_zeros, " < 0, p >= 1 or p is NaN"},
                             {"above_one", 1, infinite, most, " <= 1 or is NaN"}};

// "a:positive scale=1.0:nonnegative"
std::vector<Parameter> parse(std::string_view rest) {
    std::vector<Parameter> result;
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        const auto equals = word.find('='), colon = word.find(':');
        const std::string_view domain = word.substr(colon + 1);
        const auto found = std::ranges::find(bounds, domain, &Bounds::name);
        result.push_back(
            {std::string(word.substr(0, std::min(equals, colon))), static_cast<Domain>(found - bounds), {}});
        if (equals != word.npos) result.back().standard = std::stod(std::string(word.substr(equals + 1)));
    }
    return result;
}

}  // namespace

std::span<const Distribution> distributions() {
    using enum Distribution::Source;
#define CUPRUM_DISTRIBUTION(name, count, parameters, source, result, statement, doc) \
    {#name, parse(parameters), source, result[0] == 'i', statement, doc},
    static const Distribution rows[] = {
#include "cuprum/distributions.def"
    };
    return rows;
}

const Distribution& distribution(std::string_view name) {
    static const auto by_name = [] {
        std::map<std::string_view, const Distribution*> result;
        for (const Distribution& row : distributions()) result[row.name] = &row;
        return result;
    }();
    auto found = by_name.find(name);
    if (found == by_name.end()) throw ValueError("there is no distribution '" + std::string(name) + "'");
    return *found->second;
}

namespace {

bool everywhere(const ndarray& flags) { return all(flags).item().to_bool(); }

void check(const Parameter& parameter, const Operand& value) {
    if (parameter.domain == Domain::any) return;
    const Bounds& d = bounds[static_cast<std::size_t>(parameter.domain)];
    const auto is_good = [&](double x) { return lies_in_domain(x, d.least, d.most, d.parts); };
    bool good;
    if (!value.is_array()) {
        good = is_good(value.scalar().to_double());
    } else if (value.array().size() <= 4096) {  // a copy to the host takes less than a reduction
        good = std::ranges::all_of(
            value.array().astype(DType::float64, 'K', Casting::unsafe, false).to_vector<double>(), is_good);
    } else {
        static const ReductionKernel all_lie(
            "T x, float64 least, float64 most, uint32 parts", "bool y",
            "cuprum::lies_in_domain(static_cast<double>(x), least, most, parts)", "a && b", "y = a", "true",
            "cuprum_random_domain", {.reduce_type = "bool", .preamble = "#include <cuprum/parameter_domain.h>\n"});
        const Operand operands[] = {value, d.least, d.most, Scalar(std::uint64_t(d.parts))};
        ndarray result;
        all_lie.call(operands, {}, &result);
        good = result.item().to_bool();
    }
    if (!good) throw ValueError(parameter.name + d.fault);
}

// What parameters must be to each other.
void check_together(const Distribution& row, std::span<const Operand> p) {
    static const Distribution &triangular = distribution("triangular"),
                              &hypergeometric = distribution("hypergeometric"), &uniform = distribution("uniform");
    if (&row != &triangular && &row != &hypergeometric && &row != &uniform) return;
    const bool scalars = std::ranges::none_of(p, &Operand::is_array);
    const auto number = [&](std::size_t k) { return p[k].scalar().to_double(); };
    const auto holds = [&](const Ufunc& compare, const Operand& a, const Operand& b) {
        ndarray flags;
        compare.call(std::array{a, b}, {}, &flags);
        return any(flags).item().to_bool();
    };
    if (&row == &uniform) {
        if (scalars ? !std::isfinite(number(1) - number(0)) : !everywhere(isfinite(subtract(p[1], p[0]))))
            throw OverflowError("high - low range exceeds valid bounds");
    } else if (&row == &triangular) {
        if (scalars ? number(0) > number(1) : holds(greater, p[0], p[1])) throw ValueError("left > mode");
        if (scalars ? number(1) > number(2) : holds(greater, p[1], p[2])) throw ValueError("mode > right");
        if (scalars ? number(0) == number(2) : holds(equal, p[0], p[2])) throw ValueError("left == right");
    } else if (scalars ? number(0) + number(1) < number(2) : holds(less, add(p[0], p[1]), p[2])) {
        throw ValueError("ngood + nbad < nsample");
    }
}

std::size_t number_of(const Distribution& row) {
    const auto number = static_cast<std::size_t>(&row - distributions().data());
    if (number >= row_count) throw ValueError(std::string(row.name) + " is not a row of distributions()");
    return number;
}

bool gives(const Distribution& row, DType dtype) {
    return dtype == DType::float32 || dtype == DType::float64 || (row.is_integer && is_integer(dtype));
}

DType result_type(const Distribution& row, const Type& dtype) {
    if (!dtype) return row.is_integer ? DType::int64 : DType::float64;
    if (!gives(row, *dtype))
        throw TypeError(std::string("Unsupported dtype dtype('") + info(*dtype).name + "') for " + row.name +
                        ": it gives " + (row.is_integer ? "integers, float64 or float32" : "float64 or float32"));
    return *dtype;
}

// Of what `fill` gave.
const ElementwiseKernel& kernel_of(const Distribution& row) {
    static KernelSlot slots[row_count];
    return slots[number_of(row)].get([&] {
        std::string inputs = row.source == Distribution::Source::normal ? "T z" : "T u";
        for (const Parameter& p : row.parameters) inputs += ", T " + p.name;
        // The library's own functions, not C's of the same names.
        const std::string statement =
            std::string(
                "using cuprum::exp, cuprum::expm1, cuprum::log, cuprum::log1p, cuprum::pow, cuprum::sqrt, "
                "cuprum::tan; ") +
            row.statement;
        return random_kernel(inputs, "T y", statement, row.name);
    });
}

constexpr const char* engine_names[] = {"PhiloxEngine", "XorwowEngine", "MrgEngine", "ElementEngine"};

// Of an engine for each element.
kernel::ElementwiseKernel& kernel_of(const Distribution& row, EngineKind kind, DType type) {
    static kernel::KernelTable<kernel::ElementwiseKernel> kernels;
    return kernels.get(kernel::KernelKey(number_of(row), kind, type), [&] {
        const std::string name = std::string("cuprum_random_") + row.name, operation = name + "_operation";
        std::string types =
            kernel::storage_type(type) + ", " + engine_names[static_cast<std::size_t>(kind)] + ", " + row.statement;
        kernel::Expression operands;
        for (int k = 0; k < 2; ++k) operands.add_input(DType::uint64);  // the seed and the first element's number
        for (std::size_t k = 0; k < row.parameters.size(); ++k) {
            operands.add_input(DType::float64);
            types += ", double";
        }
        operands.add_counter();
        kernel::Expression::Step step;  // what the text does
        step.out_types = {type};
        step.cost = Cost::expensive;
        operands.outputs.push_back({operands.add_step(std::move(step)), type});
        const std::string text = "#include <cuprum/random/samples.h>\nnamespace cuprum {\nusing " + operation +
                                 " = random_samples<" + types + ">;\n}\n";
        return kernel::ElementwiseKernel(name, std::move(operands), {text, "cuprum::" + operation, {}});
    });
}

// Parameters that are the same for each row of the result, on devices that have a kernel for them.
std::optional<std::vector<kernel::SampleParameter>> parameters_of_rows(std::span<const Operand> given,
                                                                       std::span<const ndarray> converted,
                                                                       const Shape& shape) {
    if (!runtime::device_traits().thread_blocks || given.size() > kernel::max_sample_parameters) return {};
    std::vector<kernel::SampleParameter> parameters(given.size());
    for (std::size_t k = 0; k < given.size(); ++k) {
        if (!given[k].is_array()) {
            parameters[k].value = given[k].scalar().to_double();
            continue;
        }
        const ndarray& row = converted[k];
        if (row.ndim() != 1 || shape.size() < 2 || row.size() != shape.back() || !row.is_c_contiguous()) return {};
        parameters[k].row = &row;
    }
    return parameters;
}

}  // namespace

ndarray Source::draw(const Distribution& row, std::span<const Operand> given, const Size& size, const Type& dtype) {
    const std::vector<Parameter>& parameters = row.parameters;
    if (given.size() != parameters.size())
        throw TypeError(std::string(row.name) + " takes " + std::to_string(parameters.size()) + " parameters, not " +
                        std::to_string(given.size()));
    const bool is_cast = dtype && casts_numbers() && row.source == Distribution::Source::engine && is_number(*dtype) &&
                         !is_complex(*dtype) && !gives(row, *dtype);
    if (is_cast) return draw(row, given, size).astype(*dtype);
    result_type(row, dtype);
    for (std::size_t k = 0; k < given.size(); ++k) {
        if (is_complex(given[k].dtype()))
            throw TypeError("parameter " + parameters[k].name + " of " + row.name + " is complex");
        check(parameters[k], given[k]);
    }
    check_together(row, given);
    return draw_within(row, given, size, dtype);
}

ndarray Source::draw_within(const Distribution& row, std::span<const Operand> given, const Size& size,
                            const Type& dtype) {
    const DType type = result_type(row, dtype);

    // Parameters are of one dtype, and broadcast to the result.
    const bool by_engine = row.source == Distribution::Source::engine;
    const DType parameter_type = by_engine ? DType::float64 : type;
    std::vector<ndarray> converted(given.size());
    std::vector<Operand> operands;
    std::vector<Shape> shapes;
    for (std::size_t k = 0; k < given.size(); ++k) {
        if (given[k].is_array()) {
            shapes.push_back(given[k].array().shape());
            converted[k] = given[k].array().astype(parameter_type, 'K', Casting::unsafe, false);
            operands.emplace_back(converted[k]);
        } else {
            operands.emplace_back(given[k].scalar().as(parameter_type));
        }
    }
    const Shape together = broadcast_shapes(shapes), shape = size.value_or(together);
    if (size && broadcast_shapes(std::vector<Shape>{together, shape}) != shape)
        throw ValueError("the parameters of " + std::string(row.name) + " broadcast to " + to_string(together) +
                         ", which does not fit size " + to_string(shape));
    const bool is_as_drawn = given.empty() && row.source == Distribution::Source::normal;
    ndarray out = is_as_drawn ? new_draw(shape, type) : empty(shape, type);
    if (out.size() == 0) return out;
    if (by_engine) {
        const Engine made = engine(out.size());
        if (const auto parameters = parameters_of_rows(given, converted, shape)) {
            const auto kind = static_cast<std::size_t>(made.kind);
            kernel::fill_samples(out, {kind, number_of(row), engine_names[kind], row.statement}, *parameters, made.seed,
                                 made.first);
            return out;
        }
        const ndarray number = kernel::counter(shape, contiguous_strides(shape, 1));
        std::vector<kernel::KernelOperand> all(given.size() + 4);
        all.front().array = &out;
        all[1].set(Scalar::strong(made.seed), DType::uint64);
        all[2].set(Scalar::strong(made.first), DType::uint64);
        for (std::size_t k = 0; k < given.size(); ++k) {
            if (given[k].is_array()) all[3 + k].array = &converted[k];
            else all[3 + k].set(given[k].scalar(), DType::float64);
        }
        all.back().array = &number;
        kernel_of(row, made.kind, type).run(all, shape);
        return out;
    }
    fill(out, row.source);
    if (is_as_drawn) return out;
    operands.insert(operands.begin(), Operand(out));
    operands.emplace_back(out);
    ndarray result;
    kernel_of(row).call(operands, {}, &result);
    return out;
}

}  // namespace cuprum::random
