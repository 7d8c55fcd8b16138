#include "numpy/fft/fast_lengths.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "cuprum/error.h"

namespace cuprum::fft {
namespace {

constexpr std::array<std::int64_t, 5> primes{11, 7, 5, 3, 2};
constexpr std::int64_t largest = std::int64_t{1} << 58;  // so that products stay within 64 bits

std::span<const std::int64_t> primes_of(bool real) { return real ? std::span(primes).last(3) : std::span(primes); }

void check(std::int64_t target) {
    if (target < 0) throw ValueError("Target length must be positive, not " + std::to_string(target));
    if (target > largest) throw ValueError("Target length is too large to perform an FFT: " + std::to_string(target));
}

/// The least product of these primes and `factor` that is not below `target`, if it is less than `best`.
std::int64_t least(std::int64_t target, std::int64_t factor, std::span<const std::int64_t> list, std::int64_t best) {
    if (list.size() == 1) {
        while (factor < target) factor *= 2;
        return std::min(factor, best);
    }
    for (; factor < best; factor *= list[0]) {
        best = least(target, factor, list.subspan(1), best);
        if (factor >= target) break;
    }
    return best;
}

std::int64_t greatest(std::int64_t target, std::int64_t factor, std::span<const std::int64_t> list, std::int64_t best) {
    if (list.size() == 1) {
        while (factor <= target / 2) factor *= 2;
        return std::max(factor, best);
    }
    for (;; factor *= list[0]) {
        best = greatest(target, factor, list.subspan(1), best);
        if (factor > target / list[0]) return best;
    }
}

}  // namespace

std::int64_t next_fast_len(std::int64_t target, bool real) {
    check(target);
    return target == 0 ? 0 : least(target, 1, primes_of(real), 2 * target);
}

std::int64_t prev_fast_len(std::int64_t target, bool real) {
    check(target);
    return target == 0 ? 0 : greatest(target, 1, primes_of(real), 1);
}

}  // namespace cuprum::fft
