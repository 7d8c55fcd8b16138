// Before this room's own namespace, which has the name of the library's: memory is cuprum::cuda's.
#include "backend/cuda/cuda_fourier.h"

#include <bit>
#include <mutex>
#include <optional>
#include <string>

#include "backend/cuda/cublas.h"
#include "backend/cuda/cufft.h"
#include "backend/cuda/launch_list.h"
#include "cuprum/error.h"
#include "runtime/context.h"
#include "runtime/on_device.h"
#include "runtime/thread_streams.h"
#include "runtime/timeline.h"

namespace cuprum::backend::cuda {

using namespace runtime;
namespace {

/// Along a batch's outer axis cuFFT is called once a place: at most so often, unless each call has this many numbers.
constexpr std::int64_t most_calls = 8, enough_numbers = 1 << 18;

/// From this many numbers on a single axis that is not the innermost is brought there first: cuFFT's strided transforms
/// read memory in pieces, which takes longer than a transposing copy (8192 x 8192 complex64 on an H200: 1.2 ms against
/// 0.27 ms without strides).
constexpr std::int64_t many_numbers = 1 << 20;

/// One side of a layout as cuFFT wants it. The strides of transformed axes are products of its "embedding" lengths.
struct Side {
    long long embed[FourierLayout::max_axes];
    long long stride, distance;
};

std::optional<Side> side_of(const FourierLayout& layout, std::int64_t FourierLayout::Axis::* bytes, std::int64_t item,
                            bool halved) {
    const int rank = layout.axis_count;
    Side side{};
    const auto elements = [&](const FourierLayout::Axis& axis) {
        return axis.*bytes % item == 0 ? axis.*bytes / item : 0;
    };
    std::int64_t step = elements(layout.axes[static_cast<std::size_t>(rank - 1)]);
    const bool single = layout.axes[static_cast<std::size_t>(rank - 1)].length == 1;
    if (single) step = 1;
    if (step < 1) return std::nullopt;
    side.stride = step;
    for (int i = rank - 1; i > 0; --i) {
        const auto axis = static_cast<std::size_t>(i);
        const std::int64_t length =
            halved && i == rank - 1 ? layout.axes[axis].length / 2 + 1 : layout.axes[axis].length;
        const std::int64_t outer = elements(layout.axes[axis - 1]);
        if (outer < 1 || outer % step != 0 || outer / step < length) return std::nullopt;
        side.embed[i] = outer / step;
        step = outer;
    }
    side.embed[0] = halved && rank == 1 ? layout.axes[0].length / 2 + 1 : layout.axes[0].length;
    side.distance = 1;
    if (layout.batch_count > 0) {
        side.distance = elements(layout.batch[layout.batch_count - 1u]);
        if (side.distance < 1) return std::nullopt;
    }
    return side;
}

std::int64_t item_size(const FourierLayout& layout, bool complex) { return itemsize(layout.real) * (complex ? 2 : 1); }

std::optional<Side> input_side(const FourierLayout& layout) {
    const bool complex = layout.kind != FourierKind::real_to_complex;
    return side_of(layout, &FourierLayout::Axis::input, item_size(layout, complex),
                   layout.kind == FourierKind::complex_to_real);
}
std::optional<Side> output_side(const FourierLayout& layout) {
    const bool complex = layout.kind != FourierKind::complex_to_real;
    return side_of(layout, &FourierLayout::Axis::output, item_size(layout, complex),
                   layout.kind == FourierKind::real_to_complex);
}

/// Whether each of the calls of a plan begins where a complex number could: cuFFT takes no real numbers that begin
/// between two of them.
bool calls_aligned(const FourierLayout& layout) {
    const std::int64_t complex_bytes = item_size(layout, true);
    for (int i = 0; i + 1 < layout.batch_count; ++i) {
        const FourierLayout::Axis& axis = layout.batch[static_cast<std::size_t>(i)];
        if (axis.input % complex_bytes != 0 || axis.output % complex_bytes != 0) return false;
    }
    return true;
}

int data_type(DType real, bool complex) {
    // cudaDataType's complex types follow the real ones; cuda_data_type knows those of our dtypes.
    constexpr int complex_half = 6, complex_bfloat16 = 15;
    if (!complex) return cuda_data_type(real);
    switch (real) {
        case DType::float16: return complex_half;
        case DType::bfloat16: return complex_bfloat16;
        case DType::float32: return cuda_data_type(DType::complex64);
        default: return cuda_data_type(DType::complex128);
    }
}

class CudaPlan final : public FourierPlan {
public:
    explicit CudaPlan(const FourierLayout& layout) : layout_(layout), device_(context.device) {
        const std::optional<Side> in = input_side(layout), out = output_side(layout);
        if (!in || !out) throw ValueError("cuFFT has no plan for this layout");
        check_cufft(cufft().create(&handle_), "making a plan");
        try {
            check_cufft(cufft().set_auto_allocation(handle_, 0), "making a plan");
            long long lengths[FourierLayout::max_axes];
            for (std::size_t i = 0; i < layout.axis_count; ++i) lengths[i] = layout.axes[i].length;
            Side input = *in, output = *out;
            const long long batch = layout.batch_count ? layout.batch[layout.batch_count - 1u].length : 1;
            const int from = data_type(layout.real, layout.kind != FourierKind::real_to_complex);
            const int to = data_type(layout.real, layout.kind != FourierKind::complex_to_real);
            // What is computed with is complex in any case.
            check_cufft(cufft().make_plan(handle_, layout.axis_count, lengths, input.embed, input.stride,
                                          input.distance, from, output.embed, output.stride, output.distance, to, batch,
                                          &work_bytes_, data_type(layout.real, true)),
                        "making a plan");
        } catch (...) {
            cufft().destroy(handle_);
            throw;
        }
    }
    ~CudaPlan() override {
        try {
            const OnDevice there(device_);  // whose memory it holds
            cufft().destroy(handle_);
        } catch (const Error&) {
            // The device has failed, and the plan with it.
        }
    }

    void run(const void* input, void* output, bool forward, double, StreamHandle stream) override {
        if (context.device != device_)
            throw ValueError("this plan was made for device " + std::to_string(device_) +
                             ", and the current device is " + std::to_string(context.device) +
                             "; make a plan on each device");
        give_kept_launches();
        const ProfilingScope scope(Action::Kind::kernel, "fft", 0, stream);
        std::lock_guard guard(mutex_);
        stream = named(stream);
        if (stream != stream_) {
            check_cufft(cufft().set_stream(handle_, stream), "setting the stream of a plan");
            stream_ = stream;
        }
        ::cuprum::cuda::BlockRef work;
        if (work_bytes_ > 0) {
            work = ::cuprum::cuda::allocate(work_bytes_);
            admit(work);
            if (work.pointer() != work_area_) {
                check_cufft(cufft().set_work_area(handle_, work.pointer()), "setting the work area of a plan");
                work_area_ = work.pointer();
            }
        }
        const int direction = forward ? cufft_forward : cufft_inverse;
        auto* in = static_cast<char*>(const_cast<void*>(input));
        auto* out = static_cast<char*>(output);
        // The batch's axes but the innermost, which is in the plan.
        const FourierLayout::Axis one{1, 0, 0};
        const FourierLayout::Axis& outer = layout_.batch_count > 1 ? layout_.batch[layout_.batch_count - 2u] : one;
        const FourierLayout::Axis& outermost = layout_.batch_count > 2 ? layout_.batch[layout_.batch_count - 3u] : one;
        for (std::int64_t i = 0; i < outermost.length; ++i)
            for (std::int64_t j = 0; j < outer.length; ++j)
                check_cufft(cufft().execute(handle_, in + i * outermost.input + j * outer.input,
                                            out + i * outermost.output + j * outer.output, direction),
                            "transforming");
    }

    std::size_t bytes() const override { return work_bytes_; }

private:
    const FourierLayout layout_;
    const int device_;
    CufftHandle handle_ = 0;
    std::size_t work_bytes_ = 0;
    std::mutex mutex_;  // the stream and the work area are the handle's
    StreamHandle stream_ = nullptr;
    void* work_area_ = nullptr;
};

class CudaFourier final : public Fourier {
public:
    bool takes(const FourierLayout& layout) const override {
        if (layout.kind > FourierKind::complex_to_real) return false;
        // Half of an axis of one element: cuFFT would take half of another one.
        if (layout.kind != FourierKind::complex && layout.axis_count > 1 &&
            layout.axes[layout.axis_count - 1u].length == 1)
            return false;
        if (layout.real == DType::float16 || layout.real == DType::bfloat16)
            for (std::size_t i = 0; i < layout.axis_count; ++i)
                if (!std::has_single_bit(static_cast<std::uint64_t>(layout.axes[i].length))) return false;
        if (layout.real == DType::bfloat16 && runtime::backend().properties(context.device).compute_major < 8)
            return false;
        std::int64_t calls = 1, numbers = 1;
        for (std::size_t i = 0; i < layout.batch_count; ++i)
            (i + 1u < layout.batch_count ? calls : numbers) *= layout.batch[i].length;
        for (std::size_t i = 0; i < layout.axis_count; ++i) numbers *= layout.axes[i].length;
        if (calls > most_calls && numbers < enough_numbers) return false;
        const FourierLayout::Axis& axis = layout.axes[0];
        if (layout.axis_count == 1 && numbers >= many_numbers &&
            (axis.input > item_size(layout, layout.kind != FourierKind::real_to_complex) ||
             axis.output > item_size(layout, layout.kind != FourierKind::complex_to_real)))
            return false;
        return calls_aligned(layout) && input_side(layout) && output_side(layout);
    }
    std::shared_ptr<FourierPlan> plan(const FourierLayout& layout) override {
        return std::make_shared<CudaPlan>(layout);
    }
    int version() const override {
        int version = 0;
        check_cufft(cufft().get_version(&version), "asking for the version");
        return version;
    }
    bool takes_factor() const override { return false; }
    bool overwrites_complex() const override { return true; }
    bool takes_both_directions() const override { return false; }
    std::size_t alignment(std::size_t complex_bytes) const override { return complex_bytes; }
};

}  // namespace

Fourier& cuda_fourier() {
    static CudaFourier instance;
    return instance;
}

}  // namespace cuprum::backend::cuda
