// Finds races on shared memory while a block runs (CUPRUM_CHECK=races): two threads use the same byte, one of them
// writes, and neither __syncthreads nor __syncwarp orders the two. Threads of a block run one after another here, so it
// is the order of the program that is judged, and a race is found whether or not it did harm.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cuprum/cuda/launch_state.h"

namespace cuprum::backend::cpu {

class RaceChecker {
public:
    static constexpr unsigned warp_size = 32, max_warps = 32;

    RaceChecker();

    /// Forgets what was seen.
    void begin_block(const char* shared, std::size_t bytes);
    /// All threads of the block have met.
    void meet() { ++epoch_; }
    /// These lanes of a warp have met.
    void meet(unsigned warp, std::uint32_t lanes);

    /// Notes what a thread is about to do. Returns what is wrong with it, or nothing. Threads may write the same value
    /// to the same place, so `value` holds what is written if that is known.
    std::string use(const cuda_on_cpu::Access& access, const void* address, std::size_t bytes, unsigned rank,
                    const void* value, const cuda_on_cpu::Block& block);

private:
    /// Something that was done to a byte, and when: between which two barriers of the block, and how often the thread
    /// had met others of its warp.
    struct Event {
        const cuda_on_cpu::Access* access = nullptr;  ///< Null: nothing yet.
        std::uint32_t epoch, clock;
        std::uint16_t rank;
    };
    struct Byte {
        Event write;
        std::array<Event, 4> reads;
    };

    bool is_ordered(const Event& event, unsigned rank) const;
    std::string describe(const cuda_on_cpu::Access& access, const Event& before, unsigned rank, std::size_t offset,
                         const cuda_on_cpu::Block& block) const;

    const char* shared_ = nullptr;
    std::uint32_t epoch_ = 0;
    /// known_[w][i][j]: how often lane j of warp w had met others when lane i last heard of it. A lane's own count is
    /// ahead by one.
    std::array<std::array<std::array<std::uint32_t, warp_size>, warp_size>, max_warps> known_{};
    std::vector<Byte> bytes_;
};

}  // namespace cuprum::backend::cpu
