#include <algorithm>

#include "cuprum/fft_plan.h"
#include "numpy/fft/plan_cache.h"
#include "numpy/fft/transform.h"
#include "runtime/fourier.h"

namespace cuprum::fft {
namespace {

std::string numbers(const Dims& dims) { return to_string(dims); }

void check_layout(const char* side, const PlanLayout& layout, const Shape& lengths) {
    const std::string name(side);
    const int axes = lengths.size() - 1;
    if (layout.nembed.size() != axes)
        throw ValueError(name + "nembed has one length for each of the " + std::to_string(axes) + " axes, not " +
                         std::to_string(layout.nembed.size()));
    if (layout.stride < 1 || layout.dist < 0)
        throw ValueError(name + "stride is 1 or more and " + name + "dist 0 or more, not " +
                         std::to_string(layout.stride) + " and " + std::to_string(layout.dist));
    for (int i = 1; i < axes; ++i)
        if (layout.nembed[i] < lengths[i + 1])
            throw ValueError(name + "nembed " + numbers(layout.nembed) + " has no room for the lengths " +
                             numbers(Dims(std::span(lengths.begin() + 1, lengths.end()))));
}

// The numbers of an array's memory that are meant.
ndarray view_of(const char* name, const ndarray& a, const Shape& shape, const PlanLayout& layout, bool checked) {
    Strides strides = layout.strides();
    std::int64_t needed = a.itemsize();
    for (int i = 0; i < strides.size(); ++i) {
        strides[i] *= a.itemsize();
        needed += (shape[i] - 1) * strides[i];
    }
    if (checked && (!a.is_contiguous() || a.nbytes() < needed))
        throw ValueError("the plan's layout reaches over " + std::to_string(needed) + " bytes of " + name +
                         ", which is contiguous and has as many");
    return a.with_layout(shape, strides);
}

}  // namespace

TransformKind transform_kind(std::string_view name) {
    for (const TransformKind kind : {TransformKind::c2c, TransformKind::r2c, TransformKind::c2r})
        if (name == name_of(kind)) return kind;
    throw ValueError("value_type is 'C2C', 'R2C' or 'C2R', not '" + std::string(name) + "'");
}

std::string_view name_of(TransformKind kind) {
    constexpr std::string_view names[] = {"C2C", "R2C", "C2R"};
    return names[static_cast<int>(kind)];
}

Strides PlanLayout::strides() const {
    Strides steps(nembed.size() + 1, stride);
    for (int i = nembed.size() - 1; i > 0; --i) steps[i] = steps[i + 1] * nembed[i];
    steps[0] = dist;
    return steps;
}

bool PlanLayout::is_close(const Shape& shape) const {
    const Strides steps = strides();
    std::int64_t expected = 1;
    for (int i = shape.size(); i-- > 0; expected *= shape[i])
        if (shape[i] > 1 && steps[i] != expected) return false;
    return true;
}

Plan::Plan(TransformKind kind, DType real, Dims lengths, std::int64_t batch, char order)
    : kind_(kind), real_(real), lengths_(std::move(lengths)), batch_(batch), order_(order) {
    if (order != 'C' && order != 'F') throw ValueError("order is 'C' or 'F'");
    if (lengths_.empty() || lengths_.size() > 3)
        throw ValueError("a plan has one to three axes, not " + std::to_string(lengths_.size()));
    if (real != DType::float32 && real != DType::float64)
        throw ValueError(std::string("a plan is for float32 or float64, not ") + info(real).name);
}

void Plan::set_layouts(PlanLayout input, PlanLayout output) {
    check_layout("i", input, input_shape());
    check_layout("o", output, output_shape());
    layouts_.emplace(std::move(input), std::move(output));
}

DType Plan::input_dtype() const { return kind_ == TransformKind::r2c ? real_ : complex_of(real_); }
DType Plan::output_dtype() const { return kind_ == TransformKind::c2r ? real_ : complex_of(real_); }

namespace {

Shape batched(std::int64_t batch, const Dims& lengths, bool halved) {
    Shape shape{batch};
    for (std::int64_t length : lengths) shape.push_back(length);
    if (halved) shape[shape.size() - 1] = shape.back() / 2 + 1;
    return shape;
}

}  // namespace

Shape Plan::input_shape() const { return batched(batch_, lengths_, kind_ == TransformKind::c2r); }
Shape Plan::output_shape() const { return batched(batch_, lengths_, kind_ == TransformKind::r2c); }

bool Plan::is_close() const {
    return !layouts_ || (layouts_->first.is_close(input_shape()) && layouts_->second.is_close(output_shape()));
}

std::pair<std::int64_t, std::int64_t> Plan::extents() const {
    const auto extent = [&](const Shape& shape, const PlanLayout* layout) {
        if (!layout) return element_count(shape);
        const Strides steps = layout->strides();
        std::int64_t last = 0;
        for (int i = 0; i < shape.size(); ++i) last += (shape[i] - 1) * steps[i];
        return last + 1;
    };
    return {extent(input_shape(), layouts_ ? &layouts_->first : nullptr),
            extent(output_shape(), layouts_ ? &layouts_->second : nullptr)};
}

Dims Plan::axes(const ndarray& a) const {
    const int count = lengths_.size(), first = order_ == 'C' ? a.ndim() - count : 0;
    if (a.ndim() < count)
        throw ValueError("the plan transforms " + std::to_string(count) + " axes, and the array has " +
                         std::to_string(a.ndim()));
    Dims axes;
    for (int i = 0; i < count; ++i) axes.push_back(first + i);
    return axes;
}

Shape Plan::result_shape(const ndarray& a) const {
    const Dims along = axes(a);
    Shape shape = a.shape();
    for (int i = 0; i < along.size(); ++i) shape[static_cast<int>(along[i])] = lengths_[i];
    if (kind_ == TransformKind::r2c) shape[static_cast<int>(along.back())] = lengths_.back() / 2 + 1;
    return shape;
}

namespace {

void check_dtype(const char* name, const ndarray& array, DType dtype) {
    if (array.dtype() != dtype)
        throw ValueError(std::string("the plan takes ") + name + " of dtype " + info(dtype).name + ", not " +
                         info(array.dtype()).name);
}

}  // namespace

void Plan::check(const ndarray& a, const ndarray& out) const {
    check_dtype("a", a, input_dtype());
    check_dtype("out", out, output_dtype());
    const Shape shape = result_shape(a);
    if (out.shape() != shape)
        throw ValueError("the plan's result for an array of shape " + to_string(a.shape()) + " has shape " +
                         to_string(shape) + "; out has shape " + to_string(out.shape()));
}

void Plan::run(const ndarray& a, const ndarray& out, const Dims& axes, bool forward) const {
    // cuFFT applies no factor in either direction.
    switch (kind_) {
        case TransformKind::r2c: rfftn(a, lengths_, axes, Norm::backward, &out); return;
        case TransformKind::c2r: irfftn(a, lengths_, axes, Norm::forward, &out); return;
        case TransformKind::c2c:
            if (forward) fftn(a, lengths_, axes, Norm::backward, &out);
            else ifftn(a, lengths_, axes, Norm::forward, &out);
    }
}

void Plan::execute(const ndarray& a, const ndarray& out, bool forward) const {
    if (!layouts_) {
        check(a, out);
        return run(a, out, axes(a), forward);
    }
    check_dtype("a", a, input_dtype());
    check_dtype("out", out, output_dtype());
    const ndarray from = view_of("a", a, input_shape(), layouts_->first, true);
    run(from, view_of("out", out, output_shape(), layouts_->second, true), axes(from), forward);
}

void Plan::execute_memory(const ndarray& a, const ndarray& out, bool forward) const {
    const auto side = [&](const char* name, const ndarray& memory, const Shape& shape, const PlanLayout* layout) {
        return layout ? view_of(name, memory, shape, *layout, false)
                      : memory.with_layout(shape, contiguous_strides(shape, memory.itemsize()));
    };
    const ndarray from = side("a", a, input_shape(), layouts_ ? &layouts_->first : nullptr);
    Dims along;
    for (int i = 1; i <= lengths_.size(); ++i) along.push_back(i);
    run(from, side("out", out, output_shape(), layouts_ ? &layouts_->second : nullptr), along, forward);
}

std::int64_t Plan::workspace_bytes() const {
    runtime::FourierLayout layout;
    layout.kind = kind_ == TransformKind::c2c   ? runtime::FourierKind::complex
                  : kind_ == TransformKind::r2c ? runtime::FourierKind::real_to_complex
                                                : runtime::FourierKind::complex_to_real;
    layout.real = real_;
    const Shape shapes[] = {input_shape(), output_shape()};
    const std::int64_t real = itemsize(real_), sizes[] = {kind_ == TransformKind::r2c ? real : 2 * real,
                                                          kind_ == TransformKind::c2r ? real : 2 * real};
    for (const Shape& shape : shapes)
        if (element_count(shape) == 0) return 0;
    const auto strides = [&](int side) { return contiguous_strides(shapes[side], sizes[side]); };
    const Strides in = strides(0), out = strides(1);
    for (std::int64_t i = 0; i < lengths_.size(); ++i) {
        const int axis = static_cast<int>(i) + 1;
        layout.axes[layout.axis_count++] = {lengths_[static_cast<int>(i)], in[axis], out[axis]};
    }
    if (batch_ > 1) layout.batch[layout.batch_count++] = {batch_, in[0], out[0]};
    runtime::Fourier& library = fft::library();
    return library.takes(layout) ? static_cast<std::int64_t>(current_plan_cache().impl().plan(layout)->bytes()) : 0;
}

TransformAxes transform_axes(const ndarray& a, const std::optional<Shape>& shape, const Axes& axes,
                             TransformKind kind) {
    return transform_axes(a.shape(), shape, axes, kind);
}

TransformAxes transform_axes(const Shape& of, const std::optional<Shape>& shape, const Axes& axes, TransformKind kind) {
    TransformAxes result;
    const int ndim = of.size(), count = axes ? axes->size() : shape ? shape->size() : ndim;
    for (int i = 0; i < count; ++i) {
        const std::int64_t asked = axes ? (*axes)[i] : ndim - count + i;
        const std::int64_t axis = asked < 0 ? asked + ndim : asked;
        if (axis < 0 || axis >= ndim)
            throw ValueError("axes exceed the " + std::to_string(ndim) + " dimensions of the array");
        if (std::find(result.axes.begin(), result.axes.end(), axis) != result.axes.end())
            throw ValueError("all axes must be unique");
        result.axes.push_back(axis);
    }
    if (shape && shape->size() != count) throw ValueError("Shape and axes have different lengths.");
    for (int i = 0; i < count; ++i) {
        const std::int64_t own = of[static_cast<int>(result.axes[i])];
        result.lengths.push_back(shape && (*shape)[i] != -1 ? (*shape)[i] : own);
    }
    if (!shape && kind == TransformKind::c2r && count) {
        std::int64_t& last = result.lengths[count - 1];
        last = 2 * (last - 1);
    }
    return result;
}

Plan get_fft_plan(const ndarray& a, const std::optional<Shape>& shape, const Axes& axes, TransformKind kind) {
    if (!a.is_contiguous()) throw ValueError("Input array a must be contiguous");
    const TransformAxes found = transform_axes(a, shape, axes, kind);
    std::int64_t batch = 1;
    for (int i = 0; i < a.ndim(); ++i)
        if (std::find(found.axes.begin(), found.axes.end(), i) == found.axes.end()) batch *= a.shape()[i];
    const bool single = a.dtype() == DType::float16 || a.dtype() == DType::float32 || a.dtype() == DType::complex64;
    return {kind, single ? DType::float32 : DType::float64, found.lengths, std::max<std::int64_t>(batch, 1),
            found.lengths.size() == 1 || a.is_c_contiguous() ? 'C' : 'F'};
}

}  // namespace cuprum::fft
