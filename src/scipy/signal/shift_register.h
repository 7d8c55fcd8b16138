// The bits that a linear feedback shift register puts out, many at a time.
//
// A register of n bits puts out s with s[i + n] = sum of s[i + d] over some places d < n, modulo 2. The polynomial of
// this recurrence may be squared, and over two elements a square has the squares of its terms: the same recurrence
// holds with all distances times q, for every power of two q. So s[L .. L + (n - d) q) follows from the L bits before
// it without a step that waits for another, where n q <= L and d is the last place: whole blocks are sums of blocks.
//
//     s:  |........ L bits known .........|== next block ==|
//           block + d1 q |================|
//         block |================|                                (one for each place)
#pragma once

#include <cstdint>
#include <vector>

#include "cuprum/scipy/signal_waveforms.h"

namespace cuprum::scipy::signal {

class ShiftRegister {
public:
    /// A register of n bits into which the sum of those at `taps`, each from 0 to n, and of the bit put out comes.
    ShiftRegister(std::int64_t n, const std::vector<std::int64_t>& taps);

    /// The first `count` bits from a state on, and the state after them.
    LongestSequence run(std::vector<std::int8_t> state, std::int64_t count) const;

private:
    /// The next block behind `known` bits: where it ends, and how far before it each of its summands begins.
    struct Block {
        std::int64_t end;
        std::vector<std::int64_t> distances;
    };
    Block next(std::int64_t known, std::int64_t count) const;
    void extend(std::vector<std::int8_t>& bits, std::int64_t count) const;

    std::int64_t n_;
    std::vector<std::int64_t> places_;  // ascending, each once: two of one place cancel
};

}  // namespace cuprum::scipy::signal
