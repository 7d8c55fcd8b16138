// Distributions: kernels are made of the entries of distributions.def.
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/gil_release.h"
#include "cuprum/kernel.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/random.h"
#include "cuprum/scipy/stats.h"
#include "kernel/engine/placement.h"
#include "scipy/stats/fits.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

using What = Distribution::What;

constexpr DistributionEntry entries[] = {
#define CUPRUM_STATS_DISTRIBUTION(distribution, ...) {.name = #distribution __VA_OPT__(, ) __VA_ARGS__},
#include "cuprum/scipy/stats/distributions.def"
#undef CUPRUM_STATS_DISTRIBUTION
};

/// The device headers that expressions name, and whether kernels call their functions.
struct DeviceHeader {
    unsigned bit;
    const char* path;
    bool calls = false;
};
constexpr DeviceHeader device_headers[] = {
    {headers::densities, "cuprum/stats/densities.h"},
    {headers::elementary, "cuprum/special/elementary.h"},
    {headers::entropies, "cuprum/stats/entropies.h"},
    {headers::beta, "cuprum/special/beta.h", true},
    {headers::incomplete_gamma, "cuprum/special/incomplete_gamma.h"},
    {headers::error_function, "cuprum/special/error_function.h"},
    {headers::inverse_error_function, "cuprum/special/error.h"},
    {headers::log_ndtr, "cuprum/special/log_ndtr.h"},
    {headers::moments, "cuprum/stats/moments.h"},
};

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) words.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

std::string replaced(std::string text, std::string_view hole, std::string_view filling) {
    for (std::size_t at = 0; (at = text.find(hole, at)) != std::string::npos; at += filling.size())
        text.replace(at, hole.size(), filling);
    return text;
}

/// What a kernel computes, and the headers that it needs.
struct Part {
    std::string text;
    unsigned headers;
    Part(std::string text, unsigned headers) : text(std::move(text)), headers(headers) {}
    Part(const DistributionExpression& expression) : Part(std::string(expression.text), expression.headers) {}
};

Part call(const std::string& function, const DistributionExpression& argument) {
    return {function + "(" + std::string(argument.text) + ")", argument.headers};
}

/// The logarithm of a probability that is the rest of another one, either of which may be small.
Part log_of_chance(const DistributionExpression& chance, const DistributionExpression& rest) {
    return {"log_of_chance(" + std::string(chance.text) + ", " + std::string(rest.text) + ")",
            chance.headers | rest.headers | headers::densities};
}

/// The expression of one function, made of another one where the entry has none.
Part expression_of(const DistributionEntry& entry, What what) {
    const auto or_else = [](const DistributionExpression& own, const auto& other) {
        return own.text.empty() ? other() : Part(own);
    };
    switch (what) {
        case What::pdf: return or_else(entry.pdf, [&] { return call("exp", entry.logpdf); });
        case What::penalty:
        case What::logpdf: return or_else(entry.logpdf, [&] { return call("log", entry.pdf); });
        case What::cdf: return entry.cdf;
        case What::sf: return entry.sf;
        case What::logcdf: return or_else(entry.logcdf, [&] { return log_of_chance(entry.cdf, entry.sf); });
        case What::logsf: return or_else(entry.logsf, [&] { return log_of_chance(entry.sf, entry.cdf); });
        case What::ppf: return entry.ppf;
        case What::isf: return entry.isf;
        case What::mean: return entry.mean;
        case What::variance: return entry.variance;
        case What::skewness: return entry.skewness;
        case What::kurtosis: return entry.kurtosis;
        case What::entropy: return entry.entropy;
        case What::moment: return entry.moment;
        case What::valid: return {"1.0", headers::none};
    }
    __builtin_unreachable();
}

// The holes are parameters (P, "double a, double b"), their names behind a comma (A) and the entry's expressions.
// Of a CPU's loop they are all a part, so that it is vectorised; a GPU's compiler may call them.
constexpr const char* common = R"(
#if CUPRUM_GPU
#define CUPRUM_PART CUPRUM_DEVICE_LARGE
#else
#define CUPRUM_PART CUPRUM_DEVICE
#endif
namespace cuprum::stats {
CUPRUM_PART double part(double x @P) {
    [[maybe_unused]] const double inf = limits<double>::infinity(), nan = limits<double>::nan(), pi = 3.141592653589793;
    return @E;
}
CUPRUM_PART bool limits_of(double& lower, double& upper @P) {
    [[maybe_unused]] const double inf = limits<double>::infinity();
    lower = @L;
    upper = @U;
    return @V;
}
CUPRUM_PART double value(double x, double loc, double scale @P) {
    const double inf = limits<double>::infinity(), nan = limits<double>::nan();
    double lower, upper;
    const bool fine = limits_of(lower, upper @A) && scale > 0 && x == x && loc == loc;
@B}
}
)";

constexpr const char* density = R"(    const double z = (x - loc) / scale;
    if (!fine || z != z) return nan;
    if (z < lower || z > upper || isinf(z) || (@D && z != floor(z))) return @O;
    return @R;
)";
constexpr const char* probability = R"(    const double z = @D ? floor(x - loc) : (x - loc) / scale;
    if (!fine || z != z) return nan;
    if (@D ? z < lower : z <= lower) return @O;
    if (z >= upper) return @R;
    return part(z @A);
)";
// For a CPU's vectors without branches: outside of 0 to 1 a function has a value, too.
constexpr const char* quantile = R"(
#if CUPRUM_GPU
    if (!fine || x < 0 || x > 1) return nan;
    if (x == (@F)) return lower * scale + loc;
    if (x == 1 - (@F)) return upper * scale + loc;
    return part(x @A) * scale + loc;
#else
    const double z = x == (@F) ? lower : x == 1 - (@F) ? upper : part(x @A);
    return fine && x >= 0 && x <= 1 ? z * scale + loc : nan;
#endif
)";
constexpr const char* discrete_quantile = R"(    if (!fine || x < 0 || x > 1) return nan;
    if (x == (@F)) return (lower - 1) * scale + loc;
    if (x == 1 - (@F)) return upper * scale + loc;
    return search(x, upper, @M @A) * scale + loc;
)";
// Of a discrete distribution the least whole number whose cdf, or sf, is beyond x. One number less where its own is
// that of x but for rounding, and nearer: of ppf(cdf(k)) the digits of the two need not be the same, and one that was
// computed elsewhere is meant to be found, too.
constexpr const char* search = R"(
namespace cuprum::stats {
CUPRUM_DEVICE_LARGE double beyond(double k, double q @P) {
    const double x = k;
    return @C;
}
CUPRUM_DEVICE_LARGE double search(double q, double upper, double start @P) {
    double low = -1, high = floor(start) + 1;
    high = high < upper ? high : upper;
    while (high < upper && beyond(high, q @A) < 0) {
        low = high;
        high = 2 * high + 1 < upper ? 2 * high + 1 : upper;
    }
    while (high - low > 1) {
        const double middle = floor((low + high) / 2);
        if (!(low < middle && middle < high)) break;  // so large that nothing lies between them
        if (beyond(middle, q @A) >= 0) high = middle;
        else low = middle;
    }
    if (high < 1) return high;
    // Shares are known to 2^-40 of themselves or of what is left of them, and to their last digit.
    const double gap = -beyond(high - 1, q @A), least = q < 0.5 ? q : 1 - q;
    return gap <= 0x1p-40 * least + 0x1p-53 * q && gap < beyond(high, q @A) ? high - 1 : high;
}
}
)";
// Of a discrete distribution, terms on both sides of the mean until they vanish.
constexpr const char* summed = R"(    if (!fine || isinf(@M)) return nan;
    const double middle = floor(@M);
    double total = 0;
    for (int side = 0; side < 2; ++side)
        for (double k = side ? middle + 1 : middle; k >= lower && k <= upper; k += side ? 1 : -1) {
            const double log_p = part(k @A), p = exp(log_p);
            if (p > 0) total -= p * log_p;
            if (!(p >= 1e-18)) break;
        }
    return total;
)";

// The power of a sum by the binomial theorem; without a location there is one term, as other moments may be infinite.
constexpr const char* power_of_sum = R"(    if (!fine || x < 0 || x != floor(x)) return nan;
    double total = 0, ways = 1;
    for (double k = loc == 0 ? x : 0; k <= x; k += 1) {
        total += ways * pow(loc, x - k) * pow(scale, k) * part(k @A);
        ways = ways * (x - k) / (k + 1);
        if (isinf(ways)) return nan;  // beyond float64, as is what is added up
        if (k == x) break;  // where k + 1 is k, too
    }
    return total;
)";

std::string text_of(const DistributionEntry& entry, What what, bool& calls) {
    std::string parameters, names;
    for (const std::string& shape : words_of(entry.shapes)) {
        parameters += ", double " + shape;
        names += ", " + shape;
    }
    const bool is_log = what == What::logpdf || what == What::penalty || what == What::logcdf || what == What::logsf;
    const char *none = is_log ? "-inf" : "0.0", *all = is_log ? "0.0" : "1.0";
    auto [expression, needed] = expression_of(entry, what);
    std::string body, before;
    switch (what) {
        case What::pdf: body = replaced(replaced(density, "@O", none), "@R", "part(z @A) / scale"); break;
        case What::logpdf: body = replaced(replaced(density, "@O", none), "@R", "part(z @A) - log(scale)"); break;
        case What::penalty:
            // What a fit adds up: a large number for a value that cannot be.
            body = replaced(replaced(density, "@O", "70978.0"), "@R",
                            "isfinite(part(z @A)) ? log(scale) - part(z @A) : 70978.0");
            body = replaced(body, "return nan", "return 70978.0");
            break;
        case What::cdf:
        case What::logcdf: body = replaced(replaced(probability, "@O", none), "@R", all); break;
        case What::sf:
        case What::logsf: body = replaced(replaced(probability, "@O", all), "@R", none); break;
        case What::ppf:
        case What::isf: {
            const bool is_ppf = what == What::ppf;
            body = replaced(entry.discrete ? discrete_quantile : quantile, "@F", is_ppf ? "0" : "1");
            if (entry.discrete) {
                before = replaced(
                    search, "@C",
                    is_ppf ? "(" + std::string(entry.cdf.text) + ") - q" : "q - (" + std::string(entry.sf.text) + ")");
                body = replaced(body, "@M", entry.mean.text);
                expression = "x";
                needed = entry.mean.headers | (is_ppf ? entry.cdf : entry.sf).headers;
            }
            break;
        }
        case What::mean: body = "    return fine ? part(0 @A) * scale + loc : nan;\n"; break;
        case What::variance: body = "    return fine ? part(0 @A) * scale * scale : nan;\n"; break;
        case What::entropy:
            if (entry.discrete) {
                expression = entry.logpdf.text;
                body = replaced(summed, "@M", entry.mean.text);
                needed = entry.mean.headers | entry.logpdf.headers;
            } else {
                body = "    return fine ? part(0 @A) + log(scale) : nan;\n";
            }
            break;
        case What::moment: body = power_of_sum; break;
        // Draws of a scale of 0 are all at the location.
        case What::valid: body = "    return limits_of(lower, upper @A) && scale >= 0;\n"; break;
        case What::skewness:
        case What::kurtosis: body = "    return fine ? part(0 @A) : nan;\n"; break;
    }
    std::string text = before + replaced(common, "@B", body);
    text = replaced(text, "@D", entry.discrete ? "true" : "false");
    text = replaced(text, "@E", expression);
    text = replaced(text, "@L", entry.lower);
    text = replaced(text, "@U", entry.upper);
    text = replaced(text, "@V", entry.valid);
    text = replaced(replaced(text, "@P", parameters), "@A", names);
    std::string includes = "#include <cuprum/real_math.h>\n";
    for (const DeviceHeader& header : device_headers)
        if (needed & header.bit) {
            includes += "#include <" + std::string(header.path) + ">\n";
            calls = calls || header.calls;
        }
    return includes + text;
}

const ElementwiseKernel& kernel_of(const DistributionEntry& entry, What what) {
    static std::mutex mutex;
    static std::map<std::pair<std::string_view, What>, std::unique_ptr<ElementwiseKernel>> kernels;
    std::lock_guard lock(mutex);
    std::unique_ptr<ElementwiseKernel>& kernel = kernels[{entry.name, what}];
    if (!kernel) {
        std::string inputs = "float64 x, float64 loc, float64 scale", arguments = "x, loc, scale";
        for (const std::string& shape : words_of(entry.shapes)) {
            inputs += ", float64 shape_" + shape;
            arguments += ", shape_" + shape;
        }
        bool calls = false;
        const std::string text = text_of(entry, what, calls);
        kernel = std::make_unique<ElementwiseKernel>(
            inputs, "float64 y", "y = cuprum::stats::value(" + arguments + ");",
            "cuprum_" + std::string(entry.name) + "_" + std::to_string(static_cast<int>(what)),
            ElementwiseKernelOptions{.preamble = text, .is_long = true, .calls = calls});
    }
    return *kernel;
}

}  // namespace

std::vector<std::string> Distribution::shape_names() const { return words_of(entry_.shapes); }

ndarray Distribution::compute(What what, const Operand& x, Shapes shapes, const Operand& loc,
                              const Operand& scale) const {
    const kernel::Placement here(x, loc, scale);
    const std::size_t wanted = words_of(entry_.shapes).size();
    if (shapes.size() != wanted)
        throw TypeError(std::string(entry_.name) + " takes " + std::to_string(wanted) + " shape parameters, not " +
                        std::to_string(shapes.size()));
    std::vector<Operand> given{x, loc, scale};
    given.insert(given.end(), shapes.begin(), shapes.end());
    std::vector<ndarray> held;
    held.reserve(given.size());
    std::vector<Operand> operands;
    bool has_array = false;
    for (const Operand& operand : given) {
        if (is_complex(operand.dtype()))
            throw TypeError(std::string(entry_.name) + " is of real numbers, not of " + info(operand.dtype()).name);
        if (operand.is_array()) {
            has_array = true;
            held.push_back(cast(operand.array(), DType::float64));
            operands.emplace_back(held.back());
        } else {
            operands.emplace_back(Scalar(operand.scalar().to_double()).as(DType::float64));
        }
    }
    ndarray zero;
    if (!has_array) {
        zero = full({}, operands[0].scalar().to_double());
        operands[0] = Operand(zero);
    }
    ndarray result;
    kernel_of(entry_, what).call(operands, {}, &result);
    return result;
}

ndarray Distribution::rvs(random::Source& source, const std::optional<Shape>& size, Shapes shapes, const Operand& loc,
                          const Operand& scale) const {
    const kernel::Placement here(loc, scale);
    const std::vector<std::string> call = words_of(entry_.random), names = shape_names();
    if (shapes.size() != names.size())
        throw TypeError(std::string(entry_.name) + " takes " + std::to_string(names.size()) +
                        " shape parameters, not " + std::to_string(shapes.size()));
    std::vector<Operand> arguments;
    for (std::size_t k = 1; k < call.size(); ++k) {
        const auto found = std::find(names.begin(), names.end(), call[k]);
        if (found == names.end()) arguments.emplace_back(std::stod(call[k]));
        else arguments.push_back(shapes[static_cast<std::size_t>(found - names.begin())]);
    }
    // A scale alone that is a number need not be asked on a device.
    const bool is_valid = shapes.empty() && !scale.is_array()
                              ? scale.scalar().to_double() >= 0
                              : all(compute(What::valid, 0.0, shapes, 0.0, scale)).item().to_bool();
    if (!is_valid)
        throw ValueError("Domain error in arguments: " + std::string(entry_.name) + " is drawn from where " +
                         std::string(entry_.valid) + " and scale >= 0");
    // Without a size there are as many numbers as parameters broadcast to.
    std::optional<Shape> wanted = size;
    std::vector<Shape> all{Shape{}};
    for (const Operand& shape : shapes)
        if (shape.is_array()) all.push_back(shape.array().shape());
    for (const Operand* other : {&loc, &scale})
        if (other->is_array()) all.push_back(other->array().shape());
    const Shape common = broadcast_shapes(all);
    if (!wanted) wanted = common;
    for (int d = 1; d <= static_cast<int>(common.size()); ++d) {
        const std::int64_t length = common[static_cast<int>(common.size()) - d];
        const int missing = d - static_cast<int>(wanted->size());
        if (length != 1 && (missing > 0 || (*wanted)[-missing] != length))
            throw ValueError("size does not match the broadcast shape of the parameters: " + to_string(*wanted) +
                             ", not " + to_string(common));
    }
    const ndarray drawn = source.draw(random::distribution(call[0]), arguments, wanted);
    const auto is_number = [](const Operand& operand, double value) {
        return !operand.is_array() && operand.scalar().to_double() == value;
    };
    if (entry_.discrete) return is_number(loc, 0) ? drawn : cast(add(drawn, loc), DType::int64);
    const ndarray stretched = is_number(scale, 1) ? drawn : multiply(drawn, scale);
    return is_number(loc, 0) ? stretched : add(stretched, loc);
}

namespace {
enum class Number : int {
#define CUPRUM_STATS_DISTRIBUTION(distribution, ...) distribution,
#include "cuprum/scipy/stats/distributions.def"
#undef CUPRUM_STATS_DISTRIBUTION
};
}  // namespace
#define CUPRUM_STATS_DISTRIBUTION(distribution, ...) \
    const Distribution distribution{entries[static_cast<int>(Number::distribution)]};
#include "cuprum/scipy/stats/distributions.def"
#undef CUPRUM_STATS_DISTRIBUTION

std::span<const Distribution* const> distributions() {
    static const Distribution* const all[] = {
#define CUPRUM_STATS_DISTRIBUTION(distribution, ...) &distribution,
#include "cuprum/scipy/stats/distributions.def"
#undef CUPRUM_STATS_DISTRIBUTION
    };
    return all;
}

}  // namespace cuprum::scipy::stats
