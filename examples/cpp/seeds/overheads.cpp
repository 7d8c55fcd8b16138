// Overheads and streams: what the first call, starting kernels and moving data costs, and how streams let work overlap.
#include <cuprum/creation.h>
#include <cuprum/cuda.h>
#include <cuprum/fuse.h>
#include <cuprum/host.h>
#include <cuprum/linalg.h>
#include <cuprum/logic.h>
#include <cuprum/products.h>
#include <cuprum/profiler.h>
#include <cuprum/random_functions.h>
#include <cuprum/reduction.h>
#include <cuprum/ufunc.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "steps.h"

namespace cp = cuprum;
using cp::DType;

namespace {

void wait() { cp::cuda::Device().synchronize(); }

cp::ndarray squared_diff(const cp::ndarray& x, const cp::ndarray& y) { return (x - y) * (x - y); }

std::vector<float> host_numbers(std::size_t count) {
    std::vector<float> numbers(count);
    std::uint32_t state = 12345;
    for (float& number : numbers) number = static_cast<float>((state = state * 1664525 + 1013904223) >> 8) / 16777216;
    return numbers;
}

double length(const cp::ndarray& a) { return cp::linalg::norm(a).item().to_double(); }

void moving_data(std::int64_t size) {
    const auto count = static_cast<std::size_t>(size);
    const std::pair<const char*, std::function<cp::ndarray()>> programs[] = {
        {"on_the_device",
         [&] {
             const cp::ndarray a = cp::random::rand({size}).astype(DType::float32),
                               b = cp::random::rand({size}).astype(DType::float32);
             return cp::dot(a, b);
         }},
        {"from_host_to_device",
         [&] { return cp::dot(cp::asarray(host_numbers(count)), cp::asarray(host_numbers(count))); }}};
    for (const auto& [name, program] : programs) {
        for (int i = 0; i < 3; ++i) {
            const steps::Clock host;
            const std::vector<float> a = host_numbers(count), b = host_numbers(count);
            volatile float sum = std::inner_product(a.begin(), a.end(), b.begin(), 0.f);
            static_cast<void>(sum);
            const double host_time = host.seconds();
            const steps::Clock device;
            const cp::ndarray product = program();
            wait();
            std::cout << name << " " << i << ": C++ " << host_time << " seconds, cuprum " << device.seconds()
                      << " seconds\n";
            if (std::isnan(product.item().to_double())) throw std::runtime_error("no number");
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const bool small = steps::small(argc, argv);

    // A decomposition; the clock must wait for the device.
    std::int64_t size = small ? 48 : 512;
    cp::random::seed(11);
    cp::ndarray matrix = cp::random::randn({size, size});
    const auto [q, r] = cp::linalg::qr(matrix);
    std::cout << "Q R is the matrix: " << cp::allclose(cp::matmul(q, r), matrix)
              << " and Q's columns are orthonormal: " << cp::allclose(cp::matmul(q.T(), q), cp::eye(size)) << "\n";
    steps::per_loop([&] {
        cp::linalg::qr(matrix);
        wait();
    });

    // Arrays on the host and on the device.
    std::vector<std::int32_t> on_host{1, 2, 3, 4, 5, 6};
    cp::ndarray on_device = cp::asarray(on_host, cp::Shape{2, 3});
    on_device = cp::square(on_device);
    on_host = on_device.to_vector<std::int32_t>();
    std::cout << cp::repr(cp::square(on_device)) << "\n";

    // A large product.
    size = small ? 128 : 4096;
    cp::ndarray a = cp::random::uniform(-1., 1., cp::Shape{size, size}).astype(DType::float32);
    cp::ndarray b = cp::random::uniform(-1., 1., cp::Shape{size, size}).astype(DType::float32);
    cp::ndarray c = cp::matmul(a, b);  // the first call loads the library
    wait();
    {
        const steps::Clock clock;
        c = cp::matmul(a, b);
        wait();
        std::cout << "cuprum: " << clock.seconds() << " seconds\n";
    }
    std::cout << "as in double precision: "
              << cp::allclose(c, cp::matmul(a.astype(DType::float64), b.astype(DType::float64)), 1e-5, 1e-3) << "\n";
    a = b = c = cp::ndarray();

    // What the first call costs.
    size = small ? 64 : 512;
    cp::random::seed(5);
    cp::ndarray determinant;
    for (int i = 0; i < 5; ++i) {
        matrix = cp::random::randn({size, size}).astype(DType::float32);
        const steps::Clock clock;
        determinant = cp::linalg::det(matrix);
        wait();
        std::cout << "det: " << clock.seconds() << " seconds\n";
    }
    const auto [sign, logarithm] = cp::linalg::slogdet(matrix);
    std::cout << "det is sign * exp(logarithm): " << cp::allclose(determinant, sign * cp::exp(logarithm), 1e-3) << "\n";

    for (std::int64_t n :
         small ? std::vector<std::int64_t>{8, 16, 32} : std::vector<std::int64_t>{64, 128, 256, 512, 1024, 2048}) {
        std::cout << "\nInput matrix size: " << n << " x " << n << "\n";
        const cp::ndarray one = cp::random::uniform(-1., 1., cp::Shape{n, n}).astype(DType::float32);
        cp::linalg::qr(one);
        wait();
        const steps::Clock clock;
        cp::linalg::qr(one);
        wait();
        std::cout << "cuprum " << clock.seconds() << " seconds\n";
    }

    // Fewer kernels.
    auto fused_squared_diff = cp::fuse(squared_diff, "fused_squared_diff");
    const cp::ndarray x = cp::arange(10000), y = cp::arange(10000)(cp::Slice{{}, {}, -1});
    std::cout << "\nequal: " << cp::all(squared_diff(x, y) == fused_squared_diff(x, y))
              << " sum: " << cp::sum(fused_squared_diff(x, y)) << "\n";
    std::cout << cp::profiler::benchmark("squared_diff", [&] { squared_diff(x, y); }, {.n_repeat = 10}).to_str(true)
              << "\n";
    std::cout << cp::profiler::benchmark("fused_squared_diff", [&] { fused_squared_diff(x, y); }, {.n_repeat = 10})
                     .to_str(true)
              << "\n";

    moving_data(small ? 10'000 : 100'000'000);

    // Streams and events.
    std::cout << "current stream: " << cp::cuda::get_current_stream().repr() << "\n";
    size = small ? 96 : 6000;
    cp::random::seed(7);
    matrix = cp::random::rand({size, size}).astype(DType::float32);
    cp::linalg::inv(matrix);
    wait();
    cp::ndarray first, second, third, fourth;
    {
        const steps::Clock clock;
        first = cp::linalg::inv(matrix);
        second = cp::linalg::inv(matrix);
        cp::cuda::Stream::null().synchronize();
        std::cout << "one after the other: " << clock.seconds() << " seconds\n";
    }
    const steps::Clock clock;
    const cp::cuda::Stream stream1, stream2;
    cp::cuda::Event event1, event2;
    {
        const cp::cuda::StreamGuard guard(stream1);
        third = cp::linalg::inv(matrix);
        event1.record(stream1);
    }
    {
        const cp::cuda::StreamGuard guard(stream2);
        fourth = cp::linalg::inv(matrix);
        event2.record(stream2);
    }
    event1.synchronize();
    event2.synchronize();
    std::cout << "on two streams: " << clock.seconds() << " seconds\n";
    bool same = true;
    for (const cp::ndarray* other : {&second, &third, &fourth})
        same = same && length(first - *other) <= 1e-2 * length(first);
    std::cout << "the same inverses: " << steps::truth(same) << "\n";
    const cp::ndarray product = cp::matmul(matrix.astype(DType::float64), first.astype(DType::float64));
    std::cout << "and inverses they are: "
              << steps::truth(length(product - cp::eye(size)) <= 1e-5 * length(matrix) * length(first)) << "\n";
}
