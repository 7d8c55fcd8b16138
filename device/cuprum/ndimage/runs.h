// Connected parts of an array on a CPU: runs of marked elements on the last axis are found once, and those that touch
// are joined into a forest in which each run's parent stands before it. Threads take strips of lines; where strips
// meet, one thread joins them.
//
//     CUPRUM_ND_RUNS_JOIN(name, T, I)      per strip: its lines' runs, joined
//     CUPRUM_ND_RUNS_SEAMS(name, I)        what lies in other strips (one item)
//     CUPRUM_ND_RUNS_ROOTS(name, I)        per strip: each run's root, and the roots' numbers
//     CUPRUM_ND_RUNS_NUMBERS(name, I, O)   per strip: the elements' numbers
#pragma once

#include <cuprum/ndimage/base.h>

#if !CUPRUM_GPU
namespace cuprum {

template <class I>
struct nd_runs {
    const RunsArgs& args;
    I *starts, *ends, *parents, *numbers, *counts;
    long long first, last;  // lines of the strip
    nd_runs(const RunsArgs& args, long long strip)
        : args(args),
          starts((I*)args.starts),
          ends((I*)args.ends),
          parents((I*)args.parents),
          numbers((I*)args.numbers),
          counts((I*)args.counts),
          first(strip * args.strip_lines),
          last(first + args.strip_lines < args.lines ? first + args.strip_lines : args.lines) {}

    /// Which of the next 64 elements are marked.
    template <class T>
    static unsigned long long marked(const T* in, long long count) {
        unsigned char flags[64];
        if (count >= 64) {
            for (int k = 0; k < 64; ++k) flags[k] = cast<bool>(in[k]);
        } else {
            for (int k = 0; k < 64; ++k) flags[k] = k < count && cast<bool>(in[k]);
        }
        unsigned long long bits = 0;
        for (int k = 0; k < 8; ++k) {
            unsigned long long eight;
            __builtin_memcpy(&eight, flags + 8 * k, 8);
            bits |= (eight * 0x0102040810204080ull >> 56) << (8 * k);
        }
        return bits;
    }
    /// The line's runs; without neighbours on the last axis each element is one.
    template <class T>
    void find(long long line) const {
        const T* in = (const T*)args.in + line * args.n;
        I *to = starts + line * args.pitch, *end = ends + line * args.pitch;
        I count = 0;
        if (!args.along_last) {
            for (long long x = 0; x < args.n; ++x) {
                to[count] = (I)x;
                end[count] = (I)(x + 1);
                count += cast<bool>(in[x]);
            }
        } else {
            // 64 elements are bits of a word, in which ends of runs are found without a look at what lies between.
            I ended = 0;
            unsigned long long before = 0;
            for (long long x = 0; x < args.n; x += 64) {
                const unsigned long long now = marked(in + x, args.n - x), left = now << 1 | before;
                for (unsigned long long begin = now & ~left; begin; begin &= begin - 1)
                    to[count++] = (I)(x + __builtin_ctzll(begin));
                for (unsigned long long stop = left & ~now; stop; stop &= stop - 1)
                    end[ended++] = (I)(x + __builtin_ctzll(stop));
                before = now >> 63;
            }
            // A run to the line's end was closed by what is not there, unless the last word is full.
            if (ended < count) end[ended] = (I)args.n;
        }
        counts[line] = count;
        for (I k = 0; k < count; ++k) parents[line * args.pitch + k] = (I)(line * args.pitch + k);
    }
    I root(I run) const {
        while (parents[run] != run) run = parents[run] = parents[parents[run]];
        return run;
    }
    void join(I a, I b) const {
        a = root(a);
        b = root(b);
        if (a < b) parents[b] = a;
        else parents[a] = b;
    }
    /// The line that a step leads to, -1 where it leads out of the array.
    long long stepped(long long line, const signed char* step) const {
        long long place = 0, stride = 1;
        for (int d = args.ndim - 2; d >= 0; --d) {
            const long long n = args.shape[d], at = nd_split(line, n) + step[d];
            if (at < 0 || at >= n) return -1;
            place += at * stride;
            stride *= n;
        }
        return place;
    }
    /// Joins a line's runs with those of the lines before it that lie in [begin, end).
    void join_line(long long line, long long begin, long long end) const {
        for (int g = 0; g < args.groups; ++g) {
            // Steps of one line: to which line, and between which places on it.
            const signed char* group = args.steps + g * (args.ndim + 1);
            const long long other = stepped(line, group);
            if (other < begin || other >= end) continue;
            const I low = group[args.ndim - 1], high = group[args.ndim];
            const I mine = (I)(line * args.pitch), its = (I)(other * args.pitch), count = counts[line],
                    other_count = counts[other];
            I next = 0;
            for (I k = 0; k < count; ++k) {
                const I start = starts[mine + k] + low, stop = ends[mine + k] + high;
                while (next < other_count && ends[its + next] <= start) ++next;
                for (I j = next; j < other_count && starts[its + j] < stop; ++j) join(mine + k, its + j);
            }
        }
    }
};

template <class T, class I>
static void nd_runs_join(const RunsArgs& args, long long strip) {
    const nd_runs<I> runs(args, strip);
    for (long long line = runs.first; line < runs.last; ++line) {
        runs.template find<T>(line);
        runs.join_line(line, runs.first, line);
    }
}

template <class I>
static void nd_runs_seams(const RunsArgs& args, long long) {
    for (long long strip = 1; strip * args.strip_lines < args.lines; ++strip) {
        const nd_runs<I> runs(args, strip);
        const long long last = runs.first + args.reach < runs.last ? runs.first + args.reach : runs.last;
        for (long long line = runs.first; line < last; ++line) runs.join_line(line, 0, runs.first);
    }
}

template <class I>
static void nd_runs_roots(const RunsArgs& args, long long strip) {
    const nd_runs<I> runs(args, strip);
    I found = 0;
    for (long long line = runs.first; line < runs.last; ++line)
        for (I run = (I)(line * args.pitch), end = run + runs.counts[line]; run < end; ++run) {
            I root = run, parent = nd_shared_load(runs.parents + root);
            while (parent != root) {
                root = parent;
                parent = nd_shared_load(runs.parents + root);
            }
            __atomic_store_n(runs.parents + run, root, __ATOMIC_RELAXED);
            found += root == run;
            runs.numbers[run] = found;
        }
    ((I*)args.strips)[strip] = found;
}

/// `count` equal elements, in groups of four that may go on to `end`: what is written too much is written again.
template <class O>
static void nd_put_run(O* out, long long begin, long long stop, long long end, O value) {
    long long x = begin;
    for (; x < stop && x + 4 <= end; x += 4) out[x] = out[x + 1] = out[x + 2] = out[x + 3] = value;
    for (; x < stop; ++x) out[x] = value;
}

template <class I, class O>
static void nd_runs_numbers(const RunsArgs& args, long long strip) {
    const nd_runs<I> runs(args, strip);
    const I* before = (const I*)args.strips;  // roots of the strips before each
    const I own = (I)(runs.first * args.pitch);
    const long long strip_runs = args.strip_lines * args.pitch;
    for (long long line = runs.first; line < runs.last; ++line) {
        O* out = (O*)args.out + line * args.n;
        I done = 0;
        for (I run = (I)(line * args.pitch), end = run + runs.counts[line]; run < end; ++run) {
            const I root = runs.parents[run];
            const I number = runs.numbers[root] + before[root >= own ? strip : root / strip_runs];
            nd_put_run<O>(out, done, runs.starts[run], args.n, O(0));
            nd_put_run<O>(out, runs.starts[run], runs.ends[run], args.n, cast<O>(number));
            done = runs.ends[run];
        }
        nd_put_run<O>(out, done, args.n, args.n, O(0));
    }
}

#define CUPRUM_ND_RUNS_JOIN(name, T, I) CUPRUM_ND_ITEMS(name, RunsArgs, cuprum::nd_runs_join<T, I>)
#define CUPRUM_ND_RUNS_SEAMS(name, I) CUPRUM_ND_ITEMS(name, RunsArgs, cuprum::nd_runs_seams<I>)
#define CUPRUM_ND_RUNS_ROOTS(name, I) CUPRUM_ND_ITEMS(name, RunsArgs, cuprum::nd_runs_roots<I>)
#define CUPRUM_ND_RUNS_NUMBERS(name, I, O) CUPRUM_ND_ITEMS(name, RunsArgs, cuprum::nd_runs_numbers<I, O>)

}  // namespace cuprum
#endif
