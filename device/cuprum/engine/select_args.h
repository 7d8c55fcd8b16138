// What the host hands to the kernels of select.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int select_block = 256;  // threads
constexpr int select_items = 8;    // keys that a thread reads at a time
constexpr int select_bits = 11;    // of a digit
constexpr int select_bins = 1 << select_bits;
constexpr int select_shares = 4;   // quantiles that are looked for at a time
constexpr int select_gathers = 2;  // passes that a list of the keys that are left is made for

/// How far the search in one row is. Two keys are looked for at a time, as a quantile lies between two neighbours.
struct SelectState {
    unsigned long long prefix[2];  // the digits of each key that are known, the others zero
    long long rank[2];             // of the key among the keys of that prefix
    long long count;               // keys that are ranked: all, or all but the NaNs
    long long nans;
    unsigned long long varying;  // bits in which the row's integers differ; of the first quantile's state alone
    double weight;               // how far the result lies from the first key to the second
};

struct SelectArgs {
    const void* source;          // rows x length
    void* candidates;            // rows x length: in each block's part the keys that may be wanted ones
    long long* held;             // rows x blocks: candidates of a block
    unsigned long long* counts;  // rows x histograms x shares x 2 x select_bins: keys by their next digit; a
                                 // GPU's blocks share a histogram, a CPU's have one each
    SelectState* states;         // rows x shares
    const void* share;           // of the quantiles; null for the median, and where ranks are given
    void* out;                   // shares x rows
    long long rows, length;
    long long chunk;     // keys of a block
    long long ranks[2];  // of the keys, where `method` is negative
    int blocks;          // of a row
    int shares;          // quantiles, at most select_shares; 1 for the median, and where ranks are given
    int pass;            // counts from the digit of the highest bits, of integers from the highest that differ
    int method;          // a QuantileMethod, or negative
    int skip_nan;        // NaNs are left out; otherwise they are the largest keys
};

/// Moves the keys of each row that are less than a pivot before those that are equal, and these before the others.
struct SplitArgs {
    const void* source;          // rows x length
    const void* pivots;          // rows
    void* keys;                  // rows x length, or null
    long long* order;            // rows x length: where in the row the keys came from; or null
    unsigned long long* counts;  // rows x 2 x blocks: keys of each block that are less, that are equal
    long long rows, length, chunk;
    int blocks;
};

/// The steps of a partition of numbers of 4 or 8 bytes on a CPU, each of which has rows or blocks as its items.
enum class PartitionStep {
    bounds,  // of each row
    list,    // by each block
    pivot,   // of each row
    move,    // by each block
    all,     // for rows of one block
};

/// Moves numbers as SplitArgs does, around the one of rank `kth` of each row.
struct PartitionArgs {
    const void* source;          // rows x length
    void* keys;                  // rows x length, or null
    long long* order;            // rows x length, or null
    void* bounds;                // rows x 2 keys, between which the pivot ought to lie; then the pivot, as the first
    void* listed;                // rows x length: in each block's part its keys that are no farther than the bounds
    unsigned long long* counts;  // rows x 2 x blocks: keys below the bounds, keys listed; then keys that are less than
                                 // the pivot, and equal to it
    long long rows, length, chunk, kth;
    int blocks;
    int type;  // a SortedType of src/backend/cpu/sorting/vector_sort.h
    PartitionStep step;
};

}  // namespace cuprum
