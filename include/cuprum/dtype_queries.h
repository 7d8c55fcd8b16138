// Questions about dtypes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cuprum/dtype.h"

namespace cuprum {

/// Whether a dtype is of a kind: "bool", "signed integer", "unsigned integer", "integral", "real floating", "complex
/// floating" or "numeric". Throws ValueError for another kind.
bool isdtype(DType dtype, std::string_view kind);
/// Whether it is another dtype.
inline bool isdtype(DType dtype, DType kind) { return dtype == kind; }

/// Whether a dtype is below one of NumPy's abstract ones: "generic", "number", "integer", "signedinteger",
/// "unsignedinteger", "inexact", "floating" or "complexfloating". Throws TypeError for another name.
bool issubdtype(DType arg1, std::string_view arg2);
inline bool issubdtype(DType arg1, DType arg2) { return arg1 == arg2; }

/// The dtype for arrays of some types beside scalars of others, of which only a higher kind counts: NumPy 1's rule.
/// Throws ValueError where there are neither.
DType find_common_type(std::span<const DType> array_types, std::span<const DType> scalar_types);

/// The letter of the smallest type of `typeset` to which all can be cast; `default_` where none of the letters is in
/// it.
char mintypecode(std::string_view typechars, std::string_view typeset = "GDFgdf", char default_ = 'd');

/// NumPy's one-letter code of a dtype.
inline char sctype2char(DType sctype) { return info(sctype).code; }

/// What the type of a letter is called: "double precision". Throws IndexError for another letter.
std::string typename_(char code);

/// A structured dtype with the offsets and the size of such a struct in CUDA C++, where complex numbers are aligned to
/// their size. Throws ValueError for a dtype without fields, and for an alignment that cannot be.
///
/// Parameters
///     dtype: a structured dtype.
///     alignment: bytes of which the struct's size is a multiple, a power of two; -1 is the largest of a field.
///     recurse: whether structs inside of it are laid out anew as well.
DType make_aligned_dtype(DType dtype, std::int64_t alignment = -1, bool recurse = true);

}  // namespace cuprum
