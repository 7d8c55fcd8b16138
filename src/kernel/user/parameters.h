// The parameter language of kernels that users write, "raw T x, float32 y", and what a call makes of it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/kernel.h"

namespace cuprum::kernel {

/// Inputs and outputs of one kernel, at most.
inline constexpr std::size_t max_parameters = 60;

using Parameters = std::vector<KernelParameter>;

Parameters parse_parameters(std::string_view list, bool is_const);

/// The parameters of one kernel, which are numbered inputs first.
struct Signature {
    std::string name;  ///< The kernel's.
    Parameters in, out;

    const KernelParameter& parameter(std::size_t k) const { return k < in.size() ? in[k] : out[k - in.size()]; }
    std::size_t count() const { return in.size() + out.size(); }
    bool has_parameter(std::string_view wanted) const;
};

/// Parses the lists. Throws ValueError where a kernel cannot have this name, or parameters of one name, of a name that
/// is `taken`, or too many.
Signature parse_signature(const std::string& name, std::string_view in, std::string_view out,
                          std::string_view taken = {});

/// Throws TypeError where a call brings neither the inputs nor the inputs and the outputs.
void check_argument_count(const Signature& signature, std::size_t count);

/// The arrays of a call that are broadcast together.
struct BroadcastArrays {
    std::span<const Operand> arguments;
    const Signature& signature;
    const ndarray* first = nullptr;
    bool equal = true;  ///< All have the first one's shape.

    BroadcastArrays(const Signature& signature, std::span<const Operand> arguments);
    /// The shape to which they broadcast; there must be one at least.
    Shape shape() const;

private:
    bool takes_part(std::size_t k) const { return arguments[k].is_array() && !signature.parameter(k).raw; }
};

/// A dtype's type in the text of such a kernel: "long long", "complex<float>", "float16".
std::string text_type(DType dtype);

/// What a kernel's text declares a parameter as: "const float& x".
std::string declaration(const KernelParameter& parameter);

/// The include that the text needs for these dtypes, if any of them is no number.
std::string record_header(std::span<const DType> types);

/// The dtypes of a call's parameters, inputs first. `arguments` are the inputs and, where there are more, the outputs;
/// generic types take the dtype of the arrays they meet, or else of a scalar. Throws TypeError where they do not agree.
void decide_types(const Signature& signature, std::span<const Operand> arguments, DType* types);

/// `typedef float T;` for each generic type.
std::string typedefs(const Signature& signature, const DType* types);

/// Throws OverflowError for a literal integer that its parameter's dtype does not hold, TypeError for a complex number
/// where a real one is wanted.
void check_scalar(const Scalar& scalar, const KernelParameter& parameter, DType dtype);
/// A scalar, checked, as a value of its parameter's dtype.
void store_scalar(const Scalar& scalar, const KernelParameter& parameter, DType dtype, void* target);

/// Throws TypeError for a call that cannot be a part of a traced function: one that may write to its inputs, or that
/// names a stream.
void check_recordable(const Signature& signature, const void* stream);

/// Whether a text has this identifier.
bool mentions(std::string_view text, std::string_view identifier);
/// Whether it has an identifier that begins so.
bool mentions_prefix(std::string_view text, std::string_view prefix);

/// Whether statements may use an output's old value, or leave it as it is.
bool keeps_outputs(std::string_view statements, const Parameters& out);

/// A user's options for the compiler. Definitions of macros become text, which comes behind our headers as they would
/// otherwise meet the user's names.
struct CompilerOptions {
    std::vector<std::string> options;
    std::string definitions;  ///< Directives: macros, and what is included before the program.
};
CompilerOptions divide_options(const std::vector<std::string>& options);
/// The same for what is compiled as a part of our text: without the language's version, which is the device headers'.
CompilerOptions compiler_options(const std::vector<std::string>& options);

}  // namespace cuprum::kernel
