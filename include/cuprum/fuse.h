// Fused functions: a function of arrays that is called once to see what it does, and then runs as one kernel, or as few
// as can be.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum {

/// A scalar argument inside of a fused function. It takes part in arithmetic, with arrays and with other scalars,
/// without being a part of what is compiled: other values need no new kernel.
///
/// Reading its value, by converting it to a number or a condition, ties the kernels to that value.
class FusedScalar : public Scalar {
public:
    FusedScalar(const Scalar& value) : Scalar(value) {}
    template <class T>
        requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
    FusedScalar(T value) : Scalar(value) {}

    template <class T>
        requires std::is_arithmetic_v<T>
    explicit(std::is_same_v<T, bool>) operator T() const {
        if constexpr (std::is_same_v<T, bool>) return to_bool();
        else if constexpr (std::is_integral_v<T>) return static_cast<T>(to_int());
        else return static_cast<T>(to_double());
    }
};

/// Python's arithmetic of numbers, symbolic where an operand is. `operation` is the operator in Python's spelling; `b`
/// does not count for "neg" and "abs".
Scalar scalar_operation(const char* operation, const Scalar& a, const Scalar& b = {});

template <class T>
concept FusedNumber = std::is_same_v<T, FusedScalar> || (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);

#define CUPRUM_OPERATOR(symbol)                                                    \
    template <FusedNumber A, FusedNumber B>                                        \
        requires(std::is_same_v<A, FusedScalar> || std::is_same_v<B, FusedScalar>) \
    FusedScalar operator symbol(const A& a, const B& b) {                          \
        return scalar_operation(#symbol, FusedScalar(a), FusedScalar(b));          \
    }
CUPRUM_OPERATOR(+)
CUPRUM_OPERATOR(-)
CUPRUM_OPERATOR(*)
CUPRUM_OPERATOR(/)
CUPRUM_OPERATOR(<)
CUPRUM_OPERATOR(<=)
CUPRUM_OPERATOR(>)
CUPRUM_OPERATOR(>=)
CUPRUM_OPERATOR(==)
CUPRUM_OPERATOR(!=)
#undef CUPRUM_OPERATOR
inline FusedScalar operator-(const FusedScalar& a) { return scalar_operation("neg", a); }

/// What was made of a function for some kind of arguments.
class FusedProgram {
public:
    virtual ~FusedProgram() = default;
    virtual std::size_t result_count() const = 0;
    /// The argument that a result is, as it is; -1 for others.
    virtual int argument_of(std::size_t result) const = 0;
    virtual void run(std::span<const Operand> arguments, std::span<ndarray> results) const = 0;
    /// The values of symbolic scalars that the function returned.
    virtual std::vector<Scalar> scalars(std::span<const Operand> arguments) const = 0;

    std::shared_ptr<void> attachment;  ///< Whatever belongs to the trace beside the arrays.
};

/// A fused function without the types of its arguments: the traces that were made, and how to make one.
class FusedFunction {
public:
    /// What a traced call returned.
    struct Traced {
        std::vector<ndarray> results;
        std::shared_ptr<void> attachment{};
    };
    /// Calls the function with arguments that stand for others: arrays without memory, symbolic scalars.
    using Body = std::function<Traced(std::span<const Operand>)>;

    explicit FusedFunction(std::string kernel_name);
    ~FusedFunction();
    FusedFunction(FusedFunction&&) noexcept;
    FusedFunction& operator=(FusedFunction&&) noexcept;

    /// The program for arguments like these; null where the function must be called as it is: inside of another trace,
    /// for empty arrays, without any array, or where an argument that is written to shares memory with another one.
    /// `constants` tells apart calls that differ in more than the arguments.
    std::shared_ptr<const FusedProgram> program(std::span<const Operand> arguments,
                                                std::span<const std::uint64_t> constants, const Body& body);

    const std::string& kernel_name() const;
    /// How many programs were made so far.
    std::size_t trace_count() const;
    /// Forgets the programs: the next call traces the function anew.
    void clear_cache();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Whether the calling thread is tracing a function.
bool is_tracing();
/// Whether an array of a function that is being traced stands for a number that the function was given, or was made of
/// such numbers alone. NumPy's numbers cannot be changed in place.
bool stands_for_number(const ndarray& a);
/// Tells a trace that the function looked at an array's lengths, which then are no longer free.
void note_lengths_read();

/// A function made by `fuse`.
template <class F>
class Fused {
public:
    Fused(F function, std::string kernel_name) : function_(std::move(function)), core_(std::move(kernel_name)) {}

    /// Calls with arrays and numbers.
    template <class... Arguments>
    auto operator()(const Arguments&... arguments) {
        using Result = decltype(call(std::span<const Operand>(), arguments...));
        const std::array<Operand, sizeof...(Arguments)> operands{Operand(arguments)...};
        const std::array<std::uint64_t, sizeof...(Arguments)> constants{constant(arguments)...};
        const auto program = core_.program(operands, constants, [&](std::span<const Operand> traced) {
            FusedFunction::Traced result;
            if constexpr (std::is_void_v<Result>) call(traced, arguments...);
            else result.results = list(call(traced, arguments...));
            return result;
        });
        if (!program) return call(operands, arguments...);
        std::vector<ndarray> results(program->result_count());
        program->run(operands, results);
        if constexpr (!std::is_void_v<Result>) return take<Result>(std::move(results));
    }

    const std::string& kernel_name() const { return core_.kernel_name(); }
    std::size_t trace_count() const { return core_.trace_count(); }
    void clear_cache() { core_.clear_cache(); }

private:
    // Each argument as the function gets it: an array, a condition, or a scalar that may be symbolic.
    template <class T>
    static decltype(auto) handed(const Operand& operand, const T& argument) {
        static_assert(!std::is_same_v<T, Scalar>, "a fused function takes arrays and C++'s numbers");
        if constexpr (std::is_same_v<T, ndarray>) return operand.array();
        else if constexpr (std::is_same_v<T, bool>) return bool(argument);
        else return FusedScalar(operand.scalar());
    }
    template <class T>
    static std::uint64_t constant(const T& argument) {
        if constexpr (std::is_same_v<T, bool>) return argument;
        else return 0;
    }
    template <class... Arguments>
    auto call(std::span<const Operand> operands, const Arguments&... arguments) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return function_(handed<Arguments>(operands[I], arguments)...);
        }(std::index_sequence_for<Arguments...>());
    }

    static std::vector<ndarray> list(const ndarray& result) { return {result}; }
    static std::vector<ndarray> list(std::vector<ndarray> result) { return result; }
    template <class Tuple>
    static std::vector<ndarray> list(const Tuple& results) {
        return std::apply([](const auto&... result) { return std::vector<ndarray>{result...}; }, results);
    }
    template <class Result>
    static Result take(std::vector<ndarray>&& results) {
        if constexpr (std::is_same_v<Result, ndarray>) {
            return std::move(results[0]);
        } else if constexpr (std::is_same_v<Result, std::vector<ndarray>>) {
            return std::move(results);
        } else {
            return [&]<std::size_t... I>(std::index_sequence<I...>) {
                return Result{std::move(results[I])...};
            }(std::make_index_sequence<std::tuple_size_v<Result>>());
        }
    }

    F function_;
    FusedFunction core_;
};

/// Makes of a function of arrays one that runs as one kernel, or as few as can be.
///
/// The function is called, with arrays that have no elements, when it meets arguments of new dtypes, numbers of axes or
/// patterns of equal lengths; what it does with them is merged: work element by element into one kernel, the work
/// before a reduction into the reduction's. It may use every ufunc, operators, comparisons, `where` and all functions
/// made of these, casts, reductions with `axis`, `keepdims` and `dtype`, at the end and in between, views, assignment
/// to whole arrays and `out=`, and kernels of users, of which those that see nothing but elements are merged too; it
/// may write to its arguments and return several arrays, its arguments among them. Numbers that it is given stay
/// arguments; those that it finds elsewhere are read when it is called, as are arrays that are no arguments. Such
/// numbers may become a part of the kernel: what changes from call to call had better be an argument.
///
/// Parameters
///     function: takes arrays and numbers, returns an array, several, or nothing. It must not depend on anything that
///         changes from call to call, nor on the elements of arrays.
///     kernel_name: the kernels' name, for profilers.
/// Returns
///     A function of the same arguments. With arguments of which none is an array it calls `function` itself.
/// Raises
///     TypeError: the function branches on elements, draws random numbers, or uses what cannot be merged, such as a
///     sort.
/// Example
///     >>> @cuprum.fuse
///     ... def squared_diff(x, y):
///     ...     return (x - y) * (x - y)
///     >>> squared_diff(cuprum.arange(4), cuprum.arange(4)[::-1])
///     array([9, 1, 1, 9])
template <class F>
Fused<F> fuse(F function, std::string kernel_name = "fused") {
    return Fused<F>(std::move(function), std::move(kernel_name));
}

}  // namespace cuprum
