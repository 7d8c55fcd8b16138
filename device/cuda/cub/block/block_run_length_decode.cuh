// cub::BlockRunLengthDecode for a CPU.
#pragma once

#include <cub/block/block_scan.cuh>
#include <cub/thread/thread_search.cuh>

namespace cub {

/// Items that are repeated, as windows of what they are then.
template <class Item, int BlockDimX, int RunsPerThread, int DecodedPerThread, class DecodedOffset = unsigned,
          int BlockDimY = 1, int BlockDimZ = 1>
class BlockRunLengthDecode {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;
    using Offsets = BlockScan<DecodedOffset, BlockDimX, BLOCK_SCAN_RAKING, BlockDimY, BlockDimZ>;
    static constexpr int runs = Group::size * RunsPerThread;

public:
    struct TempStorage {
        typename Offsets::TempStorage scan;
        cuprum::cuda_on_cpu::Slots<Item, runs> values;
        DecodedOffset offsets[runs];
    };

    /// From the runs' lengths; tells how many items there are decoded.
    template <class Length, class Total>
    __forceinline__ BlockRunLengthDecode(TempStorage& storage, Item (&values)[RunsPerThread],
                                         Length (&lengths)[RunsPerThread], Total& total)
        : storage_(storage) {
        begin(values, lengths, total);
    }
    template <class Length, class Total>
    __forceinline__ BlockRunLengthDecode(Item (&values)[RunsPerThread], Length (&lengths)[RunsPerThread], Total& total)
        : storage_(own_storage()) {
        begin(values, lengths, total);
    }
    /// From where the runs begin.
    template <class Offset>
    __forceinline__ BlockRunLengthDecode(TempStorage& storage, Item (&values)[RunsPerThread],
                                         Offset (&offsets)[RunsPerThread])
        : storage_(storage) {
        put(values, offsets);
    }
    template <class Offset>
    __forceinline__ BlockRunLengthDecode(Item (&values)[RunsPerThread], Offset (&offsets)[RunsPerThread])
        : storage_(own_storage()) {
        put(values, offsets);
    }

    /// The thread's items of the window that begins at `from`; those behind the last run belong to it.
    __forceinline__ void RunLengthDecode(Item (&items)[DecodedPerThread], DecodedOffset from = 0) {
        DecodedOffset places[DecodedPerThread];
        RunLengthDecode(items, places, from);
    }
    /// And which of its run each of them is.
    template <class Offset>
    __forceinline__ void RunLengthDecode(Item (&items)[DecodedPerThread], Offset (&places)[DecodedPerThread],
                                         DecodedOffset from = 0) {
        const DecodedOffset first = from + static_cast<DecodedOffset>(Group::rank() * DecodedPerThread);
        int run = UpperBound(storage_.offsets, runs, first) - 1;
        for (int i = 0; i < DecodedPerThread; ++i) {
            const DecodedOffset place = first + static_cast<DecodedOffset>(i);
            while (run + 1 < runs && storage_.offsets[run + 1] <= place) ++run;
            items[i] = storage_.values[run];
            places[i] = static_cast<Offset>(place - storage_.offsets[run]);
        }
    }

private:
    template <class Length, class Total>
    __forceinline__ void begin(Item (&values)[RunsPerThread], Length (&lengths)[RunsPerThread], Total& total) {
        DecodedOffset offsets[RunsPerThread];
        for (int i = 0; i < RunsPerThread; ++i) offsets[i] = static_cast<DecodedOffset>(lengths[i]);
        DecodedOffset sum;
        Offsets(storage_.scan).ExclusiveSum(offsets, offsets, sum);
        total = static_cast<Total>(sum);
        put(values, offsets);
    }
    template <class Offset>
    __forceinline__ void put(Item (&values)[RunsPerThread], Offset (&offsets)[RunsPerThread]) {
        for (int i = 0; i < RunsPerThread; ++i) {
            storage_.values.put(Group::rank() * RunsPerThread + i, values[i]);
            storage_.offsets[Group::rank() * RunsPerThread + i] = static_cast<DecodedOffset>(offsets[i]);
        }
        Group::sync();
    }
    __forceinline__ static TempStorage& own_storage() {
        __shared__ TempStorage storage;
        return storage;
    }

    TempStorage& storage_;
};

}  // namespace cub
