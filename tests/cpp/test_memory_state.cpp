// The state of the memory behind an array, and what asking for an address does.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "cuprum/creation.h"
#include "cuprum/memory.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/data_access.h"

namespace cuprum {
namespace {

/// A block that is computed when its address is first asked for, or cannot be.
class PendingBlock final : public cuda::Block {
public:
    PendingBlock(std::size_t bytes, bool fails)
        : Block(nullptr, bytes, 0, nullptr, cuda::MemoryState::pending), fails_(fails) {}
    int computed = 0;

private:
    void compute() override {
        if (state() == cuda::MemoryState::failed || fails_) {
            fail();
            throw ValueError("it could not be computed");
        }
        ++computed;
        memory_ = cuda::allocate(bytes());
        const ndarray whole(memory_, 0, DType::float32, {static_cast<std::int64_t>(bytes() / 4)}, {4});
        whole.fill(3);
        become_ready(memory_.pointer());
    }
    void reclaim() noexcept override { delete this; }

    bool fails_;
    cuda::BlockRef memory_;
};

ndarray pending(bool fails, PendingBlock*& block) {
    block = new PendingBlock(16, fails);
    return ndarray(BufferRef(block), 0, DType::float32, {4}, {4});
}

TEST(MemoryState, FreshMemoryIsReady) {
    EXPECT_EQ(empty({4}, DType::float32).buffer()->state(), cuda::MemoryState::ready);
}

TEST(MemoryState, PendingMemoryIsComputedOnceByTheFirstLaunch) {
    PendingBlock* block;
    const ndarray a = pending(false, block);
    EXPECT_EQ(block->state(), cuda::MemoryState::pending);
    const ndarray view = a(Slice{1, 3});  // a view asks for no address
    EXPECT_EQ(block->computed, 0);
    EXPECT_EQ((view + a(Slice{0, 2})).to_vector<float>(), (std::vector<float>{6, 6}));
    EXPECT_EQ(a.to_vector<float>(), (std::vector<float>{3, 3, 3, 3}));
    EXPECT_EQ(block->state(), cuda::MemoryState::ready);
    EXPECT_EQ(block->computed, 1);
}

TEST(MemoryState, FailedMemoryThrowsAgainAndOthersStayUsable) {
    PendingBlock* block;
    const ndarray a = pending(true, block), b = full({4}, 2.0, DType::float32);
    EXPECT_THROW(a + b, ValueError);
    EXPECT_EQ(block->state(), cuda::MemoryState::failed);
    EXPECT_THROW(a.to_vector<float>(), ValueError);
    EXPECT_EQ((b * b).to_vector<float>(), (std::vector<float>{4, 4, 4, 4}));
}

TEST(DataAccess, CountsWhatIsReadAndWritten) {
    const ndarray a = zeros({10}, DType::float64), b = zeros({10}, DType::float64);
    kernel::DataAccess data;
    EXPECT_EQ(data.read(a), a.pointer(cuda::Access::read));
    EXPECT_EQ(data.bytes(), 80u);
    data.update(b);
    EXPECT_EQ(data.bytes(), 240u);
    EXPECT_EQ(data.read(static_cast<const ndarray*>(nullptr)), nullptr);
}

}  // namespace
}  // namespace cuprum
