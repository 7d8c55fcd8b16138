// Einstein's summation convention.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/array_list.h"

namespace cuprum {

/// In which order the operands of `einsum` are multiplied: pairs that a search finds, or given steps. A step takes
/// operands by position, and puts its result behind the others.
struct EinsumOrder {
    enum class Search { none, greedy, optimal };
    Search search = Search::none;
    std::optional<double>
        memory_limit{};  ///< Elements of the largest intermediate result; the largest operand's or result's.
    std::optional<std::vector<Dims>> steps{};
};

/// The keyword arguments of `einsum`.
struct EinsumOptions {
    const ndarray* out = nullptr;     ///< The array to write to; null makes a new one.
    std::optional<DType> dtype{};     ///< The dtype to compute in and of the result.
    char order = 'K';                 ///< Layout of a new result: 'C', 'F', 'A' or 'K', which is 'C'.
    Casting casting = Casting::safe;  ///< How far operands and results may be cast.
    EinsumOrder optimize{};
};

/// Sums of products of arrays, written with a letter for each axis: "ij,jk->ik".
///
/// Letters that are in operands but not behind the arrow are summed over. Without an arrow the result has the letters
/// that come once, in alphabetical order. A letter that an operand has twice takes its diagonal. "..." stands for all
/// axes without a letter, which are broadcast. Products of two operands become products of matrices, over batches where
/// a letter is in both and in the result, and no operand is copied for that if its layout allows it. A single operand
/// of which nothing is summed gives a view.
///
/// Parameters
///     subscripts: the letters.
///     operands: arrays; or arrays and lists of integers in turn, and a list for the result, instead of letters.
///     out: array to put the result into, which is then returned.
///     dtype: dtype to compute in and of the result.
///     order: layout of a new result.
///     casting: how far operands and the result may be cast.
///     optimize: False, True, 'greedy', 'optimal', one of these with a limit of elements, or a path that `einsum_path`
///     gave. More than two operands are never multiplied all at once: without a wish the path is greedy.
/// Returns
///     The sums.
/// Raises
///     ValueError: letters that do not fit the operands, or lengths that do not agree. TypeError: a cast that is not
///     allowed.
/// Example
///     >>> a = cp.arange(6).reshape(2, 3)
///     >>> cp.einsum('ij,kj->ik', a, a)
///     array([[ 5, 14],
///            [14, 50]])
ndarray einsum(std::string_view subscripts, ArrayList operands, const EinsumOptions& options = {});

/// What `einsum_path` finds.
struct EinsumPath {
    std::vector<Dims> steps;
    std::string report;  ///< Costs and steps, for people.
};

/// The order in which `einsum` would multiply its operands.
///
/// Parameters
///     subscripts: the letters.
///     operands: arrays; only their shapes count.
///     optimize: as for `einsum`.
/// Returns
///     The path, which `einsum` takes as `optimize`, and a report of it.
/// Raises
///     ValueError: letters that do not fit the operands, or lengths that do not agree.
/// Example
///     >>> cp.einsum_path('ij,jk,kl', cp.ones((2, 3)), cp.ones((3, 4)), cp.ones((4, 5)))[0]
///     ['einsum_path', (1, 2), (0, 1)]
EinsumPath einsum_path(std::string_view subscripts, ArrayList operands,
                       const EinsumOrder& optimize = {EinsumOrder::Search::greedy, {}, {}});

}  // namespace cuprum
