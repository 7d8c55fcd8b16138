// What a CPU does with sparse matrices by parts: each has counts or sums of its own, so that threads share nothing that
// they write to, and the number of parts, which sizes alone tell, decides in which order sums are added up.
//
//     CUPRUM_SPARSE_TALLY(name, I)         how many entries of a part go to each line
//     CUPRUM_SPARSE_CURSORS(name, I)       where those of a part begin
//     CUPRUM_SPARSE_BEGINS(name, I)        where lines of some lengths begin
//     CUPRUM_SPARSE_LOOK(name, I)          what is to be known of the indices of lines
//     CUPRUM_SPARSE_BOUNDS(name, R, C)     what is to be known of coordinates
//     CUPRUM_SPARSE_PUT(name, I, W)        the entries, which carry a word, in their places
//     CUPRUM_SPARSE_ARRANGE(name, I, W)    short lines by their indices
//     CUPRUM_SPARSE_COMBINE(name, T, I)    the same without duplicates
//     CUPRUM_SPARSE_SCATTER(name, T, I)    products that go down the lines
//     CUPRUM_SPARSE_GATHER(name, T)        their sums
//     CUPRUM_SPARSE_PRODUCTS(name, I, J)   of how many products a row of a product of two matrices is made
//     CUPRUM_SPARSE_COUNT(name, I)         the lengths of rows of a product of two matrices
//     CUPRUM_SPARSE_TIMES(name, T, I)      these rows, where they belong, or with room for all their products
//     CUPRUM_SPARSE_CLOSE(name, I, W)      rows with room between them, of words, without it
#pragma once

#include <cuprum/sparse.h>
#include <cuprum/sparse_parts_args.h>

namespace cuprum {

/// The first of some numbers in order that is not less.
template <class I>
static inline long long sparse_place(const I* numbers, long long count, long long wanted) {
    long long low = 0, high = count;
    while (low < high) {
        const long long middle = (low + high) / 2;
        if (numbers[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low;
}

/// Where a part of so many begins.
static inline long long sparse_part(long long count, int part, int parts) { return count * part / parts; }

/// The lines of a part: those that begin within its share of the work, of which `before` tells what is before a line.
template <class I>
static inline long long sparse_part_line(const I* before, long long lines, int part, int parts) {
    if (part == 0) return 0;
    return part == parts ? lines : sparse_place(before, lines, sparse_part(before[lines], part, parts));
}

template <class I>
static inline void sparse_tally(const SparsePartsArgs& args, long long begin, long long end) {
    const I* keys = (const I*)args.keys;
    for (int part = (int)begin; part < end; ++part) {
        I* counts = (I*)args.counts + part * args.lines;
        for (long long line = 0; line < args.lines; ++line) counts[line] = 0;
        const long long stop = sparse_part(args.count, part + 1, args.parts);
        for (long long k = sparse_part(args.count, part, args.parts); k < stop; ++k) ++counts[keys[k]];
    }
}

/// Where lines begin, and where in them the entries of each part go; one item. The longest line goes to its own place.
template <class I>
static inline void sparse_cursors(const SparsePartsArgs& args, long long, long long) {
    I *counts = (I*)args.counts, *starts = (I*)args.starts;
    I next = 0, longest = 0;
    for (long long line = 0; line < args.lines; ++line) {
        const I begin = next;
        starts[line] = begin;
        for (int part = 0; part < args.parts; ++part) {
            I& count = counts[part * args.lines + line];
            const I own = count;
            count = next;
            next += own;
        }
        if (next - begin > longest) longest = next - begin;
    }
    starts[args.lines] = next;
    *args.longest = longest;
}

/// Where lines of these lengths begin; one item, as a sum is but an addition a line.
template <class I>
static inline void sparse_begins(const SparsePartsArgs& args, long long, long long) {
    const I* lengths = (const I*)args.counts;
    I* starts = (I*)args.starts;
    I next = 0, longest = 0;
    for (long long line = 0; line < args.lines; ++line) {
        const I own = lengths[line];
        starts[line] = next;
        next += own;
        if (own > longest) longest = own;
    }
    starts[args.lines] = next;
    *args.longest = longest;
}

/// What each part finds out about its lines: something out of bounds, disorder, duplicates, the longest, where the last
/// one ends.
template <class I>
static inline void sparse_look(const SparseLookArgs& args, long long begin, long long end) {
    const I *indices = (const I*)args.first, *indptr = (const I*)args.second;
    for (int part = (int)begin; part < end; ++part) {
        bool bad = false, unsorted = false, twice = false;
        long long longest = 0;
        const long long stop = sparse_part(args.lines, part + 1, args.parts);
        for (long long line = sparse_part(args.lines, part, args.parts); line < stop; ++line) {
            const long long from = indptr[line], to = indptr[line + 1];
            if (from < 0 || to < from || to > args.count || (line == 0 && from != 0)) {
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
        const long long found[] = {bad, unsorted, twice, longest, args.lines ? (long long)indptr[args.lines] : 0};
        for (int k = 0; k < 5; ++k) args.found[5 * part + k] = found[k];
    }
}

/// The largest of each part's coordinates, and whether one is negative.
template <class R, class C>
static inline void sparse_bounds(const SparseLookArgs& args, long long begin, long long end) {
    const R* rows = (const R*)args.first;
    const C* columns = (const C*)args.second;
    for (int part = (int)begin; part < end; ++part) {
        long long row = -1, column = -1;
        bool negative = false;
        const long long stop = sparse_part(args.count, part + 1, args.parts);
        for (long long k = sparse_part(args.count, part, args.parts); k < stop; ++k) {
            const long long r = (long long)rows[k], c = (long long)columns[k];
            row = r > row ? r : row;
            column = c > column ? c : column;
            negative |= r < 0 || c < 0;
        }
        args.found[3 * part] = row;
        args.found[3 * part + 1] = column;
        args.found[3 * part + 2] = negative;
    }
}

template <class I, class W>
static inline void sparse_put(const SparsePartsArgs& args, long long begin, long long end) {
    const I *keys = (const I*)args.keys, *others = (const I*)args.others, *indptr = (const I*)args.indptr;
    const W* data = (const W*)args.data;
    I* minors = (I*)args.minors;
    W* carried = (W*)args.carried;
    for (int part = (int)begin; part < end; ++part) {
        I* cursor = (I*)args.counts + part * args.lines;
        const long long first = sparse_part(args.count, part, args.parts),
                        stop = sparse_part(args.count, part + 1, args.parts);
        const auto put = [&](long long k, I other) {
            const I place = cursor[keys[k]]++;
            minors[place] = other;
            if constexpr (sizeof(W) == sizeof(I)) carried[place] = data ? data[k] : (W)k;
            else carried[place] = data[k];
        };
        if (others) {
            for (long long k = first; k < stop; ++k) put(k, others[k]);
            continue;
        }
        long long line = sparse_place(indptr, args.majors, first + 1) - 1;
        for (long long k = first; k < stop; ++line)
            for (const long long last = indptr[line + 1] < stop ? indptr[line + 1] : stop; k < last; ++k)
                put(k, (I)line);
    }
}

template <class I, class W>
static inline void sparse_arrange(const SparseArrangeArgs& args, long long first, long long last) {
    const I* starts = (const I*)args.starts;
    I *minors = (I*)args.minors, *distinct = (I*)args.distinct;
    W* values = (W*)args.values;
    for (long long line = first; line < last; ++line) {
        const long long begin = starts[line], end = starts[line + 1];
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
        distinct[line] = different;
    }
}

template <class T, class I>
static inline void sparse_combine(const SparseArrangeArgs& args, long long first, long long last) {
    const I *starts = (const I*)args.starts, *ends = (const I*)args.ends, *minors = (const I*)args.minors;
    const T* values = (const T*)args.values;
    for (long long line = first; line < last; ++line) {
        long long place = ends[line];
        for (long long k = starts[line]; k < starts[line + 1]; ++place) {
            const I index = minors[k];
            sparse_sum_t<T> sum = static_cast<sparse_sum_t<T>>(values[k]);
            for (++k; k < starts[line + 1] && minors[k] == index; ++k)
                sum = sum + static_cast<sparse_sum_t<T>>(values[k]);
            ((I*)args.out_minors)[place] = index;
            ((T*)args.out)[place] = sparse_result<T>(sum);
        }
    }
}

template <class T, class I>
static inline void sparse_scatter(const SparseScatterArgs& args, long long begin, long long end) {
    using S = sparse_sum_t<T>;
    const T *data = (const T*)args.data, *x = (const T*)args.x;
    const I *indices = (const I*)args.indices, *indptr = (const I*)args.indptr;
    for (int part = (int)begin; part < end; ++part) {
        S* sums = (S*)args.sums + part * args.minor;
        for (long long c = 0; c < args.minor; ++c) sums[c] = S(0);
        const long long stop = sparse_part_line(indptr, args.lines, part + 1, args.parts);
        for (long long line = sparse_part_line(indptr, args.lines, part, args.parts); line < stop; ++line) {
            const T factor = x[line];
            for (long long k = indptr[line], last = indptr[line + 1]; k < last; ++k)
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
        for (int part = 1; part < args.parts; ++part) sum = sum + sums[part * args.minor + c];
        out[c] = sparse_result<T>(sum);
    }
}

/// How many products each row of A B is made of.
template <class I, class J>
static inline void sparse_products(const SparseTimesArgs& args, long long begin, long long end) {
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
static inline void sparse_each_product(const SparseTimesArgs& args, long long row, const Use& use) {
    const I *a_indices = (const I*)args.a_indices, *a_indptr = (const I*)args.a_indptr,
            *b_indptr = (const I*)args.b_indptr;
    for (long long k = a_indptr[row], last = a_indptr[row + 1]; k < last; ++k) {
        const long long line = a_indices[k], stop = b_indptr[line + 1];
        for (long long l = b_indptr[line]; l < stop; ++l) use(k, l);
    }
}

template <class I>
static inline void sparse_count(const SparseTimesArgs& args, long long begin, long long end) {
    const I* b_indices = (const I*)args.b_indices;
    for (int part = (int)begin; part < end; ++part) {
        I* marks = (I*)args.marks + part * args.columns;
        for (long long c = 0; c < args.columns; ++c) marks[c] = -1;
        const long long stop = sparse_part_line(args.before, args.rows, part + 1, args.parts);
        for (long long row = sparse_part_line(args.before, args.rows, part, args.parts); row < stop; ++row) {
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

/// A few different numbers in order: each goes where as many are less, which takes no branches that are hard to
/// foretell.
template <class I>
static inline void sparse_order_few(I* numbers, long long count) {
    I held[sparse_few], places[sparse_few];
    for (int k = 0; k < sparse_few; ++k) {
        held[k] = k < count ? numbers[k] : numbers[0];
        places[k] = 0;
    }
    for (int j = 0; j < sparse_few; ++j)
        for (int k = 0; k < sparse_few; ++k) places[k] += (j < count) & (held[j] < held[k]);
    for (int k = 0; k < count; ++k) numbers[places[k]] = held[k];
}

template <class I>
static inline void sparse_order(I* numbers, long long count) {
    if (count <= sparse_few) return sparse_order_few(numbers, count);
    for (long long m = 1; m < count && count <= sparse_insertion; ++m) {
        const I number = numbers[m];
        long long j = m - 1;
        for (; j >= 0 && numbers[j] > number; --j) numbers[j + 1] = numbers[j];
        numbers[j + 1] = number;
    }
}

/// Marks of a row differ from those that `sparse_count` left, where rows were counted, and have ends.
template <class T, class I>
static inline void sparse_times(const SparseTimesArgs& args, long long begin, long long end) {
    using S = sparse_sum_t<T>;
    const T *a = (const T*)args.a, *b = (const T*)args.b;
    const I *b_indices = (const I*)args.b_indices, *ends = (const I*)args.ends;
    for (int part = (int)begin; part < end; ++part) {
        I* marks = (I*)args.marks + part * args.columns;
        S* sums = (S*)args.sums + part * args.columns;
        for (long long c = 0; c < args.columns && !ends; ++c) marks[c] = -1;
        const long long stop = sparse_part_line(args.before, args.rows, part + 1, args.parts);
        for (long long row = sparse_part_line(args.before, args.rows, part, args.parts); row < stop; ++row) {
            const I own = ends ? (I)(-2 - row) : (I)row;
            const long long place = ends ? (long long)ends[row] : args.before[row];
            I* indices = (I*)args.out_indices + place;
            T* out = (T*)args.out + place;
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
            if (found > 1) sparse_order(indices, found);
            for (long long m = 0; m < found; ++m) out[m] = sparse_result<T>(sums[indices[m]]);
            if (!ends) ((I*)args.lengths)[row] = found;
        }
    }
}

template <class I, class W>
static inline void sparse_close(const SparseTimesArgs& args, long long begin, long long end) {
    const I *indices = (const I*)args.a_indices, *ends = (const I*)args.ends;
    const W* values = (const W*)args.a;
    for (long long row = begin; row < end; ++row)
        for (long long from = args.before[row], to = ends[row]; to < ends[row + 1]; ++from, ++to) {
            ((I*)args.out_indices)[to] = indices[from];
            ((W*)args.out)[to] = values[from];
        }
}

#define CUPRUM_SPARSE_PARTS(name, Args, call) \
    extern "C" void name(const cuprum::Args* args, long long begin, long long end) { call(*args, begin, end); }
#define CUPRUM_SPARSE_TALLY(name, I) CUPRUM_SPARSE_PARTS(name, SparsePartsArgs, (cuprum::sparse_tally<I>))
#define CUPRUM_SPARSE_CURSORS(name, I) CUPRUM_SPARSE_PARTS(name, SparsePartsArgs, (cuprum::sparse_cursors<I>))
#define CUPRUM_SPARSE_BEGINS(name, I) CUPRUM_SPARSE_PARTS(name, SparsePartsArgs, (cuprum::sparse_begins<I>))
#define CUPRUM_SPARSE_LOOK(name, I) CUPRUM_SPARSE_PARTS(name, SparseLookArgs, (cuprum::sparse_look<I>))
#define CUPRUM_SPARSE_BOUNDS(name, R, C) CUPRUM_SPARSE_PARTS(name, SparseLookArgs, (cuprum::sparse_bounds<R, C>))
#define CUPRUM_SPARSE_PUT(name, I, W) CUPRUM_SPARSE_PARTS(name, SparsePartsArgs, (cuprum::sparse_put<I, W>))
#define CUPRUM_SPARSE_ARRANGE(name, I, W) CUPRUM_SPARSE_PARTS(name, SparseArrangeArgs, (cuprum::sparse_arrange<I, W>))
#define CUPRUM_SPARSE_COMBINE(name, T, I) CUPRUM_SPARSE_PARTS(name, SparseArrangeArgs, (cuprum::sparse_combine<T, I>))
#define CUPRUM_SPARSE_SCATTER(name, T, I) CUPRUM_SPARSE_PARTS(name, SparseScatterArgs, (cuprum::sparse_scatter<T, I>))
#define CUPRUM_SPARSE_GATHER(name, T) CUPRUM_SPARSE_PARTS(name, SparseScatterArgs, (cuprum::sparse_gather<T>))
#define CUPRUM_SPARSE_PRODUCTS(name, I, J) CUPRUM_SPARSE_PARTS(name, SparseTimesArgs, (cuprum::sparse_products<I, J>))
#define CUPRUM_SPARSE_COUNT(name, I) CUPRUM_SPARSE_PARTS(name, SparseTimesArgs, (cuprum::sparse_count<I>))
#define CUPRUM_SPARSE_CLOSE(name, I, W) CUPRUM_SPARSE_PARTS(name, SparseTimesArgs, (cuprum::sparse_close<I, W>))
#define CUPRUM_SPARSE_TIMES(name, T, I) CUPRUM_SPARSE_PARTS(name, SparseTimesArgs, (cuprum::sparse_times<T, I>))

}  // namespace cuprum
