// Sums of products of two arrays whose axes carry labels, as einsum and tensordot have them.
#pragma once

#include <string>

#include "cuprum/ndarray.h"

namespace cuprum {

/// A label an axis; any characters, none twice for one array.
using Labels = std::u32string;

/// The sum of the products of `a` and `b` over the labels that `out` lacks, computed in and of `dtype`. Each label of `out` is one of
/// theirs. Lengths of one are broadcast. By products of matrices, over batches where a label is in all three.
ndarray contract(const ndarray& a, const Labels& a_labels, const ndarray& b, const Labels& b_labels, const Labels& out_labels,
                 DType dtype);

/// The sum of an array over the labels that `out` lacks, in the order of `out`.
ndarray contract(const ndarray& a, const Labels& a_labels, const Labels& out_labels, DType dtype);

}  // namespace cuprum
