// Before this room's own namespace: memory is cuprum::cuda's.
#include "backend/cpu/cpu_fourier.h"

#include <algorithm>
#include <cmath>

#include "backend/cpu/fourier/line_transforms.h"
#include "backend/cpu/host_info.h"
#include "runtime/context.h"
#include "runtime/thread_pool.h"
#include "runtime/timeline.h"

namespace cuprum::backend::cpu {
namespace {

using runtime::FourierKind;
using runtime::FourierLayout;
using runtime::StreamHandle;

/// Numbers that are worth a piece of work for the thread pool.
constexpr std::int64_t piece = 1 << 14;

const LineTransforms& line_transforms() {
    static const LineTransforms& best = vector_level() >= 4   ? line_transforms_v4()
                                        : vector_level() == 3 ? line_transforms_v3()
                                                              : line_transforms_v2();
    return best;
}

/// Numbers from which a line does not stay in a core's cache while it is transformed beside others, and from which a
/// line that is alone is worth a table.
constexpr std::int64_t long_line = 1 << 15, long_alone = 1 << 13;
/// A table of a long line has at least so many rows and columns.
constexpr std::int64_t least_side = 32;

/// A divisor near the square root of a long line's length; 1 where there is none, or the line is short.
std::int64_t rows_of(const FourierLayout& layout, bool alone) {
    const std::int64_t length = layout.axes[0].length;
    if (layout.kind != FourierKind::complex || length < (alone ? long_alone : long_line)) return 1;
    auto rows = static_cast<std::int64_t>(std::sqrt(static_cast<double>(length)));
    while (rows >= least_side && length % rows != 0) --rows;
    return rows >= least_side ? rows : 1;
}

/// A long line's transform as those of a table, which all threads share and vectors go through side by side: the line
/// lies in the table's rows; its columns are transformed, number k of column j is multiplied by the twiddle factor
/// exp(-2 pi i j k / n), and the rows are transformed; what comes out lies in columns.
class LongLine {
public:
    LongLine(const FourierLayout& layout, std::int64_t rows)
        : wide_(layout.real == DType::float64),
          rows_(rows),
          columns_(layout.axes[0].length / rows),
          item_(2 * itemsize(layout.real)),
          twiddles_(new char[bytes()]) {
        const auto length = static_cast<std::size_t>(rows_ * columns_);
        runtime::ThreadPool::parallel_for(0, rows_ * columns_, long_line, [&](std::int64_t first, std::int64_t last) {
            line_transforms().twiddles(wide_, length, static_cast<std::size_t>(rows_), twiddles_.get(),
                                       static_cast<std::size_t>(first), static_cast<std::size_t>(last));
        });
        const FourierLayout::Axis& axis = layout.axes[0];
        down_.real = across_.real = layout.real;
        down_.axis_count = across_.axis_count = down_.batch_count = across_.batch_count = 1;
        down_.axes[0] = {rows_, columns_ * axis.input, columns_ * item_};
        down_.batch[0] = {columns_, axis.input, item_};
        across_.axes[0] = {columns_, item_, rows_ * axis.output};
        across_.batch[0] = {rows_, columns_ * item_, axis.output};
        down_plan_ = line_transforms().plan(FourierKind::complex, wide_, static_cast<std::size_t>(rows_));
        across_plan_ = line_transforms().plan(FourierKind::complex, wide_, static_cast<std::size_t>(columns_));
    }

    /// Bytes of the table.
    std::size_t bytes() const { return static_cast<std::size_t>(rows_ * columns_ * item_); }

    void run(const char* input, char* output, char* table, bool forward, double factor) const {
        const std::int64_t together = line_transforms().together(wide_);
        const auto grain = [&](std::int64_t length) {
            return together * std::max<std::int64_t>(1, piece / (length * together));
        };
        runtime::ThreadPool::parallel_for(0, columns_, grain(rows_), [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t next; first < last; first = next) {
                next = std::min(first + together, last);
                line_transforms().run(down_, down_plan_.get(), input, table, forward, 1, first, next);
                line_transforms().multiply_by_twiddles(
                    wide_, table + first * item_, twiddles_.get() + first * item_, static_cast<std::size_t>(rows_),
                    static_cast<std::size_t>(columns_), static_cast<std::size_t>(next - first), forward);
            }
        });
        runtime::ThreadPool::parallel_for(0, rows_, grain(columns_), [&](std::int64_t first, std::int64_t last) {
            line_transforms().run(across_, across_plan_.get(), table, output, forward, factor, first, last);
        });
    }

private:
    const bool wide_;
    const std::int64_t rows_, columns_, item_;
    const std::unique_ptr<char[]> twiddles_;
    FourierLayout down_, across_;
    std::shared_ptr<const void> down_plan_, across_plan_;
};

class CpuPlan final : public runtime::FourierPlan {
public:
    CpuPlan(const FourierLayout& layout, Streams& streams) : layout_(layout), streams_(streams) {
        for (int d = 0; d < layout.batch_count; ++d) lines_ *= layout.batch[static_cast<std::size_t>(d)].length;
        const std::int64_t together = line_transforms().together(layout.real == DType::float64),
                           length = layout.axes[0].length;
        grain_ = together * std::max<std::int64_t>(1, piece / (length * together));
        if (const std::int64_t rows = rows_of(layout, lines_ < together); rows > 1)
            long_ = std::make_unique<LongLine>(layout, rows);
        else
            plan_ =
                line_transforms().plan(layout.kind, layout.real == DType::float64, static_cast<std::size_t>(length));
    }

    void run(const void* input, void* output, bool forward, double factor, StreamHandle stream) override {
        const runtime::ProfilingScope scope(runtime::Action::Kind::kernel, "fft", 2 * bytes_of_data(), stream);
        if (long_) {
            ::cuprum::cuda::BlockRef table = ::cuprum::cuda::allocate(long_->bytes());
            runtime::admit(table);
            const auto work = [=, table = std::move(table)](const CpuPlan& self) {
                for (std::int64_t line = 0; line < self.lines_; ++line) {
                    std::int64_t rest = line, in = 0, out = 0;
                    for (int d = self.layout_.batch_count - 1; d >= 0; --d) {
                        const FourierLayout::Axis& axis = self.layout_.batch[static_cast<std::size_t>(d)];
                        in += rest % axis.length * axis.input;
                        out += rest % axis.length * axis.output;
                        rest /= axis.length;
                    }
                    self.long_->run(static_cast<const char*>(input) + in, static_cast<char*>(output) + out,
                                    static_cast<char*>(table.pointer()), forward, factor);
                }
            };
            if (!streams_.records(stream)) return streams_.give(stream, "fft", [&] { work(*this); });
            return streams_.give(
                stream, "fft",
                [work, self = std::static_pointer_cast<const CpuPlan>(shared_from_this())] { work(*self); });
        }
        const auto work = [=](const CpuPlan& self) {
            runtime::ThreadPool::parallel_for(
                0, self.lines_, self.grain_, [&, input, output](std::int64_t first, std::int64_t last) {
                    line_transforms().run(self.layout_, self.plan_.get(), static_cast<const char*>(input),
                                          static_cast<char*>(output), forward, factor, first, last);
                });
        };
        if (!streams_.records(stream)) return streams_.give(stream, "fft", [&] { work(*this); });
        streams_.give(stream, "fft",
                      [work, self = std::static_pointer_cast<const CpuPlan>(shared_from_this())] { work(*self); });
    }

    /// About what is kept for a length: roots of unity, and of a long line what it takes while it is transformed.
    std::size_t bytes() const override {
        return static_cast<std::size_t>(layout_.axes[0].length * 2 * itemsize(layout_.real)) * (long_ ? 2 : 1);
    }

private:
    std::size_t bytes_of_data() const {
        return static_cast<std::size_t>(lines_ * layout_.axes[0].length * itemsize(layout_.real)) *
               (layout_.kind == FourierKind::complex ? 2 : 1);
    }

    const FourierLayout layout_;
    Streams& streams_;
    std::shared_ptr<const void> plan_;
    std::unique_ptr<LongLine> long_;  // in place of `plan_`
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

}  // namespace cuprum::backend::cpu
