// Transforms of complex numbers with 16-bit parts, for which there is no dtype.
#include <string>

#include "core/layout.h"
#include "cuprum/fft.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/data_access.h"
#include "numpy/fft/plan_cache.h"
#include "numpy/fft/steps.h"

namespace cuprum::fft {
namespace {

using runtime::FourierKind;
using runtime::FourierLayout;

/// The layout of a contiguous array; none for more axes than one has room for.
std::optional<FourierLayout> layout_of(const ndarray& a, const Dims& lengths) {
    if (lengths.size() > FourierLayout::max_axes) return std::nullopt;
    FourierLayout layout;
    layout.kind = FourierKind::complex;
    layout.real = a.dtype();
    layout.axis_count = static_cast<std::uint8_t>(lengths.size());
    std::int64_t bytes = 2 * a.itemsize(), count = a.size() / 2;
    for (int i = lengths.size() - 1; i >= 0; --i) {
        layout.axes[static_cast<std::size_t>(i)] = {lengths[i], bytes, bytes};
        bytes *= lengths[i];
        count /= lengths[i];
    }
    if (count > 1) {
        layout.batch_count = 1;
        layout.batch[0] = {count, bytes, bytes};
    }
    return layout;
}

}  // namespace

void transform_pairs(const ndarray& a, const ndarray& out, const Dims& lengths, bool forward) {
    if (a.dtype() != DType::float16 && a.dtype() != DType::bfloat16)
        throw TypeError(std::string("transform_pairs takes float16 or bfloat16, not ") + info(a.dtype()).name);
    if (!(out.shape() == a.shape()) || out.dtype() != a.dtype())
        throw ValueError("the result of transform_pairs has shape " + to_string(a.shape()) + " and dtype " +
                         info(a.dtype()).name);
    const int count = lengths.size(), first = a.ndim() - count;
    if (count == 0 || first < 0)
        throw ValueError("transform_pairs: the array has " + std::to_string(a.ndim()) + " axes, and " +
                         std::to_string(count) + " lengths were given");
    for (int i = 0; i < count; ++i)
        if (a.shape()[first + i] != (i == count - 1 ? 2 : 1) * lengths[i])
            throw ValueError("transform_pairs: lengths " + to_string(lengths) + " are not those of an array of shape " +
                             to_string(a.shape()) + ", whose last axis has two parts a number");
    if (a.size() == 0) return;
    runtime::Fourier& library = fft::library();
    const std::size_t alignment = library.alignment(2 * static_cast<std::size_t>(a.itemsize()));
    const auto aligned = [&](const ndarray& x) {
        return kernel::device_address(kernel::DataAccess().read(x)) % alignment == 0;
    };
    const std::optional<FourierLayout> layout = layout_of(a, lengths);
    if (layout && library.takes(*layout) && a.is_c_contiguous() && out.is_c_contiguous() && aligned(a) &&
        aligned(out) && (apart(a, out) || same_elements(a, out))) {
        kernel::DataAccess data;
        const void* from = data.read(a);
        current_plan_cache().impl().plan(*layout)->run(from, data.write(out), forward, 1, runtime::context.stream);
        return;
    }
    const ndarray numbers = a.astype(DType::float32, 'C').view(DType::complex64);
    Steps steps;
    for (int i = 0; i < count; ++i) {
        steps.axes.push_back(first + i);
        steps.lengths.push_back(lengths[i]);
    }
    complex_transform("transform_pairs", numbers, steps, forward, forward ? Norm::backward : Norm::forward, &numbers);
    copy_to(numbers.view(DType::float32), out);
}

}  // namespace cuprum::fft
