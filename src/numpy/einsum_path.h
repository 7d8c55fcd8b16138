// In which order einsum multiplies its operands.
#pragma once

#include <bitset>
#include <vector>

#include "cuprum/einsum.h"
#include "numpy/einsum_subscripts.h"

namespace cuprum {

/// Steps for the operands, each of ascending positions. Throws what a wrong wish deserves.
std::vector<Dims> find_einsum_path(const Subscripts& subscripts, const EinsumOrder& order);

/// The labels that are left when the operands at `positions` have become one: those of the result, and of operands
/// beside them.
Labels labels_left(std::span<const Labels> operands, const Dims& positions, const Labels& output);

}  // namespace cuprum
