#include "kernel/engine/elementwise/composite.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace cuprum::kernel {
namespace {

/// A box of an array; where its axis has length one, all of it.
ndarray box_of(const ndarray& a, std::span<const std::int64_t> begin, std::span<const std::int64_t> length) {
    Shape shape(a.shape());
    std::int64_t offset = a.offset();
    for (int d = 0; d < shape.size(); ++d) {
        if (shape[d] == 1) continue;
        offset += begin[static_cast<std::size_t>(d)] * a.strides()[d];
        shape[d] = length[static_cast<std::size_t>(d)];
    }
    return ndarray(a.buffer(), offset, a.dtype(), std::move(shape), a.strides());
}

ndarray sliced_array(const ndarray& a, int axis, std::int64_t begin, std::int64_t end) {
    Shape shape(a.shape());
    shape[axis] = end - begin;
    return ndarray(a.buffer(), a.offset() + begin * a.strides()[axis], a.dtype(), std::move(shape), a.strides());
}

/// Calls visit(number along an axis, cell) for all cells.
template <class Visit>
void for_cells(const CompositeView& view, int axis, Visit visit) {
    std::int64_t outer = 1, inner = 1;
    for (int d = 0; d < view.ndim(); ++d)
        (d < axis ? outer : inner) *= d == axis ? 1 : view.ends[static_cast<std::size_t>(d)].size();
    const std::int64_t count = view.ends[static_cast<std::size_t>(axis)].size();
    for (std::int64_t i = 0; i < outer; ++i)
        for (std::int64_t k = 0; k < count; ++k)
            for (std::int64_t j = 0; j < inner; ++j)
                visit(static_cast<int>(k), view.cells[static_cast<std::size_t>((i * count + k) * inner + j)]);
}

int interval_of(const Dims& ends, std::int64_t place) {
    return static_cast<int>(std::upper_bound(ends.begin(), ends.end(), place) - ends.begin());
}

std::int64_t start_of(const Dims& ends, int interval) { return interval ? ends[interval - 1] : 0; }

/// Where each axis of the shape is divided.
std::vector<Dims> divisions(const std::vector<const CompositeView*>& views, const Shape& shape) {
    std::vector<Dims> ends;
    for (std::int64_t length : shape) ends.push_back({length});
    for (const CompositeView* view : views) {
        if (!view) continue;
        const int shift = shape.size() - view->ndim();
        for (int d = 0; d < view->ndim(); ++d) {
            const Dims& own = view->ends[static_cast<std::size_t>(d)];
            Dims& all = ends[static_cast<std::size_t>(d + shift)];
            if (own.size() == 1) continue;
            Dims merged(all.size() + own.size());
            std::merge(all.begin(), all.end(), own.begin(), own.end(), merged.begin());
            merged.resize(static_cast<int>(std::unique(merged.begin(), merged.end()) - merged.begin()));
            all = std::move(merged);
        }
    }
    return ends;
}

/// How many bytes further than its strides say a view's elements lie in the second part of each axis, zero where an
/// axis has one part. Nothing where that does not lead to all elements.
std::optional<Dims> jumps_of(const CompositeView& view) {
    const ndarray& first = view.cells[0];
    Dims between(view.ndim());  // the first elements of both parts, in bytes
    std::size_t step = 1;       // between cells along the axis
    for (int d = view.ndim() - 1; d >= 0; --d) {
        const int parts = view.ends[static_cast<std::size_t>(d)].size();
        if (parts > 2) return std::nullopt;
        if (parts == 2) between[d] = view.cells[step].offset() - first.offset();
        step *= static_cast<std::size_t>(parts);
    }
    for (std::size_t number = 0; number < view.cells.size(); ++number) {
        const ndarray& cell = view.cells[number];
        std::int64_t rest = static_cast<std::int64_t>(number), offset = first.offset();
        for (int d = view.ndim() - 1; d >= 0; --d) {
            const int parts = view.ends[static_cast<std::size_t>(d)].size();
            offset += rest % parts * between[d];
            rest /= parts;
        }
        if (cell.buffer().get() != first.buffer().get() || cell.offset() != offset ||
            !(cell.strides() == first.strides()))
            return std::nullopt;
    }
    for (int d = 0; d < view.ndim(); ++d)
        if (const Dims& ends = view.ends[static_cast<std::size_t>(d)]; ends.size() == 2)
            between[d] -= ends[0] * first.strides()[d];
    return between;
}

}  // namespace

CompositeView::CompositeView(const ndarray& a) : cells{a} {
    for (std::int64_t length : a.shape()) ends.push_back({length});
}

CompositeView CompositeView::sliced(int axis, std::int64_t begin, std::int64_t end) const {
    const Dims& own = ends[static_cast<std::size_t>(axis)];
    CompositeView result;
    result.ends = ends;
    Dims& kept = result.ends[static_cast<std::size_t>(axis)];
    kept.clear();
    for (int k = interval_of(own, begin); k < own.size() && start_of(own, k) < end; ++k)
        kept.push_back(std::min(own[k], end) - begin);
    result.cells.reserve(cells.size());
    for_cells(*this, axis, [&](int k, const ndarray& cell) {
        const std::int64_t start = start_of(own, k), low = std::max(start, begin), high = std::min(own[k], end);
        if (low < high) result.cells.push_back(sliced_array(cell, axis, low - start, high - start));
    });
    return result;
}

CompositeView CompositeView::rolled(int axis, std::int64_t shift) const {
    if (shift == 0) return *this;
    const std::int64_t length = ends[static_cast<std::size_t>(axis)].back();
    const CompositeView halves[] = {sliced(axis, length - shift, length), sliced(axis, 0, length - shift)};
    return *joined(halves, axis);
}

CompositeView CompositeView::with_axes(std::span<const std::int8_t> axes) const {
    CompositeView first = *this;
    for (int d = 0; d < ndim(); ++d)
        if (std::ranges::find(axes, d) == axes.end()) first = first.sliced(d, 0, 1);
    CompositeView result;
    std::vector<std::int64_t> steps;  // between cells, along the new axes
    for (std::int8_t axis : axes) {
        result.ends.push_back(axis < 0 ? Dims{1} : first.ends[static_cast<std::size_t>(axis)]);
        std::int64_t step = 1;
        for (int d = axis + 1; axis >= 0 && d < ndim(); ++d) step *= first.ends[static_cast<std::size_t>(d)].size();
        steps.push_back(step);
    }
    std::size_t count = 1;
    for (const Dims& all : result.ends) count *= static_cast<std::size_t>(all.size());
    for (std::size_t number = 0; number < count; ++number) {
        std::int64_t rest = static_cast<std::int64_t>(number), from = 0;
        for (std::size_t d = axes.size(); d-- > 0; rest /= result.ends[d].size())
            from += axes[d] < 0 ? 0 : rest % result.ends[d].size() * steps[d];
        const ndarray& cell = first.cells[static_cast<std::size_t>(from)];
        Shape shape(static_cast<int>(axes.size()), 1);
        Strides strides(static_cast<int>(axes.size()));
        for (int d = 0; d < shape.size(); ++d)
            if (const int axis = axes[static_cast<std::size_t>(d)]; axis >= 0) {
                shape[d] = cell.shape()[axis];
                strides[d] = cell.strides()[axis];
            }
        result.cells.emplace_back(cell.buffer(), cell.offset(), cell.dtype(), std::move(shape), std::move(strides));
    }
    return result;
}

std::optional<CompositeView> joined(std::span<const CompositeView> views, int axis) {
    CompositeView result;
    result.ends = views[0].ends;
    Dims& ends = result.ends[static_cast<std::size_t>(axis)];
    ends.clear();
    std::int64_t outer = 1;
    for (int d = 0; d < axis; ++d) outer *= views[0].ends[static_cast<std::size_t>(d)].size();
    for (const CompositeView& view : views) {
        for (int d = 0; d < view.ndim(); ++d)
            if (d != axis && !(view.ends[static_cast<std::size_t>(d)] == views[0].ends[static_cast<std::size_t>(d)]))
                return std::nullopt;
        const std::int64_t start = ends.empty() ? 0 : ends.back();
        for (std::int64_t end : view.ends[static_cast<std::size_t>(axis)]) ends.push_back(start + end);
    }
    for (std::int64_t i = 0; i < outer; ++i)
        for (const CompositeView& view : views) {
            const auto each = static_cast<std::ptrdiff_t>(view.cells.size()) / outer;
            result.cells.insert(result.cells.end(), view.cells.begin() + i * each, view.cells.begin() + (i + 1) * each);
        }
    return result;
}

std::optional<CompositeView> seen_as(const CompositeView& whole, const ndarray& array, const ndarray& view) {
    if (view.dtype() != array.dtype() || view.size() == 0) return std::nullopt;
    if (view.offset() == array.offset() && view.shape() == array.shape() && view.strides() == array.strides())
        return whole;
    const int ndim = array.ndim();
    // The first element's place, by the axes from the outermost of memory on.
    Dims outermost(ndim), place(ndim);
    std::iota(outermost.begin(), outermost.end(), 0);
    std::stable_sort(outermost.begin(), outermost.end(), [&](auto a, auto b) {
        return array.strides()[static_cast<int>(a)] > array.strides()[static_cast<int>(b)];
    });
    std::int64_t rest = view.offset() - array.offset();
    for (std::int64_t axis : outermost) {
        const int d = static_cast<int>(axis);
        if (array.shape()[d] == 1) continue;
        place[d] = rest / array.strides()[d];
        rest -= place[d] * array.strides()[d];
    }
    if (rest != 0) return std::nullopt;
    std::vector<std::int8_t> axes;
    std::vector<bool> is_named(static_cast<std::size_t>(ndim));
    CompositeView result = whole;
    for (int d = 0; d < view.ndim(); ++d) {
        std::int8_t axis = -1;
        for (int own = 0; view.shape()[d] > 1 && own < ndim; ++own)
            if (array.shape()[own] > 1 && !is_named[static_cast<std::size_t>(own)] &&
                array.strides()[own] == view.strides()[d])
                axis = static_cast<std::int8_t>(own);
        axes.push_back(axis);
        if (view.shape()[d] == 1) continue;
        if (axis < 0 || place[axis] + view.shape()[d] > array.shape()[axis]) return std::nullopt;
        is_named[static_cast<std::size_t>(axis)] = true;
        if (view.shape()[d] != array.shape()[axis])
            result = result.sliced(axis, place[axis], place[axis] + view.shape()[d]);
    }
    for (int own = 0; own < ndim; ++own)
        if (!is_named[static_cast<std::size_t>(own)] && array.shape()[own] > 1)
            result = result.sliced(own, place[own], place[own] + 1);
    return result.with_axes(axes);
}

CompositeSpace::CompositeSpace(std::vector<const CompositeView*> views, const Shape& shape, CompositeLoops loops)
    : views_(std::move(views)), shape_(shape), ends_(divisions(views_, shape)) {
    for (const Dims& ends : ends_) boxes_ *= ends.size();
    std::int64_t axes = 0, size = 1, count = 0, bytes = 0;
    for (std::int64_t length : shape_) {
        axes += length != 1;
        size *= length;
    }
    if (loops == CompositeLoops::usual || !runtime::device_traits().thread_blocks || axes > max_cut_dims ||
        size > largest_launch)
        return;
    std::vector<Dims> jumps(views_.size());
    for (std::size_t k = 0; k < views_.size(); ++k) {
        if (!views_[k]) continue;
        std::optional<Dims> own = jumps_of(*views_[k]);
        if (!own) return;
        jumps[k] = std::move(*own);
        ++count;
        bytes = std::max(bytes, size * static_cast<std::int64_t>(views_[k]->cells[0].itemsize()));
    }
    if (serves_cut(boxes_, count, bytes)) jumps_ = std::move(jumps);
}

void CompositeSpace::run(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, CompositeRun run) const {
    if (jumps_.empty()) run_boxes(kernel, operands, run);
    else run_cut(kernel, operands, run);
}

void CompositeSpace::run_cut(ElementwiseKernel& kernel, std::span<const KernelOperand> operands,
                             CompositeRun run) const {
    // The axes that are longer than one, in the order of the first output's memory.
    const ndarray& output = *operands[0].array;
    Dims axes;
    for (int d = 0; d < shape_.size(); ++d)
        if (shape_[d] != 1) axes.push_back(d);
    std::stable_sort(axes.begin(), axes.end(), [&](auto a, auto b) {
        return std::abs(output.strides()[static_cast<int>(a)]) > std::abs(output.strides()[static_cast<int>(b)]);
    });
    ElementwiseLayout layout;
    ElementwiseCuts cuts;
    layout.ndim = axes.size();
    layout.operands = static_cast<int>(operands.size());
    for (int i = 0; i < layout.ndim; ++i)
        layout.size *= layout.shape[static_cast<std::size_t>(i)] = shape_[static_cast<int>(axes[i])];
    std::vector<KernelOperand> first(operands.begin(), operands.end());
    for (std::size_t k = 0; k < operands.size(); ++k) {
        const CompositeView* const view = views_[k];
        if (view) first[k].array = &view->cells[0];
        const ndarray* const a = first[k].array;
        if (!a) layout.values |= 1u << k;
        for (std::size_t i = 0; i < static_cast<std::size_t>(layout.ndim); ++i) {
            layout.strides[k][i] = cuts.jump[k][i] = 0;
            cuts.index[k][i] = std::numeric_limits<std::int32_t>::max();
            const int d = a ? static_cast<int>(axes[static_cast<int>(i)]) - (shape_.size() - a->ndim()) : -1;
            if (d < 0 || (view ? view->ends[static_cast<std::size_t>(d)].back() : a->shape()[d]) == 1) continue;
            layout.strides[k][i] = a->strides()[d];
            if (!view || view->ends[static_cast<std::size_t>(d)].size() == 1) continue;
            cuts.index[k][i] = static_cast<std::int32_t>(view->ends[static_cast<std::size_t>(d)][0]);
            cuts.jump[k][i] = jumps_[k][d];
        }
    }
    kernel.run_cut(first, layout, cuts, run == CompositeRun::launch);
}

void CompositeSpace::run_boxes(ElementwiseKernel& kernel, std::span<const KernelOperand> operands,
                               CompositeRun run) const {
    const int ndim = shape_.size();
    Dims number(ndim), begin(ndim), length(ndim);
    std::vector<ndarray> boxes;
    boxes.reserve(operands.size());  // does not move them later
    std::vector<KernelOperand> box(operands.begin(), operands.end());
    for (;;) {
        for (int d = 0; d < ndim; ++d) {
            const Dims& all = ends_[static_cast<std::size_t>(d)];
            begin[d] = start_of(all, static_cast<int>(number[d]));
            length[d] = all[static_cast<int>(number[d])] - begin[d];
        }
        boxes.clear();
        for (std::size_t k = 0; k < operands.size(); ++k) {
            const CompositeView* const view = views_[k];
            if (!view) {
                if (!operands[k].array) continue;
                const int shift = ndim - operands[k].array->ndim();
                box[k].array = &boxes.emplace_back(
                    box_of(*operands[k].array, std::span(begin).subspan(shift), std::span(length).subspan(shift)));
                continue;
            }
            const int shift = ndim - view->ndim();
            std::int64_t cell = 0;
            Dims inner(view->ndim()), extent(view->ndim());
            for (int d = 0; d < view->ndim(); ++d) {
                const Dims& own = view->ends[static_cast<std::size_t>(d)];
                const bool stays = own.back() == 1;
                const int interval = stays ? 0 : interval_of(own, begin[d + shift]);
                inner[d] = stays ? 0 : begin[d + shift] - start_of(own, interval);
                extent[d] = stays ? 1 : length[d + shift];
                cell = cell * own.size() + interval;
            }
            const ndarray& from = view->cells[static_cast<std::size_t>(cell)];
            box[k].array = &boxes.emplace_back(box_of(from, inner, extent));
        }
        if (run == CompositeRun::launch) kernel.run(box, length);
        else kernel.prepare(box, length);
        int d = ndim - 1;
        while (d >= 0 && ++number[d] == ends_[static_cast<std::size_t>(d)].size()) number[d--] = 0;
        if (d < 0) return;
    }
}

}  // namespace cuprum::kernel
