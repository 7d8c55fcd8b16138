// What a jit::Builder keeps: the parts of the text, and the functions that are open.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "cuprum/jit.h"
#include "kernel/ufunc/loops.h"

namespace cuprum::jit {

/// A function whose statements are being added.
struct Builder::Function {
    struct Block {
        bool is_loop = false;
        std::vector<std::string> objects;  ///< Variables of classes that can be made in their block only.
    };
    struct Return {
        std::size_t line;  ///< Of its statement, which is written when the function's type is known.
        std::optional<Value> value;
    };

    std::string name;
    std::vector<Parameter> parameters;
    bool is_kernel = false;
    std::map<std::string, Value> variables;  ///< By their names in the program.
    std::set<std::string> names;             ///< Of variables, in the text.
    std::vector<std::string> declarations;   ///< What stands before the first statement.
    std::vector<std::string> lines;
    std::vector<Block> blocks;
    std::vector<Return> returns;

    void line(const std::string& text) { lines.push_back(indentation() + text); }
    std::string indentation() const { return std::string(4 * (blocks.size() + 1), ' '); }
    /// An identifier of the text for a variable of the program.
    std::string identifier(const std::string& name);
};

struct Builder::Impl {
    Mode mode = Mode::cuda;
    std::vector<std::string> includes;
    std::set<std::string> helper_names;
    std::string declarations;  ///< At global scope, before all functions.
    std::string helpers;       ///< Functions for loops of ufuncs that are more than a call.
    std::string functions;     ///< Finished ones.
    std::vector<Function> open;
    std::string kernel_name;
    bool cooperative = false;
    bool has_calls = false;  ///< Of functions that are called, not copied (CodeOptions).
    bool dynamic_shared = false;
    int counter = 0;

    std::string number(const std::string& prefix) { return prefix + "_" + std::to_string(++counter); }
    void include(const std::string& header);
    /// The text of a loop of a ufunc, its arguments being in the loop's compute types.
    std::string call(const kernel::Loop& loop, const UfuncRow& row, std::span<const std::string> arguments);
};

/// An expression in another dtype.
std::string cast_text(const std::string& text, DType from, DType to);
/// The same in the type in which `to` computes: float for 16-bit floats.
std::string compute_text(const Value& value, DType to);
std::string literal_text(const Scalar& value, DType dtype);

}  // namespace cuprum::jit
