#include "numpy/fft/fast_lengths.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>

#include "cuprum/error.h"

namespace cuprum::fft {
namespace {

using Length = std::uint64_t;

constexpr std::array<Length, 5> primes{11, 7, 5, 3, 2};
constexpr Length largest = std::numeric_limits<Length>::max() / 11;  // so that products stay within 64 bits

std::span<const Length> primes_of(bool real) { return real ? std::span(primes).last(3) : std::span(primes); }

Length checked(std::int64_t target) {
    if (target < 0) throw ValueError("Target length must be positive, not " + std::to_string(target));
    const auto length = static_cast<Length>(target);
    if (length > largest) throw ValueError("Target length is too large to perform an FFT: " + std::to_string(target));
    return length;
}

/// The least product of these primes and `factor` that is not below `target`, if it is less than `best`.
Length least(Length target, Length factor, std::span<const Length> list, Length best) {
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

Length greatest(Length target, Length factor, std::span<const Length> list, Length best) {
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
    const Length length = checked(target);
    return static_cast<std::int64_t>(length == 0 ? 0 : least(length, 1, primes_of(real), 2 * length));
}

std::int64_t prev_fast_len(std::int64_t target, bool real) {
    const Length length = checked(target);
    return static_cast<std::int64_t>(length == 0 ? 0 : greatest(length, 1, primes_of(real), 1));
}

}  // namespace cuprum::fft
