// Changes of places that are named more than once, on processors that make them in no order.
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/elementwise/counted.h"
#include "kernel/engine/elementwise/kernel_family.h"
#include "kernel/engine/gather/gather.h"
#include "kernel/engine/sort.h"

namespace cuprum::kernel {
namespace {

// The axes of the data along which the indices change, and the others.
struct Axes {
    Shape among;  // of the data's rank: the lengths of the indices' axes, 1 for the others
    Dims index, item;
    Dims moving;  // those of `index` along which the data moves, too: the rows of put_along_axis

    Axes(const ndarray& data, std::span<const IndexArray> indices) : among(data.ndim(), 1) {
        for (const IndexArray& entry : indices) {
            const int shift = data.ndim() - entry.array.ndim();
            for (int i = 0; i < entry.array.ndim(); ++i)
                if (entry.array.shape()[i] != 1) among[shift + i] = entry.array.shape()[i];
        }
        for (int i = 0; i < data.ndim(); ++i) {
            (among[i] == 1 ? item : index).push_back(i);
            if (among[i] != 1 && data.strides()[i] != 0) moving.push_back(i);
        }
    }
    std::int64_t count() const { return element_count(among); }
};

ndarray only_axes(const ndarray& a, const Dims& axes) {
    Shape shape;
    Strides strides;
    for (std::int64_t i : axes) {
        shape.push_back(a.shape()[static_cast<int>(i)]);
        strides.push_back(a.strides()[static_cast<int>(i)]);
    }
    return a.with_layout(std::move(shape), std::move(strides));
}

// The byte offset of a place moves by the index's stride for each one that the index counts.
KernelFamily moved_family("moved_places", [](std::span<const DType> dtypes) {
    constexpr DType wide = DType::int64;
    Expression graph;
    const ValueId place = graph.add_input(wide), index = graph.add_input(dtypes[0]), length = graph.add_input(wide),
                  stride = graph.add_input(wide);
    const ValueId moved = graph.add_step(
        {"out0 = in0 + remainder(in1, in2) * in3", {wide, wide, wide, wide}, {wide}, {place, index, length, stride}});
    graph.outputs.push_back({moved, wide});
    return graph;
});

void move_places(const ndarray& places, const ndarray& index, const IndexArray& entry) {
    KernelOperand operands[5];
    operands[0].array = operands[1].array = &places;
    operands[2].array = &index;
    operands[3].set(entry.length, DType::int64);
    operands[4].set(entry.stride, DType::int64);
    const DType dtype = index.dtype();
    moved_family.kernel(std::span(&dtype, 1)).run(operands, places.shape());
}

// Where each item is before its index moves it: at the byte offsets of the axes along which the data moves.
ndarray first_places(const ndarray& data, const Axes& axes) {
    if (axes.moving.empty()) return filled({axes.count()}, 0, DType::int64);
    Shape lengths;
    Dims offsets;
    for (std::int64_t i : axes.index) {
        lengths.push_back(axes.among[static_cast<int>(i)]);
        offsets.push_back(data.strides()[static_cast<int>(i)]);
    }
    return counted(lengths, offsets).reshape({-1});
}

}  // namespace

void apply_in_order(const ApplyOperation& operation, const ndarray& data, const ndarray& values,
                    std::span<const IndexArray> indices) {
    if (!is_worth(data, indices)) return;
    const Axes axes(data, indices);
    const std::int64_t count = axes.count();
    if (count == 0) return;
    const ndarray places = first_places(data, axes), sorted = new_array({count}, DType::int64),
                  order = new_array({count}, DType::int64);
    for (const IndexArray& entry : indices)
        move_places(places, only_axes(entry.array.broadcast_to(axes.among), axes.index).reshape({-1}), entry);
    sort_rows(places, &sorted, &order);
    Dims items_last(axes.index);
    for (std::int64_t i : axes.item) items_last.push_back(i);
    apply_sorted(operation, only_axes(data, axes.item), values.transpose(items_last).copy(), sorted, order);
}

ndarray last_values(const ndarray& data, const ndarray& values, std::span<const IndexArray> indices) {
    const Axes axes(data, indices);
    const std::int64_t count = axes.count();
    bool same = true;
    for (std::int64_t i : axes.index) same = same && values.strides()[static_cast<int>(i)] == 0;
    if (count == 1 || same) return values;
    // Which of the items comes last at each place: atomics on integers give the same answer in any order. A place is
    // told by the indices and by where the data moves beside them.
    Shape lengths;
    for (std::int64_t i : axes.moving) lengths.push_back(axes.among[static_cast<int>(i)]);
    for (const IndexArray& entry : indices) lengths.push_back(entry.length);
    const ndarray last = filled(lengths, -1, DType::int64);
    std::vector<IndexArray> to_last(indices.begin(), indices.end());
    const int moving = axes.moving.size();
    for (std::size_t k = 0; k < to_last.size(); ++k) to_last[k].stride = last.strides()[moving + static_cast<int>(k)];
    Strides place_strides(data.ndim());
    for (int k = 0; k < moving; ++k) place_strides[static_cast<int>(axes.moving[k])] = last.strides()[k];
    const ndarray place = last.with_layout(axes.among, place_strides);
    const ndarray number = counted({count}, {1}).reshape(axes.among);
    apply_at({"maximum", "out0 = maximum(in0, in1)", DType::int64, DType::int64, DType::int64, AtomicForm::max}, place,
             number, to_last);
    const ndarray winner = new_array(axes.among, DType::int64);
    gather(winner, place, to_last, index_wrap);

    // Those items, in the places of all that meet there.
    const ndarray source = axes.index.size() > 1 ? values.copy() : values;
    Strides strides(source.strides());
    for (std::int64_t i : axes.index) strides[static_cast<int>(i)] = 0;
    const IndexArray entry{winner, source.strides()[static_cast<int>(axes.index.back())], count, 0};
    ndarray result = new_array(values.shape(), values.dtype());
    gather(result, source.with_layout(source.shape(), strides), std::span(&entry, 1), index_wrap);
    return result;
}

bool names_many_places(const ndarray& data, std::span<const IndexArray> indices) {
    const Axes axes(data, indices);
    std::int64_t places = 1;
    for (const IndexArray& entry : indices)
        if (__builtin_mul_overflow(places, entry.length, &places)) return false;
    for (std::int64_t i : axes.moving)
        if (__builtin_mul_overflow(places, axes.among[static_cast<int>(i)], &places)) return false;
    return places <= 8 * axes.count() + (1 << 20);
}

}  // namespace cuprum::kernel
