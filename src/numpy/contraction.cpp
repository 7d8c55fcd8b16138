#include "numpy/contraction.h"

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/matrices/matmul.h"
#include "numpy/multiply.h"

namespace cuprum {
namespace {

int axis_of(const Labels& labels, char32_t label) {
    const auto found = labels.find(label);
    return found == Labels::npos ? -1 : static_cast<int>(found);
}
bool has(const Labels& labels, char32_t label) { return axis_of(labels, label) >= 0; }

/// The view whose axes have these labels in this order; a missing one, or one of length one, is repeated `lengths`
/// times.
ndarray arranged(const ndarray& a, const Labels& labels, const Labels& order, const Shape& lengths) {
    Shape shape;
    Strides strides;
    for (int i = 0; i < static_cast<int>(order.size()); ++i) {
        const int axis = axis_of(labels, order[static_cast<std::size_t>(i)]);
        const bool repeated = axis < 0 || a.shape()[axis] != lengths[i];
        shape.push_back(lengths[i]);
        strides.push_back(repeated ? 0 : a.strides()[axis]);
    }
    return a.with_layout(std::move(shape), std::move(strides));
}

/// Labels and lengths of one group of axes.
struct Group {
    Labels labels;
    Shape lengths;
    std::int64_t size() const { return element_count(lengths); }
    void add(char32_t label, std::int64_t length) {
        labels += label;
        lengths.push_back(length);
    }
};

struct Grouped {
    Labels labels;
    Shape lengths;
    Shape shape;  ///< The batch's axes as they are, and one axis a further group.
};
Grouped grouped(const Group& batch, const Group& rows, const Group& columns) {
    Grouped g{batch.labels + rows.labels + columns.labels, batch.lengths, batch.lengths};
    for (const Group* group : {&rows, &columns}) {
        for (std::int64_t length : group->lengths) g.lengths.push_back(length);
        g.shape.push_back(group->size());
    }
    return g;
}

/// An array whose axes have labels.
struct Labelled {
    const ndarray& array;
    const Labels& labels;

    bool has(char32_t label) const { return axis_of(labels, label) >= 0; }
    /// Along an axis that is not there, as along one that is repeated, there is one element.
    std::int64_t length(char32_t label) const {
        const int axis = axis_of(labels, label);
        return axis < 0 ? 1 : array.shape()[axis];
    }
    ndarray arranged(const Labels& order, const Shape& lengths) const {
        return cuprum::arranged(array, labels, order, lengths);
    }

    /// The view (batch..., rows, columns) if there is one without a copy.
    std::optional<ndarray> as_matrices(const Grouped& g) const {
        const ndarray view = arranged(g.labels, g.lengths);
        if (view.size() == 0) return std::nullopt;
        const auto strides = reshape_strides(view.shape(), view.strides(), view.itemsize(), g.shape, 'C');
        if (!strides) return std::nullopt;
        return view.with_layout(g.shape, *strides);
    }
    ndarray copied_matrices(const Grouped& g) const {
        return arranged(g.labels, g.lengths).copy().with_layout(g.shape, contiguous_strides(g.shape, array.itemsize()));
    }
};

std::int64_t common_length(const Labelled& a, const Labelled& b, char32_t label) {
    const std::int64_t in_a = a.length(label);
    return in_a == 1 ? b.length(label) : in_a;
}

/// The labels of `x` that the other operand or the result has, too.
Labels shared_labels(const Labelled& x, const Labelled& other, const Labels& out_labels) {
    Labels kept;
    for (char32_t label : x.labels)
        if (has(out_labels, label) || other.length(label) != 1 || (x.length(label) == 1 && other.has(label)))
            kept += label;
    return kept;
}

/// The sum over the labels that are not kept.
ndarray summed(const Labelled& x, const Labels& kept, DType dtype) {
    Shape shape;
    for (char32_t label : kept) shape.push_back(x.length(label));
    const ndarray sum = empty(shape, dtype);
    contract(x.array, x.labels, sum, kept, dtype);
    return sum;
}

/// A product's labels, by the arrays that have them. A label of length one counts as missing.
struct ProductLabels {
    Group batch, rows, columns;  ///< In both operands and the result; in the left one alone; in the right one alone.
    Group inner;                 ///< Those that are summed over.
    Shape result_lengths;

    ProductLabels(const Labelled& a, const Labelled& b, const Labels& out_labels) {
        for (char32_t label : out_labels) {
            const bool in_a = a.length(label) != 1, in_b = b.length(label) != 1;
            result_lengths.push_back(common_length(a, b, label));
            (in_a && in_b ? batch : in_b ? columns : rows).add(label, common_length(a, b, label));
        }
        for (char32_t label : a.labels)
            if (!has(out_labels, label)) inner.add(label, common_length(a, b, label));
        for (char32_t label : b.labels)
            if (!has(out_labels, label) && !a.has(label)) inner.add(label, common_length(a, b, label));
    }
    Grouped left() const { return grouped(batch, rows, inner); }
    Grouped right() const { return grouped(batch, inner, columns); }
    Grouped result() const { return grouped(batch, rows, columns); }

    /// The axes that are summed over in the order in which an operand has them.
    ProductLabels with_inner_as(const Labelled& operand) const {
        ProductLabels other = *this;
        other.inner = {};
        const auto add = [&](char32_t label) {
            const int axis = axis_of(inner.labels, label);
            if (axis >= 0 && !has(other.inner.labels, label)) other.inner.add(label, inner.lengths[axis]);
        };
        for (char32_t label : operand.labels) add(label);
        for (char32_t label : inner.labels) add(label);
        return other;
    }
};

/// Without matrices: one pass over the elements, which also casts.
void multiply_elements(const Labelled& a, const Labelled& b, const ProductLabels& labels, const Labelled& out,
                       DType dtype) {
    const Labels order = out.labels + labels.inner.labels;
    Shape lengths = labels.result_lengths;
    std::uint64_t reduced = 0;
    for (std::int64_t length : labels.inner.lengths) {
        reduced |= 1ull << lengths.size();
        lengths.push_back(length);
    }
    const ndarray left = a.arranged(order, lengths), right = b.arranged(order, lengths);
    if (multiply_vectors(left, right, out.array)) return;
    const ndarray* operands[] = {&left, &right};
    kernel::sum_of_products(operands, reduced, dtype, false, out.array);
}

void multiply_as_matrices(const Labelled& a, const Labelled& b, const ProductLabels& labels, const Labelled& out,
                          DType dtype) {
    // The order of the axes that are summed over is free: that of one operand may spare a copy of the other.
    const ProductLabels* order = &labels;
    std::optional<ProductLabels> other;
    auto left = a.as_matrices(order->left()), right = b.as_matrices(order->right());
    if (!left || !right) {
        other = labels.with_inner_as(b);
        auto other_left = a.as_matrices(other->left()), other_right = b.as_matrices(other->right());
        const bool better = (other_left.has_value() + other_right.has_value()) > (left.has_value() + right.has_value());
        if (better) {
            order = &*other;
            left = std::move(other_left);
            right = std::move(other_right);
        }
    }
    if (!left) left = a.copied_matrices(order->left());
    if (!right) right = b.copied_matrices(order->right());
    const Grouped result = labels.result();
    if (const auto target = out.as_matrices(result)) return multiply_matrices(*left, *right, *target);
    const ndarray made = empty(result.shape, dtype);
    multiply_matrices(*left, *right, made);
    copy_to(made.with_layout(result.lengths, contiguous_strides(result.lengths, made.itemsize())),
            out.arranged(result.labels, result.lengths));
}

}  // namespace

void contract(const ndarray& a, const Labels& a_labels, const ndarray& out, const Labels& out_labels, DType dtype) {
    Labels order = out_labels;
    for (char32_t label : a_labels)
        if (!has(out_labels, label)) order += label;
    Shape lengths;
    std::uint64_t reduced = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        lengths.push_back(a.shape()[axis_of(a_labels, order[i])]);
        if (i >= out_labels.size()) reduced |= 1ull << i;
    }
    const ndarray view = arranged(a, a_labels, order, lengths);
    if (view.size() == 0) return out.fill(0);
    if (reduced == 0) return copy_to(view, out);
    const ndarray* operands[] = {&view};
    kernel::sum_of_products(operands, reduced, dtype, false, out);
}

void contract(const ndarray& a, const Labels& a_labels, const ndarray& b, const Labels& b_labels, const ndarray& out,
              const Labels& out_labels, DType dtype) {
    const Labelled left{a, a_labels}, right{b, b_labels}, result{out, out_labels};
    // A label that one operand alone has, and that is summed over, goes first.
    if (const Labels kept = shared_labels(left, right, out_labels); kept.size() < a_labels.size())
        return contract(summed(left, kept, dtype), kept, b, b_labels, out, out_labels, dtype);
    if (const Labels kept = shared_labels(right, left, out_labels); kept.size() < b_labels.size())
        return contract(a, a_labels, summed(right, kept, dtype), kept, out, out_labels, dtype);

    const ProductLabels labels(left, right, out_labels);
    if (out.size() == 0) return;
    if (labels.inner.size() == 0) return out.fill(0);
    if (labels.inner.size() == 1) {
        const Shape& lengths = labels.result_lengths;
        multiply(left.arranged(out_labels, lengths), right.arranged(out_labels, lengths),
                 {.out = {&out}, .dtype = dtype, .casting = Casting::unsafe});
    } else if (labels.rows.size() == 1 && labels.columns.size() == 1) {
        multiply_elements(left, right, labels, result, dtype);
    } else {
        const ndarray a_cast = a.dtype() == dtype ? a : a.astype(dtype),
                      b_cast = b.dtype() == dtype ? b : b.astype(dtype);
        multiply_as_matrices({a_cast, a_labels}, {b_cast, b_labels}, labels, result, dtype);
    }
}

}  // namespace cuprum
