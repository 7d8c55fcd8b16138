// Elementwise kernels over operands of every layout beside a plain loop over their elements, and the text of every plan
// through both compilers.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <random>

#include "cuprum/creation.h"
#include "kernel/engine/elementwise/composite.h"
#include "runtime/backend.h"
#ifdef CUPRUM_WITH_CUDA
#include "backend/cuda/nvrtc.h"
#include "gpus_in_turn.h"
#endif

namespace cuprum::kernel {
namespace {

using Random = std::mt19937;

int draw(Random& random, int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }

// A view of a buffer, and what the host knows of the buffer.
struct TestArray {
    ndarray buffer, view;
    std::vector<unsigned char> bytes;
    std::int64_t start = 0;  // of the view's first element

    unsigned char* element(const Strides& strides, const std::vector<std::int64_t>& index) {
        std::int64_t at = start;
        for (std::size_t d = 0; d < index.size(); ++d) at += index[d] * strides[static_cast<int>(d)];
        return bytes.data() + at;
    }
};

// How an array lies in memory: its axes from the outermost to the innermost, and what is done to each.
struct TestLayout {
    std::vector<int> order;
    std::vector<int> step;  // 0: repeated; negative: backwards
    int shift = 0;          // elements before the first, which misalign what follows
};

TestLayout plain(int ndim) {
    TestLayout layout{std::vector<int>(static_cast<std::size_t>(ndim)),
                      std::vector<int>(static_cast<std::size_t>(ndim), 1)};
    std::iota(layout.order.begin(), layout.order.end(), 0);
    return layout;
}

TestLayout random_layout(Random& random, int ndim, bool output) {
    TestLayout layout = plain(ndim);
    if (draw(random, 0, 1)) std::shuffle(layout.order.begin(), layout.order.end(), random);
    for (int& step : layout.step)
        if (draw(random, 0, 5) == 0) {
            step = draw(random, -2, 2);
            if (step == 0 && output) step = 1;
        }
    layout.shift = draw(random, 0, 2) ? 0 : draw(random, 1, 5);
    return layout;
}

TestArray make_array(Random& random, DType dtype, const Shape& shape, const TestLayout& layout) {
    TestArray array;
    const std::int64_t size = itemsize(dtype);
    Strides strides(shape);
    std::int64_t length = size, first = 0;
    for (int i = shape.size() - 1; i >= 0; --i) {
        const int axis = layout.order[static_cast<std::size_t>(i)], step = layout.step[static_cast<std::size_t>(axis)];
        strides[axis] = step * length;
        if (step < 0) first -= step * length * (shape[axis] - 1);
        length *= std::max(std::abs(step), 1) * (step ? std::max<std::int64_t>(shape[axis], 1) : 1);
    }
    array.start = first + layout.shift * size;
    array.bytes.resize(static_cast<std::size_t>(length + (layout.shift + 3) * size));
    dispatch(dtype, [&]<class T>() {
        for (std::size_t i = 0; i + sizeof(T) <= array.bytes.size(); i += sizeof(T)) {
            const T value = T(dtype == DType::bool_ ? draw(random, 0, 1) : draw(random, 0, 100));
            std::memcpy(&array.bytes[i], &value, sizeof(T));
        }
    });
    array.buffer = empty(Shape{static_cast<std::int64_t>(array.bytes.size())}, DType::uint8);
    array.buffer.set(array.bytes.data());
    array.view = ndarray(array.buffer.buffer(), array.buffer.offset() + array.start, dtype, shape, strides);
    return array;
}

double read(DType dtype, const unsigned char* at) {
    return dispatch(dtype, [&]<class T>() -> double {
        T value;
        std::memcpy(&value, at, sizeof(T));
        if constexpr (requires { value.real(); }) return static_cast<double>(value.real());
        else return static_cast<double>(value);
    });
}

void write(DType dtype, unsigned char* at, double number) {
    dispatch(dtype, [&]<class T>() {
        const T value = T(number);
        std::memcpy(at, &value, sizeof(T));
    });
}

// Sums of weighted inputs, one an output; a copy where there is one of each and they have one dtype.
Expression weighted_sum(const std::vector<DType>& in, const std::vector<DType>& out) {
    Expression graph;
    std::vector<ValueId> inputs;
    for (DType dtype : in) inputs.push_back(graph.add_input(dtype));
    if (in.size() == 1 && out.size() == 1) {
        graph.outputs.push_back({inputs[0], out[0]});
        return graph;
    }
    Expression::Step step;
    step.in_types.assign(in.size(), DType::float64);
    step.out_types.assign(out.size(), DType::float64);
    step.arguments = inputs;
    for (std::size_t o = 0; o < out.size(); ++o) {
        step.body += "out" + std::to_string(o) + " = 0";
        for (std::size_t i = 0; i < in.size(); ++i)
            step.body += " + in" + std::to_string(i) + " * " + std::to_string(i + o + 1);
        if (o + 1 < out.size()) step.body += "; ";
    }
    const ValueId first = graph.add_step(step);
    for (std::size_t o = 0; o < out.size(); ++o) graph.outputs.push_back({first + static_cast<int>(o), out[o]});
    return graph;
}

struct Signature {
    std::vector<DType> in, out;

    std::string name() const {
        std::string text = "test_";
        for (const auto* list : {&in, &out})
            for (DType dtype : *list) text += std::string(info(dtype).name) + "_";
        return text;
    }
};

// One kernel a signature for all tests, since compiling is most of the work.
ElementwiseKernel& kernel_of(const Signature& signature) {
    static std::map<std::string, std::unique_ptr<ElementwiseKernel>> kernels;
    auto& kernel = kernels[signature.name()];
    if (!kernel)
        kernel = std::make_unique<ElementwiseKernel>(signature.name(), weighted_sum(signature.in, signature.out));
    return *kernel;
}

const Signature signatures[] = {
    {{DType::uint8}, {DType::uint8}},
    {{DType::uint16}, {DType::uint16}},
    {{DType::uint32}, {DType::uint32}},
    {{DType::uint64}, {DType::uint64}},
    {{DType::complex128}, {DType::complex128}},
    {{DType::bool_}, {DType::complex128}},
    {{DType::float64}, {DType::int8}},
    {{DType::float32, DType::float32}, {DType::float32}},
    {{DType::float16, DType::float64}, {DType::float32}},
    {{DType::uint8, DType::int32, DType::float64}, {DType::float64, DType::int32}},
};

void check(Random& random, const Signature& signature, const Shape& shape, const std::vector<TestLayout>& layouts,
           std::uint32_t values = 0) {
    const std::size_t nout = signature.out.size(), count = nout + signature.in.size();
    std::vector<TestArray> arrays;
    std::vector<KernelOperand> operands(count);
    std::vector<double> numbers(count);
    std::string description = signature.name() + "on " + to_string(shape);
    auto dtype_of_operand = [&](std::size_t k) { return k < nout ? signature.out[k] : signature.in[k - nout]; };
    for (std::size_t k = 0; k < count; ++k) {
        arrays.push_back(make_array(random, dtype_of_operand(k), shape, layouts[k]));
        description += (values >> k & 1u) ? ", value" : ", strides " + to_string(arrays[k].view.strides());
    }
    for (std::size_t k = 0; k < count; ++k) {
        if (values >> k & 1u) {
            numbers[k] = draw(random, 0, 1);
            write(dtype_of_operand(k), operands[k].value, numbers[k]);
        } else {
            operands[k].array = &arrays[k].view;
        }
    }
    kernel_of(signature).run(operands, shape);

    const std::int64_t size = arrays[0].view.size();
    std::vector<std::int64_t> index(static_cast<std::size_t>(shape.size()), 0);
    for (std::int64_t i = 0; i < size; ++i) {
        double in[4];
        for (std::size_t k = nout; k < count; ++k)
            in[k - nout] = values >> k & 1u
                               ? numbers[k]
                               : read(signature.in[k - nout], arrays[k].element(arrays[k].view.strides(), index));
        for (std::size_t o = 0; o < nout; ++o) {
            double sum = 0;
            for (std::size_t k = nout; k < count; ++k)
                sum += in[k - nout] * (count == 2 ? 1 : static_cast<double>(k - nout + o + 1));
            write(signature.out[o], arrays[o].element(arrays[o].view.strides(), index), sum);
        }
        for (int d = shape.size() - 1; d >= 0 && ++index[static_cast<std::size_t>(d)] == shape[d]; --d)
            index[static_cast<std::size_t>(d)] = 0;
    }
    for (std::size_t o = 0; o < nout; ++o) {
        std::vector<unsigned char> result(arrays[o].bytes.size());
        arrays[o].buffer.get(result.data());
        ASSERT_TRUE(result == arrays[o].bytes) << description << ", output " << o;  // and nothing else was written
    }
}

void check_random(Random& random, const Signature& signature, const Shape& shape) {
    std::vector<TestLayout> layouts;
    std::uint32_t values = 0;
    const std::size_t nout = signature.out.size(), count = nout + signature.in.size();
    for (std::size_t k = 0; k < count; ++k) {
        layouts.push_back(random_layout(random, shape.size(), k < nout));
        if (k >= nout && draw(random, 0, 5) == 0) values |= 1u << k;
    }
    check(random, signature, shape, layouts, values);
}

}  // namespace

TEST(Elementwise, RandomLayouts) {
    Random random(1);
    for (int round = 0; round < 400; ++round) {
        const int ndim = draw(random, 0, 5);
        Shape shape;
        std::int64_t size = 1;
        for (int d = 0; d < ndim; ++d) {
            static constexpr int lengths[] = {1, 2, 3, 5, 16, 33, 64, 130, 700};
            std::int64_t length = lengths[draw(random, 0, 8)];
            if (size * length > 30000) length = 2;
            shape.push_back(length);
            size *= length;
        }
        check_random(random, signatures[static_cast<std::size_t>(round) % std::size(signatures)], shape);
        if (HasFatalFailure()) return;
    }
}

TEST(Elementwise, Transposed) {
    Random random(2);
    const Shape shapes[] = {{200, 131},   {128, 256},     {7, 4000},      {6000, 3},
                            {40, 30, 50}, {64, 2, 64, 4}, {33, 1, 65, 20}};
    for (const Shape& shape : shapes)
        for (const Signature& signature : signatures) {
            // The outputs in order, the inputs each in another.
            std::vector<TestLayout> layouts;
            for (std::size_t k = 0; k < signature.out.size() + signature.in.size(); ++k) {
                layouts.push_back(plain(shape.size()));
                if (k >= signature.out.size() && draw(random, 0, 3))
                    std::shuffle(layouts[k].order.begin(), layouts[k].order.end(), random);
                if (draw(random, 0, 3) == 0) layouts[k].shift = draw(random, 1, 3);
            }
            std::reverse(layouts.back().order.begin(), layouts.back().order.end());
            if (draw(random, 0, 3) == 0) layouts.back().step[0] = draw(random, -1, 2);
            check(random, signature, shape, layouts);
            if (HasFatalFailure()) return;
        }
}

TEST(Elementwise, Empty) {
    Random random(3);
    for (const Shape& shape : {Shape{0}, Shape{3, 0, 2}}) check_random(random, signatures[7], shape);
}

TEST(Elementwise, MoreAxesThanAKernelTakes) {
    Random random(4);
    Shape shape;
    for (int d = 0; d < 11; ++d) shape.push_back(d == 5 ? 5 : 2);
    for (const Signature& signature : signatures) {
        check_random(random, signature, shape);
        if (HasFatalFailure()) return;
    }
}

TEST(Elementwise, LargeOutputsGoAroundTheCache) {
    Random random(5);
    for (const Shape& shape : {Shape{6'600'001}, Shape{2570, 2570}}) {
        std::vector<TestLayout> layouts(3, plain(shape.size()));
        std::reverse(layouts[2].order.begin(), layouts[2].order.end());
        layouts[0].shift = 1;
        check(random, signatures[7], shape, layouts);
        if (HasFatalFailure()) return;
    }
}

TEST(Elementwise, CountersCount) {
    Expression graph;
    const ValueId place = graph.add_counter();
    graph.outputs.push_back({place, DType::int64});
    ElementwiseKernel kernel("test_counter", graph);
    const Shape shape{70, 300};
    for (const Dims& steps : {Dims{300, 1}, Dims{1, 70}, Dims{-2, 0}, Dims{0, 7}}) {
        ndarray out = empty(shape, DType::int64);
        ndarray place_array = counter(shape, steps, 5);
        KernelOperand operands[2];
        operands[0].array = &out;
        operands[1].array = &place_array;
        kernel.run(operands, shape);
        const auto result = out.to_vector<std::int64_t>();
        for (std::int64_t i = 0; i < 70; ++i)
            for (std::int64_t j = 0; j < 300; ++j)
                ASSERT_EQ(result[static_cast<std::size_t>(i * 300 + j)], 5 + i * steps[0] + j * steps[1])
                    << i << ", " << j;
    }
}

// Rolled arrays, read where their elements lie: box by box, and in one launch where threads come in blocks.
TEST(Elementwise, OperandsThatWrapAround) {
    Random random(6);
    ElementwiseKernel kernel("test_rolled", weighted_sum({DType::float64, DType::float64}, {DType::float64}));
    for (int trial = 0; trial < 120; ++trial) {
        const int ndim = draw(random, 1, 4);
        Shape shape(ndim);
        for (std::int64_t& length : shape) length = draw(random, 0, 4) ? draw(random, 2, trial % 10 ? 9 : 40) : 1;
        std::vector<TestArray> inputs;
        std::vector<CompositeView> views;
        std::vector<Dims> shifts;
        for (int k = 0; k < 2; ++k) {
            Shape own(shape);
            if (k == 1 && draw(random, 0, 3) == 0) own[draw(random, 0, ndim - 1)] = 1;
            inputs.push_back(make_array(random, DType::float64, own, random_layout(random, ndim, true)));
            views.emplace_back(inputs.back().view);
            shifts.emplace_back(ndim);
            for (int d = 0; d < ndim; ++d) {
                shifts.back()[d] = draw(random, 0, static_cast<int>(own[d]) - 1);
                views.back() = views.back().rolled(d, shifts.back()[d]);
            }
        }
        TestArray out = make_array(random, DType::float64, shape, random_layout(random, ndim, true));
        const std::vector<const CompositeView*> read_in_place{nullptr, &views[0], trial % 3 ? &views[1] : nullptr};
        KernelOperand operands[3];
        operands[0].array = &out.view;
        operands[2].array = &inputs[1].view;
        for (CompositeLoops loops : {CompositeLoops::usual, CompositeLoops::all}) {
            CompositeSpace(read_in_place, shape, loops).run(kernel, operands);
            const std::vector<double> found = ascontiguousarray(out.view).to_vector<double>();
            std::vector<std::int64_t> index(static_cast<std::size_t>(ndim));
            for (std::size_t i = 0; i < found.size(); ++i) {
                std::int64_t rest = static_cast<std::int64_t>(i);
                for (int d = ndim - 1; d >= 0; rest /= shape[d--]) index[static_cast<std::size_t>(d)] = rest % shape[d];
                double expected = 0;
                for (std::size_t k = 0; k < 2; ++k) {
                    std::vector<std::int64_t> from(index);
                    for (int d = 0; d < ndim; ++d) {
                        const std::int64_t length = inputs[k].view.shape()[d],
                                           shift = read_in_place[k + 1] ? shifts[k][d] : 0;
                        std::int64_t& at = from[static_cast<std::size_t>(d)];
                        at = length == 1 ? 0 : (at + length - shift) % length;
                    }
                    expected += static_cast<double>(k + 1) *
                                cuprum::kernel::read(DType::float64, inputs[k].element(inputs[k].view.strides(), from));
                }
                ASSERT_EQ(found[i], expected) << "trial " << trial << ", element " << i;
            }
        }
    }
}

#ifdef CUPRUM_WITH_CUDA
TEST(Elementwise, NvrtcTakesEveryPlan) {
    if (backend::cuda::nvrtc_version() == "nvrtc-none") GTEST_SKIP() << "no NVRTC is installed";
    testing::GpusInTurn gpus;
    for (const Signature& signature : signatures) {
        const ElementwiseKernel& kernel = kernel_of(signature);
        const auto compile = [&](ElementwiseLoop loop) {
            for (const char* arch : gpus.next())
                EXPECT_NO_THROW(
                    backend::cuda::nvrtc_compile({kernel.source(loop), {}, {kernel.entry_name(loop)}}, arch))
                    << kernel.entry_name(loop);
        };
        for (ElementwiseLoop loop : elementwise_loops(true)) compile(loop);
        compile(ElementwiseLoop::cut);
    }
}
#endif

}  // namespace cuprum::kernel
