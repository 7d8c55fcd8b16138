// Kernels that users write as a few lines of CUDA C++: an operation element by element, or a reduction. They run on a
// GPU and on a CPU alike.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cuprum/cuda.h"
#include "cuprum/ndarray.h"

namespace cuprum {

/// A parameter of such a kernel, as its list declares it: "raw T x".
struct KernelParameter {
    std::string name;
    std::string ctype;           ///< Its type in the kernel's text: "float", or the letter of a generic type.
    std::optional<DType> dtype;  ///< Nothing for a generic type.
    bool raw = false;            ///< The text indexes it by itself.
    bool is_const = true;

    friend bool operator==(const KernelParameter&, const KernelParameter&) = default;
};

/// A kernel's inputs or outputs as its constructor takes them: "raw float32 x, T y".
std::string parameter_list(const std::vector<KernelParameter>& parameters, bool inputs);

/// What else an elementwise kernel is made of.
struct ElementwiseKernelOptions {
    bool reduce_dims = true;             ///< Whether `_ind` counts along as few axes as the operands allow.
    std::string preamble{};              ///< Text before the kernel: functions, types, #include, #define.
    bool no_return = false;              ///< Python: a call returns None.
    bool return_tuple = false;           ///< Python: a call returns a tuple even of one array.
    std::string loop_prep{};             ///< Statements before each thread's loop.
    std::string after_loop{};            ///< Statements after it.
    std::vector<std::string> options{};  ///< For the compiler.
    bool is_long = false;  ///< An element takes so long that a GPU's thread has one copy of the statements.
    bool calls = false;    ///< Long functions of `cuprum/special` are called: copied, they take a GPU's compiler long.
};

/// How an elementwise kernel is run.
struct ElementwiseLaunch {
    std::int64_t size = -1;                ///< Elements to run over, where all arrays are raw.
    int block_size = 128;                  ///< Threads a block, at most, where the text sees threads.
    const cuda::Stream* stream = nullptr;  ///< The current one if null.
};

/// A function of elements written as statements of CUDA C++.
///
/// A parameter list names a type and a variable for each argument, `float32 x, T y`; a type of one letter stands for
/// whatever dtype the call brings, the same everywhere. Arrays are broadcast together, and the statements see one
/// element of each. Arguments marked `raw` are not broadcast: the statements index them, `y[i]`, or `y[index]` with one
/// number for each axis. Further names: `i`, the number of the element in C order; `n`, how many there are; `_ind`, the
/// loop's index
/// (`_ind.size()`, `_ind.get()`).
///
/// Example:
///     ElementwiseKernel squared_diff("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff");
///     ndarray z = squared_diff(a, b);
class ElementwiseKernel {
public:
    /// A function of elements written as statements of CUDA C++.
    ///
    /// A parameter list names a type and a variable for each argument, `float32 x, T y`; a type of one letter stands
    /// for whatever dtype the call brings, the same everywhere. Arrays are broadcast together, and the statements see
    /// one element of each. Arguments marked `raw` are not broadcast: the statements index them, `y[i]`, or `y[index]`
    /// with one number for each axis. Further names: `i`, the number of the element in C order; `n`, how many there
    /// are;
    /// `_ind`, the loop's index (`_ind.size()`, `_ind.get()`).
    ///
    /// Parameters
    ///     in_params: the inputs: arrays, or scalars.
    ///     out_params: the outputs. A call that does not bring them makes new arrays.
    ///     operation: the statements. An output holds its array's old value until it is assigned.
    ///     name: of the kernel, as profilers show it.
    ///     reduce_dims: whether `_ind` counts along as few axes as the operands allow.
    ///     preamble: text before the kernel: functions, types, #include, #define.
    ///     no_return: a call returns None.
    ///     return_tuple: a call returns a tuple even of one array.
    ///     loop_prep, after_loop: statements before and after the loop in which each thread takes its elements.
    ///     options: for the compiler, such as '-DSIZE=3'.
    /// Raises
    ///     ValueError: a parameter list or the name is not well formed.
    /// Example
    ///     >>> squared_diff = cuprum.ElementwiseKernel('T x, T y', 'T z', 'z = (x - y) * (x - y)', 'squared_diff')
    ///     >>> squared_diff(cuprum.arange(4), 2)
    ///     array([4, 1, 0, 1])
    ElementwiseKernel(const std::string& in_params, const std::string& out_params, const std::string& operation,
                      const std::string& name = "kernel", ElementwiseKernelOptions options = {});
    ~ElementwiseKernel();
    /// Copies share what they compiled.
    ElementwiseKernel(const ElementwiseKernel&) noexcept;
    ElementwiseKernel& operator=(const ElementwiseKernel&) noexcept;
    ElementwiseKernel(ElementwiseKernel&&) noexcept;
    ElementwiseKernel& operator=(ElementwiseKernel&&) noexcept;

    /// Runs the kernel over arrays and scalars.
    ///
    /// Parameters
    ///     args: the inputs, and, if wanted, the outputs to write to.
    ///     size: how many elements to run over, where all arrays are raw.
    ///     block_size: threads a block at most, where the kernel's text sees threads.
    ///     stream: where it runs; the current stream if None.
    /// Returns
    ///     The output, or a tuple of them.
    /// Raises
    ///     TypeError: the number of arguments or a dtype is not what the parameters say. ValueError: the arrays do not
    ///     broadcast, or no array tells how many elements there are. CompileException: the text does not compile.
    void call(std::span<const Operand> arguments, const ElementwiseLaunch& launch, ndarray* results) const;

    /// Calls with arrays and literals; returns the output. Kernels of several outputs are called by `call`.
    template <class... Arguments>
    ndarray operator()(const Arguments&... arguments) const {
        if (nout() != 1) throw TypeError(name() + " has " + std::to_string(nout()) + " outputs: use call()");
        const Operand operands[] = {Operand(arguments)...};
        ndarray result;
        call(operands, {}, &result);
        return result;
    }

    const std::string& name() const;
    const std::string& operation() const;
    const ElementwiseKernelOptions& options() const;
    const std::vector<KernelParameter>& in_params() const;
    const std::vector<KernelParameter>& out_params() const;
    int nin() const { return static_cast<int>(in_params().size()); }
    int nout() const { return static_cast<int>(out_params().size()); }
    int nargs() const { return nin() + nout(); }
    /// The texts made so far, each with the dtypes of its inputs.
    std::vector<std::pair<std::vector<DType>, std::string>> cached_codes() const;

private:
    struct State;
    explicit ElementwiseKernel(std::shared_ptr<State> state) : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
};

/// What else a reduction is made of.
struct ReductionKernelOptions {
    std::string reduce_type{};           ///< The type that is accumulated; that of the first output if empty.
    bool reduce_dims = true;             ///< Whether indices count along as few axes as the arrays allow.
    std::string preamble{};              ///< Text before the kernel: functions, types, #include, #define.
    std::vector<std::string> options{};  ///< For the compiler.
};

/// How a reduction is run.
struct ReductionLaunch {
    Axes axis{};                           ///< The axes to reduce; all if there is nothing.
    bool keepdims = false;                 ///< Keep the reduced axes with length one.
    const cuda::Stream* stream = nullptr;  ///< The current one if null.
    /// Whether `_j`, `_i`, `_in_ind` and `_out_ind` count each output's elements alone, as if it had a call of its own.
    /// `_raw_x` is an array of these elements.
    bool separate = false;
};

/// A reduction written as expressions of CUDA C++: each element is mapped, what comes out is put together two by two,
/// and the result is mapped again.
///
/// Example:
///     ReductionKernel l2norm("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm");
///     ndarray norms = l2norm(x, ReductionLaunch{.axis = 1});
class ReductionKernel {
public:
    /// A reduction written as expressions of CUDA C++: each element is mapped, what comes out is put together two by
    /// two, and the result is mapped again.
    ///
    /// Parameter lists are those of ElementwiseKernel. Arrays are broadcast together and reduced along the axes that
    /// the call names. Raw arrays are indexed by the expressions, for which there are further names: `_J`, the place
    /// along the reduced axes; `_i`, the number of the output's element; `_j`, the place in all of the input, reduced
    /// axes outermost; `_in_ind` and `_out_ind`, indices with their `size()` and `get()`; `_raw_x`, the array of the
    /// parameter `x`, with the axes of these indices.
    ///
    /// Parameters
    ///     in_params: the inputs: arrays, or scalars.
    ///     out_params: the outputs. A call that does not bring them makes new arrays.
    ///     map_expr: what each element counts for, an expression of the inputs.
    ///     reduce_expr: two such values, `a` and `b`, put together. The order in which this happens is not defined.
    ///     post_map_expr: statements that assign the outputs from the value `a` of all elements.
    ///     identity: the value of no elements, as text; without one an input must not be empty.
    ///     name: of the kernel, as profilers show it.
    ///     reduce_type: the type that is accumulated; that of the first output if None.
    ///     reduce_dims: whether `_in_ind` and `_out_ind` count along as few axes as the arrays allow, the reduced ones
    ///         first; else along the arrays' own.
    ///     preamble: text before the kernel: functions, types, #include, #define.
    ///     options: for the compiler, such as '-DSIZE=3'.
    /// Raises
    ///     ValueError: a parameter list or the name is not well formed.
    /// Example
    ///     >>> l2norm = cuprum.ReductionKernel('T x', 'T y', 'x * x', 'a + b', 'y = sqrt(a)', '0', 'l2norm')
    ///     >>> l2norm(cuprum.array([[3., 4.], [6., 8.]]), axis=1)
    ///     array([ 5., 10.])
    ReductionKernel(const std::string& in_params, const std::string& out_params, const std::string& map_expr,
                    const std::string& reduce_expr, const std::string& post_map_expr,
                    std::optional<std::string> identity, const std::string& name = "reduce_kernel",
                    ReductionKernelOptions options = {});
    ~ReductionKernel();
    /// Copies share what they compiled.
    ReductionKernel(const ReductionKernel&) noexcept;
    ReductionKernel& operator=(const ReductionKernel&) noexcept;
    ReductionKernel(ReductionKernel&&) noexcept;
    ReductionKernel& operator=(ReductionKernel&&) noexcept;

    /// Runs the reduction over arrays and scalars: the inputs, and, if wanted, the outputs to write to. `results` has
    /// room for nout arrays.
    void call(std::span<const Operand> arguments, const ReductionLaunch& launch, ndarray* results) const;

    /// Reduces an array, along all axes or those of `launch`; returns the output. Other kernels are called by `call`.
    ndarray operator()(const Operand& argument, const ReductionLaunch& launch = {}) const {
        if (nout() != 1) throw TypeError(name() + " has " + std::to_string(nout()) + " outputs: use call()");
        ndarray result;
        call(std::span(&argument, 1), launch, &result);
        return result;
    }

    const std::string& name() const;
    const std::string& map_expr() const;
    const std::string& reduce_expr() const;
    const std::string& post_map_expr() const;
    const std::optional<std::string>& identity() const;
    /// The type that is accumulated, as the text has it.
    const std::string& reduce_type() const;
    const ReductionKernelOptions& options() const;
    const std::vector<KernelParameter>& in_params() const;
    const std::vector<KernelParameter>& out_params() const;
    int nin() const { return static_cast<int>(in_params().size()); }
    int nout() const { return static_cast<int>(out_params().size()); }
    int nargs() const { return nin() + nout(); }
    /// The texts made so far, each with the dtypes of its inputs.
    std::vector<std::pair<std::vector<DType>, std::string>> cached_codes() const;

private:
    struct State;
    explicit ReductionKernel(std::shared_ptr<State> state) : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
};

}  // namespace cuprum
