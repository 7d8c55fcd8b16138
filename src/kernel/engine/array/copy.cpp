#include "kernel/engine/array/copy.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/layout.h"
#include "core/warnings.h"
#include "cuprum/cuda.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/few_elements.h"
#include "kernel/engine/array/structured.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/elementwise/cast.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/transfer.h"
#include "runtime/context.h"
#include "runtime/on_device.h"
#include "runtime/stream_uses.h"
#include "runtime/thread_streams.h"
#include "runtime/waiting.h"

namespace cuprum {

namespace {

void copy_between_devices(const ndarray& source, const ndarray& target, bool same_layout) {
    if (!same_layout) {
        ndarray contiguous;
        {
            cuda::DeviceGuard there(source.device());
            contiguous = source.astype(target.dtype()).broadcast_to(target.shape()).copy();
        }
        cuda::DeviceGuard here(target.device());
        if (target.is_c_contiguous()) return copy_between_devices(contiguous, target, true);
        ndarray arrived = kernel::new_array_like(contiguous, contiguous.dtype());
        copy_between_devices(contiguous, arrived, true);
        return copy_to(arrived, target);
    }
    const kernel::DeviceCopy copies[] = {{source, target}};
    kernel::copy_between_devices(copies);
}

runtime::MarkRef end_of_work(int device) { return runtime::end_of_work(device, runtime::thread_stream(device)); }

void wait_on(int device, const runtime::MarkRef& mark) {
    const runtime::OnDevice there(device);
    runtime::backend().wait_event(runtime::thread_stream(device), mark->event);
}

}  // namespace

void kernel::copy_between_devices(std::span<const DeviceCopy> copies) {
    runtime::evaluate_waiting();
    std::map<int, runtime::MarkRef> sources_ready;
    std::set<std::pair<int, int>> directions;  // target, source
    for (const DeviceCopy& copy : copies) {
        const int from = copy.source.device();
        if (!sources_ready.contains(from)) sources_ready.emplace(from, end_of_work(from));
        directions.emplace(copy.target.device(), from);
    }
    for (const auto& [to, from] : directions) wait_on(to, sources_ready.at(from));
    for (const DeviceCopy& copy : copies) {
        const cuda::DeviceGuard here(copy.target.device());
        copy.source.buffer()->used_on_peer(runtime::context.stream);
        copy.target.buffer()->used_on(runtime::context.stream);
        runtime::backend().copy_peer(copy.target.device(), copy.target.address(cuda::Access::write),
                                     copy.source.device(), copy.source.address(cuda::Access::read),
                                     static_cast<std::size_t>(copy.target.nbytes()), runtime::context.stream);
    }
    // Later work of a source must not write to what is still being read.
    std::map<int, runtime::MarkRef> targets_done;
    for (const auto& [to, from] : directions) {
        if (!targets_done.contains(to)) targets_done.emplace(to, end_of_work(to));
        wait_on(from, targets_done.at(to));
    }
}

void copy_to(const ndarray& source, const ndarray& target) {
    if (target.size() == 0 || source.size() == 0) {
        source.broadcast_to(target.shape());  // for its check
        warn_of_conversion(source.dtype(), target.dtype());
        return;
    }
    warn_of_conversion(source.dtype(), target.dtype());
    if (may_share_memory(source, target) && source.dtype() == target.dtype() && same_elements(source, target)) return;
    if (may_share_memory(source, target) && !same_elements(source, target)) return copy_to(source.copy('K'), target);
    const bool same_layout = source.dtype() == target.dtype() && source.shape() == target.shape() &&
                             ((source.is_c_contiguous() && target.is_c_contiguous()) ||
                              (source.is_f_contiguous() && target.is_f_contiguous()));
    if (!is_number(source.dtype()) || !is_number(target.dtype())) [[unlikely]]
        return copy_described(source, target);
    if (source.device() != target.device()) return copy_between_devices(source, target, same_layout);
    const kernel::Placement here(target);
    const bool may_wait = runtime::context.waiting || target.buffer()->state() == cuda::MemoryState::pending;
    if (same_layout && !may_wait && kernel::copy_bytes(source, target)) return;
    ndarray broadcast;
    const ndarray* shown = &source;
    if (!(source.shape() == target.shape())) shown = &(broadcast = source.broadcast_to(target.shape()));
    if (source.dtype() == target.dtype() && !kernel::is_waiting({shown}) && kernel::copy_few(*shown, target)) return;
    kernel::KernelOperand operands[2];
    operands[0].array = &target;
    operands[1].array = shown;
    kernel::cast_kernel(source.dtype(), target.dtype()).run(operands, target.shape());
}

ndarray ndarray::copy(char order) const {
    ndarray result = kernel::new_array_like(*this, dtype_, order, nullptr, kernel::new_result);
    if (is_number(dtype_)) copy_to(*this, result);
    else copy_elements(*this, result);
    return result;
}

ndarray ndarray::astype(DType dtype, char order, Casting casting, bool copy) const {
    if (!can_cast(dtype_, dtype, casting)) {
        static constexpr const char* names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
        throw TypeError(std::string("Cannot cast array data from dtype('") + info(dtype_).name + "') to dtype('" +
                        info(dtype).name + "') according to the rule '" + names[static_cast<int>(casting)] + "'");
    }
    bool laid_out = order == 'K' || (order == 'A' && is_contiguous()) || (order == 'C' && c_contiguous_) ||
                    (order == 'F' && f_contiguous_);
    if (!copy && dtype == dtype_ && laid_out) return *this;
    const kernel::Placement here(*this);
    ndarray result = kernel::new_array_like(*this, dtype, order, nullptr, kernel::new_result);
    copy_to(*this, result);
    return result;
}

ndarray ndarray::reshape(const Shape& asked, char order) const {
    if (order == 'A') order = f_contiguous_ && !c_contiguous_ ? 'F' : 'C';
    Shape shape = complete_shape(asked, size_, shape_);
    if (shape == shape_) return *this;
    if (size_ == 0 || (order == 'C' ? c_contiguous_ : f_contiguous_)) {
        Strides strides = contiguous_strides(shape, itemsize(), order);
        return with_layout(std::move(shape), std::move(strides));
    }
    if (auto strides = reshape_strides(shape_, strides_, itemsize(), shape, order)) return with_layout(shape, *strides);
    const kernel::Placement here(*this);
    return copy(order).with_layout(shape, contiguous_strides(shape, itemsize(), order));
}

ndarray ndarray::ravel(char order) const {
    if (order == 'K') {
        if (c_contiguous_) order = 'C';
        else if (f_contiguous_) order = 'F';
        else {
            // Axes from the widest stride to the narrowest: the elements as they lie in memory.
            const ndarray* self[] = {this};
            Strides order_strides = keep_order_strides(self, shape_, 1);
            Dims axes(ndim());
            for (int i = 0; i < ndim(); ++i) axes[i] = i;
            std::stable_sort(axes.begin(), axes.end(),
                             [&](auto a, auto b) { return order_strides[a] > order_strides[b]; });
            return transpose(axes).ravel('C');
        }
    }
    ndarray line = reshape({-1}, order);
    // As NumPy's, whose result lies without gaps even where a view has some.
    if (line.is_contiguous()) return line;
    const kernel::Placement here(*this);
    return line.copy();
}

ndarray ndarray::flatten(char order) const {
    ndarray line = ravel(order);
    if (line.buffer().get() != buffer_.get()) return line;
    const kernel::Placement here(*this);
    return line.copy();
}

void ndarray::fill(const Scalar& value) const {
    if (!is_number(dtype_)) [[unlikely]]
        return size_ ? copy_to(element_of(value, dtype_).broadcast_to(shape_), *this) : void();
    check_fits(value, dtype_);
    if (size_ == 0) return;
    const kernel::Placement here(*this);
    if (kernel::fill_few(*this, value)) return;
    kernel::KernelOperand operands[2];
    operands[0].array = this;
    operands[1].set(value, dtype_);
    kernel::cast_kernel(dtype_, dtype_).run(operands, shape_);
}

ndarray ndarray::real() const {
    if (!is_complex(dtype_)) return *this;
    DType part = dtype_ == DType::complex64 ? DType::float32 : DType::float64;
    return ndarray(buffer_, offset_, part, shape_, strides_);
}

ndarray ndarray::imag() const {
    if (is_complex(dtype_)) {
        DType part = dtype_ == DType::complex64 ? DType::float32 : DType::float64;
        return ndarray(buffer_, offset_ + cuprum::itemsize(part), part, shape_, strides_);
    }
    const kernel::Placement here(*this);
    ndarray result = kernel::new_array_like(*this, dtype_);
    result.fill(0);
    return result;
}

}  // namespace cuprum
