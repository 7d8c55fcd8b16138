// Integers, choices, orders, and distributions over several numbers at once.
#include <algorithm>
#include <bit>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/fuse.h"
#include "cuprum/indexing.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/random.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"
#include "numpy/random/draws.h"
#include "numpy/random/random_kernel.h"

namespace cuprum::random {
namespace {

using Wide = __int128;

// A whole number, up to 2^64.
Wide whole(const Scalar& value, const char* name) {
    if (value.is_huge()) return static_cast<Wide>(value.to_double());
    if (is_complex(value.dtype())) throw TypeError(std::string(name) + " must be a whole number");
    if (value.dtype() == DType::uint64) return static_cast<std::uint64_t>(value.to_int());
    return value.to_int();
}

std::pair<Wide, Wide> range_of(DType dtype) {
    if (dtype == DType::bool_) return {0, 1};
    const int width = 8 * info(dtype).itemsize;
    const bool is_signed = kind(dtype) == 'i';
    const Wide top = (Wide(1) << (width - is_signed)) - 1;
    return {is_signed ? -top - 1 : Wide(0), top};
}

Shape with_last(const Size& size, std::int64_t length) {
    Shape result = size.value_or(Shape{});
    result.push_back(length);
    return result;
}

// The first numbers of a random order of [0, n), of which nothing else is made: see `shuffled` of
// device/cuprum/random/distributions.h.
constexpr std::int64_t shuffle_rounds = 24;

ndarray distinct(std::int64_t n, const ndarray& keys, const Shape& shape) {
    ndarray result = empty(shape, DType::int64);
    if (result.size() == 0) return result;
    static KernelSlot slot;
    const int bits = std::max(4, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n - 1))));
    const Operand operands[] = {keys, Scalar::strong(static_cast<std::uint64_t>(n)),
                                Scalar::strong(static_cast<std::int32_t>(bits)), result};
    ndarray same;
    slot.get([] {
            return random_kernel("raw uint32 keys, uint64 n, int32 bits", "int64 y", "y = shuffled(i, n, bits, keys)",
                                 "shuffled");
        })
        .call(operands, {}, &same);
    return result;
}

double sum_of(const ndarray& p) { return sum(p).item().to_double(); }
bool any_true(const ndarray& flags) { return any(flags).item().to_bool(); }

}  // namespace

ndarray Source::random_sample(const Size& size, DType dtype) {
    if (dtype != DType::float32 && dtype != DType::float64)
        throw TypeError(std::string("Unsupported dtype dtype('") + info(dtype).name +
                        "') for random: it gives float64 or float32");
    ndarray result = new_draw(size.value_or(Shape{}), dtype);
    if (result.size()) fill(result, Distribution::Source::half_open);
    return result;
}

ndarray Source::randint(const Scalar& low, const std::optional<Scalar>& high, const Size& size, DType dtype) {
    if (!is_integer(dtype) && dtype != DType::bool_)
        throw TypeError(std::string("Unsupported dtype dtype('") + info(dtype).name +
                        "') for randint: it gives integers");
    const Wide least = high ? whole(low, "low") : 0, most = (high ? whole(*high, "high") : whole(low, "low")) - 1;
    const auto [bottom, top] = range_of(dtype);
    if (least < bottom) throw ValueError(std::string("low is out of bounds for ") + info(dtype).name);
    if (most > top) throw ValueError(std::string("high is out of bounds for ") + info(dtype).name);
    if (least > most) throw ValueError(high ? "low >= high" : "high <= 0");
    return integers(static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(most - least), size.value_or(Shape{}),
                    dtype);
}

ndarray Source::randint(const ndarray& low, const ndarray& high, const Size& size, DType dtype) {
    if (!is_integer(dtype) && dtype != DType::bool_)
        throw TypeError(std::string("Unsupported dtype dtype('") + info(dtype).name +
                        "') for randint: it gives integers");
    const Shape shapes[] = {low.shape(), high.shape()};
    const Shape together = broadcast_shapes(shapes), shape = size.value_or(together);
    if (size && broadcast_shapes(std::vector<Shape>{together, shape}) != shape)
        throw ValueError("the bounds broadcast to " + to_string(together) + ", which does not fit size " +
                         to_string(shape));
    const auto [bottom, top] = range_of(dtype);
    if (any_true(less(low, Scalar(static_cast<std::int64_t>(bottom)))))
        throw ValueError(std::string("low is out of bounds for ") + info(dtype).name);
    if (any_true(greater(subtract(high, 1), Scalar(static_cast<std::uint64_t>(top)))))
        throw ValueError(std::string("high is out of bounds for ") + info(dtype).name);
    if (any_true(greater_equal(low, high))) throw ValueError("low >= high");
    // As many bits as the bounds' own dtype has.
    const ndarray span = subtract(subtract(high, low), 1);
    const DType draws = span.itemsize() < 8 ? DType::uint32 : DType::uint64;
    const ndarray most = span.astype(draws).broadcast_to(shape);
    const Scalar largest = Scalar(draws == DType::uint32 ? std::uint64_t(0xffffffff) : ~std::uint64_t(0)).as(draws),
                 one = Scalar(1).as(draws);
    const ndarray is_all = equal(most, largest),
                  count = where(is_all, one, add(most, one));  // 2^32 or 2^64 is no number of theirs
    const ndarray limit = subtract(largest, remainder(add(remainder(Operand(largest), count), one), count));
    ndarray numbers = bits(shape, draws);
    for (ndarray bad = greater(numbers, limit); any_true(bad); bad = greater(numbers, limit))
        numbers = where(bad, bits(shape, draws), numbers);
    numbers = where(is_all, numbers, remainder(numbers, count));
    return add(numbers.astype(DType::uint64), low.astype(DType::uint64)).astype(dtype);
}

bool Source::is_covariance(const ndarray& cov, double tol) {
    const ndarray c = cov.astype(DType::float64);
    const ndarray difference = absolute(subtract(c, c.T())), allowed = add(multiply(absolute(c.T()), tol), tol);
    return !any_true(greater(difference, allowed)) && (c.size() == 0 || !any_true(less(linalg::eigvalsh(c), -tol)));
}

ndarray Source::permutation(std::int64_t n) {
    if (n < 0) throw ValueError("permutation needs a number that is not negative, not " + std::to_string(n));
    return argsort(bits({n}, DType::uint32).view(DType::int32));
}

ndarray Source::permutation(const ndarray& a) {
    if (a.ndim() == 0) return permutation(a.item().to_int());
    return take(a, permutation(a.shape()[0]), 0);
}

void Source::shuffle(const ndarray& a) {
    if (a.ndim() == 0) throw TypeError("An array whose ndim is 0 is not supported by shuffle: it needs a first axis");
    a.assign({cuprum::all_of}, permutation(a));
}

ndarray Source::permuted(const ndarray& x, std::optional<std::int64_t> axis, const ndarray* out) {
    if (out && out->shape() != x.shape())
        throw ValueError("out must have the shape of x, " + to_string(x.shape()) + ", not " + to_string(out->shape()));
    const auto permuted = [&] {
        if (!axis) return take(x.ravel(), permutation(x.size())).reshape(x.shape());
        const int along = normalize_axis(*axis, x.ndim());
        return take_along_axis(x, argsort(random_sample(x.shape()), along), along);
    };
    if (!out) return permuted();
    copyto(*out, permuted());
    return *out;
}

ndarray Source::choice(const Operand& a, const Size& size, bool replace, const ndarray* p) {
    if (a.is_array() && a.array().ndim() > 1) throw ValueError("a must be 1-dimensional");
    return choice_along(a, size, replace, p, 0);
}

ndarray Generator::choice(const Operand& a, const Size& size, bool replace, const ndarray* p, std::int64_t axis, bool) {
    return choice_along(a, size, replace, p, axis);
}

ndarray Generator::permutation(std::int64_t n) { return Source::permutation(n); }

ndarray Generator::permutation(const ndarray& x, std::int64_t axis) {
    if (x.ndim() == 0) return Source::permutation(x);
    const int along = normalize_axis(axis, x.ndim());
    return take(x, permutation(x.shape(along)), along);
}

void Generator::shuffle(const ndarray& x, std::int64_t axis) {
    Source::shuffle(x.ndim() == 0 ? x : x.swapaxes(0, normalize_axis(axis, x.ndim())));
}

ndarray Source::choice_along(const Operand& a, const Size& size, bool replace, const ndarray* p, std::int64_t axis) {
    const bool counted = !a.is_array() || a.array().ndim() == 0;
    if (counted && !is_integer(a.dtype()))
        throw ValueError("a must be a sequence or an integer, not a " + std::string(info(a.dtype()).name));
    const int along = counted ? 0 : normalize_axis(axis, a.array().ndim());
    const std::int64_t n = counted ? (a.is_array() ? a.array().item() : a.scalar()).to_int() : a.array().shape(along);
    const Shape shape = size.value_or(Shape{});
    const std::int64_t wanted = element_count(shape);
    if (n <= 0 && wanted)
        throw ValueError(counted ? "a must be greater than 0 unless no samples are taken"
                                 : "a cannot be empty unless no samples are taken");
    ndarray chances;
    if (p) {
        if (p->ndim() != 1) throw ValueError("p must be 1-dimensional");
        if (p->size() != n) throw ValueError("a and p must have same size");
        chances = p->astype(DType::float64, 'K', Casting::unsafe, false);
        const double total = sum_of(chances);
        if (std::isnan(total)) throw ValueError("Probabilities contain NaN");
        if (any_true(less(chances, 0))) throw ValueError("Probabilities are not non-negative");
        if (std::fabs(total - 1) > std::sqrt(std::numeric_limits<double>::epsilon()))
            throw ValueError("Probabilities do not sum to 1. See Notes section of docstring for more information.");
    }
    if (!replace && wanted > n) throw ValueError("Cannot take a larger sample than population when replace is False");
    ndarray index;
    if (replace && p) {
        ndarray sums = cumsum(chances);
        sums = divide(sums, sums(n - 1));
        index = searchsorted(sums, random_sample(shape), "right");
    } else if (replace) {
        index = wanted ? randint(n, {}, shape) : empty(shape, DType::int64);
    } else if (p) {
        if (count_nonzero(chances).item().to_int() < wanted) throw ValueError("Fewer non-zero entries in p than size");
        // The largest of log(p) plus Gumbel numbers come in the order of draws without replacement (J. Yellott, 1977).
        ndarray u = empty({n}, DType::float64);
        fill(u, Distribution::Source::u);
        ndarray keys = divide(negative(log(u)), chances);
        index = argsort(keys)(Slice(0, wanted)).reshape(shape);
    } else if (!counted) {
        index = permutation(n)(Slice(0, wanted)).reshape(shape);
    } else {
        index = distinct(n, keys(shuffle_rounds), shape);
    }
    return counted ? index : take(a.array(), index, along);
}

ndarray Source::multinomial(std::int64_t n, const ndarray& pvals, const Size& size) {
    if (pvals.ndim() != 1)
        throw ValueError("pvals must be an array of one dimension, not of " + std::to_string(pvals.ndim()));
    if (n < 0) throw ValueError("n < 0");
    const std::vector<double> p = pvals.astype(DType::float64).to_vector<double>();
    const std::int64_t outcomes = static_cast<std::int64_t>(p.size());
    double total = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
        if (!(p[k] >= 0 && p[k] <= 1)) throw ValueError("pvals < 0, pvals > 1 or pvals contains NaNs");
        if (k + 1 < p.size()) total += p[k];
    }
    if (total > 1 + 1e-12) throw ValueError("sum(pvals[:-1]) > 1.0");
    ndarray result = zeros(with_last(size, outcomes), DType::int64);
    if (result.size() == 0) return result;
    // One outcome after the other, among the trials that are left.
    static const Distribution& binomials = distribution("binomial");
    ndarray left = full(size.value_or(Shape{}), Scalar(n), DType::int64);
    double rest = 1;
    for (std::int64_t k = 0; k < outcomes; ++k) {
        ndarray count = left;
        if (k + 1 < outcomes) {
            const Operand parameters[] = {left, rest > 0 ? std::min(1.0, p[static_cast<std::size_t>(k)] / rest) : 0.0};
            count = draw_within(binomials, parameters);
            left = subtract(left, count);
            rest -= p[static_cast<std::size_t>(k)];
        }
        result.assign({ellipsis, k}, count);
    }
    return result;
}

ndarray Generator::multinomial(const ndarray& n, const ndarray& pvals, const Size& size) {
    if (!can_cast(n.dtype(), DType::int64, Casting::same_kind) || is_inexact(n.dtype()))
        throw TypeError(std::string("n must be an array of integers, not of ") + info(n.dtype()).name);
    if (n.ndim() == 0 && pvals.ndim() == 1) return Source::multinomial(n.item().to_int(), pvals, size);
    if (pvals.ndim() == 0) throw ValueError("pvals must have an axis of outcomes");
    const ndarray p = pvals.astype(DType::float64);
    const std::int64_t outcomes = p.shape(p.ndim() - 1);
    if (any(less(n, 0)).item().to_bool()) throw ValueError("n < 0");
    if (!all(logical_and(greater_equal(p, 0), less_equal(p, 1))).item().to_bool())
        throw ValueError("pvals < 0, pvals > 1 or pvals contains NaNs");
    const ndarray most =
        outcomes ? sum(p.at({ellipsis, Slice{0, outcomes - 1}}), {.axis = -1}) : zeros({}, DType::float64);
    if (any(greater(most, 1 + 1e-12)).item().to_bool()) throw ValueError("sum(pvals[..., :-1]) > 1.0");
    Shape lead(p.shape());
    lead.erase(p.ndim() - 1);
    const Shape shapes[] = {n.shape(), lead};
    const Shape given = broadcast_shapes(shapes), shape = size.value_or(given);
    const Shape both[] = {shape, given};
    if (broadcast_shapes(both) != shape)
        throw ValueError("size " + to_string(shape) + " does not agree with the shape of n and pvals, " +
                         to_string(given));
    ndarray result = zeros(with_last(shape, outcomes), DType::int64);
    if (result.size() == 0) return result;
    static const Distribution& binomials = distribution("binomial");
    ndarray left = n.astype(DType::int64).broadcast_to(shape).copy(), rest = ones(lead, DType::float64);
    for (std::int64_t k = 0; k + 1 < outcomes; ++k) {
        const ndarray share = p.at({ellipsis, k}),
                      chance = where(greater(rest, 0), minimum(divide(share, rest), 1), 0.0);
        const Operand parameters[] = {left, chance};
        const ndarray count = draw_within(binomials, parameters);
        left = subtract(left, count);
        rest = subtract(rest, share);
        result.assign({ellipsis, k}, count);
    }
    result.assign({ellipsis, outcomes - 1}, left);
    return result;
}

ndarray Source::dirichlet(const ndarray& alpha, const Size& size, const Type& dtype) {
    if (alpha.ndim() > 1)
        throw ValueError("alpha must be an array of one dimension, not of " + std::to_string(alpha.ndim()));
    // One number is the parameter of every share.
    if (alpha.ndim() == 0 && (!size || size->size() == 0))
        return dirichlet(alpha.reshape({1}), size, dtype).reshape({});
    if (is_complex(alpha.dtype())) throw TypeError("alpha is complex");
    if (dtype == DType::float16 && casts_numbers()) return dirichlet(alpha, size).astype(*dtype);
    const std::vector<double> shapes = alpha.astype(DType::float64, 'K', Casting::unsafe, false).to_vector<double>();
    if (!std::ranges::all_of(shapes, [](double x) { return x > 0; })) throw ValueError("alpha <= 0");
    static const Distribution& gamma = distribution("standard_gamma");
    const Operand shape(alpha);
    const ndarray parts =
        draw_within(gamma, std::span(&shape, 1), alpha.ndim() ? with_last(size, alpha.size()) : *size, dtype);
    // One kernel, which reads each row once.
    static auto shares = fuse(
        [](const ndarray& amounts) {
            ReduceOptions last;
            last.axis = -1;
            last.keepdims = true;
            return divide(amounts, sum(amounts, last));
        },
        "cuprum_random_shares");
    return shares(parts);
}

ndarray Source::multivariate_normal(const ndarray& mean, const ndarray& cov, const Size& size, std::string_view method,
                                    const Type& dtype) {
    if (mean.ndim() != 1) throw ValueError("mean must be 1 dimensional");
    if (cov.ndim() != 2 || cov.shape()[0] != cov.shape()[1]) throw ValueError("cov must be 2 dimensional and square");
    const std::int64_t n = mean.size();
    if (cov.shape()[0] != n) throw ValueError("mean and cov must have same length");
    const DType type = dtype.value_or(DType::float64);
    const ndarray covariance = cov.astype(type, 'K', Casting::unsafe, false);
    ndarray factor;  // cov = factor factor^T
    if (method == "cholesky") {
        factor = linalg::cholesky(covariance);
    } else if (method == "eigh") {
        auto [values, vectors] = linalg::eigh(covariance);
        factor = multiply(vectors, sqrt(maximum(values, 0)));
    } else if (method == "svd") {
        auto [u, s, vh] = linalg::svd(covariance);
        factor = multiply(u, sqrt(s));
    } else {
        throw ValueError("method must be 'eigh', 'svd' or 'cholesky', not '" + std::string(method) + "'");
    }
    ndarray z = standard_normal(with_last(size, n), type);
    return add(matmul(z, factor.T()), mean.astype(type, 'K', Casting::unsafe, false));
}

std::string Source::bytes(std::int64_t length) {
    if (length < 0) throw ValueError("length must not be negative: it is " + std::to_string(length));
    const std::vector<std::uint32_t> words = bits({(length + 3) / 4}, DType::uint32).to_vector<std::uint32_t>();
    return {reinterpret_cast<const char*>(words.data()), static_cast<std::size_t>(length)};
}

}  // namespace cuprum::random
