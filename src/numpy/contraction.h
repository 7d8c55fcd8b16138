// Sums of products of two arrays whose axes carry labels, as einsum and tensordot have them.
#pragma once

#include <string>

#include "cuprum/ndarray.h"

namespace cuprum {

/// A label an axis; any characters, none twice for one array.
using Labels = std::u32string;

/// Writes to `out` the sum of the products of `a` and `b` over the labels that `out` lacks, computed in `dtype`, which
/// is the dtype of `out`. Each label of `out` is one of theirs. Lengths of one are broadcast; `out` overlaps neither.
/// By products of matrices, over batches where a label is in all three.
void contract(const ndarray& a, const Labels& a_labels, const ndarray& b, const Labels& b_labels, const ndarray& out,
              const Labels& out_labels, DType dtype);

/// Writes to `out` the sum of an array over the labels that `out` lacks.
void contract(const ndarray& a, const Labels& a_labels, const ndarray& out, const Labels& out_labels, DType dtype);

}  // namespace cuprum
