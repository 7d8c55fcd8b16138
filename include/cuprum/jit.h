// Kernels that are put together while a program runs, operation by operation, with types: what `cuprumx.jit` makes of a
// Python function, and what a C++ program may make by itself. The result is CUDA C++ text for both processors.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/dtype.h"
#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/raw_kernel.h"
#include "cuprum/scalar.h"

namespace cuprum {
class Ufunc;
}

namespace cuprum::jit {

/// By which rules operands find a common dtype: C's, with literals of 32 bits; or NumPy's, with literals that yield.
enum class Mode : std::uint8_t { cuda, numpy };

/// The type of a value in a kernel.
struct Type {
    enum class Kind : std::uint8_t {
        none,      ///< What a function without a result returns.
        scalar,    ///< A number of some dtype.
        array,     ///< A view of an array: address, shape and strides.
        pointer,   ///< Shared memory: an address, with a shape that the kernel's text knows.
        iterator,  ///< A position in an array.
        tuple,     ///< Several values.
        object,    ///< A C++ class that is known by name alone: a group of threads, a reducer of a block.
    };

    Kind kind = Kind::none;
    DType dtype = DType::bool_;         ///< Of a scalar, or of the elements.
    bool contiguous = false;            ///< An array whose elements lie in C order without gaps.
    bool small = false;                 ///< An array whose bytes 32 bits can count.
    int ndim = 0;                       ///< Of an array.
    std::vector<std::int64_t> shape;    ///< Of shared memory; -1 in front where the launch decides.
    std::vector<Type> elements;         ///< Of a tuple; of shared memory the one type of its elements.
    std::string name;                   ///< Of an object, in C++; of an iterator that is not over an array.
    std::string description_of_object;  ///< Of an object, for messages.

    static Type scalar(DType dtype);
    static Type array(DType dtype, int ndim, bool contiguous = true, bool small = true);
    /// The type with which an array is handed to a kernel.
    static Type of(const ndarray& a);
    static Type pointer(Type element, std::vector<std::int64_t> shape);
    static Type iterator(DType dtype, std::string name = {});
    static Type tuple(std::vector<Type> elements);
    static Type object(std::string name, std::string description);

    bool is_scalar() const { return kind == Kind::scalar; }
    bool is_number() const { return is_scalar() && dtype != DType::bool_; }
    bool is_integer() const { return is_scalar() && cuprum::is_integer(dtype); }
    /// Whether it has elements to index.
    bool has_elements() const { return kind == Kind::array || kind == Kind::pointer; }
    int dimensions() const { return kind == Kind::pointer ? static_cast<int>(shape.size()) : ndim; }

    std::string text() const;         ///< In C++.
    std::string description() const;  ///< For messages: "array of float32 with 2 dimensions".
    bool operator==(const Type&) const = default;
};

/// A value in a kernel: an expression with its type. Literals also know their value, and take the dtype that is needed.
struct Value {
    Type type;
    std::string text;
    std::optional<Scalar> literal{};
    bool assignable = false;
};

/// A parameter of a function: its name and type.
struct Parameter {
    std::string name;
    Type type;
};

enum class Atomic : std::uint8_t { add, sub, exch, min, max, inc, dec, cas, and_, or_, xor_ };
enum class Shuffle : std::uint8_t { from, up, down, exclusive_or };

/// Makes the text of a kernel and of the device functions that it calls.
///
/// Functions are begun and ended; one that is begun inside of another ends before it and comes first in the text.
/// Between the two, statements are added in order. A variable has the type of what is first assigned to it. Errors are
/// TypeError and ValueError; the builder can be dropped then, not used on.
///
/// Example
///     jit::Builder b;
///     auto float32 = jit::Type::array(DType::float32, 1);
///     auto p = b.begin_kernel("twice", {{"x", float32}, {"y", float32}});
///     b.assign("i", b.thread_in_grid(0));
///     jit::Value i = *b.variable("i");
///     b.begin_if(b.call(less, {i, b.length(p[0], 0)}));
///     b.store(b.index(p[1], {i}), b.call(multiply, {b.index(p[0], {i}), b.literal(2)}));
///     b.end_block();
///     b.end_function();
///     std::string text = b.text();
class Builder {
public:
    /// Makes the text of a kernel, statement by statement.
    CUPRUM_TRAITS("not pickled")
    CUPRUM_PYTHON explicit Builder(Mode mode = Mode::cuda);
    ~Builder();
    Builder(Builder&&) noexcept;
    Builder& operator=(Builder&&) noexcept;

    /// By which rules operands find a common dtype.
    CUPRUM_PROPERTY Mode mode() const;
    /// All that was made: includes, device functions, kernels.
    CUPRUM_PROPERTY std::string text() const;
    /// The name by which the text has the kernel that was made last.
    CUPRUM_PROPERTY const std::string& kernel_name() const;
    /// Whether the kernel must be launched so that all of its blocks run at the same time.
    CUPRUM_PROPERTY bool is_cooperative() const;
    /// Whether functions of our headers are to be called, not copied into the kernel.
    bool has_calls() const;

    // Functions.

    /// Begins a kernel; the values of its parameters.
    CUPRUM_PYTHON std::vector<Value> begin_kernel(const std::string& name, std::span<const Parameter> parameters);
    std::vector<Value> begin_kernel(const std::string& name, std::initializer_list<Parameter> parameters) {
        return begin_kernel(name, std::span(parameters.begin(), parameters.size()));
    }
    /// Begins a device function; the values of its parameters.
    CUPRUM_PYTHON std::vector<Value> begin_function(const std::string& name, std::span<const Parameter> parameters);
    /// The function's name in the text and the type that it returns: what all of its return statements agree upon.
    CUPRUM_PYTHON std::pair<std::string, Type> end_function();
    /// Calls a device function that was made before.
    CUPRUM_PYTHON Value call_function(const std::string& name, const Type& result, std::span<const Value> arguments);

    // Statements.

    /// Assigns to a variable of the function; the first assignment makes it and gives it its type.
    CUPRUM_PYTHON void assign(const std::string& name, const Value& value);
    /// Makes a variable of a type, zero where nothing is assigned.
    CUPRUM_PYTHON void declare(const std::string& name, const Type& type);
    /// A variable of the function that is open; nothing if it was not assigned yet.
    CUPRUM_PYTHON std::optional<Value> variable(const std::string& name) const;
    /// Keeps a value as it is now under a name of its own.
    CUPRUM_PYTHON Value temporary(const Value& value);
    /// A variable that the program does not see, for functions that write to their argument.
    CUPRUM_PYTHON Value scratch(const Type& type);
    /// Assigns to an element or a variable.
    CUPRUM_PYTHON void store(const Value& place, const Value& value);
    /// `place = ufunc(place, value)`, looking for the place once.
    CUPRUM_PYTHON void update(const Ufunc& ufunc, const Value& place, const Value& value);
    /// An expression as a statement.
    CUPRUM_PYTHON void evaluate(const Value& value);
    /// Begins an if statement.
    CUPRUM_PYTHON void begin_if(const Value& condition);
    /// Begins the other branch of the if statement.
    CUPRUM_PYTHON void begin_else();
    /// Begins a while loop.
    CUPRUM_PYTHON void begin_while(const Value& condition);
    /// `for name in range(start, stop, step)`; `unroll` is a number of copies, 1 for none, 0 for as many as there are
    /// steps, and without it the compiler decides.
    CUPRUM_PYTHON void begin_range(const std::string& name, const Value& start, const Value& stop, const Value& step,
                                   std::optional<int> unroll = {});
    /// Ends what was begun last: a branch or a loop.
    CUPRUM_PYTHON void end_block();
    /// The break statement.
    CUPRUM_PYTHON void break_loop();
    /// The continue statement.
    CUPRUM_PYTHON void continue_loop();
    /// The return statement.
    CUPRUM_PYTHON void give_back(const std::optional<Value>& value);
    /// The assert statement.
    CUPRUM_PYTHON void check(const Value& condition);

    // Values.

    /// The value itself. Python's is made of a number or a tuple, too.
    CUPRUM_PYTHON Value value(const Value& value) const { return value; }
    Value literal(const Scalar& value) const;
    /// A ufunc of scalars: one value, or a tuple of two.
    CUPRUM_PYTHON Value call(const Ufunc& ufunc, std::span<const Value> arguments, std::optional<DType> dtype = {});
    Value call(const Ufunc& ufunc, std::initializer_list<Value> arguments) {
        return call(ufunc, std::span(arguments.begin(), arguments.size()));
    }
    /// The value as a number of a dtype.
    CUPRUM_PYTHON Value cast(const Value& value, DType dtype) const;
    /// The value in a type to which it may be assigned: a literal in its place's dtype, an integer as a float, but no
    /// float as an integer. `what` begins the message of the TypeError.
    CUPRUM_PYTHON Value converted(const Value& value, const Type& type, const std::string& what) const;
    /// Whether the value is true.
    CUPRUM_PYTHON Value truth(const Value& value) const;
    /// `not value`.
    CUPRUM_PYTHON Value logical_not(const Value& value) const;
    /// `a and b`, both of which are evaluated.
    CUPRUM_PYTHON Value logical_and(const Value& a, const Value& b) const;
    /// `a or b`, both of which are evaluated.
    CUPRUM_PYTHON Value logical_or(const Value& a, const Value& b) const;
    /// `a if condition else b`.
    CUPRUM_PYTHON Value select(const Value& condition, const Value& a, const Value& b) const;
    /// The real part.
    CUPRUM_PYTHON Value real(const Value& value) const;
    /// The imaginary part.
    CUPRUM_PYTHON Value imag(const Value& value) const;
    Value tuple(std::span<const Value> elements) const;
    /// One of the values of a tuple.
    CUPRUM_PYTHON Value element(const Value& tuple, std::int64_t index) const;
    /// An element of an array or of shared memory; with fewer indices than dimensions, a view of what they leave.
    CUPRUM_PYTHON Value index(const Value& array, std::span<const Value> indices) const;
    Value index(const Value& array, std::initializer_list<Value> indices) const {
        return index(array, std::span(indices.begin(), indices.size()));
    }
    /// The length of an axis; int64.
    CUPRUM_PYTHON Value length(const Value& array, int axis) const;
    /// The bytes from one element to the next along an axis; int64.
    CUPRUM_PYTHON Value stride(const Value& array, int axis) const;
    /// How many elements there are; int64.
    CUPRUM_PYTHON Value size(const Value& array) const;
    /// An iterator at the first element of a one-dimensional array.
    CUPRUM_PYTHON Value begin(const Value& array);
    /// An iterator past the last element.
    CUPRUM_PYTHON Value end(const Value& array);
    /// `threadIdx`, `blockIdx`, `blockDim` or `gridDim` along axis 0, 1 or 2 (x, y, z); uint32.
    CUPRUM_PYTHON Value thread_variable(std::string_view name, int axis) const;
    /// The thread's number along an axis of the grid; uint32.
    CUPRUM_PYTHON Value thread_in_grid(int axis) const;
    /// How many threads the grid has along an axis; uint32.
    CUPRUM_PYTHON Value threads_in_grid(int axis) const;
    /// The thread's number in its warp; uint32.
    CUPRUM_PYTHON Value lane();
    /// Shared memory of the block: of a fixed shape, or without one as much as the launch asks for.
    CUPRUM_PYTHON Value shared_memory(const Type& element, std::optional<std::vector<std::int64_t>> shape,
                                      std::optional<int> alignment = {});
    /// Changes the place, which is an element of an array or of shared memory, in one step, and gives what it held
    /// before.
    CUPRUM_PYTHON Value atomic(Atomic operation, const Value& place, const Value& value,
                               const std::optional<Value>& other = {});
    /// What another thread of the warp has.
    CUPRUM_PYTHON Value shuffle(Shuffle kind, const Value& mask, const Value& value, const Value& lane,
                                const Value& width);
    /// Text that the builder takes as it is, of the type that it is said to have.
    CUPRUM_PYTHON Value expression(Type type, std::string text) const;
    /// Adds a header to the text: "cooperative_groups.h".
    CUPRUM_PYTHON void include(const std::string& header);
    /// From here on the kernel is a cooperative one.
    CUPRUM_PYTHON void require_cooperative_launch();

private:
    struct Function;
    struct Impl;
    Function& function();
    const Function& function() const;
    std::unique_ptr<Impl> impl_;
};

/// The dtype of a literal on its own: under `cuda` one of 32 bits if it fits, under `numpy` one of 64.
DType literal_dtype(Mode mode, const Scalar& value);
/// The dtype that values of both dtypes have in common under a mode.
DType common_dtype(Mode mode, const Value& a, const Value& b);

/// A kernel that is made anew for each combination of its arguments' types.
///
/// Example
///     jit::Kernel twice([](jit::Builder& b, std::span<const jit::Type> types) {
///         auto p = b.begin_kernel("twice", {{"x", types[0]}, {"y", types[1]}});
///         ...
///         b.end_function();
///     });
///     twice({8}, {128}, x, y);
class Kernel {
public:
    /// Begins a kernel with a parameter of each type, adds its statements, and ends it.
    using Make = std::function<void(Builder& builder, std::span<const Type> types)>;

    explicit Kernel(Make make, Mode mode = Mode::cuda);
    ~Kernel();
    Kernel(const Kernel&) = delete;

    /// Runs the kernel. Arrays are passed as views, literals as numbers of the dtype that the mode gives them.
    void launch(Dim3 grid, Dim3 block, std::span<const Operand> arguments, std::size_t shared_mem = 0,
                const cuda::Stream* stream = nullptr) const;
    template <class... Arguments>
    void operator()(Dim3 grid, Dim3 block, const Arguments&... arguments) const {
        const Operand operands[] = {Operand(arguments)...};
        launch(grid, block, operands);
    }
    /// The texts made so far, each with the arguments' types.
    std::vector<std::pair<std::vector<Type>, std::string>> cached_codes() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// An algorithm that a thread runs in a kernel over ranges of elements, an entry of src/kernel/user/jit/algorithms.def,
/// whose head explains the texts.
struct Algorithm {
    const char *name, *parameters, *result, *function, *summary;
};
std::span<const Algorithm> algorithms();

}  // namespace cuprum::jit
