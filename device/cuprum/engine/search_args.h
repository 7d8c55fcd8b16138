// What the host hands to the kernels of search.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int search_block = 256;   // threads
constexpr int shared_bins = 12288;  // counters that a block keeps in shared memory: all that it has without asking

constexpr int search_few = 16;         // CPU: values that all others are compared with
constexpr int search_counted = 64;     // CPU: values of which those before others are counted
constexpr int search_table = 1 << 15;  // CPU: flags of a table

enum SearchMode {
    search_left,    // int64: the first place for each value
    search_right,   // int64: the last place
    search_member,  // bool: whether the value is there
    search_absent,  // bool: whether it is not
    search_bin,  // int64: the number of the bin between two of the sorted edges, -1 outside of all; the last bin holds
                 // both edges
};

struct SearchArgs {
    const void* sorted;
    const long long* sorter;  // positions that sort `sorted`, or null
    const void* values;
    void* out;
    long long length, count;  // of sorted, of values
    int mode;
};

/// Counts of numbers; those that are no bin's are left out.
struct BincountArgs {
    const void* numbers;  // of the kernel's type; or values that lie in bins
    const void* edges;    // of bins, of the kernel's other type
    long long edge_count;
    const double* weights;    // or null
    const long long* order;   // GPU, with weights: positions that sort the numbers,
    const long long* starts;  // and where each bin starts among them
    void* out;                // unsigned long long or double; zeroed for counts
    void* partial;            // CPU: counts by block, where there are several
    long long count, bins, chunk;
    int blocks;
};

enum QuantileMethod {
    method_inverted_cdf,
    method_averaged_inverted_cdf,
    method_closest_observation,
    method_interpolated_inverted_cdf,
    method_hazen,
    method_weibull,
    method_linear,
    method_median_unbiased,
    method_normal_unbiased,
    method_lower,
    method_higher,
    method_midpoint,
    method_nearest,
    method_median,  // the mean of the two middle elements
};

/// Quantiles of sorted rows.
struct QuantileArgs {
    const void* sorted;             // rows x length
    const void* shares;             // null for the median
    void* out;                      // shares x rows
    long long rows, length, count;  // count of shares
    int method;
    int skip_nan;  // leave NaNs, which are last, out; otherwise a row with one has NaN for result
};

}  // namespace cuprum
