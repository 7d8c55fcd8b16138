// A stable partition of numbers around the one of a rank, in two passes through them. It takes the same steps with any
// registers and any number of threads, so the result is the same.
//
//   1. The bounds of a row are two keys of a sorted sample, on both sides of the place where the rank would be. Nearly
//      always the wanted key, the pivot, lies between them, as do a few percent of all keys.
//   2. A pass counts the keys below the bounds and lists those between them.
//   3. The pivot is selected among the listed keys; among all keys, if it is not there. Now it is known where each
//      block puts its keys.
//   4. A pass moves them: pieces are divided in memory that the first-level cache holds, and copied to their places.
#pragma once

#include <cmath>
#include <memory>

#include "backend/cpu/sorting/number_keys.h"
#include "cuprum/engine/select_args.h"

namespace cuprum::backend::cpu {
namespace {

/// A register of one key.
template <class K>
struct OneLane {
    using V = K;
    static constexpr int lanes = 1;
    static constexpr bool keeps_alone = false;
    static V first_numbers() { return 0; }
    static unsigned less(V a, V b) { return a < b; }
    /// Writes those lanes whose bits are set to `to`, and tells how many; what lies behind them may be overwritten.
    static int keep(V v, unsigned set, K* to) {
        *to = v;
        return static_cast<int>(set);
    }
};

/// The keys of a number, or of a register of them: all NaNs have the greatest, both zeros the same.
template <class N, class Bits>
[[gnu::always_inline]] inline Bits partition_key(Bits bits) {
    using K = KeyOf<N>;
    constexpr K highest = std::numeric_limits<K>::max();
    Bits key = key_of<N>(bits);
    if constexpr (std::is_floating_point_v<N>) {
        const Bits magnitude = bits & highest;
        key = magnitude == Bits{} ? Bits{} : key;
        key = magnitude > Bits{} + std::bit_cast<K>(std::numeric_limits<N>::infinity()) ? Bits{} + highest : key;
    }
    return key;
}

template <class N, template <class> class LanesOf, class Sorter>
class Partition {
public:
    explicit Partition(const PartitionArgs& args) : args_(args) {}

    void run(std::int64_t begin, std::int64_t end) const {
        for (std::int64_t item = begin; item < end; ++item) {
            const auto takes = [&](PartitionStep step) {
                return args_.step == step || args_.step == PartitionStep::all;
            };
            if (takes(PartitionStep::bounds)) find_bounds(item);
            if (takes(PartitionStep::list)) list_keys(item);
            if (takes(PartitionStep::pivot)) find_pivot(item);
            if (takes(PartitionStep::move)) move_keys(item);
        }
    }

private:
    using K = KeyOf<N>;
    using Lanes = LanesOf<K>;
    using V = typename Lanes::V;
    static constexpr int lanes = Lanes::lanes, piece = 512;

    /// The part of a row that a block reads.
    struct Block {
        std::int64_t row, part, begin, end;
    };
    Block block_of(std::int64_t item) const {
        const std::int64_t row = item / args_.blocks, part = item - row * args_.blocks, begin = part * args_.chunk;
        return {row, part, std::min<std::int64_t>(begin, args_.length),
                std::min<std::int64_t>(begin + args_.chunk, args_.length)};
    }
    const K* source(std::int64_t row) const { return static_cast<const K*>(args_.source) + row * args_.length; }
    K* bounds(std::int64_t row) const { return static_cast<K*>(args_.bounds) + 2 * row; }
    K* listed(const Block& block) const {
        return static_cast<K*>(args_.listed) + block.row * args_.length + block.begin;
    }
    unsigned long long& count(const Block& block, int which) const {
        return args_.counts[(2 * block.row + which) * args_.blocks + block.part];
    }
    static V load(const K* from) {
        V v;
        std::memcpy(&v, from, sizeof v);
        return v;
    }

    void find_bounds(std::int64_t row) const {
        constexpr std::int64_t most = 4096;
        const K* const keys = source(row);
        const std::int64_t samples = std::clamp<std::int64_t>(args_.length / 32, 1, most),
                           apart = args_.length / samples, place = args_.kth / apart;
        // Three standard deviations of the rank in the sample of its median.
        const auto margin = static_cast<std::int64_t>(1.5 * std::sqrt(static_cast<double>(samples))) + 1;
        K sample[most];
        for (std::int64_t k = 0; k < samples; ++k) sample[k] = partition_key<N>(keys[k * apart + apart / 2]);
        Sorter::sort(sample, samples);
        K* const found = bounds(row);
        found[0] = place < margin ? std::numeric_limits<K>::min() : sample[place - margin];
        found[1] = place + margin >= samples ? std::numeric_limits<K>::max() : sample[place + margin];
    }

    void list_keys(std::int64_t item) const {
        const Block block = block_of(item);
        const K* const keys = source(block.row);
        const K low = bounds(block.row)[0], high = bounds(block.row)[1];
        const V lows = V{} + low, highs = V{} + high;
        K* const list = listed(block);
        std::int64_t below = 0, held = 0, i = block.begin;
        if (low == high) {  // the keys need no list, but a count
            for (; i < block.end; ++i) {
                const K key = partition_key<N>(keys[i]);
                below += key < low;
                held += key == low;
            }
        } else {
            constexpr unsigned all = (1u << lanes) - 1;
            for (; i + lanes <= block.end; i += lanes) {
                const V key = partition_key<N>(load(keys + i));
                const unsigned less = Lanes::less(key, lows), between = all & ~(less | Lanes::less(highs, key));
                below += std::popcount(less);
                // A whole register fits, as no more keys are held than were read.
                if (between) held += Lanes::keep(key, between, list + held);
            }
            for (; i < block.end; ++i) {
                const K key = partition_key<N>(keys[i]);
                below += key < low;
                if (key >= low && key <= high) list[held++] = key;
            }
        }
        count(block, 0) = static_cast<unsigned long long>(below);
        count(block, 1) = static_cast<unsigned long long>(held);
    }

    void find_pivot(std::int64_t row) const {
        const std::int64_t first = row * args_.blocks, last = first + args_.blocks;
        std::int64_t below = 0, between = 0;
        for (std::int64_t item = first; item < last; ++item) {
            const Block block = block_of(item);
            below += static_cast<std::int64_t>(count(block, 0));
            between += static_cast<std::int64_t>(count(block, 1));
        }
        K* const found = bounds(row);
        const bool is_between = below <= args_.kth && args_.kth < below + between;
        if (is_between && found[0] == found[1]) return;  // all that are counted
        const std::int64_t size = is_between ? between : args_.length;
        const std::unique_ptr<K[]> memory(new K[static_cast<std::size_t>(size)]);
        K* to = memory.get();
        for (std::int64_t item = first; item < last; ++item) {
            const Block block = block_of(item);
            if (is_between) to = std::copy_n(listed(block), count(block, 1), to);
            else
                for (std::int64_t i = block.begin; i < block.end; ++i) *to++ = partition_key<N>(source(row)[i]);
        }
        const K pivot = Sorter::select(memory.get(), size, is_between ? args_.kth - below : args_.kth);
        found[0] = pivot;
        for (std::int64_t item = first; item < last; ++item) {
            const Block block = block_of(item);
            const K* const keys = is_between ? listed(block) : source(row) + block.begin;
            const std::int64_t n = is_between ? static_cast<std::int64_t>(count(block, 1)) : block.end - block.begin;
            std::int64_t less = 0, equal = 0;
            for (std::int64_t i = 0; i < n; ++i) {
                const K key = is_between ? keys[i] : partition_key<N>(keys[i]);
                less += key < pivot;
                equal += key == pivot;
            }
            count(block, 0) = static_cast<unsigned long long>(less) + (is_between ? count(block, 0) : 0);
            count(block, 1) = static_cast<unsigned long long>(equal);
        }
    }

    void move_keys(std::int64_t item) const {
        const Block mine = block_of(item);
        std::int64_t less = 0, equal = 0, less_before = 0, equal_before = 0;
        for (std::int64_t part = 0; part < args_.blocks; ++part) {
            const Block block{mine.row, part, 0, 0};
            const auto here_less = static_cast<std::int64_t>(count(block, 0)),
                       here_equal = static_cast<std::int64_t>(count(block, 1));
            less += here_less, equal += here_equal;
            if (part < mine.part) less_before += here_less, equal_before += here_equal;
        }
        std::int64_t places[] = {less_before, less + equal_before,
                                 less + equal + mine.begin - less_before - equal_before};
        const K* const keys = source(mine.row);
        const K pivot = bounds(mine.row)[0];
        if constexpr (Lanes::keeps_alone)
            if (!args_.order) {
                K* const target = static_cast<K*>(args_.keys) + mine.row * args_.length;
                return divide(keys + mine.begin, mine.end - mine.begin, pivot, target + places[0], target + places[1],
                              target + places[2]);
            }
        Pieces pieces;
        for (std::int64_t i = mine.begin; i < mine.end; i += piece) {
            const auto n = static_cast<int>(std::min<std::int64_t>(piece, mine.end - i));
            if (args_.keys) {
                K* const target = static_cast<K*>(args_.keys) + mine.row * args_.length;
                pieces.template divide<false>(keys + i, n, pivot);
                for (int side = 0; side < 3; ++side)
                    std::memcpy(target + places[side], pieces.of[side],
                                static_cast<std::size_t>(pieces.counts[side]) * sizeof(K));
            }
            if (args_.order) {
                long long* const target = args_.order + mine.row * args_.length;
                pieces.template divide<true>(keys + i, n, pivot);
                for (int side = 0; side < 3; ++side)
                    for (int k = 0; k < pieces.counts[side]; ++k) target[places[side] + k] = i + pieces.of[side][k];
            }
            for (int side = 0; side < 3; ++side) places[side] += pieces.counts[side];
        }
    }

    /// Writes keys to where they belong.
    static void divide(const K* keys, std::int64_t n, K pivot, K* less_to, K* equal_to, K* greater_to) {
        constexpr unsigned all = (1u << lanes) - 1;
        const V pivots = V{} + pivot;
        std::int64_t i = 0;
        for (; i + lanes <= n; i += lanes) {
            const V bits = load(keys + i), key = partition_key<N>(bits);
            const unsigned less = Lanes::less(key, pivots), greater = Lanes::less(pivots, key);
            less_to += Lanes::keep_alone(bits, less, less_to);
            greater_to += Lanes::keep_alone(bits, greater, greater_to);
            if (const unsigned equal = all & ~(less | greater)) equal_to += Lanes::keep_alone(bits, equal, equal_to);
        }
        for (; i < n; ++i) {
            const K key = partition_key<N>(keys[i]);
            *(key < pivot ? less_to : key == pivot ? equal_to : greater_to)++ = keys[i];
        }
    }

    /// What is less than the pivot, equal to it and greater, of few keys: themselves, or their places.
    struct Pieces {
        K of[3][piece + lanes];
        int counts[3];

        template <bool wants_places>
        void divide(const K* keys, int n, K pivot) {
            constexpr unsigned all = (1u << lanes) - 1;
            const V pivots = V{} + pivot;
            V numbers = Lanes::first_numbers();
            int less_count = 0, equal_count = 0, greater_count = 0, i = 0;
            for (; i + lanes <= n; i += lanes) {
                const V bits = load(keys + i), key = partition_key<N>(bits), moved = wants_places ? numbers : bits;
                const unsigned less = Lanes::less(key, pivots), greater = Lanes::less(pivots, key);
                less_count += Lanes::keep(moved, less, of[0] + less_count);
                greater_count += Lanes::keep(moved, greater, of[2] + greater_count);
                if (const unsigned equal = all & ~(less | greater))
                    equal_count += Lanes::keep(moved, equal, of[1] + equal_count);
                numbers += static_cast<K>(lanes);
            }
            for (; i < n; ++i) {
                const K key = partition_key<N>(keys[i]), moved = wants_places ? static_cast<K>(i) : keys[i];
                if (key < pivot) of[0][less_count++] = moved;
                else if (key == pivot) of[1][equal_count++] = moved;
                else of[2][greater_count++] = moved;
            }
            counts[0] = less_count, counts[1] = equal_count, counts[2] = greater_count;
        }
    };

    const PartitionArgs& args_;
};

/// Sorter::sort(keys, count) sorts signed integers of 32 or 64 bits; Sorter::select(keys, count, rank) tells that of a
/// rank, and may move them.
template <template <class> class LanesOf, class Sorter>
void partition_by_keys(const PartitionArgs& args, std::int64_t begin, std::int64_t end) {
    switch (static_cast<SortedType>(args.type)) {
        case SortedType::int32: return Partition<std::int32_t, LanesOf, Sorter>(args).run(begin, end);
        case SortedType::uint32: return Partition<std::uint32_t, LanesOf, Sorter>(args).run(begin, end);
        case SortedType::float32: return Partition<float, LanesOf, Sorter>(args).run(begin, end);
        case SortedType::int64: return Partition<std::int64_t, LanesOf, Sorter>(args).run(begin, end);
        case SortedType::uint64: return Partition<std::uint64_t, LanesOf, Sorter>(args).run(begin, end);
        case SortedType::float64: return Partition<double, LanesOf, Sorter>(args).run(begin, end);
    }
}

}  // namespace
}  // namespace cuprum::backend::cpu
