// NaT is the lowest int64. As such it is less than every time, and so `minimum` gives it of itself. Less one (which
// wraps around) it is the largest, and `maximum` gives it.
#include "kernel/ufunc/times.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "cuprum/structured.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/structured.h"
#include "kernel/engine/elementwise/elementwise_call.h"

namespace cuprum {

namespace {

constexpr std::int64_t not_a_time = std::numeric_limits<std::int64_t>::min();

// ------------------------------------------------------------------------------------------------------------- units

enum Base { generic, year, month, week, day, base_count = 14 };
constexpr std::string_view base_names[base_count] = {"",  "Y",  "M",  "W",  "D",  "h",  "m",
                                                     "s", "ms", "us", "ns", "ps", "fs", "as"};
// How many of the next unit; a month has no number of weeks.
constexpr std::int64_t units_in_base[base_count] = {1, 12, 1, 7, 24, 60, 60, 1000, 1000, 1000, 1000, 1000, 1000, 1};

struct Unit {
    std::int64_t count;  // "25s" has 25
    int base;
};

Unit unit_of(DType dtype) {
    const std::string_view text = time_unit(dtype);
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    Unit unit{digits ? std::stoll(std::string(text.substr(0, digits))) : 1, generic};
    while (base_names[unit.base] != text.substr(digits)) ++unit.base;
    return unit;
}

// How times become those of another unit: at first days from months, then a product.
struct Conversion {
    std::int64_t months = 0, factor = 1;
};

std::int64_t checked_product(std::int64_t a, std::int64_t b, DType first, DType second) {
    std::int64_t product;
    if (__builtin_mul_overflow(a, b, &product))
        throw OverflowError(std::string("Integer overflow getting a common metadata divisor for ") + info(first).name +
                            " and " + info(second).name);
    return product;
}

struct Common {
    DType dtype;
    Conversion conversions[2];
};

Common common_unit(DType first, DType second) {
    const char kind_of_time = kind(first);
    Common result{first, {}};
    Unit units[2] = {unit_of(first), unit_of(second)};
    if (first == second || units[1].base == generic) return result;
    if (units[0].base == generic) {
        result.dtype = second;
        return result;
    }
    const bool calendar[2] = {units[0].base <= month, units[1].base <= month};
    for (int i = 0; i < 2; ++i) {
        if (!calendar[i] || calendar[1 - i]) continue;
        if (kind_of_time == 'm')
            throw TypeError(std::string("Cannot get a common metadata divisor for ") + info(first).name + " and " +
                            info(second).name + " because they have incompatible nonlinear base time units.");
        result.conversions[i].months = checked_product(units[i].count, units[i].base == year ? 12 : 1, first, second);
        units[i] = {1, day};
    }
    const int fine = std::max(units[0].base, units[1].base);
    for (Unit& unit : units)
        for (; unit.base < fine; ++unit.base)
            unit.count = checked_product(unit.count, units_in_base[unit.base], first, second);
    const std::int64_t step = std::gcd(units[0].count, units[1].count);
    for (int i = 0; i < 2; ++i) result.conversions[i].factor = units[i].count / step;
    result.dtype = time_dtype(kind_of_time, std::to_string(step) + std::string(base_names[fine]));
    return result;
}

// The days before the first of a month: those of whole years since 1970 with a leap day in every fourth year, but not
// in every hundredth, but in every four hundredth; and those of months, which (367 m - 362) / 12 gives for a February
// of 30 days.
kernel::KernelFamily converted_times("converted_times", [](std::span<const DType> dtypes) {
    kernel::Expression graph;
    const auto times = graph.add_input(dtypes[2]), months = graph.add_input(dtypes[3]),
               factor = graph.add_input(dtypes[4]);
    graph.outputs.push_back(
        {graph.add_step(
             {"const long long largest = 9223372036854775807LL;\n"
              "long long time = in0;\n"
              "if (in1) {\n"
              "    const long long most = 300000000000000000LL, limit = most / in1;\n"
              "    const bool late = time > limit, early = time < -limit;\n"
              "    const long long month = late | early ? 0 : time * in1;\n"
              "    const long long of_year = (month % 12 + 12) % 12 + 1;\n"
              "    const long long years = (month - of_year + 1) / 12, year = years + 1970;\n"
              "    const auto down = [](long long a, long long b) { return a / b - (a % b < 0); };\n"
              "    const bool leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0));\n"
              "    const long long day = years * 365 + down(year - 1, 4) - down(year - 1, 100) +\n"
              "        down(year - 1, 400) - 477 + (367 * of_year - 362) / 12 - (of_year <= 2 ? 0 : leap ? 1 : 2);\n"
              "    time = late ? largest : early ? -largest : day;\n"
              "}\n"
              "const long long bound = largest / in2;\n"
              "time = time > bound ? largest : time < -bound ? -largest : time * in2;\n"
              "out0 = in0 == -largest - 1 ? -largest - 1 : time",
              {DType::int64, DType::int64, DType::int64},
              {DType::int64},
              {times, months, factor}}),
         DType::int64});
    return graph;
});

ndarray converted(const ndarray& times, const Conversion& how) {
    if (how.months == 0 && how.factor == 1) return times;
    ElementwiseCall call(converted_times, {DType::int64});
    call.add(times);
    call.add(Scalar(how.months), DType::int64);
    call.add(Scalar(how.factor), DType::int64);
    return call.run(DType::int64);
}

// ---------------------------------------------------------------------------------------------------------- operands

bool is_time(DType dtype) { return kind(dtype) == 'M' || kind(dtype) == 'm'; }

// Integers that NumPy takes for a timedelta64 of the other operand's unit.
bool counts_units(const Operand& operand) {
    const DType dtype = operand.dtype();
    return is_number(dtype) && !is_inexact(dtype) && dtype != DType::uint64;
}

ndarray numbers_of(const Operand& operand) {
    if (operand.is_array()) {
        const ndarray& a = operand.array();
        return is_number(a.dtype()) ? a.astype(DType::int64) : readable_numbers(a.view(DType::int64));
    }
    if (operand.scalar().is_huge()) throw OverflowError("Python int too large to convert to C long");
    return kernel::filled({}, operand.scalar().as(DType::int64), DType::int64);
}

// Both operands as int64 of one unit, whose dtype is the third; nothing where they have none.
struct Pair {
    ndarray left, right;
    DType dtype;
};
std::optional<Pair> pair_of(std::span<const Operand> in) {
    const DType left = in[0].dtype(), right = in[1].dtype();
    if (is_time(left) && is_time(right)) {
        if (kind(left) != kind(right)) return std::nullopt;
        const Common common = common_unit(left, right);
        return Pair{converted(numbers_of(in[0]), common.conversions[0]),
                    converted(numbers_of(in[1]), common.conversions[1]), common.dtype};
    }
    const bool numbers_right = kind(left) == 'm' && counts_units(in[1]),
               numbers_left = kind(right) == 'm' && counts_units(in[0]);
    if (!numbers_left && !numbers_right) return std::nullopt;
    return Pair{numbers_of(in[0]), numbers_of(in[1]), numbers_right ? left : right};
}

// Less one, and one more, by wrapping around.
ndarray shifted(const ndarray& times, bool back) {
    const ndarray bits = times.copy().view(DType::uint64);
    return (back ? add : subtract)(bits, Scalar(1)).view(DType::int64);
}

ndarray is_nat(const ndarray& times) { return equal(times, Scalar(not_a_time)); }
ndarray is_no_nat(const ndarray& times) { return not_equal(times, Scalar(not_a_time)); }

void deliver(const Ufunc& ufunc, ndarray made, const UfuncOptions& options, ndarray& result) {
    const ndarray* out = options.out[0];
    if (!out) {
        result = std::move(made);
        return;
    }
    if (is_time(made.dtype()) && kind(out->dtype()) != kind(made.dtype()))
        throw UFuncTypeError(std::string("Cannot cast ufunc '") + ufunc.name() + "' output from dtype('" +
                             info(made.dtype()).name + "') to dtype('" + info(out->dtype()).name +
                             "') with casting rule 'same_kind'");
    const Index everything[] = {ellipsis};
    out->assign(everything, made);
    result = *out;
}

}  // namespace

bool call_on_times(const Ufunc& ufunc, std::span<const Operand> in, const UfuncOptions& options, ndarray& result) {
    const auto check_options = [&] {
        if (options.where || options.dtype || !options.signature.empty())
            throw TypeError(std::string(ufunc.name()) + " of times takes no where=, dtype= or signature=");
    };
    if (in.size() == 1) {
        if (!is_time(in[0].dtype()) || (&ufunc != &isnan && &ufunc != &isfinite && &ufunc != &isinf)) return false;
        check_options();
        const ndarray times = numbers_of(in[0]);
        deliver(ufunc,
                &ufunc == &isnan      ? is_nat(times)
                : &ufunc == &isfinite ? is_no_nat(times)
                                      : kernel::filled(times.shape(), false, DType::bool_),
                options, result);
        return true;
    }
    const bool orders = &ufunc == &less || &ufunc == &less_equal || &ufunc == &greater || &ufunc == &greater_equal,
               matches = &ufunc == &equal || &ufunc == &not_equal,
               chooses = &ufunc == &minimum || &ufunc == &maximum || &ufunc == &fmin || &ufunc == &fmax;
    if (in.size() != 2 || !(orders || matches || chooses)) return false;
    const std::optional<Pair> pair = pair_of(in);
    if (!pair) return false;
    check_options();
    const auto& [left, right, dtype] = *pair;
    ndarray made;
    if (&ufunc == &equal) made = bitwise_and(equal(left, right), is_no_nat(left));
    else if (&ufunc == &not_equal) made = bitwise_or(not_equal(left, right), is_nat(left));
    else if (orders) {
        // NaT is the lowest: it is the lesser one wherever there is one.
        const bool rising = &ufunc == &less || &ufunc == &less_equal;
        const Operand numbers[] = {left, right};
        ndarray ordered;
        ufunc.call(numbers, {}, &ordered);
        made = bitwise_and(ordered, is_no_nat(rising ? left : right));
    } else if (&ufunc == &minimum) made = minimum(left, right).view(dtype);
    else if (&ufunc == &fmax) made = maximum(left, right).view(dtype);
    else
        made = shifted((&ufunc == &maximum ? maximum : minimum)(shifted(left, false), shifted(right, false)), true)
                   .view(dtype);
    deliver(ufunc, std::move(made), options, result);
    return true;
}

}  // namespace cuprum
