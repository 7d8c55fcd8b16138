// DLPack's structs from C++: what is given away, what is taken over, and when it is let go.
#include <gtest/gtest.h>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/interop.h"
#include "cuprum/ufunc.h"

namespace cuprum {
namespace {

std::vector<double> values(const ndarray& a) {
    std::vector<double> host(static_cast<std::size_t>(a.size()));
    a.get(host.data());
    return host;
}

TEST(Interop, GivesAViewAndKeepsItAlive) {
    ndarray a = arange(6.0).reshape({2, 3});
    const void* address = a.pointer(cuda::Access::write);
    dlpack::ManagedTensor* given = to_dlpack(a.transpose());
    a = ndarray();
    EXPECT_EQ(given->tensor.data, address);
    EXPECT_EQ(given->tensor.ndim, 2);
    EXPECT_EQ(given->tensor.shape[0], 3);
    EXPECT_EQ(given->tensor.strides[0], 1);
    EXPECT_EQ(given->tensor.strides[1], 3);
    EXPECT_EQ(given->tensor.dtype.code, dlpack::float_);
    EXPECT_EQ(given->tensor.dtype.bits, 64);
    ndarray back = from_dlpack(given);  // takes it over
    EXPECT_EQ(back.pointer(cuda::Access::write), address);
    EXPECT_EQ(values(back), (std::vector<double>{0, 3, 1, 4, 2, 5}));
}

TEST(Interop, VersionedTensorsCarryFlags) {
    ndarray a = ones({3});
    auto* given = to_dlpack_versioned(a, dlpack::read_only);
    EXPECT_EQ(given->major, 1u);
    EXPECT_EQ(given->flags, dlpack::read_only);
    ndarray copy = from_dlpack(given);
    EXPECT_NE(copy.pointer(cuda::Access::write), a.pointer(cuda::Access::write))
        << "what may not be written to is copied";
}

// A tensor of somebody else's, who counts how often it is let go.
struct Foreign {
    int let_go = 0;
    std::vector<double> memory = {1, 2, 3, 4, 5, 6};
    std::int64_t shape[2] = {2, 3};
    dlpack::ManagedTensorVersioned managed;

    Foreign() {
        managed.manager = this;
        managed.deleter = [](dlpack::ManagedTensorVersioned* tensor) {
            ++static_cast<Foreign*>(tensor->manager)->let_go;
        };
        managed.tensor.data = memory.data();
        managed.tensor.ndim = 2;
        managed.tensor.shape = shape;
        managed.tensor.dtype = {dlpack::float_, 64, 1};
    }
};

TEST(Interop, TakesOverAndLetsGoOnce) {
    if (std::string(backend_name()) != "cpu") GTEST_SKIP() << "the tensor lies in the host's memory";
    Foreign foreign;
    {
        ndarray a = from_dlpack(&foreign.managed);
        ndarray view = a.at({1});
        a = ndarray();
        EXPECT_EQ(foreign.let_go, 0);
        EXPECT_EQ(values(view), (std::vector<double>{4, 5, 6}));
        add(view, 1, {.out = &view});
    }
    EXPECT_EQ(foreign.let_go, 1);
    EXPECT_EQ(foreign.memory[3], 5);
}

TEST(Interop, RefusesWhatMakesNoSense) {
    const auto refuses = [](auto change) {
        Foreign foreign;
        change(foreign.managed);
        EXPECT_THROW(from_dlpack(&foreign.managed), Error);
        EXPECT_EQ(foreign.let_go, 1) << "it is let go all the same";
    };
    refuses([](auto& m) { m.major = 2; });
    refuses([](auto& m) { m.tensor.device.type = 10; });
    refuses([](auto& m) { m.tensor.ndim = 65; });
    refuses([](auto& m) { m.tensor.ndim = -1; });
    refuses([](auto& m) { m.tensor.shape = nullptr; });
    refuses([](auto& m) { m.tensor.shape[0] = -2; });
    refuses([](auto& m) { m.tensor.dtype.lanes = 4; });
    refuses([](auto& m) { m.tensor.dtype.bits = 128; });
    if (std::string(backend_name()) == "cpu") refuses([](auto& m) { m.tensor.data = nullptr; });
}

TEST(Interop, StridesThatDlpackCannotTell) {
    ndarray bytes = zeros({16}, DType::uint8);
    ndarray odd(bytes.buffer(), 0, DType::int32, {2}, {6});
    EXPECT_THROW(to_dlpack(odd), BufferError);
}

TEST(Interop, MemoryOfSomebodyElse) {
    if (std::string(backend_name()) != "cpu") GTEST_SKIP() << "the memory is the host's";
    double memory[4] = {1, 2, 3, 4};
    int let_go = 0;
    {
        ndarray backwards = from_memory(memory + 3, DType::float64, {4}, Strides{-8}, 0, [&] { ++let_go; });
        EXPECT_EQ(values(backwards), (std::vector<double>{4, 3, 2, 1}));
        EXPECT_THROW(from_memory(memory, DType::float64, {4}, Strides{8, 8}, 0), ValueError);
        EXPECT_THROW(from_memory(memory, DType::float64, {-4}, {}, 0), ValueError);
    }
    EXPECT_EQ(let_go, 1);
}

}  // namespace
}  // namespace cuprum
