// Universal functions: operations element by element, with broadcasting, dtype resolution and outputs, from the rows of
// ufuncs.def.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/operation.h"

namespace cuprum {

struct ReduceOptions;  // cuprum/reduction.h

/// The most inputs, and the most outputs, that a ufunc has.
inline constexpr int max_ufunc_operands = 8;

/// The keyword arguments of a ufunc call.
struct UfuncOptions {
    std::array<const ndarray*, max_ufunc_operands> out{};  ///< Arrays to write to, by position; null makes a new one.
    const ndarray* where = nullptr;                        ///< bool; elements where it is false are left as they are.
    std::optional<DType> dtype{};                          ///< The dtype of the first output, and so the loop to use.
    std::string signature{};                               ///< A loop by NumPy's codes, "dd->d".
    Casting casting = Casting::same_kind;
    char order = 'K';  ///< Layout of new outputs: 'C', 'F', 'A' or 'K'.
};

/// The dtype in which a ufunc's methods combine elements unless told: the operand's own, 64 bits for integers, or bool.
enum class Accumulator : std::uint8_t { own, wide, boolean };
/// Operands that are refused though a loop takes their dtypes.
enum class Refusal : std::uint8_t { none, negative_powers };

/// The value of a column of codes that holds for every loop.
inline constexpr const char* all_loops = "*";

/// One row of ufuncs.def, where the columns are explained.
struct UfuncRow {
    const char* name;
    int nin, nout;
    const char* module;  ///< Where it is published: "numpy", "scipy.special".
    const char* loops;
    const char* identity = "none";
    const char* domain = "any";
    const char* headers = "";
    const char* calls = "";
    const char* long_code = "";
    const char* unfused = "";
    const char* one_copy = "";
    Cost cost = Cost::cheap;
    const char* symbol = "";
    AtomicForm atomic = AtomicForm::none;
    Accumulator accumulator = Accumulator::own;
    Refusal refuses = Refusal::none;
    bool takes_truth = false;
    bool has_exponent = false;
    bool prebuilt = true;
    const char* doc = "";
};

/// An operation element by element. `cuprum::add(a, b)` calls it; its methods are NumPy's.
class Ufunc {
public:
    static constexpr int max_nin = max_ufunc_operands, max_nout = max_ufunc_operands;

    explicit Ufunc(const UfuncRow& row);
    Ufunc(const Ufunc&) = delete;
    ~Ufunc();

    const char* name() const;
    int nin() const noexcept { return nin_; }
    int nout() const noexcept { return nout_; }
    const UfuncRow& row() const;
    /// The loops by NumPy's codes, in the order in which they are searched: "bb->b".
    std::vector<std::string> types() const;
    std::optional<Scalar> identity() const;
    /// The whole documentation, for Python's help().
    std::string doc() const;

    /// Computes all outputs. `results` has room for nout arrays.
    void call(std::span<const Operand> in, const UfuncOptions& options, ndarray* results) const;

    /// The dtypes of the loop that `call` would use: nin inputs, then nout outputs.
    std::vector<DType> resolve_dtypes(std::span<const Operand> in, const UfuncOptions& options = {}) const;

    // Methods of ufuncs with two inputs and one output (src/kernel/ufunc/).
    ndarray reduce(const ndarray& a, std::int64_t axis = 0) const;
    ndarray reduce(const ndarray& a, const ReduceOptions& options) const;
    ndarray accumulate(const ndarray& a, std::int64_t axis = 0, std::optional<DType> dtype = {},
                       const ndarray* out = nullptr) const;
    ndarray reduceat(const ndarray& a, const ndarray& indices, std::int64_t axis = 0, std::optional<DType> dtype = {},
                     const ndarray* out = nullptr) const;
    ndarray outer(const Operand& a, const Operand& b, const UfuncOptions& options = {}) const;
    /// `a[indices] = op(a[indices], b)` in which repeated indices count each time. `b` is null for one-input ufuncs.
    void at(const ndarray& a, std::span<const Index> indices, const Operand* b = nullptr) const;

    struct Impl;
    Impl& impl() const { return *impl_; }

private:
    int nin_, nout_;
    std::unique_ptr<Impl> impl_;
};

template <int Nin, int Nout>
class UfuncOf : public Ufunc {
public:
    using Ufunc::Ufunc;
    auto operator()(const Operand& x1, const UfuncOptions& options = {}) const
        requires(Nin == 1)
    {
        return run(std::span(&x1, 1), options);
    }
    auto operator()(const Operand& x1, const Operand& x2, const UfuncOptions& options = {}) const
        requires(Nin == 2)
    {
        const Operand in[] = {x1, x2};
        return run(in, options);
    }
    template <class... Rest>
        requires(Nin > 2 && sizeof...(Rest) + 3 == Nin && (std::is_convertible_v<Rest, Operand> && ...))
    auto operator()(const Operand& x1, const Operand& x2, const Operand& x3, const Rest&... rest) const {
        const Operand in[] = {x1, x2, x3, Operand(rest)...};
        return run(in, UfuncOptions());
    }
    /// More than two operands, with options.
    auto operator()(const std::array<Operand, Nin>& in, const UfuncOptions& options) const
        requires(Nin > 2)
    {
        return run(in, options);
    }

private:
    auto run(std::span<const Operand> in, const UfuncOptions& options) const {
        std::array<ndarray, Nout> results;
        call(in, options, results.data());
        if constexpr (Nout == 1) return std::move(results[0]);
        else return results;
    }
};

#define CUPRUM_UFUNC(name, nin, nout, ...) extern const UfuncOf<nin, nout> name;
#define CUPRUM_UFUNC_ALIAS(alias, name) inline constexpr const auto& alias = name;
#include "cuprum/ufuncs.def"

/// Every ufunc, in the order of ufuncs.def; aliases after the names they stand for.
std::span<const std::pair<const char*, const Ufunc*>> ufuncs();

// The operators, for an array with an array or a literal on either side.
#define CUPRUM_OPERATOR(symbol, name)                                                         \
    inline ndarray operator symbol(const ndarray& a, const ndarray& b) { return name(a, b); } \
    template <class T>                                                                        \
        requires(!std::is_same_v<T, ndarray> && std::is_convertible_v<T, Scalar>)             \
    ndarray operator symbol(const ndarray& a, T b) {                                          \
        return name(a, Scalar(b));                                                            \
    }                                                                                         \
    template <class T>                                                                        \
        requires(!std::is_same_v<T, ndarray> && std::is_convertible_v<T, Scalar>)             \
    ndarray operator symbol(T a, const ndarray& b) {                                          \
        return name(Scalar(a), b);                                                            \
    }
CUPRUM_OPERATOR(+, add)
CUPRUM_OPERATOR(-, subtract)
CUPRUM_OPERATOR(*, multiply)
CUPRUM_OPERATOR(/, true_divide)
CUPRUM_OPERATOR(%, remainder)
CUPRUM_OPERATOR(&, bitwise_and)
CUPRUM_OPERATOR(|, bitwise_or)
CUPRUM_OPERATOR(^, bitwise_xor)
CUPRUM_OPERATOR(<<, left_shift)
CUPRUM_OPERATOR(>>, right_shift)
CUPRUM_OPERATOR(<, less)
CUPRUM_OPERATOR(<=, less_equal)
CUPRUM_OPERATOR(>, greater)
CUPRUM_OPERATOR(>=, greater_equal)
CUPRUM_OPERATOR(==, equal)
CUPRUM_OPERATOR(!=, not_equal)
#undef CUPRUM_OPERATOR
inline ndarray operator-(const ndarray& a) { return negative(a); }
inline ndarray operator+(const ndarray& a) { return positive(a); }
inline ndarray operator~(const ndarray& a) { return invert(a); }

#define CUPRUM_OPERATOR(symbol, name)                                             \
    inline const ndarray& operator symbol(const ndarray & a, const Operand & b) { \
        name(a, b, {.out = {&a}});                                                \
        return a;                                                                 \
    }
CUPRUM_OPERATOR(+=, add)
CUPRUM_OPERATOR(-=, subtract)
CUPRUM_OPERATOR(*=, multiply)
CUPRUM_OPERATOR(/=, true_divide)
CUPRUM_OPERATOR(%=, remainder)
CUPRUM_OPERATOR(&=, bitwise_and)
CUPRUM_OPERATOR(|=, bitwise_or)
CUPRUM_OPERATOR(^=, bitwise_xor)
CUPRUM_OPERATOR(<<=, left_shift)
CUPRUM_OPERATOR(>>=, right_shift)
#undef CUPRUM_OPERATOR

}  // namespace cuprum
