// Few bytes from the device, with a backend that keeps "device" memory on the host and a thread in the place of the
// kernel.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "cuprum/engine/fetch_args.h"
#include "fake_backend.h"
#include "kernel/engine/fetch.h"

namespace cuprum::kernel {
namespace {

using testing::fake;

class Fetch : public ::testing::Test {
protected:
    Fetch() {
        for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<unsigned char>(i * 2654435761u >> 13);
        fake().launcher = [this](const runtime::Launch& launch, const void* arguments) {
            ++launches;
            ASSERT_LE(launch.block[0], static_cast<unsigned>(fetch_threads));
            ASSERT_EQ(launch.block[0] % 32, 0u);
            const FetchArgs args = *static_cast<const FetchArgs*>(arguments);
            device = std::jthread([args, delay = delay] {
                std::this_thread::sleep_for(delay);
                // From the last piece to the first: they come in no order.
                for (unsigned i = (args.bytes + 3) / 4; i-- > 0;) {
                    FetchPiece piece{0, args.ticket};
                    std::memcpy(&piece.data, args.source + 4 * i, std::min(4u, args.bytes - 4 * i));
                    std::atomic_ref(args.target[i]).store(piece);
                }
            });
        };
        fake().synchronizer = [this] {
            ++synchronizations;
            if (device.joinable()) device.join();
        };
    }
    ~Fetch() override {
        fake().launcher = nullptr;
        fake().synchronizer = nullptr;
    }

    std::vector<unsigned char> fetched(std::size_t begin, std::size_t bytes) {
        std::vector<unsigned char> target(bytes, 0);
        EXPECT_TRUE(fetch(target.data(), source.data() + begin, bytes));
        return target;
    }
    std::vector<unsigned char> expected(std::size_t begin, std::size_t bytes) const {
        const auto first = source.begin() + static_cast<std::ptrdiff_t>(begin);
        return {first, first + static_cast<std::ptrdiff_t>(bytes)};
    }

    std::vector<unsigned char> source = std::vector<unsigned char>((std::size_t{2} << 20) + 8);
    std::chrono::microseconds delay{0};
    int launches = 0, synchronizations = 0;
    std::jthread device;
};

TEST_F(Fetch, BytesOfAllNumbersAndPlaces) {
    for (std::size_t begin = 0; begin < 5; ++begin)
        for (std::size_t bytes : {1, 2, 3, 4, 5, 7, 8, 9, 127, 128, 129, 2046, 2047, 2048})
            EXPECT_EQ(fetched(begin, bytes), expected(begin, bytes)) << begin << ", " << bytes;
    EXPECT_EQ(launches, 5 * 14);
}

TEST_F(Fetch, SomeMoreAreCopied) {
    for (std::size_t bytes :
         {2049, 65'536, 65'537, 100'000, 131'072, 131'073, 300'001, 524'288, 524'289, 1'300'000, 2'097'152})
        EXPECT_EQ(fetched(3, bytes), expected(3, bytes)) << bytes;
    EXPECT_EQ(launches, 0);
    // What a copy leaves is no answer of the kernel's.
    EXPECT_EQ(fetched(0, 100), expected(0, 100));
}

TEST_F(Fetch, ManyAreTheDrivers) {
    unsigned char target = 0;
    EXPECT_FALSE(fetch(&target, source.data(), (std::size_t{2} << 20) + 1));
    EXPECT_EQ(target, 0);
}

TEST_F(Fetch, LongWaitsAreTheDrivers) {
    delay = std::chrono::milliseconds(20);
    EXPECT_EQ(fetched(1, 1000), expected(1, 1000));
    EXPECT_EQ(synchronizations, 1);
}

TEST_F(Fetch, ADeviceThatFailsIsTold) {
    fake().launcher = nullptr;  // nothing comes
    fake().synchronizer = [] { throw CUDARuntimeError(700, "lost"); };
    unsigned char target = 0;
    EXPECT_THROW(fetch(&target, source.data(), 1), CUDARuntimeError);
    fake().synchronizer = [] {};
    EXPECT_THROW(fetch(&target, source.data(), 1), CUDARuntimeError);
}

}  // namespace
}  // namespace cuprum::kernel
