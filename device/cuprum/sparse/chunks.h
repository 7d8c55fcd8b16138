// Sparse kernels of a CPU. Each divides its input into chunks, and each chunk has counts or sums of its own, so that
// threads share nothing that they write to. The sizes alone decide the number of chunks, and so the order of additions.
// A major slice is a row of csr or a column of csc.
//
//     CUPRUM_SPARSE_COUNT_KEYS(name, I)      counts the entries of a chunk by major slice
//     CUPRUM_SPARSE_CURSORS(name, I)         turns these counts into the position at which each chunk writes
//     CUPRUM_SPARSE_STARTS(name, I)          exclusive sum of lengths: indptr
//     CUPRUM_SPARSE_INSPECT(name, I)         finds the properties of indices: in bounds, sorted, unique, longest slice
//     CUPRUM_SPARSE_BOUNDS(name, R, C)       the largest coordinates, and whether one is negative
//     CUPRUM_SPARSE_PUT(name, I, W)          writes each entry, with a word of its data, into its major slice
//     CUPRUM_SPARSE_SORT(name, I, W)         sorts short major slices by index
//     CUPRUM_SPARSE_COMBINE(name, T, I)      adds up duplicates of sorted slices
//     CUPRUM_SPARSE_SCATTER(name, T, I)      products with the transpose, as sums of each chunk
//     CUPRUM_SPARSE_GATHER(name, T)          adds up the sums of the chunks
//     CUPRUM_SPARSE_PRODUCTS(name, I, J)     the number of products in each row of A B
//     CUPRUM_SPARSE_COUNT_COLUMNS(name, I)   the number of entries in each row of A B
//     CUPRUM_SPARSE_MATMUL(name, T, I)       the rows of A B, compact or with space for all their products
//     CUPRUM_SPARSE_COMPACT(name, I, W)      removes the space between the rows of A B
#pragma once

#include <cuprum/sparse/chunks_args.h>
#include <cuprum/sparse/sparse.h>

namespace cuprum {

/// The position of the first of sorted numbers that is not less (std::lower_bound).
template <class I>
static inline long long sparse_lower_bound(const I* numbers, long long count, long long wanted) {
    long long low = 0, high = count;
    while (low < high) {
        const long long middle = (low + high) / 2;
        if (numbers[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low;
}

/// The first element of a chunk.
static inline long long sparse_chunk(long long count, int chunk, int chunks) { return count * chunk / chunks; }

/// The first major slice of a chunk. Chunks have about equal work; `before` is the work before each slice.
template <class I>
static inline long long sparse_chunk_slice(const I* before, long long slices, int chunk, int chunks) {
    if (chunk == 0) return 0;
    return chunk == chunks ? slices : sparse_lower_bound(before, slices, sparse_chunk(before[slices], chunk, chunks));
}

template <class I>
static inline void sparse_count_keys(const SparseChunksArgs& args, long long begin, long long end) {
    const I* keys = (const I*)args.keys;
    for (int chunk = (int)begin; chunk < end; ++chunk) {
        I* counts = (I*)args.counts + chunk * args.slices;
        for (long long slice = 0; slice < args.slices; ++slice) counts[slice] = 0;
        const long long stop = sparse_chunk(args.count, chunk + 1, args.chunks);
        for (long long k = sparse_chunk(args.count, chunk, args.chunks); k < stop; ++k) ++counts[keys[k]];
    }
}

/// The start of each major slice, and the position in it at which each chunk writes. One thread runs it. It also finds
/// the longest slice.
template <class I>
static inline void sparse_cursors(const SparseChunksArgs& args, long long, long long) {
    I *counts = (I*)args.counts, *starts = (I*)args.starts;
    I next = 0, longest = 0;
    for (long long slice = 0; slice < args.slices; ++slice) {
        const I begin = next;
        starts[slice] = begin;
        for (int chunk = 0; chunk < args.chunks; ++chunk) {
            I& count = counts[chunk * args.slices + slice];
            const I own = count;
            count = next;
            next += own;
        }
        if (next - begin > longest) longest = next - begin;
    }
    starts[args.slices] = next;
    *args.longest = longest;
}

/// The exclusive sum of the slices' lengths. One thread runs it: it makes one addition a slice.
template <class I>
static inline void sparse_starts(const SparseChunksArgs& args, long long, long long) {
    const I* lengths = (const I*)args.counts;
    I* starts = (I*)args.starts;
    I next = 0, longest = 0;
    for (long long slice = 0; slice < args.slices; ++slice) {
        const I own = lengths[slice];
        starts[slice] = next;
        next += own;
        if (own > longest) longest = own;
    }
    starts[args.slices] = next;
    *args.longest = longest;
}

/// The properties of each chunk: indices out of bounds, unsorted, duplicate; the longest slice; the end of the last.
template <class I>
static inline void sparse_inspect(const SparseInspectArgs& args, long long begin, long long end) {
    const I *indices = (const I*)args.first, *indptr = (const I*)args.second;
    for (int chunk = (int)begin; chunk < end; ++chunk) {
        bool bad = false, unsorted = false, twice = false;
        long long longest = 0;
        const long long stop = sparse_chunk(args.slices, chunk + 1, args.chunks);
        for (long long slice = sparse_chunk(args.slices, chunk, args.chunks); slice < stop; ++slice) {
            const long long from = indptr[slice], to = indptr[slice + 1];
            if (from < 0 || to < from || to > args.count || (slice == 0 && from != 0)) {
                bad = true;
                continue;
            }
            if (to - from > longest) longest = to - from;
            long long last = -1;
            for (long long k = from; k < to; ++k) {
                const long long index = indices[k];
                bad |= index < 0 || index >= args.minor;
                unsorted |= index < last;
                twice |= index == last;
                last = index;
            }
        }
        const long long found[] = {bad, unsorted, twice, longest, args.slices ? (long long)indptr[args.slices] : 0};
        for (int k = 0; k < 5; ++k) args.found[5 * chunk + k] = found[k];
    }
}

/// The largest of each chunk's coordinates, and whether one is negative.
template <class R, class C>
static inline void sparse_bounds(const SparseInspectArgs& args, long long begin, long long end) {
    const R* rows = (const R*)args.first;
    const C* columns = (const C*)args.second;
    for (int chunk = (int)begin; chunk < end; ++chunk) {
        long long row = -1, column = -1;
        bool negative = false;
        const long long stop = sparse_chunk(args.count, chunk + 1, args.chunks);
        for (long long k = sparse_chunk(args.count, chunk, args.chunks); k < stop; ++k) {
            const long long r = (long long)rows[k], c = (long long)columns[k];
            row = r > row ? r : row;
            column = c > column ? c : column;
            negative |= r < 0 || c < 0;
        }
        args.found[3 * chunk] = row;
        args.found[3 * chunk + 1] = column;
        args.found[3 * chunk + 2] = negative;
    }
}

template <class I, class W>
static inline void sparse_put(const SparseChunksArgs& args, long long begin, long long end) {
    const I *keys = (const I*)args.keys, *others = (const I*)args.others, *indptr = (const I*)args.indptr;
    const W* data = (const W*)args.data;
    I* minors = (I*)args.minors;
    W* carried = (W*)args.carried;
    for (int chunk = (int)begin; chunk < end; ++chunk) {
        I* cursor = (I*)args.counts + chunk * args.slices;
        const long long first = sparse_chunk(args.count, chunk, args.chunks),
                        stop = sparse_chunk(args.count, chunk + 1, args.chunks);
        const auto put = [&](long long k, I other) {
            const I position = cursor[keys[k]]++;
            minors[position] = other;
            if constexpr (sizeof(W) == sizeof(I)) carried[position] = data ? data[k] : (W)k;
            else carried[position] = data[k];
        };
        if (others) {
            for (long long k = first; k < stop; ++k) put(k, others[k]);
            continue;
        }
        long long slice = sparse_lower_bound(indptr, args.majors, first + 1) - 1;
        for (long long k = first; k < stop; ++slice)
            for (const long long last = indptr[slice + 1] < stop ? indptr[slice + 1] : stop; k < last; ++k)
                put(k, (I)slice);
    }
}

template <class I, class W>
static inline void sparse_sort(const SparseSortArgs& args, long long first, long long last) {
    const I* starts = (const I*)args.starts;
    I *minors = (I*)args.minors, *distinct = (I*)args.distinct;
    W* values = (W*)args.values;
    for (long long slice = first; slice < last; ++slice) {
        const long long begin = starts[slice], end = starts[slice + 1];
        for (long long k = begin + 1; k < end; ++k) {
            const I index = minors[k];
            if (!(minors[k - 1] > index)) continue;
            const W value = values[k];
            long long j = k - 1;
            for (; j >= begin && minors[j] > index; --j) {
                minors[j + 1] = minors[j];
                values[j + 1] = values[j];
            }
            minors[j + 1] = index;
            values[j + 1] = value;
        }
        I different = end > begin;
        for (long long k = begin + 1; k < end; ++k) different += minors[k] != minors[k - 1];
        distinct[slice] = different;
    }
}

template <class T, class I>
static inline void sparse_combine(const SparseSortArgs& args, long long first, long long last) {
    const I *starts = (const I*)args.starts, *ends = (const I*)args.ends, *minors = (const I*)args.minors;
    const T* values = (const T*)args.values;
    for (long long slice = first; slice < last; ++slice) {
        long long position = ends[slice];
        for (long long k = starts[slice]; k < starts[slice + 1]; ++position) {
            const I index = minors[k];
            sparse_sum_t<T> sum = static_cast<sparse_sum_t<T>>(values[k]);
            for (++k; k < starts[slice + 1] && minors[k] == index; ++k)
                sum = sum + static_cast<sparse_sum_t<T>>(values[k]);
            ((I*)args.out_minors)[position] = index;
            ((T*)args.out)[position] = sparse_result<T>(sum);
        }
    }
}

template <class T, class I>
static inline void sparse_scatter(const SparseScatterArgs& args, long long begin, long long end) {
    using S = sparse_sum_t<T>;
    const T *data = (const T*)args.data, *x = (const T*)args.x;
    const I *indices = (const I*)args.indices, *indptr = (const I*)args.indptr;
    for (int chunk = (int)begin; chunk < end; ++chunk) {
        S* sums = (S*)args.sums + chunk * args.minor;
        for (long long c = 0; c < args.minor; ++c) sums[c] = S(0);
        const long long stop = sparse_chunk_slice(indptr, args.slices, chunk + 1, args.chunks);
        for (long long slice = sparse_chunk_slice(indptr, args.slices, chunk, args.chunks); slice < stop; ++slice) {
            const T factor = x[slice];
            for (long long k = indptr[slice], last = indptr[slice + 1]; k < last; ++k)
                sums[indices[k]] = sums[indices[k]] + sparse_product<T>(data[k], factor);
        }
    }
}

template <class T>
static inline void sparse_gather(const SparseScatterArgs& args, long long begin, long long end) {
    using S = sparse_sum_t<T>;
    const S* sums = (const S*)args.sums;
    T* out = (T*)args.out;
    for (long long c = begin; c < end; ++c) {
        S sum = sums[c];
        for (int chunk = 1; chunk < args.chunks; ++chunk) sum = sum + sums[chunk * args.minor + c];
        out[c] = sparse_result<T>(sum);
    }
}

/// How many products each row of A B is made of.
template <class I, class J>
static inline void sparse_products(const SparseMatmulArgs& args, long long begin, long long end) {
    const I *indices = (const I*)args.a_indices, *indptr = (const I*)args.a_indptr;
    const J* others = (const J*)args.b_indptr;
    for (long long row = begin; row < end; ++row) {
        long long sum = 0;
        for (long long k = indptr[row], last = indptr[row + 1]; k < last; ++k)
            sum += (long long)others[indices[k] + 1] - (long long)others[indices[k]];
        ((long long*)args.lengths)[row] = sum;
    }
}

/// Calls `use(k, l)` for the entries of A and of B that a row is made of.
template <class I, class Use>
static inline void sparse_each_product(const SparseMatmulArgs& args, long long row, const Use& use) {
    const I *a_indices = (const I*)args.a_indices, *a_indptr = (const I*)args.a_indptr,
            *b_indptr = (const I*)args.b_indptr;
    for (long long k = a_indptr[row], last = a_indptr[row + 1]; k < last; ++k) {
        const long long slice = a_indices[k], stop = b_indptr[slice + 1];
        for (long long l = b_indptr[slice]; l < stop; ++l) use(k, l);
    }
}

template <class I>
static inline void sparse_count_columns(const SparseMatmulArgs& args, long long begin, long long end) {
    const I* b_indices = (const I*)args.b_indices;
    for (int chunk = (int)begin; chunk < end; ++chunk) {
        I* marks = (I*)args.marks + chunk * args.columns;
        for (long long c = 0; c < args.columns; ++c) marks[c] = -1;
        const long long stop = sparse_chunk_slice(args.before, args.rows, chunk + 1, args.chunks);
        for (long long row = sparse_chunk_slice(args.before, args.rows, chunk, args.chunks); row < stop; ++row) {
            I found = 0;
            sparse_each_product<I>(args, row, [&](long long, long long l) {
                I& mark = marks[b_indices[l]];
                found += mark != (I)row;
                mark = (I)row;
            });
            ((I*)args.lengths)[row] = found;
        }
    }
}

/// Sorts a few different numbers: each goes to the position that equals the count of lesser ones. No branch depends on
/// the data, so none is mispredicted.
template <class I>
static inline void sparse_sort_few(I* numbers, long long count) {
    I held[sparse_few], positions[sparse_few];
    for (int k = 0; k < sparse_few; ++k) {
        held[k] = k < count ? numbers[k] : numbers[0];
        positions[k] = 0;
    }
    for (int j = 0; j < sparse_few; ++j)
        for (int k = 0; k < sparse_few; ++k) positions[k] += (j < count) & (held[j] < held[k]);
    for (int k = 0; k < count; ++k) numbers[positions[k]] = held[k];
}

template <class I>
static inline void sparse_sort_indices(I* numbers, long long count) {
    if (count <= sparse_few) return sparse_sort_few(numbers, count);
    for (long long m = 1; m < count && count <= sparse_insertion; ++m) {
        const I number = numbers[m];
        long long j = m - 1;
        for (; j >= 0 && numbers[j] > number; --j) numbers[j + 1] = numbers[j];
        numbers[j + 1] = number;
    }
}

/// If rows were counted before (there are `ends`), the marks of `sparse_count_columns` are still there; this kernel
/// uses others.
template <class T, class I>
static inline void sparse_matmul(const SparseMatmulArgs& args, long long begin, long long end) {
    using S = sparse_sum_t<T>;
    const T *a = (const T*)args.a, *b = (const T*)args.b;
    const I *b_indices = (const I*)args.b_indices, *ends = (const I*)args.ends;
    for (int chunk = (int)begin; chunk < end; ++chunk) {
        I* marks = (I*)args.marks + chunk * args.columns;
        S* sums = (S*)args.sums + chunk * args.columns;
        for (long long c = 0; c < args.columns && !ends; ++c) marks[c] = -1;
        const long long stop = sparse_chunk_slice(args.before, args.rows, chunk + 1, args.chunks);
        for (long long row = sparse_chunk_slice(args.before, args.rows, chunk, args.chunks); row < stop; ++row) {
            const I own = ends ? (I)(-2 - row) : (I)row;
            const long long position = ends ? (long long)ends[row] : args.before[row];
            I* indices = (I*)args.out_indices + position;
            T* out = (T*)args.out + position;
            long long found = 0;
            sparse_each_product<I>(args, row, [&](long long k, long long l) {
                const I column = b_indices[l];
                const S product = sparse_product<T>(a[k], b[l]);
                if (marks[column] == own) {
                    sums[column] = sums[column] + product;
                } else {
                    marks[column] = own;
                    sums[column] = S(0) + product;
                    indices[found++] = column;
                }
            });
            if (found > 1) sparse_sort_indices(indices, found);
            for (long long m = 0; m < found; ++m) out[m] = sparse_result<T>(sums[indices[m]]);
            if (!ends) ((I*)args.lengths)[row] = found;
        }
    }
}

template <class I, class W>
static inline void sparse_compact(const SparseMatmulArgs& args, long long begin, long long end) {
    const I *indices = (const I*)args.a_indices, *ends = (const I*)args.ends;
    const W* values = (const W*)args.a;
    for (long long row = begin; row < end; ++row)
        for (long long from = args.before[row], to = ends[row]; to < ends[row + 1]; ++from, ++to) {
            ((I*)args.out_indices)[to] = indices[from];
            ((W*)args.out)[to] = values[from];
        }
}

#define CUPRUM_SPARSE_CHUNKS(name, Args, call) \
    extern "C" void name(const cuprum::Args* args, long long begin, long long end) { call(*args, begin, end); }
#define CUPRUM_SPARSE_COUNT_KEYS(name, I) CUPRUM_SPARSE_CHUNKS(name, SparseChunksArgs, (cuprum::sparse_count_keys<I>))
#define CUPRUM_SPARSE_CURSORS(name, I) CUPRUM_SPARSE_CHUNKS(name, SparseChunksArgs, (cuprum::sparse_cursors<I>))
#define CUPRUM_SPARSE_STARTS(name, I) CUPRUM_SPARSE_CHUNKS(name, SparseChunksArgs, (cuprum::sparse_starts<I>))
#define CUPRUM_SPARSE_INSPECT(name, I) CUPRUM_SPARSE_CHUNKS(name, SparseInspectArgs, (cuprum::sparse_inspect<I>))
#define CUPRUM_SPARSE_BOUNDS(name, R, C) CUPRUM_SPARSE_CHUNKS(name, SparseInspectArgs, (cuprum::sparse_bounds<R, C>))
#define CUPRUM_SPARSE_PUT(name, I, W) CUPRUM_SPARSE_CHUNKS(name, SparseChunksArgs, (cuprum::sparse_put<I, W>))
#define CUPRUM_SPARSE_SORT(name, I, W) CUPRUM_SPARSE_CHUNKS(name, SparseSortArgs, (cuprum::sparse_sort<I, W>))
#define CUPRUM_SPARSE_COMBINE(name, T, I) CUPRUM_SPARSE_CHUNKS(name, SparseSortArgs, (cuprum::sparse_combine<T, I>))
#define CUPRUM_SPARSE_SCATTER(name, T, I) CUPRUM_SPARSE_CHUNKS(name, SparseScatterArgs, (cuprum::sparse_scatter<T, I>))
#define CUPRUM_SPARSE_GATHER(name, T) CUPRUM_SPARSE_CHUNKS(name, SparseScatterArgs, (cuprum::sparse_gather<T>))
#define CUPRUM_SPARSE_PRODUCTS(name, I, J) CUPRUM_SPARSE_CHUNKS(name, SparseMatmulArgs, (cuprum::sparse_products<I, J>))
#define CUPRUM_SPARSE_COUNT_COLUMNS(name, I) \
    CUPRUM_SPARSE_CHUNKS(name, SparseMatmulArgs, (cuprum::sparse_count_columns<I>))
#define CUPRUM_SPARSE_COMPACT(name, I, W) CUPRUM_SPARSE_CHUNKS(name, SparseMatmulArgs, (cuprum::sparse_compact<I, W>))
#define CUPRUM_SPARSE_MATMUL(name, T, I) CUPRUM_SPARSE_CHUNKS(name, SparseMatmulArgs, (cuprum::sparse_matmul<T, I>))

}  // namespace cuprum
