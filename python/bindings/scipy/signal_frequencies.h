// Frequencies as Python gives them, and responses as it gets them.
#pragma once

#include <vector>

#include "cuprum/host.h"
#include "cuprum/scipy/signal_response.h"
#include "signal_numbers.h"

namespace cuprum::python {

using CountArg = OptionalArg<"int | ArrayLike | numpy.ndarray">;
using PairOfArrays = Typed<"tuple[ndarray, ndarray]">;

/// The number of frequencies, or an array of them.
inline scipy::signal::FrequencyChoice frequency_choice(const CountArg& argument, std::int64_t otherwise) {
    if (argument.is_none()) return otherwise;
    if (is_index(argument.object)) return to_index(argument.object);
    if (PyComplex_Check(argument.object)) return asarray(std::vector{PyComplex_RealAsDouble(argument.object)});
    ArrayArg array;
    array.object = argument.object;
    return array.get();
}

inline PairOfArrays pair_of(const scipy::signal::Response& response) { return nb::make_tuple(response.w, response.h); }

}  // namespace cuprum::python
