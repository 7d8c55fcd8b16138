// One number of a float dtype as text, as NumPy's format_float_positional and format_float_scientific write it.
#pragma once

#include <string>

#include "cuprum/printing.h"

namespace cuprum {

/// A number of a float dtype, as double.
struct Number {
    double value;
    DType dtype;
};

std::string positional(Number x, const FloatFormat& format);
std::string scientific(Number x, const FloatFormat& format);

}  // namespace cuprum
