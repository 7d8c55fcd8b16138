// What an element-by-element call computes, before it is a kernel: a small graph from stored inputs over steps to
// stored outputs. A ufunc call, an ElementwiseKernel, a traced function and the map part of a reduction are all such
// graphs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cuprum/dtype.h"
#include "cuprum/operation.h"

namespace cuprum::kernel {

/// Numbers of values: the inputs first, then each step's results in turn.
using ValueId = int;

struct Expression {
    /// One operation: C++ statements that assign out0, out1, ... from in0, in1, ..., which have the types given here
    /// (16-bit floats compute as float). Arguments of other types are cast.
    struct Step {
        std::string body;
        std::vector<DType> in_types, out_types;
        std::vector<ValueId> arguments;
        std::string prelude{};     ///< Text at global scope that the body needs, beside what all bodies have.
        const char* headers = "";  ///< Device headers that it needs beside math.h, separated by spaces.
        Cost cost = Cost::cheap;
        CodeOptions code{};
        bool has_exponent = false;  ///< Its second argument is one.
    };
    struct Output {
        ValueId value;
        DType storage;
    };

    std::vector<DType> inputs;  ///< As stored in memory.
    std::vector<Step> steps;
    std::vector<Output> outputs;
    std::uint32_t counters = 0;  ///< Bit i: input i is not stored but counts (see `counter` in elementwise.h).
    /// Bit i: input i is the address of an array, which the operation reads where it likes. The operand is that array
    /// while the operation waits (kernel/deferred), and a number when it runs.
    std::uint32_t addresses = 0;

    ValueId add_input(DType storage) {
        types_.insert(types_.begin() + static_cast<std::ptrdiff_t>(inputs.size()), storage);
        inputs.push_back(storage);
        return static_cast<ValueId>(inputs.size()) - 1;
    }
    /// An int64 input whose values are numbers of places along the axes.
    ValueId add_counter() {
        ValueId value = add_input(DType::int64);
        counters |= 1u << value;
        return value;
    }
    /// Adds a step and gives the number of its first result. Inputs come before steps.
    ValueId add_step(Step step) {
        auto first = static_cast<ValueId>(types_.size());
        types_.insert(types_.end(), step.out_types.begin(), step.out_types.end());
        steps.push_back(std::move(step));
        return first;
    }
    DType type(ValueId value) const { return types_[static_cast<std::size_t>(value)]; }

private:
    std::vector<DType> types_;
};

/// The name of a dtype in kernel text, as stored ("cuprum::float16") and as computed with ("float").
std::string storage_type(DType dtype);
std::string compute_type(DType dtype);

/// Statements that compute the outputs `out_prefix`0... from the inputs `in_prefix`0..., all in storage types: lines
/// without indentation.
std::string statements(const Expression& expression, const std::string& in_prefix, const std::string& out_prefix);

/// The device headers of a column, and the lines that include them.
std::vector<std::string> header_names(const char* headers);
std::string include_lines(const char* headers);

/// The #include lines that the expression's statements need, and the preludes of its steps.
std::string includes(const Expression& expression);

/// The headers and the preludes of the steps of all these, each once.
std::string preludes(std::span<const Expression* const> expressions);

/// How a kernel of all these is compiled.
CodeOptions code_options(std::span<const Expression* const> expressions);

/// A struct called `name` that the loops of device/cuprum/engine/elementwise.h take, in namespace cuprum.
std::string elementwise_struct(const Expression& expression, const std::string& name);

}  // namespace cuprum::kernel
