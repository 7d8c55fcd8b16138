// Random numbers in the order of cuRAND's XORWOW generator, on either processor.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuprum/ndarray.h"
#include "runtime/backend.h"
#include "runtime/stream_turns.h"

namespace cuprum::kernel {

/// What a lane gives at its turn. Numbers of floats are in (0, 1] or, half open, in [0, 1).
enum class RandomUnit : std::uint8_t { bits, uniform, half_open, normal };

/// 4096 lanes of XORWOW that take turns, the state of which is on the device where it was made.
class Xorwow {
public:
    explicit Xorwow(std::uint64_t seed);
    /// Goes on where another one was that had these words, and whose turn it was. Throws ValueError where they are not
    /// those of all lanes.
    Xorwow(std::span<const std::uint32_t> words, int lane);

    /// The words of all lanes, for which the host waits.
    std::vector<std::uint32_t> words();
    int lane() const { return start_; }

    /// Fills a contiguous array: of uint32 for bits, else of float32 or float64. Normal numbers come in pairs; of an
    /// odd number of them the last one's twin is lost. Requests are served in order, whichever streams they come on;
    /// calls must not overlap.
    void fill(const ndarray& out, RandomUnit unit);
    /// Fills a contiguous array of unsigned integers with low + (32 bits & mask).
    void fill_masked(const ndarray& out, std::uint64_t low, std::uint32_t mask);

private:
    void run(const ndarray& out, runtime::FunctionHandle function, int draws, bool pairs, std::uint64_t low,
             std::uint64_t mask);

    ndarray state_, next_;  // uint32, words x lanes
    int start_ = 0;         // the lane whose turn it is
    runtime::StreamTurns turns_;
};

}  // namespace cuprum::kernel
