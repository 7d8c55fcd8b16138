// The memory pools against a simple model, with a backend that only counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstdio>
#include <list>
#include <map>
#include <optional>
#include <random>
#include <thread>

#include "cuprum/cuda.h"
#include "cuprum/memory.h"
#include "fake_backend.h"

namespace cuprum::cuda {
namespace {

using testing::fake;

constexpr std::size_t mib = std::size_t{1} << 20;

StreamHandle stream(int number) { return reinterpret_cast<StreamHandle>(0x10000 + std::uintptr_t(number)); }

class Pool : public ::testing::Test {
protected:
    explicit Pool(bool grows = false) : pool_((fake().map_in_pieces(grows), made_.emplace())) {
        fake().capacity = std::size_t{1} << 40;
        fake().idle = true;
    }
    ~Pool() override {
        set_collector({});
        fake().idle = true;  // Streams end before their memory goes back.
    }
    /// Bytes that the pool under test has from the device.
    std::size_t held() const { return fake().memory - before_; }

    std::size_t before_ = fake().memory;
    std::optional<MemoryPool> made_;
    MemoryPool& pool_;
};

TEST_F(Pool, StatisticsAreThoseOfCuPy) {
    BlockRef a = pool_.allocate(400, nullptr);
    EXPECT_EQ(pool_.used_bytes(), 512u);
    EXPECT_EQ(pool_.total_bytes(), 512u);
    EXPECT_EQ(a->bytes(), 512u);
    a = {};
    EXPECT_EQ(pool_.used_bytes(), 0u);
    EXPECT_EQ(pool_.free_bytes(), 512u);
    EXPECT_EQ(pool_.total_bytes(), 512u);
    EXPECT_EQ(pool_.n_free_blocks(), 1u);
    pool_.free_all_blocks();
    EXPECT_EQ(pool_.total_bytes(), 0u);
    EXPECT_EQ(held(), 0u);
}

TEST_F(Pool, ZeroBytesAreNoBlock) {
    EXPECT_FALSE(pool_.allocate(0, nullptr));
    EXPECT_EQ(pool_.total_bytes(), 0u);
}

TEST_F(Pool, MallocIsInTheOrderOfTheCurrentStream) {
    const BlockRef block = pool_.malloc(400);
    EXPECT_EQ(block->stream(), current_stream_handle());
    EXPECT_EQ(pool_.used_bytes(), 512u);
}

TEST_F(Pool, SplitsAndMerges) {
    void* start = pool_.allocate(4 * 512, nullptr).pointer();
    BlockRef head = pool_.allocate(2 * 512, nullptr), tail = pool_.allocate(2 * 512, nullptr);
    EXPECT_EQ(head.pointer(), start);
    EXPECT_EQ(tail.pointer(), static_cast<char*>(start) + 2 * 512);
    EXPECT_EQ(pool_.total_bytes(), 4u * 512);
    head = {};
    pool_.free_all_blocks();  // Half of it is lent, so all of it stays.
    EXPECT_EQ(pool_.total_bytes(), 4u * 512);
    tail = {};
    EXPECT_EQ(pool_.n_free_blocks(), 1u);
    EXPECT_EQ(pool_.allocate(4 * 512, nullptr).pointer(), start);
}

TEST_F(Pool, StreamsHaveArenas) {
    void* first = pool_.allocate(512, nullptr).pointer();
    void* second = pool_.allocate(512, stream(1)).pointer();
    EXPECT_NE(first, second);
    pool_.free_all_blocks(nullptr);
    EXPECT_EQ(pool_.total_bytes(), 512u);
    EXPECT_EQ(pool_.allocate(512, stream(1)).pointer(), second);
}

TEST_F(Pool, DevicesArePoolsApart) {
    BlockRef here = pool_.allocate(512, nullptr);
    DeviceGuard guard(1);
    EXPECT_EQ(pool_.used_bytes(), 0u);
    BlockRef there = pool_.allocate(1024, nullptr);
    EXPECT_EQ(pool_.used_bytes(), 1024u);
    EXPECT_EQ(there->device(), 1);
}

TEST_F(Pool, LargeBlocksMoveToAnotherStreamOnlyWhenIdle) {
    void* first = pool_.allocate(2 * mib, stream(1)).pointer();
    fake().idle = false;
    EXPECT_NE(pool_.allocate(2 * mib, stream(2)).pointer(), first);
    EXPECT_EQ(pool_.total_bytes(), 4 * mib);
    fake().idle = true;
    EXPECT_TRUE(pool_.allocate(2 * mib, stream(3)));
    EXPECT_EQ(pool_.total_bytes(), 4 * mib);
    EXPECT_EQ(fake().waits, 0);
}

TEST_F(Pool, LargeBlocksAreNotNibbled) {
    {
        BlockRef big = pool_.allocate(1024 * mib, nullptr);
    }
    BlockRef small = pool_.allocate(512, nullptr);
    EXPECT_EQ(pool_.total_bytes(), 1024 * mib + 512);
    BlockRef part = pool_.allocate(16 * mib, nullptr);  // A 64th is enough to split it.
    EXPECT_EQ(pool_.total_bytes(), 1024 * mib + 512);
    part = {};
    pool_.set_limit(1024 * mib + 512);
    BlockRef pressed = pool_.allocate(mib, nullptr);  // Under the limit it is split after all.
    EXPECT_EQ(pool_.total_bytes(), 1024 * mib + 512);
}

TEST_F(Pool, LimitHolds) {
    pool_.set_limit(1024);
    EXPECT_EQ(pool_.get_limit(), 1024u);
    BlockRef a = pool_.allocate(512, nullptr), b = pool_.allocate(512, nullptr);
    EXPECT_THROW(pool_.allocate(1, nullptr), OutOfMemoryError);
    a = {};
    EXPECT_TRUE(pool_.allocate(1, nullptr));
    pool_.set_limit({}, 0.5);
    EXPECT_EQ(pool_.get_limit(), std::size_t{1} << 29);
    pool_.set_limit();
    EXPECT_EQ(pool_.get_limit(), 0u);
    EXPECT_THROW(pool_.set_limit(-1), ValueError);
    EXPECT_THROW(pool_.set_limit({}, 1.5), ValueError);
    EXPECT_THROW(pool_.set_limit(1, 0.5), ValueError);
}

TEST_F(Pool, LimitComesFromTheEnvironment) {
    setenv("CUPY_GPU_MEMORY_LIMIT", "4096", 1);
    EXPECT_EQ(MemoryPool().get_limit(), 4096u);
    setenv("CUPRUM_GPU_MEMORY_LIMIT", "50%", 1);
    EXPECT_EQ(MemoryPool().get_limit(), std::size_t{1} << 29);
    setenv("CUPRUM_GPU_MEMORY_LIMIT", "half", 1);
    EXPECT_THROW(MemoryPool(), ValueError);
    unsetenv("CUPRUM_GPU_MEMORY_LIMIT");
    unsetenv("CUPY_GPU_MEMORY_LIMIT");
}

TEST_F(Pool, ShortOfMemoryTakesFromOtherStreamsInOrder) {
    pool_.set_limit(1024);
    {
        BlockRef a = pool_.allocate(1024, stream(1));
    }
    fake().idle = false;
    fake().waits = 0;
    EXPECT_TRUE(pool_.allocate(512, stream(2)));
    EXPECT_EQ(fake().waits, 1);
    EXPECT_EQ(pool_.total_bytes(), 1024u);
}

TEST_F(Pool, ShortOfMemoryFreesWhatIsFree) {
    pool_.set_limit(4096);
    {
        BlockRef a = pool_.allocate(1024, nullptr), b = pool_.allocate(1024, stream(1));
    }
    BlockRef c = pool_.allocate(4096, nullptr);
    EXPECT_EQ(held(), 4096u);
}

TEST_F(Pool, ShortOfMemoryCollectsGarbage) {
    pool_.set_limit(1024);
    BlockRef garbage = pool_.allocate(1024, nullptr);
    int calls = 0;
    set_collector([&] {
        ++calls;
        garbage = {};
    });
    BlockRef block = pool_.allocate(700, nullptr);
    EXPECT_TRUE(block);
    EXPECT_EQ(calls, 1);
    EXPECT_THROW(pool_.allocate(1024, nullptr), OutOfMemoryError);
    EXPECT_EQ(calls, 2);
}

TEST_F(Pool, OutOfMemorySaysWhatIsThere) {
    pool_.set_limit(4096);
    BlockRef a = pool_.allocate(512, nullptr), b = pool_.allocate(1024, nullptr), c = pool_.allocate(512, nullptr);
    try {
        pool_.allocate(5000, nullptr);
        FAIL();
    } catch (const OutOfMemoryError& error) {
        std::string message = error.what();
        for (const char* part : {"5000 bytes asked", "holds 2048 bytes, 2048 of them in use",
                                 "largest free block has 0 bytes", "limit is 4096 bytes", "<CUDA Device 0>"})
            EXPECT_NE(message.find(part), std::string::npos) << part << " in " << message;
    }
    EXPECT_THROW(pool_.allocate(~std::size_t{0}, nullptr), OutOfMemoryError);
    EXPECT_TRUE(pool_.allocate(512, nullptr));
}

TEST_F(Pool, AFullDeviceIsOutOfMemory) {
    fake().capacity = fake().memory + 2048;
    BlockRef a = pool_.allocate(1024, nullptr);
    EXPECT_THROW(pool_.allocate(2048, nullptr), OutOfMemoryError);
    EXPECT_EQ(held(), 1024u);
    EXPECT_EQ(pool_.total_bytes(), 1024u);
}

TEST_F(Pool, BlocksOutliveTheirPool) {
    auto pool = std::make_unique<MemoryPool>();
    BlockRef a = pool->allocate(512, nullptr), b = pool->allocate(512, nullptr);
    {
        BlockRef c = pool->allocate(4096, nullptr);
    }
    pool.reset();
    EXPECT_EQ(held(), 1024u);
    a = {};
    EXPECT_EQ(held(), 512u);
    b = {};
    EXPECT_EQ(held(), 0u);
}

TEST_F(Pool, ADestroyedStreamsMemoryWaitsForItsWork) {
    auto dying = std::make_unique<Stream>();
    int handle = static_cast<int>(reinterpret_cast<std::uintptr_t>(dying->handle()));
    void* pointer = pool_.allocate(512, dying->handle()).pointer();
    dying.reset();
    fake().waits = 0;
    fake().next_stream = handle;
    Stream again;
    EXPECT_EQ(fake().waits, 1);
    EXPECT_EQ(pool_.allocate(512, again.handle()).pointer(), pointer);
}

TEST_F(Pool, HooksSeeEveryStep) {
    struct Hook : MemoryHook {
        std::vector<std::string> seen;
        void alloc_preprocess(const MemoryEvent& e) override { seen.push_back("alloc " + std::to_string(e.mem_size)); }
        void malloc_preprocess(const MemoryEvent& e) override { seen.push_back("malloc " + std::to_string(e.size)); }
        void malloc_postprocess(const MemoryEvent& e) override { seen.push_back(e.pointer ? "lent" : "nothing"); }
        void free_postprocess(const MemoryEvent& e) override { seen.push_back("free " + std::to_string(e.mem_size)); }
    } hook;
    add_memory_hook(hook);
    for (int i = 0; i < 2; ++i) pool_.allocate(400, nullptr);
    remove_memory_hook(hook);
    pool_.allocate(400, nullptr);
    EXPECT_EQ(hook.seen, (std::vector<std::string>{"malloc 400", "alloc 512", "lent", "free 512", "malloc 400", "lent",
                                                   "free 512"}));
    EXPECT_THROW(remove_memory_hook(hook), ValueError);
}

TEST_F(Pool, AllocatorsAreExchanged) {
    auto direct = std::make_shared<DirectAllocator>();
    {
        AllocatorGuard guard(direct);
        BlockRef block = allocate(100);
        EXPECT_EQ(held(), 100u);
    }
    EXPECT_EQ(held(), 0u);
    set_allocator(direct);
    EXPECT_EQ(&get_allocator(), direct.get());
    set_allocator(nullptr);
    EXPECT_EQ(&get_allocator(), &default_memory_pool());
    EXPECT_THROW(DirectAllocator({.allocate = [](int, std::size_t) { return nullptr; }, .free = {}}), ValueError);
}

TEST(PinnedPool, KeepsBlocksBySize) {
    PinnedMemoryPool pool;
    std::size_t before = fake().memory;
    void* pointer = pool.allocate(1000).pointer();
    EXPECT_EQ(pool.n_free_blocks(), 1u);
    EXPECT_EQ(pool.allocate(600).pointer(), pointer);
    EXPECT_FALSE(pool.allocate(0));
    BlockRef other = pool.allocate(5000);
    EXPECT_GE(other->bytes(), 5000u);
    other = {};
    EXPECT_EQ(pool.n_free_blocks(), 2u);
    pool.free_all_blocks();
    EXPECT_EQ(pool.n_free_blocks(), 0u);
    EXPECT_EQ(fake().memory, before);
}

// Best fit, the block freed last among equals; always splits; merges at once: one stream of CuPy's pool in a few lines.
class Model {
public:
    std::uint64_t allocate(std::size_t size) {
        auto best = pieces_.end();
        for (auto at = pieces_.begin(); at != pieces_.end(); ++at)
            if (at->freed && at->size >= size &&
                (best == pieces_.end() || std::pair(at->size, ~at->freed) < std::pair(best->size, ~best->freed)))
                best = at;
        if (best == pieces_.end()) {
            best = pieces_.insert(pieces_.end(), {size, 0, 0, ++segments_});
        } else if (best->size > size) {
            pieces_.insert(std::next(best), {best->size - size, ++clock_, 0, best->segment});
            best->size = size;
        }
        best->freed = 0;
        return best->lent = ++clock_;
    }
    void free(std::uint64_t lent) {
        auto piece = std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& p) { return p.lent == lent; });
        piece->lent = 0;
        piece->freed = ++clock_;
        auto next = std::next(piece);
        if (next != pieces_.end()) merge(piece, next);
        if (piece != pieces_.begin()) merge(std::prev(piece), piece);
    }
    void free_all() {
        std::map<int, int> lent;
        for (const Piece& piece : pieces_) lent[piece.segment] += piece.lent != 0;
        pieces_.remove_if([&](const Piece& piece) { return lent[piece.segment] == 0; });
    }
    std::size_t used() const {
        return sum([](const Piece& p) { return p.lent ? p.size : 0; });
    }
    std::size_t total() const {
        return sum([](const Piece& p) { return p.size; });
    }
    std::size_t free_blocks() const {
        return sum([](const Piece& p) { return p.freed ? 1 : 0; });
    }

private:
    struct Piece {
        std::size_t size;
        std::uint64_t freed, lent;  // When; 0 for not.
        int segment;
    };
    void merge(std::list<Piece>::iterator left, std::list<Piece>::iterator right) {
        if (left->segment != right->segment || !left->freed || !right->freed) return;
        left->size += right->size;
        left->freed = std::max(left->freed, right->freed);
        pieces_.erase(right);
    }
    template <class F>
    std::size_t sum(F&& f) const {
        std::size_t total = 0;
        for (const Piece& piece : pieces_) total += f(piece);
        return total;
    }
    std::list<Piece> pieces_;
    std::uint64_t clock_ = 0;
    int segments_ = 0;
};

TEST_F(Pool, BehavesAsTheModel) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        MemoryPool pool;
        Model models[3];
        struct Lent {
            BlockRef block;
            int stream;
            std::uint64_t number;
        };
        std::vector<Lent> lent;
        for (int step = 0; step < 2000; ++step) {
            unsigned choice = random() % 100;
            if (choice < 50 || lent.empty()) {
                int s = static_cast<int>(random() % 3);
                std::size_t bytes = 1 + random() % (random() % 4 ? 4 * 512 : mib / 2);
                lent.push_back({pool.allocate(bytes, stream(s)), s, models[s].allocate((bytes + 511) / 512 * 512)});
            } else if (choice < 99) {
                std::swap(lent[random() % lent.size()], lent.back());
                models[lent.back().stream].free(lent.back().number);
                lent.pop_back();
            } else {
                pool.free_all_blocks();
                for (Model& model : models) model.free_all();
            }
            std::size_t used = 0, total = 0, blocks = 0;
            for (const Model& model : models)
                used += model.used(), total += model.total(), blocks += model.free_blocks();
            ASSERT_EQ(pool.used_bytes(), used) << "seed " << seed << " step " << step;
            ASSERT_EQ(pool.total_bytes(), total) << "seed " << seed << " step " << step;
            ASSERT_EQ(pool.n_free_blocks(), blocks) << "seed " << seed << " step " << step;
        }
        lent.clear();
        EXPECT_EQ(pool.used_bytes(), 0u);
        pool.free_all_blocks();
        EXPECT_EQ(pool.total_bytes(), 0u);
        EXPECT_EQ(held(), 0u);
    }
}

// Memory that is mapped piece by piece.
class GrowingPool : public Pool {
protected:
    GrowingPool() : Pool(true) {}
    static constexpr std::size_t unit = testing::FakeBackend::unit;
};

TEST_F(GrowingPool, StatisticsAreThoseOfCuPy) {
    BlockRef a = pool_.allocate(400, nullptr);
    EXPECT_EQ(pool_.used_bytes(), 512u);
    EXPECT_EQ(pool_.total_bytes(), 512u);
    BlockRef b = pool_.allocate(mib + 1, nullptr);
    EXPECT_EQ(pool_.total_bytes(), mib + 1024);
    a = {};
    EXPECT_EQ(pool_.free_bytes(), 512u);
    EXPECT_EQ(pool_.n_free_blocks(), 1u);
    pool_.free_all_blocks();
    EXPECT_EQ(pool_.total_bytes(), mib + 512);
    b = {};
    pool_.free_all_blocks();
    EXPECT_EQ(pool_.total_bytes(), 0u);
    EXPECT_EQ(held(), 0u);
}

TEST_F(GrowingPool, RequestsThatGrowReuseTheirMemory) {
    std::size_t most = 0;
    for (std::size_t k = 1; k < 4000; ++k) {
        BlockRef block = pool_.allocate(800 * k, nullptr);
        most = std::max(most, pool_.total_bytes());
    }
    EXPECT_LE(most, 800 * 4000 + mib);  // the small ones lie apart
    EXPECT_LE(held(), 3 * unit);
}

TEST_F(GrowingPool, NeighboursMergeWhateverTheyWereAskedForAs) {
    void* start;
    {
        BlockRef a = pool_.allocate(3 * mib, nullptr), b = pool_.allocate(5 * mib, nullptr),
                 c = pool_.allocate(2 * mib, nullptr);
        start = a.pointer();
        EXPECT_EQ(b.pointer(), static_cast<char*>(start) + 3 * mib);
    }
    EXPECT_EQ(pool_.n_free_blocks(), 1u);
    EXPECT_EQ(pool_.allocate(10 * mib, nullptr).pointer(), start);
    EXPECT_EQ(pool_.total_bytes(), 10 * mib);
}

TEST_F(GrowingPool, ASmallBlockBehindALargeFreeOneIsReused) {
    BlockRef kept = pool_.allocate(64 * mib, nullptr);
    {
        BlockRef large = pool_.allocate(512 * mib, nullptr);
    }
    for (int k = 0; k < 10; ++k) {
        {
            BlockRef small = pool_.allocate(3 * mib, nullptr);
        }
        EXPECT_EQ(pool_.total_bytes(), (64 + 512 + 3) * mib);
    }
    // Both together serve a request that neither could, and what is free goes back whole.
    EXPECT_TRUE(pool_.allocate(515 * mib, nullptr));
    EXPECT_EQ(pool_.total_bytes(), (64 + 512 + 3) * mib);
    {
        BlockRef small = pool_.allocate(3 * mib, nullptr);
    }
    pool_.free_all_blocks();
    EXPECT_EQ(pool_.total_bytes(), 64 * mib);
}

TEST_F(GrowingPool, PiecesGoBackFromTheMiddle) {
    BlockRef a = pool_.allocate(8 * mib, nullptr), b = pool_.allocate(64 * mib, nullptr),
             c = pool_.allocate(8 * mib, nullptr);
    b = {};
    EXPECT_EQ(held(), 80 * mib);
    pool_.free_all_blocks();
    EXPECT_EQ(pool_.total_bytes(), 16 * mib);
    EXPECT_EQ(held(), 16 * mib);
    EXPECT_TRUE(fake().is_mapped(a.pointer(), 8 * mib));
    EXPECT_TRUE(fake().is_mapped(c.pointer(), 8 * mib));
    BlockRef again = pool_.allocate(64 * mib, nullptr);  // into the hole
    EXPECT_EQ(again.pointer(), static_cast<char*>(a.pointer()) + 8 * mib);
    EXPECT_TRUE(fake().is_mapped(again.pointer(), 64 * mib));
    EXPECT_EQ(pool_.total_bytes(), 80 * mib);
}

TEST_F(GrowingPool, ALimitIsMetByGivingPartsBack) {
    pool_.set_limit(64 * mib);
    BlockRef kept = pool_.allocate(4 * mib, nullptr);
    {
        BlockRef gone = pool_.allocate(60 * mib, nullptr);
    }
    BlockRef other = pool_.allocate(60 * mib, stream(1));
    EXPECT_LE(pool_.total_bytes(), 64 * mib);
    EXPECT_THROW(pool_.allocate(mib, nullptr), OutOfMemoryError);
    other = {};
    EXPECT_TRUE(pool_.allocate(mib, nullptr));
}

TEST_F(GrowingPool, AFullDeviceIsOutOfMemory) {
    fake().capacity = fake().memory + 8 * mib;
    BlockRef a = pool_.allocate(4 * mib, nullptr);
    EXPECT_THROW(pool_.allocate(8 * mib, nullptr), OutOfMemoryError);
    EXPECT_EQ(pool_.total_bytes(), 4 * mib);
    EXPECT_EQ(held(), 4 * mib);
    BlockRef b = pool_.allocate(4 * mib, nullptr);
    EXPECT_TRUE(fake().is_mapped(b.pointer(), 4 * mib));
}

TEST_F(GrowingPool, WhatWasNotNeededLatelyGoesBackBeforeThePoolGrows) {
    std::vector<BlockRef> blocks;
    for (int i = 0; i < 100; ++i) blocks.push_back(pool_.allocate(8 * mib, stream(i)));
    blocks.clear();
    EXPECT_EQ(held(), 800 * mib);
    fake().idle = false;  // so that no stream takes memory of another one
    {
        BlockRef big = pool_.allocate(100 * mib, stream(200));
        EXPECT_LE(held(), 1032 * mib);
    }
    fake().idle = true;
    BlockRef big = pool_.allocate(1000 * mib, nullptr);
    EXPECT_LE(held(), 1250 * mib + 64 * mib);
}

TEST_F(GrowingPool, BlocksOutliveTheirPool) {
    auto pool = std::make_unique<MemoryPool>();
    BlockRef a = pool->allocate(512, nullptr), b = pool->allocate(4 * mib, nullptr);
    {
        BlockRef c = pool->allocate(8 * mib, nullptr);
    }
    pool.reset();
    EXPECT_EQ(held(), unit + 4 * mib);
    a = {};
    EXPECT_EQ(held(), 4 * mib);
    b = {};
    EXPECT_EQ(held(), 0u);
}

TEST_F(GrowingPool, BlocksLentToAnotherStreamComeBackAfterItsWork) {
    Stream donor, other;
    void* pointer = pool_.allocate(4 * mib, donor.handle()).pointer();
    BlockRef lent = pool_.allocate(4 * mib, other.handle());
    EXPECT_EQ(lent.pointer(), pointer);
    EXPECT_EQ(lent->stream(), other.handle());
    fake().idle = false;
    lent = {};
    EXPECT_NE(pool_.allocate(4 * mib, donor.handle()).pointer(), pointer);
    fake().idle = true;
    BlockRef first = pool_.allocate(4 * mib, donor.handle()), second = pool_.allocate(4 * mib, donor.handle());
    EXPECT_TRUE(first.pointer() == pointer || second.pointer() == pointer);
}

TEST_F(GrowingPool, StreamsThatCameAndWentLeaveNothing) {
    std::size_t most = 0;
    const int events = fake().events;
    for (int i = 0; i < 2000; ++i) {
        const Stream each;
        pool_.allocate(100'000, each.handle());
        pool_.allocate(3 * mib, each.handle());
        most = std::max(most, held());
    }
    EXPECT_LE(most, 4 * unit);
    EXPECT_LE(fake().events - events, 4);
    std::vector<Stream> together(50);
    for (const Stream& each : together) pool_.allocate(100'000, each.handle());
    EXPECT_GE(held(), 50 * unit);
    together.clear();
    EXPECT_LE(held(), 4 * unit);
}

TEST_F(GrowingPool, ABlockForgetsStreamsThatAreGone) {
    BlockRef kept = pool_.allocate(512, nullptr);
    const int events = fake().events;
    for (int i = 0; i < 2000; ++i) {
        const Stream each;
        kept->used_on(each.handle());
    }
    EXPECT_LE(fake().events - events, 40);
    for (int i = 0; i < 500; ++i) std::jthread([&] { kept->used_on(per_thread_handle); }).join();
    EXPECT_LE(fake().events - events, 80);
    // Not those that have work to do.
    fake().idle = false;
    std::vector<Stream> streams(20);
    for (const Stream& each : streams) kept->used_on(each.handle());
    streams.clear();
    void* pointer = kept.pointer();
    kept = {};
    EXPECT_NE(pool_.allocate(512, nullptr).pointer(), pointer);
    fake().idle = true;
    EXPECT_EQ(pool_.allocate(512, nullptr).pointer(), pointer);
}

TEST_F(GrowingPool, ABlockThatOutlivesItsStreamKeepsTheArena) {
    BlockRef kept;
    {
        const Stream gone;
        kept = pool_.allocate(512, gone.handle());
    }
    const Stream next;
    BlockRef other = pool_.allocate(512, next.handle());
    kept = {};
    EXPECT_EQ(pool_.used_bytes(), 512u);
}

// Each trace is a list of requests: bytes to allocate, or the number of the one to free.
struct Trace {
    const char* name;
    std::vector<std::pair<bool, std::size_t>> steps;
};

std::vector<Trace> traces() {
    std::mt19937_64 random(7);
    const auto log_uniform = [&](double low, double high) {
        return static_cast<std::size_t>(
            std::exp(std::log(low) + (std::log(high) - std::log(low)) * double(random() % 10000) / 10000));
    };
    std::vector<Trace> made;
    const auto sequence = [&](const char* name, int count, auto size) {  // the last three are alive
        Trace trace{name, {}};
        for (int i = 0; i < count; ++i) {
            trace.steps.emplace_back(true, size(i));
            if (i >= 3) trace.steps.emplace_back(false, i - 3);
        }
        made.push_back(std::move(trace));
    };
    sequence("growing", 3000, [](int i) { return std::size_t(i + 1) * 40'000; });
    sequence("shrinking", 3000, [](int i) { return std::size_t(3000 - i) * 40'000; });
    sequence("sawtooth", 3000, [](int i) { return std::size_t(i % 100 + 1) * 1'000'000; });
    for (auto [low, high] : {std::pair{512., 1e9}, {1e6, 1e8}, {512., 1e6}}) {
        Trace trace{"log-uniform", {}};
        std::vector<std::size_t> alive;
        std::size_t number = 0;
        for (int i = 0; i < 6000; ++i) {
            if (alive.size() < 30 || random() % 2) {
                alive.push_back(number++);
                trace.steps.emplace_back(true, log_uniform(low, high));
            }
            if (alive.size() > 60 || random() % 2) {
                std::swap(alive[random() % alive.size()], alive.back());
                trace.steps.emplace_back(false, alive.back());
                alive.pop_back();
            }
        }
        made.push_back(std::move(trace));
    }
    {
        Trace trace{"training", {}};
        std::size_t number = 0;
        for (int epoch = 0; epoch < 40; ++epoch) {
            const std::size_t first = number, scale = 200 + random() % 100;  // batches of varying length
            for (int layer = 0; layer < 40; ++layer, ++number)
                trace.steps.emplace_back(true, scale * 512 * (1 + layer % 7) * 10);
            for (int layer = 39; layer >= 0; --layer) {
                trace.steps.emplace_back(true, scale * 512 * (1 + layer % 7) * 10);
                trace.steps.emplace_back(false, number++);
                trace.steps.emplace_back(false, first + layer);
            }
            trace.steps.emplace_back(true, 512);  // a loss that is kept
            ++number;
        }
        made.push_back(std::move(trace));
    }
    return made;
}

TEST_F(GrowingPool, HoldsLittleMoreThanIsInUse) {
    for (const Trace& trace : traces()) {
        MemoryPool pool;
        std::vector<BlockRef> blocks;
        const std::size_t before = fake().memory;
        std::size_t most_used = 0, most_held = 0;
        for (auto [allocates, value] : trace.steps) {
            if (allocates) blocks.push_back(pool.allocate(value, nullptr));
            else blocks[value] = {};
            most_used = std::max(most_used, pool.used_bytes());
            most_held = std::max(most_held, fake().memory - before);
        }
        EXPECT_LE(double(most_held), 1.25 * double(most_used) + 64 * mib) << trace.name;
        ::testing::Test::RecordProperty(trace.name, std::to_string(double(most_held) / double(most_used)));
        std::printf("%s: %.1f MiB in use, %.1f MiB held, %d maps, %d unmaps\n", trace.name, double(most_used) / mib,
                    double(most_held) / mib, fake().maps.exchange(0), fake().unmaps.exchange(0));
    }
    EXPECT_EQ(held(), 0u);
}

// All live blocks of all threads, to see that none overlap.
class Ledger {
public:
    void add(const Block& block) {
        std::lock_guard guard(lock_);
        auto start = reinterpret_cast<std::uintptr_t>(block.pointer());
        auto next = live_.lower_bound(start);
        ASSERT_TRUE(next == live_.end() || next->first >= start + block.bytes());
        ASSERT_TRUE(next == live_.begin() || std::prev(next)->second <= start);
        live_[start] = start + block.bytes();
    }
    void remove(const Block& block) {
        std::lock_guard guard(lock_);
        live_.erase(reinterpret_cast<std::uintptr_t>(block.pointer()));
    }

private:
    std::mutex lock_;
    std::map<std::uintptr_t, std::uintptr_t> live_;
};

// Threads allocate and free, also what others have allocated.
void share(MemoryPool& pool_) {
    constexpr int threads = 4;
    Ledger ledger;
    std::mutex exchange_lock;
    std::vector<BlockRef> exchange;  // Blocks that one thread allocates and another frees.
    pool_.set_limit(256 * mib);
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; ++t)
        workers.emplace_back([&, t] {
            std::mt19937 random(static_cast<unsigned>(t));
            std::vector<BlockRef> mine;
            auto drop = [&](std::vector<BlockRef>& from) {
                std::swap(from[random() % from.size()], from.back());
                ledger.remove(*from.back().get());
                from.pop_back();
            };
            for (int step = 0; step < 20000; ++step) {
                unsigned choice = random() % 100;
                if (choice < 45) {
                    std::size_t bytes = 1 + random() % (random() % 50 ? 4096 : 48 * mib);
                    try {
                        mine.push_back(pool_.allocate(bytes, stream(static_cast<int>(random() % 3))));
                        ledger.add(*mine.back().get());
                    } catch (const OutOfMemoryError&) {
                        while (!mine.empty()) drop(mine);
                    }
                } else if (choice < 85) {
                    if (!mine.empty()) drop(mine);
                } else if (choice < 99) {
                    std::lock_guard guard(exchange_lock);
                    if (choice < 92 && !mine.empty()) {
                        exchange.push_back(std::move(mine.back()));
                        mine.pop_back();
                    } else if (!exchange.empty()) {
                        drop(exchange);
                    }
                } else {
                    pool_.free_all_blocks();
                }
            }
            while (!mine.empty()) drop(mine);
        });
    workers.clear();
    exchange.clear();
    EXPECT_EQ(pool_.used_bytes(), 0u);
}

TEST_F(Pool, ThreadsShareIt) {
    share(pool_);
    EXPECT_LE(held(), 256 * mib);
    EXPECT_EQ(pool_.total_bytes(), held());
    pool_.free_all_blocks();
    EXPECT_EQ(held(), 0u);
}

TEST_F(GrowingPool, ThreadsShareIt) {
    share(pool_);
    EXPECT_LE(pool_.total_bytes(), 256 * mib);
    EXPECT_GE(held(), pool_.total_bytes());
    pool_.free_all_blocks();
    EXPECT_EQ(pool_.total_bytes(), 0u);
    EXPECT_EQ(held(), 0u);
}

TEST_F(Pool, ThreadsFreeBlocksOfADeadPool) {
    for (int round = 0; round < 200; ++round) {
        auto pool = std::make_unique<MemoryPool>();
        std::vector<BlockRef> blocks;
        for (int i = 0; i < 8; ++i) blocks.push_back(pool->allocate(512, nullptr));
        std::barrier start(3);
        std::jthread first([&] { start.arrive_and_wait(), blocks[0] = {}, blocks[1] = {}, blocks[2] = {}; });
        std::jthread second([&] { start.arrive_and_wait(), blocks[3] = {}, blocks[4] = {}, blocks[5] = {}; });
        start.arrive_and_wait();
        pool.reset();
    }
    EXPECT_EQ(held(), 0u);
}

}  // namespace
}  // namespace cuprum::cuda
