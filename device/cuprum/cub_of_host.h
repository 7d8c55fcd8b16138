// CUB's algorithms for whole arrays start kernels, which only a program's host can: a kernel that names one is told so.
#pragma once

#define CUPRUM_CUB_OF_HOST(algorithm, function)                                                                      \
    template <class... Arguments>                                                                                    \
    __device__ static int function(Arguments&&...) {                                                                 \
        static_assert(sizeof...(Arguments) < 0,                                                                      \
                      "cub::" #algorithm "::" #function                                                              \
                      " works on whole arrays and is called by a program's host, not by a kernel: use the function " \
                      "of cuprum that does it, or cub's classes of blocks and warps");                               \
        return 0;                                                                                                    \
    }

namespace cub {

struct DeviceAdjacentDifference {
    CUPRUM_CUB_OF_HOST(DeviceAdjacentDifference, SubtractLeftCopy)
    CUPRUM_CUB_OF_HOST(DeviceAdjacentDifference, SubtractLeft)
    CUPRUM_CUB_OF_HOST(DeviceAdjacentDifference, SubtractRightCopy)
    CUPRUM_CUB_OF_HOST(DeviceAdjacentDifference, SubtractRight)
};
struct DeviceCopy {
    CUPRUM_CUB_OF_HOST(DeviceCopy, Batched)
    CUPRUM_CUB_OF_HOST(DeviceCopy, Copy)
};
struct DeviceFor {
    CUPRUM_CUB_OF_HOST(DeviceFor, ForEach)
    CUPRUM_CUB_OF_HOST(DeviceFor, ForEachN)
    CUPRUM_CUB_OF_HOST(DeviceFor, ForEachCopy)
    CUPRUM_CUB_OF_HOST(DeviceFor, ForEachCopyN)
    CUPRUM_CUB_OF_HOST(DeviceFor, Bulk)
    CUPRUM_CUB_OF_HOST(DeviceFor, ForEachInExtents)
};
struct DeviceHistogram {
    CUPRUM_CUB_OF_HOST(DeviceHistogram, HistogramEven)
    CUPRUM_CUB_OF_HOST(DeviceHistogram, HistogramRange)
    CUPRUM_CUB_OF_HOST(DeviceHistogram, MultiHistogramEven)
    CUPRUM_CUB_OF_HOST(DeviceHistogram, MultiHistogramRange)
};
struct DeviceMemcpy {
    CUPRUM_CUB_OF_HOST(DeviceMemcpy, Batched)
};
struct DeviceMerge {
    CUPRUM_CUB_OF_HOST(DeviceMerge, MergeKeys)
    CUPRUM_CUB_OF_HOST(DeviceMerge, MergePairs)
};
struct DeviceMergeSort {
    CUPRUM_CUB_OF_HOST(DeviceMergeSort, SortPairs)
    CUPRUM_CUB_OF_HOST(DeviceMergeSort, SortPairsCopy)
    CUPRUM_CUB_OF_HOST(DeviceMergeSort, SortKeys)
    CUPRUM_CUB_OF_HOST(DeviceMergeSort, SortKeysCopy)
    CUPRUM_CUB_OF_HOST(DeviceMergeSort, StableSortPairs)
    CUPRUM_CUB_OF_HOST(DeviceMergeSort, StableSortKeys)
    CUPRUM_CUB_OF_HOST(DeviceMergeSort, StableSortKeysCopy)
};
struct DevicePartition {
    CUPRUM_CUB_OF_HOST(DevicePartition, Flagged)
    CUPRUM_CUB_OF_HOST(DevicePartition, If)
};
struct DeviceRadixSort {
    CUPRUM_CUB_OF_HOST(DeviceRadixSort, SortPairs)
    CUPRUM_CUB_OF_HOST(DeviceRadixSort, SortPairsDescending)
    CUPRUM_CUB_OF_HOST(DeviceRadixSort, SortKeys)
    CUPRUM_CUB_OF_HOST(DeviceRadixSort, SortKeysDescending)
};
struct DeviceReduce {
    CUPRUM_CUB_OF_HOST(DeviceReduce, Reduce)
    CUPRUM_CUB_OF_HOST(DeviceReduce, Sum)
    CUPRUM_CUB_OF_HOST(DeviceReduce, Min)
    CUPRUM_CUB_OF_HOST(DeviceReduce, Max)
    CUPRUM_CUB_OF_HOST(DeviceReduce, ArgMin)
    CUPRUM_CUB_OF_HOST(DeviceReduce, ArgMax)
    CUPRUM_CUB_OF_HOST(DeviceReduce, TransformReduce)
    CUPRUM_CUB_OF_HOST(DeviceReduce, ReduceByKey)
};
struct DeviceRunLengthEncode {
    CUPRUM_CUB_OF_HOST(DeviceRunLengthEncode, Encode)
    CUPRUM_CUB_OF_HOST(DeviceRunLengthEncode, NonTrivialRuns)
};
struct DeviceScan {
    CUPRUM_CUB_OF_HOST(DeviceScan, ExclusiveSum)
    CUPRUM_CUB_OF_HOST(DeviceScan, ExclusiveScan)
    CUPRUM_CUB_OF_HOST(DeviceScan, ExclusiveScanInit)
    CUPRUM_CUB_OF_HOST(DeviceScan, InclusiveSum)
    CUPRUM_CUB_OF_HOST(DeviceScan, InclusiveScan)
    CUPRUM_CUB_OF_HOST(DeviceScan, InclusiveScanInit)
    CUPRUM_CUB_OF_HOST(DeviceScan, ExclusiveSumByKey)
    CUPRUM_CUB_OF_HOST(DeviceScan, ExclusiveScanByKey)
    CUPRUM_CUB_OF_HOST(DeviceScan, InclusiveSumByKey)
    CUPRUM_CUB_OF_HOST(DeviceScan, InclusiveScanByKey)
};
struct DeviceSegmentedRadixSort {
    CUPRUM_CUB_OF_HOST(DeviceSegmentedRadixSort, SortPairs)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedRadixSort, SortPairsDescending)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedRadixSort, SortKeys)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedRadixSort, SortKeysDescending)
};
struct DeviceSegmentedReduce {
    CUPRUM_CUB_OF_HOST(DeviceSegmentedReduce, Reduce)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedReduce, Sum)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedReduce, Min)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedReduce, Max)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedReduce, ArgMin)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedReduce, ArgMax)
};
struct DeviceSegmentedSort {
    CUPRUM_CUB_OF_HOST(DeviceSegmentedSort, SortKeys)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedSort, SortKeysDescending)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedSort, SortPairs)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedSort, SortPairsDescending)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedSort, StableSortKeys)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedSort, StableSortKeysDescending)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedSort, StableSortPairs)
    CUPRUM_CUB_OF_HOST(DeviceSegmentedSort, StableSortPairsDescending)
};
struct DeviceSelect {
    CUPRUM_CUB_OF_HOST(DeviceSelect, Flagged)
    CUPRUM_CUB_OF_HOST(DeviceSelect, FlaggedIf)
    CUPRUM_CUB_OF_HOST(DeviceSelect, If)
    CUPRUM_CUB_OF_HOST(DeviceSelect, Unique)
    CUPRUM_CUB_OF_HOST(DeviceSelect, UniqueByKey)
};
struct DeviceSpmv {
    CUPRUM_CUB_OF_HOST(DeviceSpmv, CsrMV)
};
struct DeviceTransform {
    CUPRUM_CUB_OF_HOST(DeviceTransform, Transform)
    CUPRUM_CUB_OF_HOST(DeviceTransform, TransformStableArgumentAddresses)
    CUPRUM_CUB_OF_HOST(DeviceTransform, Fill)
    CUPRUM_CUB_OF_HOST(DeviceTransform, Generate)
    CUPRUM_CUB_OF_HOST(DeviceTransform, TransformIf)
};

}  // namespace cub

#undef CUPRUM_CUB_OF_HOST
