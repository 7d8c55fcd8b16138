// Random numbers: cuprum.random.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/bit_generator.h"
#include "cuprum/ndarray.h"

namespace cuprum::random {

/// Where a parameter may lie.
enum class Domain : std::uint8_t {
    any,
    positive,     ///< Or NaN, of which NaN comes.
    nonnegative,  ///< Or NaN.
    amount,       ///< Positive, and no NaN.
    rate,         ///< Not negative, no NaN, and small enough for numbers about it to be int64.
    count,        ///< Whole and not negative.
    probability,  ///< [0, 1]
    chance,       ///< (0, 1]
    part,         ///< [0, 1)
    above_one
};

/// A parameter of a distribution.
struct Parameter {
    std::string name;
    Domain domain;
    std::optional<double> standard;  ///< Its value where none is given.
};

/// A row of distributions.def.
struct Distribution {
    /// What a statement draws from.
    enum class Source : std::uint8_t { u, half_open, normal, engine };

    const char* name;
    std::vector<Parameter> parameters;
    Source source;
    bool is_integer;  ///< Whether numbers are integers.
    const char* statement;
    const char* doc;
};

std::span<const Distribution> distributions();
/// Throws ValueError where there is no such row.
const Distribution& distribution(std::string_view name);

/// Engines that an element may have of its own: Generator's, and RandomState's.
enum class EngineKind : std::uint8_t { philox4x3210, xorwow, mrg32k3a, element };

using Size = std::optional<Shape>;
using Type = std::optional<DType>;

/// What RandomState and Generator have in common: distributions are drawn from what `fill` gives, or element by
/// element.
class Source {
public:
    virtual ~Source() = default;

    /// Numbers of a distribution.
    ///
    /// Parameters
    ///     distribution: the row.
    ///     parameters: arrays or scalars, which are broadcast together.
    ///     size: shape of the result; by default that of the parameters.
    ///     dtype: float32 or float64, for integers any integer dtype. RandomState takes any real dtype where numbers
    ///     are
    ///         accepted one by one (`beta`, `gamma`, `poisson` and their like), and casts them.
    /// Returns
    ///     A new array.
    /// Raises
    ///     ValueError: a parameter is outside of its domain, or does not broadcast to `size`. TypeError: the dtype is
    ///     none that the distribution has.
    ndarray draw(const Distribution& distribution, std::span<const Operand> parameters, const Size& size = {},
                 const Type& dtype = {});

    /// Uniform numbers in [0, 1).
    ///
    /// Parameters
    ///     size: shape of the result; 0-d by default.
    ///     dtype: float64 or float32.
    /// Returns
    ///     A new array.
    /// Raises
    ///     TypeError: another dtype. ValueError: a negative length.
    /// Example
    ///     >>> cuprum.random.random_sample((2, 3)).shape
    ///     (2, 3)
    ndarray random_sample(const Size& size = {}, DType dtype = DType::float64);

    /// Random integers in [low, high).
    ///
    /// Parameters
    ///     low: the least integer; [0, low) where `high` is not given.
    ///     high: one more than the largest.
    ///     size: shape of the result; 0-d by default.
    ///     dtype: an integer dtype or bool.
    /// Returns
    ///     A new array.
    /// Raises
    ///     ValueError: the range is empty, or not one of the dtype.
    /// Example
    ///     >>> cuprum.random.randint(0, 10, size=5).shape
    ///     (5,)
    ndarray randint(const Scalar& low, const std::optional<Scalar>& high = {}, const Size& size = {},
                    DType dtype = DType::int64);
    /// The same with bounds that are arrays, which are broadcast together.
    ndarray randint(const ndarray& low, const ndarray& high, const Size& size = {}, DType dtype = DType::int64);

    /// Picks elements at random.
    ///
    /// Parameters
    ///     a: an array of one dimension, or a number n that stands for 0, ..., n - 1.
    ///     size: how many, as a shape; one by default.
    ///     replace: whether an element may come more than once.
    ///     p: the probability of each element; the same for all by default.
    /// Returns
    ///     A new array.
    /// Raises
    ///     ValueError: nothing to choose from, more elements than there are without replacement, or probabilities that
    ///     are negative, NaN, do not sum to 1 or are not as many as elements.
    /// Example
    ///     >>> cuprum.random.choice(5, 3, replace=False).shape
    ///     (3,)
    ndarray choice(const Operand& a, const Size& size = {}, bool replace = true, const ndarray* p = nullptr);

    /// A copy with the parts along the first axis in random order.
    ///
    /// Parameters
    ///     a: array, or a number n that stands for 0, ..., n - 1.
    /// Returns
    ///     A new array.
    /// Example
    ///     >>> cuprum.random.permutation(10).shape
    ///     (10,)
    ndarray permutation(const ndarray& a);
    /// The numbers 0, ..., n - 1 in random order.
    ndarray permutation(std::int64_t n);
    /// Puts the parts along the first axis in random order, in place.
    ///
    /// Parameters
    ///     a: array of at least one dimension.
    /// Raises
    ///     TypeError: `a` has no dimensions.
    /// Example
    ///     >>> a = cuprum.arange(10)
    ///     >>> cuprum.random.shuffle(a)
    void shuffle(const ndarray& a);
    /// A copy whose elements are in random order: all of them, or those of each line along an axis apart.
    ///
    /// Parameters
    ///     x: the array.
    ///     axis: the axis; by default elements of the whole array change places.
    ///     out: where the result goes: an array of the shape of `x`, which may be `x`.
    /// Returns
    ///     A new array, or `out`.
    /// Raises
    ///     AxisError: there is no such axis. ValueError: `out` has another shape.
    /// Example
    ///     >>> cuprum.random.default_rng(1).permuted(cuprum.arange(12).reshape(3, 4), axis=1).shape
    ///     (3, 4)
    ndarray permuted(const ndarray& x, std::optional<std::int64_t> axis = {}, const ndarray* out = nullptr);

    /// Counts of n trials' outcomes.
    ///
    /// Parameters
    ///     n: trials.
    ///     pvals: the probability of each outcome, the last of which is what is left to 1; the host reads them.
    ///     size: shape of the result less the last axis.
    /// Returns
    ///     A new int64 array whose last axis counts the outcomes.
    /// Raises
    ///     ValueError: n is negative, or the probabilities sum to more than 1.
    /// Example
    ///     >>> cuprum.random.multinomial(20, [0.5, 0.5]).sum()
    ///     array(20)
    ndarray multinomial(std::int64_t n, const ndarray& pvals, const Size& size = {});

    /// The Dirichlet distribution: shares that sum to one.
    ///
    /// Parameters
    ///     alpha: an array of one dimension of positive numbers; one number is the parameter of every share.
    ///     size: shape of the result less the last axis, which a number for alpha has not.
    ///     dtype: float64 or float32.
    /// Returns
    ///     A new array whose last axis is as long as alpha.
    /// Raises
    ///     ValueError: a number of alpha is not positive.
    /// Example
    ///     >>> cuprum.random.dirichlet([1.0, 2.0]).shape
    ///     (2,)
    ndarray dirichlet(const ndarray& alpha, const Size& size = {}, const Type& dtype = {});

    /// The normal distribution of several dimensions.
    ///
    /// Parameters
    ///     mean: an array of one dimension, n long.
    ///     cov: covariances, n x n, symmetric and positive semi-definite.
    ///     size: shape of the result less the last axis.
    ///     check_valid: 'warn', 'raise' or 'ignore': what is done where `cov` is not symmetric and positive
    ///     semi-definite. tol: how far from that it may be. method: 'cholesky', 'svd' or 'eigh': how the covariances
    ///     are factorized. dtype: float64 or float32.
    /// Returns
    ///     A new array whose last axis is n long.
    /// Raises
    ///     ValueError: the shapes do not fit. LinAlgError: the covariances have no such factors.
    /// Example
    ///     >>> cuprum.random.multivariate_normal([0.0, 0.0], [[1.0, 0.5], [0.5, 1.0]], 10).shape
    ///     (10, 2)
    ndarray multivariate_normal(const ndarray& mean, const ndarray& cov, const Size& size = {},
                                std::string_view method = "cholesky", const Type& dtype = {});

    /// Whether a matrix is one of covariances: symmetric and, but for `tol`, positive semi-definite.
    static bool is_covariance(const ndarray& cov, double tol = 1e-8);

    /// Random bytes on the host.
    std::string bytes(std::int64_t length);

    /// Numbers of 32 or 64 random bits: uint32 or uint64.
    virtual ndarray bits(const Shape& shape, DType dtype) = 0;

#define CUPRUM_DISTRIBUTION(name, count, ...) CUPRUM_DISTRIBUTION_##count(name)
#define CUPRUM_DISTRIBUTION_0(name) \
    ndarray name(const Size& size = {}, const Type& dtype = {}) { return draw(distribution(#name), {}, size, dtype); }
#define CUPRUM_DISTRIBUTION_1(name)                                                  \
    ndarray name(const Operand& p1, const Size& size = {}, const Type& dtype = {}) { \
        return draw(distribution(#name), std::span(&p1, 1), size, dtype);            \
    }
#define CUPRUM_DISTRIBUTION_2(name)                                                                     \
    ndarray name(const Operand& p1, const Operand& p2, const Size& size = {}, const Type& dtype = {}) { \
        const Operand parameters[] = {p1, p2};                                                          \
        return draw(distribution(#name), parameters, size, dtype);                                      \
    }
#define CUPRUM_DISTRIBUTION_3(name)                                                              \
    ndarray name(const Operand& p1, const Operand& p2, const Operand& p3, const Size& size = {}, \
                 const Type& dtype = {}) {                                                       \
        const Operand parameters[] = {p1, p2, p3};                                               \
        return draw(distribution(#name), parameters, size, dtype);                               \
    }
#include "cuprum/distributions.def"
#undef CUPRUM_DISTRIBUTION_0
#undef CUPRUM_DISTRIBUTION_1
#undef CUPRUM_DISTRIBUTION_2
#undef CUPRUM_DISTRIBUTION_3

protected:
    /// `draw` of parameters that are known to lie in their domains.
    ndarray draw_within(const Distribution& distribution, std::span<const Operand> parameters, const Size& size = {},
                        const Type& dtype = {});
    /// Fills a contiguous array of float32 or float64.
    virtual void fill(const ndarray& out, Distribution::Source source) = 0;
    /// Whether numbers that are accepted one by one are cast to any real dtype.
    virtual bool casts_numbers() const { return false; }
    /// An engine, the seed to make it with, and the number of the first of `count` elements, which are used up.
    struct Engine {
        EngineKind kind;
        std::uint64_t seed, first;
    };
    virtual Engine engine(std::int64_t count) = 0;
    /// Integers low, ..., low + most, which `dtype` holds; where it has a sign, `low` is the two's complement.
    virtual ndarray integers(std::uint64_t low, std::uint64_t most, const Shape& shape, DType dtype) = 0;
    /// `count` numbers of 32 bits, in an array of uint32, by which a choice without replacement is made.
    virtual ndarray keys(std::int64_t count) = 0;
    /// `choice` among the parts along an axis.
    ndarray choice_along(const Operand& a, const Size& size, bool replace, const ndarray* p, std::int64_t axis);
};

/// All that the next numbers of a RandomState depend on.
struct RandomStateSnapshot {
    std::vector<std::uint32_t> lanes;  ///< The words of XORWOW's lanes.
    std::int32_t lane = 0;             ///< The lane whose turn it is.
    std::uint64_t element_seed = 0;    ///< Of the next element that has an engine of its own.
};

/// Random numbers in the streams of CuPy's RandomState: the same seed gives the same numbers, whatever the device.
///
/// Uniform and normal numbers and integers come from XORWOW in the order of cuRAND's generator; distributions that
/// reject numbers give each element an engine of its own.
class RandomState : public Source {
public:
    /// Parameters
    ///     seed: a whole number; by default one from the operating system.
    explicit RandomState(std::optional<std::uint64_t> seed = {});
    /// Goes on where another one was.
    explicit RandomState(const RandomStateSnapshot& snapshot);
    ~RandomState() override;

    /// What it takes to make another one that gives the same numbers from here on. The host waits for the device.
    RandomStateSnapshot snapshot() const;

    /// Begins the streams anew.
    ///
    /// Parameters
    ///     seed: a whole number; by default one from the operating system.
    /// Raises
    ///     ValueError: a negative seed, or one of more than 64 bits.
    /// Example
    ///     >>> cuprum.random.seed(1)
    void seed(std::optional<std::uint64_t> seed = {});

    /// Integers from 0 to the largest int64.
    ///
    /// Parameters
    ///     size: shape of the result; 0-d by default.
    /// Returns
    ///     A new int64 array.
    /// Example
    ///     >>> cuprum.random.RandomState(1).tomaxint(3).shape
    ///     (3,)
    ndarray tomaxint(const Size& size = {});

    ndarray bits(const Shape& shape, DType dtype) override;

protected:
    void fill(const ndarray& out, Distribution::Source source) override;
    bool casts_numbers() const override { return true; }
    Engine engine(std::int64_t count) override;
    ndarray integers(std::uint64_t low, std::uint64_t most, const Shape& shape, DType dtype) override;
    ndarray keys(std::int64_t count) override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Random numbers whose streams depend on the seed and on how many were drawn before, and on nothing else. Uniform and
/// normal numbers and integers come from engines side by side; distributions that reject numbers give each element an
/// engine of its own.
class Generator : public Source {
public:
    /// Parameters
    ///     seed: a whole number; by default one from the operating system.
    ///     kind: the engine; XORWOW by default, as that of `default_rng`.
    ///     position: how many elements were drawn before, as `position()` told.
    explicit Generator(std::optional<std::uint64_t> seed = {}, BitGeneratorKind kind = BitGeneratorKind::xorwow,
                       std::uint64_t position = 0);
    ~Generator() override;

    BitGeneratorKind kind() const;
    std::uint64_t seed() const;
    std::uint64_t position() const;  ///< Of the next element.

    /// Picks parts along an axis at random: elements, where there is no other axis.
    ///
    /// Parameters
    ///     a: an array, or a number n that stands for 0, ..., n - 1.
    ///     size: how many, as a shape, whose axes take the place of `axis`; one by default.
    ///     replace: whether a part may come more than once.
    ///     p: the probability of each part; the same for all by default.
    ///     axis: the axis along which parts are picked.
    ///     shuffle: whether the order of parts without replacement has to be random, too. It always is.
    /// Returns
    ///     A new array.
    /// Raises
    ///     ValueError: nothing to choose from, more parts than there are without replacement, or probabilities that
    ///     are negative, NaN, do not sum to 1 or are not as many as parts. AxisError: there is no such axis.
    /// Example
    ///     >>> cuprum.random.default_rng(1).choice(cuprum.ones((3, 4)), 2, axis=1, replace=False).shape
    ///     (3, 2)
    ndarray choice(const Operand& a, const Size& size = {}, bool replace = true, const ndarray* p = nullptr,
                   std::int64_t axis = 0, bool shuffle = true);

    using Source::multinomial;
    /// Counts of the outcomes of trials, whose numbers and probabilities may be arrays.
    ///
    /// Parameters
    ///     n: trials, a number or an array of integers.
    ///     pvals: the probability of each outcome along the last axis, of which the last one is what is left to 1. The
    ///         other axes are broadcast with `n`.
    ///     size: shape of the result less the last axis, to which `n` and `pvals` are broadcast; by default theirs.
    /// Returns
    ///     A new int64 array whose last axis counts the outcomes.
    /// Raises
    ///     ValueError: a number of trials is negative, a probability is not from 0 to 1, all but the last sum to more
    ///     than 1, or the shapes do not agree. TypeError: `n` is no array of integers.
    /// Example
    ///     >>> cuprum.random.default_rng(1).multinomial(cuprum.array([5, 7]), [0.5, 0.5]).sum(axis=1)
    ///     array([5, 7])
    ndarray multinomial(const ndarray& n, const ndarray& pvals, const Size& size = {});

    /// A copy with the parts along an axis in random order.
    ///
    /// Parameters
    ///     x: array, or a number n that stands for 0, ..., n - 1.
    ///     axis: the axis.
    /// Returns
    ///     A new array.
    /// Raises
    ///     AxisError: there is no such axis.
    /// Example
    ///     >>> cuprum.random.default_rng(1).permutation(cuprum.ones((3, 4)), axis=1).shape
    ///     (3, 4)
    ndarray permutation(const ndarray& x, std::int64_t axis = 0);
    /// The numbers 0, ..., n - 1 in random order.
    ndarray permutation(std::int64_t n);
    /// Puts the parts along an axis in random order, in place.
    ///
    /// Parameters
    ///     x: array of at least one dimension.
    ///     axis: the axis.
    /// Raises
    ///     TypeError: `x` has no dimensions. AxisError: there is no such axis.
    /// Example
    ///     >>> a = cuprum.arange(12).reshape(3, 4)
    ///     >>> cuprum.random.default_rng(1).shuffle(a, axis=1)
    void shuffle(const ndarray& x, std::int64_t axis = 0);

    ndarray bits(const Shape& shape, DType dtype) override;

protected:
    void fill(const ndarray& out, Distribution::Source source) override;
    Engine engine(std::int64_t count) override;
    ndarray integers(std::uint64_t low, std::uint64_t most, const Shape& shape, DType dtype) override;
    ndarray keys(std::int64_t count) override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The RandomState of the current device, which the functions of cuprum.random draw from. Its first seed is CUPRUM_SEED
/// where that is set.
///
/// Returns
///     The state.
/// Example
///     >>> cuprum.random.get_random_state().rand(2).shape
///     (2,)
std::shared_ptr<RandomState> get_random_state();

/// Makes a RandomState the one of the current device.
///
/// Parameters
///     rs: the state.
/// Example
///     >>> cuprum.random.set_random_state(cuprum.random.RandomState(3))
void set_random_state(std::shared_ptr<RandomState> rs);

/// Forgets the states of all devices: each will be seeded anew.
///
/// Example
///     >>> cuprum.random.reset_states()
void reset_states();

}  // namespace cuprum::random
