#include "backend/cpu/cpu_fourier.h"

#include <algorithm>

#include "backend/cpu/fourier/line_transforms.h"
#include "backend/cpu/host_info.h"
#include "backend/cpu/thread_pool.h"
#include "runtime/timeline.h"

namespace cuprum::cpu {
namespace {

using runtime::FourierKind;
using runtime::FourierLayout;
using runtime::StreamHandle;

/// Numbers that are worth a piece of work for the thread pool.
constexpr std::int64_t piece = 1 << 14;

const LineTransforms& line_transforms() {
    static const LineTransforms& best = x86_64_level() >= 4   ? line_transforms_v4()
                                        : x86_64_level() == 3 ? line_transforms_v3()
                                                              : line_transforms_v2();
    return best;
}

class CpuPlan final : public runtime::FourierPlan {
public:
    CpuPlan(const FourierLayout& layout, Streams& streams)
        : layout_(layout), streams_(streams),
          plan_(line_transforms().plan(layout.kind, layout.real == DType::float64, static_cast<std::size_t>(layout.axes[0].length))) {
        for (int d = 0; d < layout.batch_count; ++d) lines_ *= layout.batch[static_cast<std::size_t>(d)].length;
        const std::int64_t together = line_transforms().together(layout.real == DType::float64), length = layout.axes[0].length;
        grain_ = together * std::max<std::int64_t>(1, piece / (length * together));
    }

    void run(const void* input, void* output, bool forward, double factor, StreamHandle stream) override {
        const runtime::Watched watched(runtime::Action::Kind::kernel, "fft", 2 * bytes_of_data(), stream);
        const auto work = [=](const CpuPlan& self) {
            ThreadPool::parallel_for(0, self.lines_, self.grain_, [&, input, output](std::int64_t first, std::int64_t last) {
                line_transforms().run(self.layout_, self.plan_.get(), static_cast<const char*>(input), static_cast<char*>(output), forward,
                                      factor, first, last);
            });
        };
        if (!streams_.records(stream)) return streams_.give(stream, "fft", [&] { work(*this); });
        streams_.give(stream, "fft", [work, self = std::static_pointer_cast<const CpuPlan>(shared_from_this())] { work(*self); });
    }

    /// About what pocketfft keeps for a length: its roots of unity.
    std::size_t bytes() const override {
        return static_cast<std::size_t>(layout_.axes[0].length * 2 * itemsize(layout_.real));
    }

private:
    std::size_t bytes_of_data() const {
        return static_cast<std::size_t>(lines_ * layout_.axes[0].length * itemsize(layout_.real)) * (layout_.kind == FourierKind::complex ? 2 : 1);
    }

    const FourierLayout layout_;
    Streams& streams_;
    const std::shared_ptr<const void> plan_;
    std::int64_t lines_ = 1, grain_;
};

class CpuFourier final : public runtime::Fourier {
public:
    explicit CpuFourier(Streams& streams) : streams_(streams) {}

    bool takes(const FourierLayout& layout) const override {
        return layout.axis_count == 1 && (layout.real == DType::float32 || layout.real == DType::float64);
    }
    std::shared_ptr<runtime::FourierPlan> plan(const FourierLayout& layout) override {
        return std::make_shared<CpuPlan>(layout, streams_);
    }
    bool takes_factor() const override { return true; }
    bool takes_both_directions() const override { return true; }
    bool overwrites_complex() const override { return false; }
    std::size_t alignment(std::size_t) const override { return 1; }

private:
    Streams& streams_;
};

}  // namespace

std::unique_ptr<runtime::Fourier> make_fourier(Streams& streams) { return std::make_unique<CpuFourier>(streams); }

}  // namespace cuprum::cpu
