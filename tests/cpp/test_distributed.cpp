// Divided arrays from C++, on three simulated devices.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/distributed_group.h"
#include "cuprum/distributed_linalg.h"
#include "cuprum/error.h"
#include "cuprum/fft.h"
#include "cuprum/host.h"
#include "cuprum/kernel.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/random.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/fft_real_transforms.h"
#include "cuprum/scipy/interpolate.h"
#include "cuprum/scipy/ndimage_filters.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/scipy/sparse.h"
#include "cuprum/scipy/sparse_arithmetic.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/scipy/spatial.h"
#include "cuprum/sorting.h"

namespace cuprum::distributed {
namespace {

const bool simulated = [] { return setenv("CUPRUM_CPU_DEVICES", "3", 0) == 0; }();

class Divided : public testing::Test {
protected:
    void SetUp() override {
        if (!simulated || cuda::get_device_count() < 3) GTEST_SKIP() << "three devices are needed";
    }
    const std::vector<int> devices{0, 1, 2};
    const Layout rows = Layout::along(0, devices);
};

ndarray numbers(const Shape& shape) {
    random::RandomState random(1);
    return random.random_sample(shape);
}

bool near(const ndarray& a, const ndarray& b) { return allclose(a, b).item().to_bool(); }

TEST_F(Divided, LayoutsMakeBoxes) {
    const IndexMap map = Layout({3}, devices, {Layout::whole, 0}).index_map({2, 7});
    EXPECT_EQ(map.at(1), (std::vector<Region>{{{0, 2, 1}, {2, 4, 1}}}));
    EXPECT_THROW(Layout({2}, devices, {0}), ValueError);
    EXPECT_THROW(rows.index_map({}), ValueError);
}

TEST_F(Divided, SortsAndFindsTheDifferentElements) {
    const ndarray host = numbers({999});
    const DistributedArray a = distributed_array(host, rows);
    EXPECT_TRUE(array_equal(sort(a).gather(), cuprum::sort(host)).item().to_bool());
    const ndarray few = floor(host * 10.0);
    EXPECT_TRUE(array_equal(unique(distributed_array(few, rows)).gather(), cuprum::unique(few)).item().to_bool());
    EXPECT_THROW(sort(a, 1), AxisError);
}

TEST_F(Divided, TransformsByTransposition) {
    const ndarray host = numbers({12, 9});
    const DistributedArray a = distributed_array(host, rows);
    reset_traffic();
    const DistributedArray found = fftn(a, {}, fft::Norm::backward, false);
    EXPECT_EQ(traffic().messages, 6u);
    EXPECT_TRUE(near(found.gather(), cuprum::fft::fftn(host)));
    EXPECT_TRUE(near(ifftn(found).gather().real(), host));
    const ndarray line = numbers({1200});
    EXPECT_TRUE(near(fft(distributed_array(line, rows)).gather(), cuprum::fft::fft(line)));
}

TEST_F(Divided, ReducesOverSeveralAxes) {
    const ndarray host = numbers({4, 5, 6});
    const DistributedArray a = distributed_array(host, rows);
    EXPECT_TRUE(near(a.sum({0, 2}).gather(), cuprum::sum(host, {.axis = {0, 2}})));
    EXPECT_TRUE(near(a.reduce(Mode::max, {0, 1}).gather(), cuprum::max(host, {.axis = {0, 1}})));
    EXPECT_TRUE(near(a.mean({-1, 0}, {}, true).gather(), cuprum::mean(host, {.axis = {-1, 0}, .keepdims = true})));
    EXPECT_TRUE(near(a.mean().gather(), cuprum::mean(host)));
}

TEST_F(Divided, FunctionsSeeHalos) {
    const ndarray host = numbers({20});
    const DistributedArray a = distributed_array(host, rows);
    const auto total = [](const ndarray& x) {
        const std::int64_t n = x.size();
        return x.at({Slice{0, n - 2}}) + x.at({Slice{1, n - 1}}) + x.at({Slice{2, n}});
    };
    const ndarray found = map_overlap(a, {1}, total, Boundary::constant).gather();
    EXPECT_DOUBLE_EQ(found.at({0}).item().to_double(), (host.at({0}) + host.at({1})).item().to_double());
    EXPECT_TRUE(near(found.at({Slice{1, 19}}), total(host)));
    EXPECT_THROW(map_overlap(a, {1}, [](const ndarray&) -> ndarray { throw IndexError("mine"); }), IndexError);
}

TEST_F(Divided, RandomNumbersDoNotDependOnTheLayout) {
    const ndarray one = random({7, 5}, Layout::along(0, {0}).index_map({7, 5}), 3).gather();
    const ndarray three = random({7, 5}, Layout::along(1, devices).index_map({7, 5}), 3).gather();
    EXPECT_TRUE(array_equal(one, three).item().to_bool());
}

TEST_F(Divided, Factorizations) {
    const ndarray tall = numbers({60, 4});
    const auto [q, r] = qr(distributed_array(tall, rows));
    EXPECT_TRUE(near(cuprum::matmul(q.gather(), r.gather()), tall));
    const ndarray general = numbers({50, 40});
    const auto [q_steps, r_steps] = qr(distributed_array(general, rows), 16);
    const ndarray found = q_steps.gather();
    EXPECT_TRUE(near(cuprum::matmul(found, r_steps.gather()), general));
    EXPECT_TRUE(near(cuprum::matmul(found.transpose(), found), eye(40)));
    const ndarray square = cuprum::matmul(tall, tall.transpose()) + eye(60);
    EXPECT_TRUE(near(cholesky(distributed_array(square, rows), 7).gather(), linalg::cholesky(square)));
    EXPECT_THROW(cholesky(distributed_array(-square, rows), 7), LinAlgError);
}

TEST_F(Divided, Equations) {
    const ndarray a = numbers({60, 60}), b = numbers({60, 4});
    const DistributedArray matrix = distributed_array(a, rows), right = distributed_array(b, rows);
    const ndarray x = solve(matrix, right, MatrixKind::general, 7).gather();
    EXPECT_TRUE(near(cuprum::matmul(a, x), b));
    const ndarray square = cuprum::matmul(a, a.transpose()) + eye(60);
    EXPECT_TRUE(near(
        cuprum::matmul(square, solve(distributed_array(square, rows), right, MatrixKind::positive_definite).gather()),
        b));
    const ndarray triangle = tril(a) + eye(60) * 60.0, vector = numbers({60});
    for (const int trans : {0, 1}) {
        const ndarray y =
            solve_triangular(distributed_array(triangle, rows), distributed_array(vector, rows), trans, true).gather();
        EXPECT_TRUE(near(cuprum::matmul(trans ? triangle.transpose() : triangle, y), vector));
    }
    EXPECT_THROW(solve(distributed_array(zeros({6, 6}), rows), distributed_array(numbers({6}), rows)), LinAlgError);
    EXPECT_THROW(solve(matrix, distributed_array(numbers({6}), rows)), ValueError);
}

TEST_F(Divided, SlicesWithoutElementsHaveADevice) {
    const DistributedArray a = distributed_array(numbers({9}), rows);
    const DistributedArray none = a.at({{4, 4, 1}});
    EXPECT_EQ(none.devices().size(), 1u);
    EXPECT_EQ(none.reduce(Mode::prod).gather().item().to_double(), 1);
    EXPECT_EQ(unique(none).size(), 0);
    EXPECT_THROW(distributed_array(numbers({9}), IndexMap{}), ValueError);
}

TEST_F(Divided, SparseMatrixByVector) {
    const ndarray dense = numbers({30, 20});
    const ndarray some = where(less(dense, 0.3), dense, 0.0);
    const ndarray x = numbers({20});
    const SparseRows matrix(scipy::sparse::csr_matrix(some), devices);
    EXPECT_TRUE(near(matrix.matvec(distributed_array(x, rows)).gather(), cuprum::matmul(some, x)));
}

TEST_F(Divided, WorkRunsWhereItsOperandsAre) {
    ndarray there, square;
    {
        const cuda::DeviceGuard second(1);
        there = arange(6).astype(DType::float64);
        square = eye(6);
    }
    const ElementwiseKernel twice("T x", "T y", "y = 2 * x", "twice");
    const ReductionKernel total("T x", "T y", "x", "a + b", "y = a", "0", "total");
    for (const ndarray& result :
         {there + 1.0, 1.0 - there, sin(there), cuprum::sum(there), cuprum::max(there), cuprum::var(there),
          add.reduce(there), add.accumulate(there, 0), add.outer(there, there), cuprum::sort(there), argsort(there),
          cuprum::matmul(square, there), concatenate({there, there}), twice(there), total(there)})
        EXPECT_EQ(result.device(), 1);
    EXPECT_EQ(cuda::Device().id(), 0);
    EXPECT_EQ(cuprum::sum(there).item().to_double(), 15);
    EXPECT_THROW(there + arange(6).astype(DType::float64), ValueError);
}

TEST_F(Divided, FunctionsOfAllChaptersRunWhereTheirOperandsAre) {
    ndarray there, square, signs;
    {
        const cuda::DeviceGuard second(1);
        there = arange(64).astype(DType::float64);
        square = cuprum::cos(arange(256).astype(DType::float64)).reshape({16, 16}) + eye(16) * 20.0;
        signs = cuprum::less(there, 3.0);
    }
    const scipy::sparse::sparse_matrix sparse = scipy::sparse::csr_matrix(square);
    EXPECT_EQ(sparse.device(), 1);
    const auto product = [&](const ndarray& x) { return scipy::sparse::matmul(sparse, x); };
    const scipy::interpolate::BSpline spline = scipy::interpolate::make_interp_spline(there, sin(there));
    const scipy::spatial::KDTree tree(square);
    for (const ndarray& result : {there.astype(DType::float32),
                                  there.at({there.astype(DType::int64)}),
                                  there.at({signs}),
                                  there.ravel(),
                                  square.transpose().ravel(),
                                  there.flatten(),
                                  zeros_like(there),
                                  cuprum::tril(square),
                                  where(signs, there, 0.0),
                                  cuprum::median(there),
                                  cuprum::quantile(there, 0.5),
                                  cuprum::bincount(there.astype(DType::int64)),
                                  cuprum::fft::fft(there),
                                  linalg::inv(square),
                                  linalg::solve(square, square),
                                  linalg::svd(square).s,
                                  scipy::fft::dct(there),
                                  scipy::ndimage::gaussian_filter(square, 1.0),
                                  scipy::signal::medfilt(there),
                                  scipy::sparse::matmul(sparse, square),
                                  sparse.toarray(),
                                  scipy::sparse::linalg::cg(product, square.at({std::int64_t{0}})).x,
                                  spline(there),
                                  tree.query(square).distances})
        EXPECT_EQ(result.device(), 1);
    EXPECT_EQ(cuda::Device().id(), 0);
    // Elements are set where they are.
    there.assign({there.astype(DType::int64)}, arange(64).astype(DType::float64) * 2.0);
    EXPECT_EQ(cuprum::sum(there).item().to_double(), 63 * 64);
}

TEST_F(Divided, CopiesBetweenDevicesAreOrdered) {
    const ndarray here = zeros({1 << 20});
    ndarray there;
    {
        const cuda::DeviceGuard second(1);
        there = empty({1 << 20});
    }
    for (int round = 0; round < 20; ++round) {
        here.fill(round);
        there.assign({}, here);
        here.fill(-1);  // after the copy has read it
        const cuda::DeviceGuard second(1);
        EXPECT_EQ(cuprum::sum(there).item().to_double(), round * double(1 << 20));
    }
}

// One process; tests/python/distributed/test_group_array.py runs several.
TEST(Group, ArraysOfOneProcess) {
    const auto alone = [](const std::string& mine) { return std::vector<std::string>{mine}; };
    const auto group = std::make_shared<ProcessGroup>(1, 0, alone);
    const Layout rows = Layout::along(0, {0});
    const ndarray host = numbers({30, 20});
    const GroupArray a = group_array(group, host, rows);
    EXPECT_TRUE(near(a.sum(0).gather(), cuprum::sum(host, {.axis = 0})));
    EXPECT_TRUE(near(a.mean(1).gather(), cuprum::mean(host, {.axis = 1})));
    EXPECT_TRUE(near(a.reshard_like(a).gather(), host));
    EXPECT_THROW(a.reshard_like(a.sum(0)), ValueError);
    const GroupOperand operands[] = {&a, Scalar(2)};
    EXPECT_TRUE(near(call(multiply, operands)[0].gather(), host * 2.0));
    EXPECT_TRUE(near(sort(a).local(), cuprum::sort(host)));
    EXPECT_TRUE(near(ifftn(fftn(a)).local(), host));
    EXPECT_TRUE(near(ifft(fft(a, 0), 0).local(), host));
    const auto shifted = [](const ndarray& part) { return cuprum::roll(part, 1, 0); };
    EXPECT_TRUE(near(map_overlap(a, {1, 0}, shifted, Boundary::periodic).local(), cuprum::roll(host, 1, 0)));
    EXPECT_THROW(group_array(group, host, Layout::along(0, {0, 1})), ValueError);

    const auto [q, r] = qr(a);
    EXPECT_TRUE(near(cuprum::matmul(q.local(), r.local()), host));
    const auto [q_steps, r_steps] = qr(a, 7);
    EXPECT_TRUE(near(cuprum::matmul(q_steps.local(), r_steps.local()), host));
    const ndarray square = cuprum::matmul(host, host.transpose()) + eye(30);
    EXPECT_TRUE(near(cholesky(group_array(group, square, rows), 7).gather(), linalg::cholesky(square)));
    EXPECT_THROW(cholesky(group_array(group, -square, rows)), LinAlgError);
    EXPECT_THROW(cholesky(a), LinAlgError);
    const GroupArray right = group_array(group, numbers({30, 3}), rows), equations = group_array(group, square, rows);
    EXPECT_TRUE(near(matmul(equations, solve(equations, right, MatrixKind::general, 7)).gather(), right.local()));
    EXPECT_THROW(solve(a, right), LinAlgError);
    const GroupArray partial(group, host, host.shape(), rows, Mode::sum);
    EXPECT_EQ(partial.change_mode(Mode::replica).mode(), Mode::replica);
    EXPECT_TRUE(near(partial.sum(0).gather(), cuprum::sum(host, {.axis = 0})));
    const ndarray some = where(less(host, 0.3), host, 0.0), x = numbers({20});
    const GroupSparseRows matrix(group, scipy::sparse::csr_matrix(some));
    EXPECT_TRUE(near(matrix.matvec(group_array(group, x, rows)).gather(), cuprum::matmul(some, x)));
    EXPECT_THROW(matrix.matvec(a), ValueError);
    const ndarray stacks = numbers({4, 3, 5});
    EXPECT_TRUE(near(matmul(group_array(group, stacks, rows), group_array(group, numbers({5, 2}), rows)).gather(),
                     cuprum::matmul(stacks, numbers({5, 2}))));

    const ndarray sent = numbers({5}), received = cuprum::empty_like(sent);
    auto pending = group->start_exchange(std::span(&sent, 1), std::span(&received, 1));
    EXPECT_THROW(group->barrier(), ValueError);
    pending.wait();
    EXPECT_TRUE(near(sent, received));
    group->barrier();
}

}  // namespace
}  // namespace cuprum::distributed
