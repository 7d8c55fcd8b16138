// Fourier transforms from C++; the steps that are taken for a library like cuFFT; cosine and sine transforms by Fourier
// transforms.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/fft.h"
#include "cuprum/scipy/fft_real_transforms.h"
#include "cuprum/ufunc.h"
#include "numpy/fft/transform.h"
#include "runtime/context.h"
#include "scipy/fft/dct_by_fft.h"
#if CUPRUM_WITH_CPU
#include "backend/cpu/fourier/line_transforms.h"
#include "backend/cpu/host_info.h"
#endif
#if CUPRUM_WITH_CUDA
#include "backend/cuda/cuda_fourier.h"
#include "backend/cuda/cufft.h"
#endif

namespace cuprum {
namespace {

using fft::Norm;
using runtime::FourierKind;
using runtime::FourierLayout;
using Complex = std::complex<double>;

double distance(const ndarray& a, const ndarray& b) {
    EXPECT_EQ(a.shape(), b.shape());
    EXPECT_EQ(a.dtype(), b.dtype());
    return a.size() ? max(absolute(subtract(a, b))).item().to_double() : 0;
}

/// Numbers from -1 to 1 without a pattern.
ndarray noise(const Shape& shape, DType dtype = DType::float64) {
    const ndarray places = arange(element_count(shape)).astype(DType::float64).reshape(shape);
    const ndarray real = sin(multiply(add(places, 1), 12.9898));
    if (!is_complex(dtype)) return real.astype(dtype);
    return add(real, multiply(sin(multiply(add(places, 7), 78.233)), Complex(0, 1))).astype(dtype);
}

/// The transform by its definition.
std::vector<Complex> by_definition(const std::vector<Complex>& x, int sign) {
    const auto n = static_cast<double>(x.size());
    std::vector<Complex> result(x.size());
    for (std::size_t k = 0; k < x.size(); ++k)
        for (std::size_t j = 0; j < x.size(); ++j)
            result[k] += x[j] * std::polar(1.0, sign * 2 * M_PI *
                                                    std::fmod(static_cast<double>(j) * static_cast<double>(k), n) / n);
    return result;
}

TEST(Fft, ByDefinition) {
    for (std::int64_t n : {1, 2, 3, 7, 8, 12, 31, 64}) {
        const ndarray x = noise({n}, DType::complex128);
        const std::vector<Complex> given = x.to_vector<Complex>(), made = fft::fft(x).to_vector<Complex>();
        const std::vector<Complex> forward = by_definition(given, -1), back = by_definition(given, 1);
        const std::vector<Complex> unscaled = fft::ifft(x, {}, -1, Norm::forward).to_vector<Complex>();
        for (std::size_t i = 0; i < made.size(); ++i) {
            EXPECT_LT(std::abs(made[i] - forward[i]), 1e-12);
            EXPECT_LT(std::abs(unscaled[i] - back[i]), 1e-12);
        }
    }
}

TEST(Fft, RealAndHermitian) {
    const ndarray x = noise({5, 12});
    const ndarray whole = fft::fft(x), half = fft::rfft(x);
    EXPECT_LT(distance(whole(ellipsis, Slice{0, 7, {}}), half), 1e-13);
    EXPECT_LT(distance(fft::irfft(half), x), 1e-14);
    EXPECT_LT(distance(fft::hfft(fft::ihfft(x)), x), 1e-14);
    EXPECT_LT(distance(fft::irfftn(fft::rfftn(x)), x), 1e-14);
    EXPECT_LT(distance(fft::ifft2(fft::fft2(x)).real(), x), 1e-14);
    EXPECT_LT(distance(scipy::fft::hfftn(scipy::fft::ihfftn(x)), x), 1e-14);
    EXPECT_EQ(fft::rfft(x.astype(DType::float32)).dtype(), DType::complex64);
    EXPECT_EQ(fft::fft(arange(4)).dtype(), DType::complex128);
}

TEST(Fft, Errors) {
    const ndarray x = noise({4, 6});
    EXPECT_THROW(fft::fft(x, 0), ValueError);
    EXPECT_THROW(fft::fft(x, {}, 2), AxisError);
    EXPECT_THROW(fft::rfft(noise({4}, DType::complex128)), TypeError);
    EXPECT_THROW(fft::fftn(x, Dims{3}, {0, 1}), ValueError);
    EXPECT_THROW(fft::rfftn(x, {}, Dims{}), IndexError);
    EXPECT_THROW(fft::norm_from_name("none"), ValueError);
    const ndarray wrong = empty({4, 5}, DType::complex128);
    EXPECT_THROW(fft::fft(x, {}, -1, Norm::backward, &wrong), ValueError);
    EXPECT_THROW(scipy::fft::dct(x, 5), ValueError);
    EXPECT_THROW(scipy::fft::next_fast_len(-1), ValueError);
    EXPECT_THROW(fft::fftfreq(0), ZeroDivisionError);
    EXPECT_EQ(fft::fftfreq(4, 0.25, DType::float32).dtype(), DType::float32);
    EXPECT_THROW(fft::rfftfreq(4, 1.0, DType::int64), ValueError);
}

TEST(Fft, PlanCache) {
    const std::shared_ptr<fft::PlanCache> cache = fft::plan_cache();
    cache->clear();
    fft::fft(noise({3, 8}, DType::complex128));
    EXPECT_EQ(cache->current_size(), 1);
    fft::fft(noise({3, 8}, DType::complex128), {}, -1, Norm::ortho);
    EXPECT_EQ(cache->current_size(), 1);
    cache->set_size(2);
    for (int n = 1; n < 9; ++n) fft::fft(noise({3, 8}, DType::complex128), n);
    EXPECT_EQ(cache->current_size(), 2);
    EXPECT_THROW(cache->set_size(-2), ValueError);
    cache->set_size(16);
}

TEST(Fft, PlanKeys) {
    const std::shared_ptr<fft::PlanCache> cache = fft::plan_cache();
    cache->clear();
    EXPECT_TRUE(cache->keys().empty());
    fft::fft(noise({3, 8}, DType::complex64));
    fft::irfft(noise({2, 5}, DType::complex128), 8);
    const std::vector<fft::PlanKey> keys = cache->keys();
    ASSERT_EQ(keys.size(), 2u);
    EXPECT_EQ(keys[0].kind, "C2R");
    EXPECT_EQ(keys[0].real, DType::float64);
    EXPECT_EQ(keys[1].kind, "C2C");
    EXPECT_EQ(keys[1].real, DType::float32);
    EXPECT_EQ(keys[1].lengths[0], 8);
    EXPECT_EQ(keys[1].batch, 3);
}

TEST(Fft, Callbacks) {
    const ndarray x = noise({4, 6}, DType::complex128), expected = fft::fft(x), data = arange(4.0);
    fft::Callbacks callbacks(R"(
__device__ cufftDoubleComplex scale(void* from, size_t offset, void* info, void*) {
    const cufftDoubleComplex x = ((cufftDoubleComplex*)from)[offset];
    const double by = ((double*)info)[3];
    return make_double2(x.x * by, x.y * by);
}
__device__ cufftCallbackLoadZ d_loadCallbackPtr = scale;
)",
                             "", data);
    {
        const fft::WithCallbacks within(callbacks);
        EXPECT_LT(distance(fft::fft(x), multiply(expected, 3)), 1e-12);
        EXPECT_THROW(fft::fftn(x, {}, {1, 1}), NotSupportedError);
        EXPECT_THROW(fft::rfft(x.real()), CompileException);
    }
    EXPECT_EQ(distance(fft::fft(x), expected), 0);
    EXPECT_THROW(callbacks.leave(), ValueError);
    EXPECT_THROW(fft::Callbacks("", ""), ValueError);
    EXPECT_THROW(fft::Callbacks("int x;", ""), ValueError);
}

#if CUPRUM_WITH_CUDA
TEST(Fft, ErrorsOfCufft) {
    try {
        backend::cuda::fail_cufft(4, "testing");
        FAIL();
    } catch (const fft::CuFFTError& e) {
        EXPECT_EQ(e.result, 4);
        EXPECT_STREQ(e.what(), "cuFFT: CUFFT_INVALID_VALUE (4), while testing");
    }
    EXPECT_THROW(backend::cuda::fail_cufft(2, "testing"), OutOfMemoryError);
}
#endif

// Long lines are transformed as tables, wherever they lie.
TEST(Fft, LongLines) {
    for (std::int64_t n : {std::int64_t{1} << 15, std::int64_t{36000}, std::int64_t{59049}}) {
        const ndarray x = noise({n, 3}, DType::complex128);
        const ndarray once = fft::fft(x, {}, 0);
        for (int column = 0; column < 3; ++column)
            EXPECT_LT(distance(once(ellipsis, column), fft::fft(x(ellipsis, column).copy())), 1e-9);
        EXPECT_LT(distance(fft::ifft(once, {}, 0), x), 1e-12);
        const ndarray first = x(0, ellipsis).reshape({1, 3}), sum = cuprum::sum(x, {.axis = 0, .keepdims = true});
        EXPECT_LT(distance(once(Slice{0, 1, {}}), sum), 1e-9);
        EXPECT_LT(
            distance(multiply(cuprum::sum(once, {.axis = 0, .keepdims = true}), 1.0 / static_cast<double>(n)), first),
            1e-12);
    }
}

#if CUPRUM_WITH_CPU
template <class T>
void compare_levels(FourierKind kind, std::int64_t n, std::int64_t in_step, std::int64_t out_step,
                    bool side_by_side = false) {
    const std::int64_t lines = 19, item = sizeof(T);  // whole groups of every level, and some lines besides
    FourierLayout layout;
    layout.kind = kind;
    layout.real = dtype_of<T>;
    layout.axis_count = layout.batch_count = 1;
    layout.axes[0] = {n, 2 * item * in_step, 2 * item * out_step};
    layout.batch[0] = {lines, 2 * item * in_step * n, 2 * item * out_step * n};
    if (side_by_side) {
        const std::int64_t in = item * (kind == FourierKind::complex || kind == FourierKind::complex_to_real ? 2 : 1);
        const std::int64_t out = item * (kind == FourierKind::complex || kind == FourierKind::real_to_complex ? 2 : 1);
        layout.axes[0] = {n, lines * in, lines * out};
        layout.batch[0] = {lines, in, out};
    }
    std::vector<T> in(static_cast<std::size_t>(2 * in_step * n * lines));
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<T>(std::sin(12.9898 * static_cast<double>(i + 1)));
    std::vector<std::vector<T>> results;
    const auto run = [&](const backend::cpu::LineTransforms& level) {
        std::vector<T> out(static_cast<std::size_t>(2 * out_step * n * lines));
        const auto plan = level.plan(kind, sizeof(T) == 8, static_cast<std::size_t>(n));
        EXPECT_GE(level.together(sizeof(T) == 8), 1);
        level.run(layout, plan.get(), reinterpret_cast<const char*>(in.data()), reinterpret_cast<char*>(out.data()),
                  true, 0.5, 0, 7);
        level.run(layout, plan.get(), reinterpret_cast<const char*>(in.data()), reinterpret_cast<char*>(out.data()),
                  true, 0.5, 7, lines);
        results.push_back(std::move(out));
    };
    run(backend::cpu::line_transforms_v2());
    if (backend::cpu::x86_64_level() >= 3) run(backend::cpu::line_transforms_v3());
    if (backend::cpu::x86_64_level() >= 4) run(backend::cpu::line_transforms_v4());
    for (const std::vector<T>& result : results)
        for (std::size_t i = 0; i < result.size(); ++i)
            ASSERT_NEAR(result[i], results[0][i], (sizeof(T) == 8 ? 1e-14 : 1e-5) * static_cast<double>(n))
                << "kind " << static_cast<int>(kind) << ", n " << n;
}

// Lines are transformed alike one by one and many together, whatever the processor has.
TEST(Fft, LevelsOfTheInstructionSet) {
    for (int kind = 0; kind <= static_cast<int>(FourierKind::sine4); ++kind)
        for (std::int64_t n : {2, 5, 16, 31, 60, 101})
            for (std::int64_t step : {1, 3}) {
                compare_levels<double>(static_cast<FourierKind>(kind), n, step, 1);
                compare_levels<double>(static_cast<FourierKind>(kind), n, 1, step);
                compare_levels<float>(static_cast<FourierKind>(kind), n, step, step);
                compare_levels<float>(static_cast<FourierKind>(kind), n, step, step, true);
                compare_levels<double>(static_cast<FourierKind>(kind), n, step, step, true);
            }
}
#endif

// ------------------------------------------------------------------------------------------------ a library like cuFFT

/// Takes what cuFFT takes, and destroys what cuFFT destroys. The work is done by the processor's own library, axis by
/// axis.
class LikeCufft final : public runtime::Fourier {
public:
    class Plan final : public runtime::FourierPlan {
    public:
        explicit Plan(const FourierLayout& layout) : layout_(layout) {}
        void run(const void* input, void* output, bool forward, double factor, runtime::StreamHandle stream) override {
            EXPECT_EQ(factor, 1);
            EXPECT_TRUE(layout_.kind == FourierKind::complex ||
                        forward == (layout_.kind == FourierKind::real_to_complex));
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(input) % static_cast<std::uintptr_t>(2 * itemsize(layout_.real)),
                      0u);
            EXPECT_EQ(
                reinterpret_cast<std::uintptr_t>(output) % static_cast<std::uintptr_t>(2 * itemsize(layout_.real)), 0u);
            // Only the innermost axis of a batch is in a plan of cuFFT; on the others each place is a call.
            for (int i = 0; i + 1 < layout_.batch_count; ++i) {
                EXPECT_EQ(layout_.batch[static_cast<std::size_t>(i)].input % (2 * itemsize(layout_.real)), 0);
                EXPECT_EQ(layout_.batch[static_cast<std::size_t>(i)].output % (2 * itemsize(layout_.real)), 0);
            }
            if (layout_.kind == FourierKind::complex_to_real) {
                auto* data = const_cast<void*>(input);
                for (int i = 0; i + 1 < layout_.axis_count; ++i) alone(i, true).run(data, data, forward, stream);
                alone(layout_.axis_count - 1, false).run(data, output, forward, stream);
                return spoil(static_cast<char*>(data));
            }
            for (int i = layout_.axis_count - 1; i >= 0; --i) {
                FourierLayout one = layout_;
                one.axes[0] = layout_.axes[static_cast<std::size_t>(i)];
                one.axis_count = 1;
                const bool first = i == layout_.axis_count - 1;
                if (!first) one.kind = FourierKind::complex;
                for (int j = 0; j < layout_.axis_count; ++j) {
                    if (j == i) continue;
                    FourierLayout::Axis other = layout_.axes[static_cast<std::size_t>(j)];
                    if (j == layout_.axis_count - 1 && layout_.kind != FourierKind::complex)
                        other.length = other.length / 2 + 1;
                    one.batch[one.batch_count++] = other;
                }
                if (!first) {
                    for (FourierLayout::Axis& axis : one.batch) axis.input = axis.output;
                    one.axes[0].input = one.axes[0].output;
                }
                runtime::backend().fourier().plan(one)->run(first ? input : output, output, forward, 1, stream);
            }
        }
        std::size_t bytes() const override { return 100; }

    private:
        struct Alone {
            FourierLayout layout;
            void run(const void* input, void* output, bool forward, runtime::StreamHandle stream) const {
                runtime::backend().fourier().plan(layout)->run(input, output, forward, 1, stream);
            }
        };
        /// One axis of a transform to real numbers, with the others in the batch; where it is `complex`, in place.
        Alone alone(int axis, bool complex) const {
            FourierLayout one = layout_;
            one.axis_count = 1;
            one.axes[0] = layout_.axes[static_cast<std::size_t>(axis)];
            if (complex) one.kind = FourierKind::complex;
            for (int j = 0; j < layout_.axis_count; ++j) {
                if (j == axis) continue;
                FourierLayout::Axis other = layout_.axes[static_cast<std::size_t>(j)];
                if (j == layout_.axis_count - 1) other.length = other.length / 2 + 1;
                one.batch[one.batch_count++] = other;
            }
            if (complex) {
                one.axes[0].output = one.axes[0].input;
                for (FourierLayout::Axis& other : one.batch) other.output = other.input;
            }
            return {one};
        }
        void spoil(char* input) const {
            std::memset(input, 0x7f, static_cast<std::size_t>(2 * itemsize(layout_.real)));
        }
        const FourierLayout layout_;
    };

    bool takes(const FourierLayout& layout) const override {
        if (layout.batch_count + layout.axis_count - 1 > FourierLayout::max_batch) return false;
#if CUPRUM_WITH_CUDA
        return backend::cuda::cuda_fourier().takes(layout);
#else
        return layout.kind <= FourierKind::complex_to_real && layout.batch_count <= 1;
#endif
    }
    std::shared_ptr<runtime::FourierPlan> plan(const FourierLayout& layout) override {
        return std::make_shared<Plan>(layout);
    }
    bool takes_factor() const override { return false; }
    bool overwrites_complex() const override { return true; }
    bool takes_both_directions() const override { return false; }
    std::size_t alignment(std::size_t complex_bytes) const override { return complex_bytes; }
};

class WithLikeCufft : public ::testing::Test {
protected:
    void SetUp() override {
        if (runtime::backend().is_gpu()) GTEST_SKIP() << "stands for a GPU's library on a machine without one";
    }
    /// A function's result by the backend's library and by one like cuFFT; its input must be kept.
    template <class F>
    void compare(const ndarray& a, F&& function) {
        const ndarray expected = function(a), before = a.copy();
        fft::plan_cache()->clear();
        fft::use_library(&library_);
        const ndarray got = function(a);
        fft::use_library(nullptr);
        fft::plan_cache()->clear();
        const double tolerance = a.dtype() == DType::float32 || a.dtype() == DType::complex64 ? 1e-5 : 1e-13;
        EXPECT_LT(distance(got, expected), tolerance * (1 + static_cast<double>(a.size())));
        EXPECT_EQ(distance(a, before), 0);
    }
    LikeCufft library_;
};

TEST_F(WithLikeCufft, OneAxis) {
    for (DType dtype : {DType::complex128, DType::complex64, DType::float64, DType::float32, DType::int32})
        for (int axis = 0; axis < 3; ++axis)
            for (std::optional<std::int64_t> n :
                 {std::optional<std::int64_t>{}, std::optional<std::int64_t>{3}, std::optional<std::int64_t>{9}}) {
                const ndarray a = noise({12, 5, 6}, dtype);
                for (const ndarray& x : {a, a.transpose(), a(Slice{{}, {}, -1}, ellipsis, Slice{{}, {}, 2})})
                    for (Norm norm : {Norm::backward, Norm::ortho}) {
                        compare(x, [&](const ndarray& y) { return fft::fft(y, n, axis, norm); });
                        compare(x, [&](const ndarray& y) { return fft::ifft(y, n, axis, norm); });
                        compare(x, [&](const ndarray& y) { return fft::hfft(y, n, axis, norm); });
                        compare(x, [&](const ndarray& y) { return fft::irfft(y, n, axis, norm); });
                        if (is_complex(dtype)) continue;
                        compare(x, [&](const ndarray& y) { return fft::rfft(y, n, axis, norm); });
                        compare(x, [&](const ndarray& y) { return fft::ihfft(y, n, axis, norm); });
                    }
            }
}

TEST_F(WithLikeCufft, SeveralAxes) {
    for (DType dtype : {DType::complex128, DType::float64})
        for (const Dims& axes : {Dims{0, 1}, Dims{1, 2}, Dims{0, 2}, Dims{2, 1, 0}, Dims{0, 1, 2}, Dims{3, 1},
                                 Dims{0, 1, 2, 3}, Dims{1, 1}}) {
            const ndarray a = noise({4, 3, 5, 2}, dtype);
            for (const ndarray& x : {a, a.transpose(), a.transpose({1, 3, 0, 2}), a(Slice{{}, {}, -1})}) {
                compare(x, [&](const ndarray& y) { return fft::fftn(y, {}, axes, Norm::ortho); });
                compare(x, [&](const ndarray& y) { return fft::ifftn(y, {}, axes); });
                compare(x, [&](const ndarray& y) { return fft::fftn(y, Dims(axes.size(), 6), axes); });
                compare(x, [&](const ndarray& y) { return fft::irfftn(y, Dims(axes.size(), 6), axes, Norm::forward); });
                if (is_complex(dtype)) continue;
                compare(x, [&](const ndarray& y) { return fft::rfftn(y, {}, axes, Norm::ortho); });
                compare(x, [&](const ndarray& y) { return fft::rfftn(y, Dims(axes.size(), 6), axes); });
                compare(x, [&](const ndarray& y) { return fft::rfftn(y, Dims(axes.size(), 2), axes); });
            }
        }
}

// A view that begins between two complex numbers' places.
TEST_F(WithLikeCufft, Unaligned) {
    const ndarray a = noise({9, 8});
    compare(a(ellipsis, Slice{1, {}, {}}), [](const ndarray& y) { return fft::rfft(y); });
    compare(a(ellipsis, Slice{1, 7, {}}).copy(), [](const ndarray& y) { return fft::rfft(y); });
    // Batches whose places lie an odd number of real numbers apart, in one layout and in more axes than a layout has.
    compare(noise({3, 7, 5}), [](const ndarray& y) { return fft::rfft(y, {}, 1); });
    compare(noise({3, 7, 5}).transpose({0, 2, 1}), [](const ndarray& y) { return fft::irfft(y, 9, 2); });
    const ndarray b = noise({2, 5, 3, 5, 2, 9, 4, 3})(ellipsis, Slice{0, 3, {}}, Slice{0, 3, {}}, Slice{0, 2, {}});
    compare(b, [](const ndarray& y) { return fft::rfft(y); });
    compare(b, [](const ndarray& y) { return fft::rfft(y, {}, 3); });
    compare(b, [](const ndarray& y) { return fft::rfftn(y, {}, {0, 3}); });
}

// An axis that is not the innermost of many numbers is brought there.
TEST_F(WithLikeCufft, ManyNumbers) {
    const ndarray a = noise({1100, 1000}, DType::complex128);
    compare(a, [](const ndarray& y) { return fft::fft(y, {}, 0); });
    compare(a, [](const ndarray& y) { return fft::ifft(y, 1200, 0, Norm::ortho); });
    compare(a, [](const ndarray& y) { return fft::fft2(y); });
    compare(a, [](const ndarray& y) { return fft::irfft2(y); });
    compare(a, [](const ndarray& y) { return fft::irfft(y, {}, 0); });
    compare(a.real(), [](const ndarray& y) { return fft::rfft(y, {}, 0); });
    compare(a.real(), [](const ndarray& y) { return fft::fft(y, {}, 0); });
    compare(a, [](const ndarray& y) {
        const ndarray out = empty(y.shape(), y.dtype());
        return fft::fft(y, {}, 0, Norm::forward, &out);
    });
}

TEST_F(WithLikeCufft, RealTransforms) {
    for (int type = 1; type <= 4; ++type)
        for (std::int64_t n : {2, 5, 8, 17, 30}) {
            const ndarray a = noise({3, n});
            for (Norm norm : {Norm::backward, Norm::ortho, Norm::forward}) {
                compare(a, [&](const ndarray& y) { return scipy::fft::dct(y, type, {}, -1, norm); });
                compare(a, [&](const ndarray& y) { return scipy::fft::dst(y, type, {}, -1, norm); });
                compare(a, [&](const ndarray& y) { return scipy::fft::dctn(y, type, {}, {}, norm); });
                compare(a, [&](const ndarray& y) { return scipy::fft::idstn(y, type, {}, {}, norm); });
            }
            compare(a.T(), [&](const ndarray& y) { return scipy::fft::dct(y, type, {}, 0); });
            compare(noise({3, n}, DType::complex64), [&](const ndarray& y) { return scipy::fft::dst(y, type); });
        }
    compare(noise({1}), [](const ndarray& y) { return scipy::fft::dct(y, 2); });
    compare(noise({1}), [](const ndarray& y) { return scipy::fft::dst(y, 1); });
    compare(noise({1}), [](const ndarray& y) { return scipy::fft::dct(y, 4); });
    compare(noise({1}), [](const ndarray& y) { return scipy::fft::dst(y, 3); });
}

}  // namespace
}  // namespace cuprum
