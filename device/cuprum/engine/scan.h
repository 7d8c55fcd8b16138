// Inclusive scans along one axis.
//
// An operation is a struct with
//     using in_t, out_t, acc_t;                      // as read, as written, as computed with
//     static acc_t load(in_t);
//     static acc_t combine(acc_t before, acc_t x);   // associative and commutative, but for the plan `lines`
// and CUPRUM_SCAN(name, op, plan) makes an entry point of one plan:
//     rows, rows_narrow    long lines that lie side by side: tiles of a line, linked (narrow: not aligned for vectors)
//     warps, warps_narrow  many lines that lie side by side: one warp a line
//     columns              neighbouring lines interleave: tiles of 32 lines, linked
//     lines                one thread a line, element by element
//
// Results do not depend on which tile is done first. What comes before a tile is put together in one fixed way: tiles
// form groups of 32, groups form supergroups of 32, and it is (supergroups before) + (groups before in its supergroup)
// + (tiles before in its group), each part folded in a fixed order. Only the supergroups form a chain, of a thousandth
// of the tiles' number.
#pragma once

#include <cuprum/base.h>
#include <cuprum/cast.h>
#include <cuprum/engine/scan_args.h>
#include <cuprum/engine/warp.h>
#include <cuprum/type_list.h>

namespace cuprum {

#if CUPRUM_GPU

constexpr int scan_warps = scan_block / 32;
// Blocks that should fit a multiprocessor: while one waits for those before it, others load and store.
constexpr int scan_blocks = 4;

template <class Op>
CUPRUM_DEVICE typename Op::acc_t warp_scan(typename Op::acc_t value) {
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const auto before = warp_up(value, distance);
        if (lane >= distance) value = Op::combine(before, value);
    }
    return value;
}

/// A value that may be missing, for lack of an identity.
template <class Op>
struct Prefix {
    using acc_t = typename Op::acc_t;
    acc_t value;
    bool there;

    CUPRUM_DEVICE static Prefix none() {
        Prefix result;
        result.there = false;
        return result;
    }
    CUPRUM_DEVICE void add(const acc_t& next) {
        value = there ? Op::combine(value, next) : next;
        there = true;
    }
    CUPRUM_DEVICE acc_t before(const acc_t& next) const { return there ? Op::combine(value, next) : next; }
};

/// A value that one block hands to others. Four bytes travel beside a flag, as one word that is written and read at
/// once: who finds the flags has the value, and needs no fence. Volatile accesses go past the first-level cache, which
/// other blocks' writes do not reach.
template <class T>
struct Message {
    static constexpr int words = scan_message(sizeof(T)) / 8;
    unsigned long long word[words];

    CUPRUM_DEVICE static void send(unsigned long long messages, long long at, const T& value) {
        unsigned part[words] = {};
        CUPRUM_BUILTIN(memcpy)(part, &value, sizeof(T));
        volatile unsigned long long* target = (volatile unsigned long long*)messages + at * words;
#pragma unroll
        for (int i = 0; i < words; ++i) target[i] = 1ull << 32 | part[i];
    }
    CUPRUM_DEVICE void look(unsigned long long messages, long long at) {
        const volatile unsigned long long* source = (const volatile unsigned long long*)messages + at * words;
#pragma unroll
        for (int i = 0; i < words; ++i) word[i] = source[i];
    }
    CUPRUM_DEVICE bool arrived() const {
        unsigned flags = 1;
#pragma unroll
        for (int i = 0; i < words; ++i) flags &= (unsigned)(word[i] >> 32);
        return flags;
    }
    CUPRUM_DEVICE T value() const {
        unsigned part[words];
#pragma unroll
        for (int i = 0; i < words; ++i) part[i] = (unsigned)word[i];
        T result;
        CUPRUM_BUILTIN(memcpy)(&result, part, sizeof(T));
        return result;
    }
};
/// The next tile to work on. Tiles are given out in order, so those before are at work or done.
CUPRUM_DEVICE unsigned take_ticket(unsigned long long ticket) {
    __shared__ unsigned taken;
    if (threadIdx.x == 0) taken = atomicAdd((unsigned*)ticket, 1u);
    __syncthreads();
    return taken;
}

/// How values that the lanes of a warp hold are linked: one line, each lane knowing of one tile before, or 32 lines, a
/// lane each. Both look for `count` messages, up to 31, and find out what they combine to.
template <class Op>
struct OneLine {
    using acc_t = typename Op::acc_t;
    static constexpr int width = 1;
    unsigned long long messages;
    unsigned first;
    int count;
    Message<acc_t> message;

    CUPRUM_DEVICE OneLine(unsigned long long messages, unsigned first, int count)
        : messages(messages), first(first), count(count) {
        look();  // the answer is on its way while others are looked for
    }
    CUPRUM_DEVICE Prefix<Op> fold() {
        const int lane = threadIdx.x & 31;
        while (!__all_sync(~0u, lane >= count || message.arrived())) look();
        Prefix<Op> result = Prefix<Op>::none();
        const acc_t all = warp_broadcast(warp_scan<Op>(message.value()), count > 0 ? count - 1 : 0);
        if (count > 0) result.add(all);
        return result;
    }

private:
    CUPRUM_DEVICE void look() {
        const int lane = threadIdx.x & 31;
        if (lane < count) message.look(messages, first + lane);
    }
};
template <class Op>
struct ManyLines {
    using acc_t = typename Op::acc_t;
    static constexpr int width = 32;
    unsigned long long messages;
    unsigned first;
    int count;

    CUPRUM_DEVICE ManyLines(unsigned long long messages, unsigned first, int count)
        : messages(messages), first(first), count(count) {}
    CUPRUM_DEVICE Prefix<Op> fold() {
        constexpr int batch = 8;
        const int lane = threadIdx.x & 31;
        Prefix<Op> result = Prefix<Op>::none();
        for (int i = 0; i < count; i += batch) {
            Message<acc_t> message[batch];
            bool arrived;
            do {
                arrived = true;
#pragma unroll
                for (int j = 0; j < batch; ++j)
                    if (i + j < count) message[j].look(messages, (first + i + j) * 32ll + lane);
#pragma unroll
                for (int j = 0; j < batch; ++j) arrived = arrived && (i + j >= count || message[j].arrived());
            } while (!arrived);
#pragma unroll
            for (int j = 0; j < batch; ++j)
                if (i + j < count) result.add(message[j].value());
        }
        __syncwarp();
        return result;
    }
};

/// Tile `t` of `line` among the others. For the first warp of a block.
template <class Op, class Lines>
struct TileLink {
    using acc_t = typename Op::acc_t;
    const ScanArgs& args;
    unsigned tile, first_tile, first_group, super;  // numbers of messages
    int in_group, in_super;
    bool first_super, last_super;

    CUPRUM_DEVICE TileLink(const ScanArgs& args, unsigned line, unsigned t) : args(args) {
        const unsigned tiles = (unsigned)args.tiles, groups = (tiles + scan_group - 1) / scan_group,
                       supers = (groups + scan_group - 1) / scan_group;
        const unsigned g = t / scan_group, s = g / scan_group;
        in_group = t % scan_group;
        in_super = g % scan_group;
        tile = line * tiles + t;
        first_tile = tile - in_group;
        first_group = line * groups + s * scan_group;
        super = line * supers + s;
        first_super = s == 0;
        last_super = s + 1 == supers;
    }
    /// Tells the others what the tile holds, and, after the last of a group or supergroup, what that holds.
    CUPRUM_DEVICE void announce(const acc_t& own) const {
        send(args.tile_messages, tile, own);
        if (in_group != scan_group - 1) return;
        const acc_t group = Lines(args.tile_messages, first_tile, in_group).fold().before(own);
        send(args.group_messages, first_group + in_super, group);
        if (in_super != scan_group - 1 || last_super) return;
        const acc_t all = Lines(args.group_messages, first_group, in_super).fold().before(group);
        send(args.super_messages, super + 1, supers_before(look_for_supers()).before(all));
    }
    /// What comes before the tile.
    CUPRUM_DEVICE Prefix<Op> before() const {
        Lines tiles(args.tile_messages, first_tile, in_group), groups(args.group_messages, first_group, in_super);
        const Message<acc_t> message = look_for_supers();
        const Prefix<Op> tiles_before = tiles.fold(), groups_before = groups.fold();
        Prefix<Op> result = supers_before(message);
        if (groups_before.there) result.add(groups_before.value);
        if (tiles_before.there) result.add(tiles_before.value);
        return result;
    }

private:
    CUPRUM_DEVICE static long long place(unsigned message) {
        return Lines::width > 1 ? message * (long long)Lines::width + (threadIdx.x & 31) : message;
    }
    CUPRUM_DEVICE static void send(unsigned long long messages, unsigned message, const acc_t& value) {
        if (Lines::width > 1 || (threadIdx.x & 31) == 0) Message<acc_t>::send(messages, place(message), value);
    }
    CUPRUM_DEVICE Message<acc_t> look_for_supers() const {
        Message<acc_t> message;
        if (!first_super) message.look(args.super_messages, place(super));
        return message;
    }
    CUPRUM_DEVICE Prefix<Op> supers_before(Message<acc_t> message) const {
        Prefix<Op> result = Prefix<Op>::none();
        if (first_super) return result;
        while (!message.arrived()) message.look(args.super_messages, place(super));
        __syncwarp();
        result.add(message.value());
        return result;
    }
};

template <class Op>
struct scan_loops {
    using in_t = typename Op::in_t;
    using out_t = typename Op::out_t;
    using acc_t = typename Op::acc_t;
    static constexpr int wide = scan_vector(sizeof(in_t), sizeof(out_t));

    /// What a warp holds of a line: `rounds` times 32 vectors of V neighbours.
    template <int V>
    struct Segment {
        static constexpr int rounds = scan_rounds(V, sizeof(acc_t));
        static constexpr int size = rounds * 32 * V;
        vec<acc_t, V> value[rounds];

        CUPRUM_DEVICE void load(const in_t* in, long long first, long long length) {
            const int lane = threadIdx.x & 31;
            vec<in_t, V> read[rounds];
#pragma unroll
            for (int r = 0; r < rounds; ++r) {
                const long long i = first + (r * 32 + lane) * V;
                if (i + V <= length) {
                    read[r] = *(const vec<in_t, V>*)(in + i);
                } else {
#pragma unroll
                    for (int k = 0; k < V; ++k) read[r].v[k] = i + k < length ? in[i + k] : in_t();
                }
            }
#pragma unroll
            for (int r = 0; r < rounds; ++r)
#pragma unroll
                for (int k = 0; k < V; ++k) value[r].v[k] = Op::load(read[r].v[k]);
        }
        /// Scans inside of the warp; the result is what the whole segment combines to.
        CUPRUM_DEVICE acc_t scan() {
            const int lane = threadIdx.x & 31;
            Prefix<Op> before = Prefix<Op>::none();
#pragma unroll
            for (int r = 0; r < rounds; ++r) {
#pragma unroll
                for (int k = 1; k < V; ++k) value[r].v[k] = Op::combine(value[r].v[k - 1], value[r].v[k]);
                const acc_t scanned = warp_scan<Op>(value[r].v[V - 1]);
                const acc_t below = warp_up(scanned, 1), total = warp_broadcast(scanned, 31);
                Prefix<Op> mine = before;
                if (lane > 0) mine.add(below);
#pragma unroll
                for (int k = 0; k < V; ++k) value[r].v[k] = mine.before(value[r].v[k]);
                before.add(total);
            }
            return before.value;
        }
        /// Keeps what is scanned, with what comes before in the tile, in the lane's own part of shared memory.
        CUPRUM_DEVICE void save(vec<acc_t, V> (*saved)[scan_block], const Prefix<Op>& before) const {
#pragma unroll
            for (int r = 0; r < rounds; ++r) {
                vec<acc_t, V> all;
#pragma unroll
                for (int k = 0; k < V; ++k) all.v[k] = before.before(value[r].v[k]);
                saved[r][threadIdx.x] = all;
            }
        }
        /// Writes what `held` gives for each round.
        template <class Held>
        CUPRUM_DEVICE static void store(Held held, out_t* out, long long first, long long length,
                                        const Prefix<Op>& before) {
            const int lane = threadIdx.x & 31;
#pragma unroll
            for (int r = 0; r < rounds; ++r) {
                const long long i = first + (r * 32 + lane) * V;
                const vec<acc_t, V> scanned = held(r);
                vec<out_t, V> written;
#pragma unroll
                for (int k = 0; k < V; ++k) written.v[k] = cast<out_t>(before.before(scanned.v[k]));
                if (i + V <= length) {
                    *(vec<out_t, V>*)(out + i) = written;
                } else {
#pragma unroll
                    for (int k = 0; k < V; ++k)
                        if (i + k < length) out[i + k] = written.v[k];
                }
            }
        }
    };

    // A block works on one tile after another. Having told what one holds it writes the one before, and by then those
    // before that have mostly told what they hold: blocks seldom wait for each other.
    template <int V>
    CUPRUM_DEVICE static void linked_rows(const ScanArgs& args) {
        __shared__ vec<acc_t, V> saved[Segment<V>::rounds][scan_block];
        __shared__ acc_t totals[scan_warps];
        __shared__ Prefix<Op> shared_before;
        __shared__ unsigned shared_next;
        const int warp = threadIdx.x / 32;
        const unsigned tiles = (unsigned)args.tiles, all = (unsigned)args.outer * tiles;
        const bool linked = tiles > 1;
        const auto first_of = [&](unsigned t) { return ((long long)t * scan_warps + warp) * Segment<V>::size; };
        unsigned tile = linked ? take_ticket(args.ticket) : blockIdx.x, last = all;  // `all`: none
        while (tile < all || last < all) {
            unsigned next = all;
            Segment<V> segment;
            if (tile < all) {
                if (linked && threadIdx.x == 0) next = atomicAdd((unsigned*)args.ticket, 1u);
                const unsigned line = tile / tiles;
                segment.load((const in_t*)args.in + line * args.length, first_of(tile - line * tiles), args.length);
                const acc_t total = segment.scan();
                if ((threadIdx.x & 31) == 0) totals[warp] = total;
            }
            if (threadIdx.x == 0) shared_next = next;
            __syncthreads();
            next = shared_next;
            Prefix<Op> in_tile = Prefix<Op>::none();
            if (tile < all) {
#pragma unroll
                for (int w = 0; w < scan_warps - 1; ++w)
                    if (w < warp) in_tile.add(totals[w]);
            }
            if (warp == 0 && linked) {
                if (tile < all) {
                    acc_t own = totals[0];
#pragma unroll
                    for (int w = 1; w < scan_warps; ++w) own = Op::combine(own, totals[w]);
                    TileLink<Op, OneLine<Op>>(args, tile / tiles, tile % tiles).announce(own);
                }
                if (last < all) {
                    const Prefix<Op> before = TileLink<Op, OneLine<Op>>(args, last / tiles, last % tiles).before();
                    if (threadIdx.x == 0) shared_before = before;
                }
            }
            __syncthreads();
            if (last < all) {
                const unsigned line = last / tiles;
                const Prefix<Op> before = linked ? shared_before : Prefix<Op>::none();
                Segment<V>::store([&](int r) { return saved[r][threadIdx.x]; }, (out_t*)args.out + line * args.length,
                                  first_of(last - line * tiles), args.length, before);
            }
            if (tile < all) segment.save(saved, in_tile);
            last = tile;
            tile = next;
        }
    }
    template <int V>
    CUPRUM_DEVICE static void warp_rows(const ScanArgs& args) {
        const long long line = (long long)blockIdx.x * scan_warps + threadIdx.x / 32;
        if (line >= args.outer) return;
        const in_t* in = (const in_t*)args.in + line * args.length;
        out_t* out = (out_t*)args.out + line * args.length;
        Prefix<Op> before = Prefix<Op>::none();
        for (long long first = 0; first < args.length; first += Segment<V>::size) {
            Segment<V> segment;
            segment.load(in, first, args.length);
            const acc_t total = segment.scan();
            segment.store([&](int r) { return segment.value[r]; }, out, first, args.length, before);
            before.add(total);
        }
    }

    CUPRUM_DEVICE static void rows(const ScanArgs& args) { linked_rows<wide>(args); }
    CUPRUM_DEVICE static void rows_narrow(const ScanArgs& args) { linked_rows<1>(args); }
    CUPRUM_DEVICE static void warps(const ScanArgs& args) { warp_rows<wide>(args); }
    CUPRUM_DEVICE static void warps_narrow(const ScanArgs& args) { warp_rows<1>(args); }

    // A lane a column; each warp of the block has its share of the tile's rows.
    CUPRUM_DEVICE static void columns(const ScanArgs& args) {
        constexpr int rows = scan_column_rows / scan_warps;
        __shared__ acc_t totals[scan_warps][scan_columns];
        __shared__ Prefix<Op> shared_before[scan_columns];
        const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
        const unsigned blocks = (unsigned)((args.inner + scan_columns - 1) / scan_columns);
        const unsigned lines = (unsigned)args.outer * blocks;
        const unsigned ticket = args.tiles > 1 ? take_ticket(args.ticket) : blockIdx.x;
        const unsigned t = ticket / lines, line = ticket - t * lines;
        const unsigned outer = line / blocks;
        const long long column = (line - outer * blocks) * (long long)scan_columns + lane;
        const long long first = t * (long long)scan_column_rows + warp * rows;
        const long long start = (outer * args.length + first) * args.inner + column;
        const in_t* in = (const in_t*)args.in + start;
        out_t* out = (out_t*)args.out + start;
        const bool inside = column < args.inner;
        in_t read[rows];
        acc_t value[rows];
#pragma unroll
        for (int r = 0; r < rows; ++r)
            if (inside && first + r < args.length) read[r] = in[r * args.inner];
            else read[r] = in_t();
        value[0] = Op::load(read[0]);
#pragma unroll
        for (int r = 1; r < rows; ++r) value[r] = Op::combine(value[r - 1], Op::load(read[r]));
        totals[warp][lane] = value[rows - 1];
        __syncthreads();
        if (warp == 0) {
            Prefix<Op> before = Prefix<Op>::none();
            if (args.tiles > 1) {
                acc_t own = totals[0][lane];
#pragma unroll
                for (int w = 1; w < scan_warps; ++w) own = Op::combine(own, totals[w][lane]);
                const TileLink<Op, ManyLines<Op>> link(args, line, t);
                link.announce(own);
                before = link.before();
            }
            shared_before[lane] = before;
        }
        __syncthreads();
        Prefix<Op> before = shared_before[lane];
        for (int w = 0; w < warp; ++w) before.add(totals[w][lane]);
#pragma unroll
        for (int r = 0; r < rows; ++r)
            if (inside && first + r < args.length) out[r * args.inner] = cast<out_t>(before.before(value[r]));
    }

    CUPRUM_DEVICE static void lines(const ScanArgs& args) {
        constexpr int ahead = 8;  // loads in flight
        const long long line = (long long)blockIdx.x * scan_block + threadIdx.x;
        if (line >= args.outer * args.inner) return;
        const long long outer = line / args.inner,
                        start = outer * args.length * args.inner + (line - outer * args.inner);
        const in_t* in = (const in_t*)args.in + start;
        out_t* out = (out_t*)args.out + start;
        Prefix<Op> before = Prefix<Op>::none();
        for (long long i = 0; i < args.length; i += ahead) {
            in_t read[ahead];
#pragma unroll
            for (int k = 0; k < ahead; ++k)
                if (i + k < args.length) read[k] = in[(i + k) * args.inner];
#pragma unroll
            for (int k = 0; k < ahead; ++k)
                if (i + k < args.length) {
                    before.add(Op::load(read[k]));
                    out[(i + k) * args.inner] = cast<out_t>(before.value);
                }
        }
    }
};

#define CUPRUM_SCAN(name, op, plan)                                                       \
    extern "C" __global__ void __launch_bounds__(cuprum::scan_block, cuprum::scan_blocks) \
        name(const __grid_constant__ cuprum::ScanArgs args) {                             \
        cuprum::scan_loops<op>::plan(args);                                               \
    }

#else  // CPU

template <class Op>
struct scan_loops {
    using in_t = typename Op::in_t;
    using out_t = typename Op::out_t;
    using acc_t = typename Op::acc_t;

    /// What n neighbours combine to. Lanes side by side, which the compiler makes vectors of.
    static acc_t combined(const in_t* in, long long n) {
        constexpr int lanes = 256 / sizeof(acc_t);
        if (is_integer<acc_t> || n < 2 * lanes) {  // integers may be combined in any order: the compiler finds lanes
            acc_t result = Op::load(in[0]);
            for (long long i = 1; i < n; ++i) result = Op::combine(result, Op::load(in[i]));
            return result;
        }
        acc_t lane[lanes];
        for (int k = 0; k < lanes; ++k) lane[k] = Op::load(in[k]);
        long long i = lanes;
        for (; i + lanes <= n; i += lanes)
            for (int k = 0; k < lanes; ++k) lane[k] = Op::combine(lane[k], Op::load(in[i + k]));
        for (int k = 0; i < n; ++i, ++k) lane[k] = Op::combine(lane[k], Op::load(in[i]));
        for (int half = lanes / 2; half > 0; half /= 2)
            for (int k = 0; k < half; ++k) lane[k] = Op::combine(lane[k], lane[k + half]);
        return lane[0];
    }

    static void run(const ScanArgs& args, bool in_order, long long begin, long long end) {
        const in_t* in = (const in_t*)args.in;
        out_t* out = (out_t*)args.out;
        if (args.stage == scan_aggregates) {
            for (long long c = begin; c < end; ++c)
                ((acc_t*)args.aggregates)[c] = combined(in + c * scan_chunk, chunk_length(args, c));
        } else if (args.stage == scan_chunks) {
            for (long long c = begin; c < end; ++c) chunk(args, c);
        } else if (args.inner > 1) {
            const long long blocks = (args.inner + scan_cpu_columns - 1) / scan_cpu_columns;
            for (long long i = begin; i < end; ++i) {
                const long long outer = i / blocks, column = (i - outer * blocks) * scan_cpu_columns;
                const long long start = outer * args.length * args.inner + column;
                const long long width = args.inner - column < scan_cpu_columns ? args.inner - column : scan_cpu_columns;
                columns(in + start, out + start, args.length, args.inner, width);
            }
        } else {
            for (long long i = begin; i < end; ++i) {
                const long long start = i * args.length;
                if (in_order) one_by_one(in + start, out + start, args.length);
                else row(in + start, out + start, args.length, nullptr);
            }
        }
    }

private:
    // A row is scanned in blocks of this many neighbours, as chains side by side, since each step of a chain waits for
    // the one before.
    static constexpr int chains = 8;
    static constexpr int links = 2048 / sizeof(acc_t);

    static long long chunk_length(const ScanArgs& args, long long c) {
        const long long left = args.length - c * scan_chunk;
        return left < scan_chunk ? left : scan_chunk;
    }

    static void chunk(const ScanArgs& args, long long c) {
        const acc_t* aggregates = (const acc_t*)args.aggregates;
        const acc_t* carry = (const acc_t*)args.carry_in;
        acc_t before;
        bool there = carry != nullptr;
        if (there) before = *carry;
        for (long long i = 0; i < c; ++i) {
            before = there ? Op::combine(before, aggregates[i]) : aggregates[i];
            there = true;
        }
        row((const in_t*)args.in + c * scan_chunk, (out_t*)args.out + c * scan_chunk, chunk_length(args, c),
            there ? &before : nullptr);
        if ((c + 1) * scan_chunk >= args.length)
            *(acc_t*)args.carry_out = there ? Op::combine(before, aggregates[c]) : aggregates[c];
    }

    static void row(const in_t* in, out_t* out, long long n, const acc_t* carry) {
        if constexpr (is_integer<acc_t>) {  // a step takes less time than bringing chains together
            acc_t value = carry ? Op::combine(*carry, Op::load(in[0])) : Op::load(in[0]);
            out[0] = cast<out_t>(value);
            for (long long i = 1; i < n; ++i) out[i] = cast<out_t>(value = Op::combine(value, Op::load(in[i])));
            return;
        }
        constexpr int block = chains * links;
        acc_t before;
        bool there = carry != nullptr;
        if (there) before = *carry;
        acc_t value[block];
        long long i = 0;
        for (; i + block <= n; i += block) {
            acc_t chain[chains];
            for (int c = 0; c < chains; ++c) value[c * links] = chain[c] = Op::load(in[i + c * links]);
            for (int k = 1; k < links; ++k) {
#pragma clang loop unroll(full)
                for (int c = 0; c < chains; ++c)
                    value[c * links + k] = chain[c] = Op::combine(chain[c], Op::load(in[i + c * links + k]));
            }
            for (int c = 0; c < chains; ++c) {
                const acc_t* link = value + c * links;
                out_t* target = out + i + c * links;
                if (there)
                    for (int k = 0; k < links; ++k) target[k] = cast<out_t>(Op::combine(before, link[k]));
                else
                    for (int k = 0; k < links; ++k) target[k] = cast<out_t>(link[k]);
                before = there ? Op::combine(before, chain[c]) : chain[c];
                there = true;
            }
        }
        for (; i < n; ++i) {
            before = there ? Op::combine(before, Op::load(in[i])) : Op::load(in[i]);
            there = true;
            out[i] = cast<out_t>(before);
        }
    }

    static void one_by_one(const in_t* in, out_t* out, long long n) {
        acc_t value = Op::load(in[0]);
        out[0] = cast<out_t>(value);
        for (long long i = 1; i < n; ++i) out[i] = cast<out_t>(value = Op::combine(value, Op::load(in[i])));
    }

    static void columns(const in_t* in, out_t* out, long long length, long long inner, long long width) {
        acc_t value[scan_cpu_columns];
        for (long long c = 0; c < width; ++c) out[c] = cast<out_t>(value[c] = Op::load(in[c]));
        for (long long i = 1; i < length; ++i) {
            const in_t* source = in + i * inner;
            out_t* target = out + i * inner;
            for (long long c = 0; c < width; ++c)
                target[c] = cast<out_t>(value[c] = Op::combine(value[c], Op::load(source[c])));
        }
    }
};

enum class ScanPlan { rows, rows_narrow, warps, warps_narrow, columns, lines };

#define CUPRUM_SCAN(name, op, plan)                                                                        \
    extern "C" void name(const cuprum::ScanArgs* args, long long begin, long long end) {                   \
        cuprum::scan_loops<op>::run(*args, cuprum::ScanPlan::plan == cuprum::ScanPlan::lines, begin, end); \
    }

#endif

}  // namespace cuprum
