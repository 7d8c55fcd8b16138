#include "numpy/contraction.h"

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/matrices/matmul.h"
#include "numpy/multiply.h"

namespace cuprum {
namespace {

int place(const Labels& labels, char32_t label) {
    const auto found = labels.find(label);
    return found == Labels::npos ? -1 : static_cast<int>(found);
}
bool has(const Labels& labels, char32_t label) { return place(labels, label) >= 0; }

/// The view whose axes have these labels in this order; a missing one, or one of length one, is repeated `lengths`
/// times.
ndarray arranged(const ndarray& a, const Labels& labels, const Labels& order, const Shape& lengths) {
    Shape shape;
    Strides strides;
    for (int i = 0; i < static_cast<int>(order.size()); ++i) {
        const int axis = place(labels, order[static_cast<std::size_t>(i)]);
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

/// The view (batch..., rows, columns) if there is one without a copy.
std::optional<ndarray> as_matrices(const ndarray& a, const Labels& labels, const Grouped& g) {
    const ndarray view = arranged(a, labels, g.labels, g.lengths);
    if (view.size() == 0) return std::nullopt;
    const auto strides = reshape_strides(view.shape(), view.strides(), view.itemsize(), g.shape, 'C');
    if (!strides) return std::nullopt;
    return view.with_layout(g.shape, *strides);
}

}  // namespace

void contract(const ndarray& a, const Labels& a_labels, const ndarray& out, const Labels& out_labels, DType dtype) {
    Labels order = out_labels;
    for (char32_t label : a_labels)
        if (!has(out_labels, label)) order += label;
    Shape lengths;
    std::uint64_t reduced = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        lengths.push_back(a.shape()[place(a_labels, order[i])]);
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
    const auto length_of = [&](char32_t label) {
        const int i = place(a_labels, label), j = place(b_labels, label);
        const std::int64_t in_a = i < 0 ? 1 : a.shape()[i], in_b = j < 0 ? 1 : b.shape()[j];
        return in_a == 1 ? in_b : in_a;
    };
    const auto is_long = [](const ndarray& x, const Labels& labels, char32_t label) {
        const int i = place(labels, label);
        return i >= 0 && x.shape()[i] != 1;
    };
    // A label that one operand alone has, and that is summed over, goes first.
    const auto lonely = [&](const ndarray& x, const Labels& labels, const ndarray& y, const Labels& other) {
        Labels kept;
        for (char32_t label : labels)
            if (has(out_labels, label) || is_long(y, other, label) ||
                (x.shape()[place(labels, label)] == 1 && has(other, label)))
                kept += label;
        return kept;
    };
    const auto summed = [&](const ndarray& x, const Labels& labels, const Labels& kept) {
        Shape shape;
        for (char32_t label : kept) shape.push_back(x.shape()[place(labels, label)]);
        const ndarray sum = empty(shape, dtype);
        contract(x, labels, sum, kept, dtype);
        return sum;
    };
    if (const Labels kept = lonely(a, a_labels, b, b_labels); kept.size() < a_labels.size())
        return contract(summed(a, a_labels, kept), kept, b, b_labels, out, out_labels, dtype);
    if (const Labels kept = lonely(b, b_labels, a, a_labels); kept.size() < b_labels.size())
        return contract(a, a_labels, summed(b, b_labels, kept), kept, out, out_labels, dtype);

    Group batch, rows, columns, inner;
    Shape out_shape;
    for (char32_t label : out_labels) {
        const std::int64_t length = length_of(label);
        out_shape.push_back(length);
        const bool in_a = is_long(a, a_labels, label), in_b = is_long(b, b_labels, label);
        (in_a && in_b ? batch : in_b ? columns : rows).add(label, length);
    }
    for (char32_t label : a_labels)
        if (!has(out_labels, label)) inner.add(label, length_of(label));
    for (char32_t label : b_labels)
        if (!has(out_labels, label) && !has(a_labels, label)) inner.add(label, length_of(label));

    if (out.size() == 0) return;
    if (inner.size() == 0) return out.fill(0);
    if (inner.size() == 1) {
        multiply(arranged(a, a_labels, out_labels, out_shape), arranged(b, b_labels, out_labels, out_shape),
                 {.out = {&out}, .dtype = dtype, .casting = Casting::unsafe});
        return;
    }
    if (rows.size() == 1 && columns.size() == 1) {
        // No matrices in it: one pass over the elements, which also casts.
        const Labels order = out_labels + inner.labels;
        Shape lengths(out_shape);
        for (std::int64_t length : inner.lengths) lengths.push_back(length);
        std::uint64_t reduced = 0;
        for (int i = out_shape.size(); i < lengths.size(); ++i) reduced |= 1ull << i;
        const ndarray left = arranged(a, a_labels, order, lengths), right = arranged(b, b_labels, order, lengths);
        if (multiply_vectors(left, right, out)) return;
        const ndarray* operands[] = {&left, &right};
        return kernel::sum_of_products(operands, reduced, dtype, false, out);
    }
    // The order of the axes that are summed over is free: that of one operand may spare a copy of the other.
    const Grouped a_groups = grouped(batch, rows, inner);
    Group inner_as_b;
    for (char32_t label : b_labels)
        if (has(inner.labels, label)) inner_as_b.add(label, length_of(label));
    for (char32_t label : inner.labels)
        if (!has(inner_as_b.labels, label)) inner_as_b.add(label, length_of(label));
    const ndarray left_source = a.dtype() == dtype ? a : a.astype(dtype),
                  right_source = b.dtype() == dtype ? b : b.astype(dtype);
    auto left = as_matrices(left_source, a_labels, a_groups);
    auto right = as_matrices(right_source, b_labels, grouped(batch, inner, columns));
    if (!left || !right) {
        const auto other_left = as_matrices(left_source, a_labels, grouped(batch, rows, inner_as_b));
        const auto other_right = as_matrices(right_source, b_labels, grouped(batch, inner_as_b, columns));
        const bool better = (other_left.has_value() + other_right.has_value()) > (left.has_value() + right.has_value());
        if (better) {
            inner = inner_as_b;
            left = other_left;
            right = other_right;
        }
    }
    const auto copied = [](const ndarray& x, const Labels& labels, const Grouped& g) {
        return arranged(x, labels, g.labels, g.lengths)
            .copy()
            .with_layout(g.shape, contiguous_strides(g.shape, x.itemsize()));
    };
    if (!left) left = copied(left_source, a_labels, grouped(batch, rows, inner));
    if (!right) right = copied(right_source, b_labels, grouped(batch, inner, columns));
    const Grouped out_groups = grouped(batch, rows, columns);
    if (const auto target = as_matrices(out, out_labels, out_groups)) {
        multiply_matrices(*left, *right, *target);
    } else {
        const ndarray made = empty(out_groups.shape, dtype);
        multiply_matrices(*left, *right, made);
        copy_to(made.with_layout(out_groups.lengths, contiguous_strides(out_groups.lengths, made.itemsize())),
                arranged(out, out_labels, out_groups.labels, out_groups.lengths));
    }
}

}  // namespace cuprum
