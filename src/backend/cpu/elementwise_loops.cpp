#include "backend/cpu/elementwise_loops.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "backend/cpu/host_info.h"

namespace cuprum::backend::cpu {
namespace {

using Inner = CpuLoops::Inner;

constexpr int max_count = 32;  // operands
// Elements, and bytes of the widest operand, of which a chunk has the more: the buffers of three operands stay in the
// first-level cache, and calls of the innermost loop cost little beside what it does.
constexpr std::int64_t least_chunk = 512, chunk_bytes = 4096;
constexpr std::int64_t short_row = 64;    // elements; several rows shorter than this make one chunk
constexpr std::int64_t stream_row = 128;  // bytes from which on a row is worth going around the caches
// Bytes of the widest operand between one burst of streamed stores and the next. Longer bursts leave the inputs'
// prefetchers behind: with two inputs 2 kB take 1.4 times as long as 512 bytes, 4 kB twice as long. In shorter ones
// calls of the innermost loop cost more than they gain.
constexpr std::int64_t stream_burst = 512;

template <class Args>
const Args& arguments(const CpuLoops& loops) {
    return *reinterpret_cast<const Args*>(&loops + 1);
}

// Arguments whose number of operands is known only now; the structs of elementwise_args.h say how they lie.
struct Strided {
    explicit Strided(const CpuLoops& loops)
        : loops(loops),
          space(arguments<StridedSpace>(loops)),
          operand(arguments<StridedArgs<1>>(loops).operand),
          strides(reinterpret_cast<const long long (*)[max_kernel_dims]>(operand + loops.count)),
          last(space.ndim - 1) {}

    bool is_value(int k) const { return space.values >> k & 1u; }
    bool is_transposed(int k) const { return space.transposed >> k & 1u; }
    /// Bit k: the elements of operand k follow one another along the innermost dimension.
    unsigned neighbours() const {
        unsigned result = 0;
        for (int k = 0; k < loops.count; ++k)
            if (strides[k][last] == loops.itemsize[k]) result |= 1u << k;
        return result & ~space.values & ~loops.counters;
    }
    void locate(const std::int64_t* index, char** address) const {
        for (int k = 0; k < loops.count; ++k) {
            address[k] = reinterpret_cast<char*>(operand[k].bits[0]);
            for (int d = 0; d <= last; ++d) address[k] += index[d] * strides[k][d];
        }
    }

    const CpuLoops& loops;
    const StridedSpace& space;
    const OperandRef* operand;
    const long long (*strides)[max_kernel_dims];
    int last;
};

/// Memory for operands that go through buffers, kept by each thread.
class Buffers {
public:
    Buffers(const CpuLoops& loops, unsigned buffered, std::int64_t elements) {
        std::size_t bytes = 0;
        for (int k = 0; k < loops.count; ++k)
            if (buffered >> k & 1u) {
                offset_[k] = bytes;
                bytes += (static_cast<std::size_t>(elements * loops.itemsize[k]) + sizeof(Line) - 1) / sizeof(Line) *
                         sizeof(Line);
            }
        if (bytes > kept.bytes) {
            kept.lines = std::make_unique<Line[]>(bytes / sizeof(Line));
            kept.bytes = bytes;
        }
        base_ = reinterpret_cast<char*>(kept.lines.get());
    }
    char* operator[](int k) const { return base_ + offset_[k]; }

private:
    struct alignas(64) Line {
        char bytes[64];
    };
    struct Kept {
        std::unique_ptr<Line[]> lines;
        std::size_t bytes = 0;
    };
    static thread_local Kept kept;
    char* base_;
    std::array<std::size_t, max_count> offset_;
};
thread_local Buffers::Kept Buffers::kept;

struct Bytes16 {
    std::uint64_t low, high;
};

/// Calls `f` with a value of the type that elements of `bytes` bytes are moved as, whatever they mean.
template <class F>
void with_carrier(int bytes, F f) {
    switch (bytes) {
        case 1: return f(std::uint8_t());
        case 2: return f(std::uint16_t());
        case 4: return f(std::uint32_t());
        case 8: return f(std::uint64_t());
        default: return f(Bytes16());
    }
}

// Line by line, which compilers make of plain loops only where they are told to.
void fill(char* buffer, const void* value, int bytes, std::int64_t n) {
    if (bytes == 1) {
        std::memset(buffer, *static_cast<const unsigned char*>(value), static_cast<std::size_t>(n));
        return;
    }
    constexpr std::int64_t line = 64;
    char pattern[line];
    for (std::int64_t i = 0; i < 16; i += bytes) std::memcpy(pattern + i, value, static_cast<std::size_t>(bytes));
    for (std::int64_t i = 16; i < line; i += 16) std::memcpy(pattern + i, pattern, 16);
    std::int64_t rest = n * bytes;
    for (; rest >= line; rest -= line, buffer += line) std::memcpy(buffer, pattern, line);
    std::memcpy(buffer, pattern, static_cast<std::size_t>(rest));
}

std::int64_t counter_value(const char* address) {
    return static_cast<std::int64_t>(reinterpret_cast<std::uint64_t>(address) - counter_origin) >> 3;
}

// Writes first, first + step, ...
using CountUp = void (*)(std::int64_t* to, std::int64_t first, std::int64_t step, std::int64_t n);

void count_up_one_by_one(std::int64_t* to, std::int64_t first, std::int64_t step, std::int64_t n) {
    for (std::int64_t j = 0; j < n; ++j) to[j] = first + j * step;
}
#if defined(__x86_64__)
__attribute__((target("avx2"))) void count_up_by_4(std::int64_t* to, std::int64_t first, std::int64_t step,
                                                   std::int64_t n) {
    __m256i next = _mm256_setr_epi64x(first, first + step, first + 2 * step, first + 3 * step);
    const __m256i four = _mm256_set1_epi64x(4 * step);
    std::int64_t j = 0;
    for (; j + 4 <= n; j += 4, next = _mm256_add_epi64(next, four))
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + j), next);
    for (; j < n; ++j) to[j] = first + j * step;
}
__attribute__((target("avx512f"))) void count_up_by_8(std::int64_t* to, std::int64_t first, std::int64_t step,
                                                      std::int64_t n) {
    __m512i next = _mm512_setr_epi64(first, first + step, first + 2 * step, first + 3 * step, first + 4 * step,
                                     first + 5 * step, first + 6 * step, first + 7 * step);
    const __m512i eight = _mm512_set1_epi64(8 * step);
    std::int64_t j = 0;
    for (; j + 8 <= n; j += 8, next = _mm512_add_epi64(next, eight)) _mm512_storeu_si512(to + j, next);
    for (; j < n; ++j) to[j] = first + j * step;
}
const CountUp count_up = vector_level() >= 4   ? count_up_by_8
                         : vector_level() >= 3 ? count_up_by_4
                                               : count_up_one_by_one;
#else
const CountUp count_up = count_up_one_by_one;
#endif

/// The lanes of a vector of `width` bytes that holds elements of type P. Those of 16 bytes are two lanes.
template <class P, int width>
struct Lanes {
    using Lane = std::conditional_t<sizeof(P) == 16, std::uint64_t, P>;
    using Vector [[gnu::vector_size(width)]] = Lane;
    static constexpr int side = width / sizeof(P), lanes = width / sizeof(Lane), each = lanes / side;

    [[gnu::always_inline]] static void load(Vector& v, const char* from) { std::memcpy(&v, from, width); }
    [[gnu::always_inline]] static void store(char* to, const Vector& v) { std::memcpy(to, &v, width); }
};

// Copies n elements of a row that lie in reverse, or every second one.
template <class P, int step, int width>
[[gnu::always_inline]] inline void copy_row(char* to, const char* from, std::int64_t n) {
    static_assert(step == -1 || step == 2);
    using L = Lanes<P, width>;
    constexpr std::int64_t bytes = sizeof(P);
    std::int64_t i = 0;
    [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
        constexpr auto source = [](std::size_t lane) {
            const int element = static_cast<int>(lane) / L::each;
            return (step == 2 ? 2 * element : L::side - 1 - element) * L::each + static_cast<int>(lane) % L::each;
        };
        // Of every second one two vectors are read, and with them the element behind the last.
        for (; i + L::side + (step == 2) <= n; i += L::side) {
            typename L::Vector first, second;
            L::load(first, from + (step == 2 ? 2 * i : 1 - i - L::side) * bytes);
            if constexpr (step == 2) L::load(second, from + 2 * i * bytes + width);
            else second = first;
            L::store(to + i * bytes, __builtin_shufflevector(first, second, source(K)...));
        }
    }(std::make_index_sequence<L::lanes>());
    for (; i < n; ++i) reinterpret_cast<P*>(to)[i] = *reinterpret_cast<const P*>(from + i * step * bytes);
}

using CopyRow = void (*)(char* to, const char* from, std::int64_t n);

template <class P, int step>
void copy_row_by_16(char* to, const char* from, std::int64_t n) {
    copy_row<P, step, 16>(to, from, n);
}
#if defined(__x86_64__)
template <class P, int step>
__attribute__((target("avx2"))) void copy_row_by_32(char* to, const char* from, std::int64_t n) {
    copy_row<P, step, 32>(to, from, n);
}
template <class P, int step>
__attribute__((target("avx512f,avx512bw"))) void copy_row_by_64(char* to, const char* from, std::int64_t n) {
    copy_row<P, step, 64>(to, from, n);
}
template <class P, int step>
const CopyRow row_copy = vector_level() >= 4   ? copy_row_by_64<P, step>
                         : vector_level() >= 3 ? copy_row_by_32<P, step>
                                               : copy_row_by_16<P, step>;
#else
template <class P, int step>
const CopyRow row_copy = copy_row_by_16<P, step>;
#endif

// Calls f(position, address) for n places that begin at `address` and go on as `index` does; not for those of a piece
// of a row for which row(position, address, length) says that it has done the work.
template <class F, class Row>
inline void for_each_element(const Strided& args, int k, char* address, const std::int64_t* index, std::int64_t n, F f,
                             Row row) {
    const auto& strides = args.strides[k];
    const auto& shape = args.space.shape;
    const int last = args.last;
    const std::int64_t step = strides[last];
    std::int64_t place[max_kernel_dims];
    std::copy_n(index, last + 1, place);
    for (std::int64_t done = 0;;) {
        // Short rows, two to four elements by loops of fixed length.
        if (last > 0 && place[last] == 0 && shape[last] <= short_row && n - done >= 2 * shape[last]) {
            const std::int64_t length = shape[last], next = strides[last - 1];
            const std::int64_t rows =
                std::min<std::int64_t>(shape[last - 1] - place[last - 1], (n - done) / length) - 1;
            const auto all_rows = [&](auto fixed) {
                const std::int64_t elements = fixed ? fixed : length;
                for (std::int64_t row = 0; row < rows; ++row, address += next, done += elements)
#pragma GCC unroll 4
                    for (std::int64_t j = 0; j < elements; ++j) f(done + j, address + j * step);
            };
            if (rows > 0) {
                if (length == 2) all_rows(std::integral_constant<std::int64_t, 2>());
                else if (length == 3) all_rows(std::integral_constant<std::int64_t, 3>());
                else if (length == 4) all_rows(std::integral_constant<std::int64_t, 4>());
                else all_rows(std::integral_constant<std::int64_t, 0>());
                place[last - 1] += rows;
            }
        }
        const std::int64_t piece = std::min<std::int64_t>(shape[last] - place[last], n - done);
        if (!row(done, address, piece))
            for (std::int64_t j = 0; j < piece; ++j) f(done + j, address + j * step);
        done += piece;
        if (done == n) return;
        address += piece * step;
        place[last] = shape[last];
        for (int d = last; d > 0 && place[d] == shape[d]; --d) {
            address += strides[d - 1] - shape[d] * strides[d];
            place[d] = 0;
            ++place[d - 1];
        }
    }
}

bool no_row(std::int64_t, char*, std::int64_t) { return false; }

void gather(const Strided& args, int k, char* buffer, char* address, const std::int64_t* index, std::int64_t n) {
    if (args.loops.counters >> k & 1u) {
        auto* to = reinterpret_cast<std::int64_t*>(buffer);
        if (n <= args.space.shape[args.last] - index[args.last])
            return count_up(to, counter_value(address), args.strides[k][args.last] >> 3, n);
        return for_each_element(
            args, k, address, index, n, [to](std::int64_t j, char* from) { to[j] = counter_value(from); }, no_row);
    }
    if (args.strides[k][args.last] == 0 && n <= args.space.shape[args.last] - index[args.last])
        return fill(buffer, address, args.loops.itemsize[k], n);  // one element for all of a row
    with_carrier(args.loops.itemsize[k], [&]<class P>(P) {
        constexpr std::int64_t bytes = sizeof(P);
        auto* __restrict to = reinterpret_cast<P*>(buffer);
        const std::int64_t step = args.strides[k][args.last];
        const CopyRow copy = step == -bytes ? row_copy<P, -1> : step == 2 * bytes ? row_copy<P, 2> : nullptr;
        for_each_element(
            args, k, address, index, n, [to](std::int64_t j, char* from) { to[j] = *reinterpret_cast<const P*>(from); },
            [=](std::int64_t j, char* from, std::int64_t length) {
                if (copy) copy(reinterpret_cast<char*>(to + j), from, length);
                return copy != nullptr;
            });
    });
}

void scatter(const Strided& args, int k, const char* buffer, char* address, const std::int64_t* index, std::int64_t n) {
    with_carrier(args.loops.itemsize[k], [&]<class P>(P) {
        auto* from = reinterpret_cast<const P*>(buffer);
        for_each_element(
            args, k, address, index, n, [from](std::int64_t j, char* to) { *reinterpret_cast<P*>(to) = from[j]; },
            no_row);
    });
}

// Whole lines of 64 bytes past the caches, so that a line that is only written is not first read. The wider the stores,
// the seldomer a line goes out in parts.
using StreamLines = void (*)(char* target, const char* source, std::int64_t lines);

#if defined(__x86_64__)
void stream_by_16(char* target, const char* source, std::int64_t lines) {
    for (; lines > 0; --lines, target += 64, source += 64)
        for (int i = 0; i < 64; i += 16)
            _mm_stream_si128(reinterpret_cast<__m128i*>(target + i),
                             _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + i)));
}
__attribute__((target("avx"))) void stream_by_32(char* target, const char* source, std::int64_t lines) {
    for (; lines > 0; --lines, target += 64, source += 64)
        for (int i = 0; i < 64; i += 32)
            _mm256_stream_si256(reinterpret_cast<__m256i*>(target + i),
                                _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source + i)));
}
__attribute__((target("avx512f"))) void stream_by_64(char* target, const char* source, std::int64_t lines) {
    for (; lines > 0; --lines, target += 64, source += 64)
        _mm512_stream_si512(reinterpret_cast<__m512i*>(target), _mm512_loadu_si512(source));
}
const StreamLines stream_lines = vector_level() >= 4 ? stream_by_64 : vector_level() >= 3 ? stream_by_32 : stream_by_16;
#endif

void stream(char* target, const char* source, std::int64_t bytes) {
#if defined(__x86_64__)
    const std::int64_t head = std::min<std::int64_t>(-reinterpret_cast<std::intptr_t>(target) & 63, bytes);
    if (head) std::memcpy(target, source, static_cast<std::size_t>(head));
    target += head, source += head, bytes -= head;
    stream_lines(target, source, bytes / 64);
    target += bytes / 64 * 64, source += bytes / 64 * 64, bytes %= 64;
#endif
    if (bytes) std::memcpy(target, source, static_cast<std::size_t>(bytes));
}

/// Makes streamed stores visible to whoever is told that the loop is over.
struct StreamFence {
    ~StreamFence() {
#if defined(__x86_64__)
        _mm_sfence();
#endif
    }
};

// Runs over n elements from `index` on. Bit k of `in_place`: they follow one another at address[k]; others go through
// the buffers, where values are already.
void run_piece(const Strided& args, const Buffers& buffers, Inner inner, char* const* address,
               const std::int64_t* index, unsigned in_place, std::int64_t n) {
    const int nout = args.loops.nout, count = args.loops.count;
    if (args.loops.copies && !(args.space.flags & flag_stream) && !args.is_value(1)) {
        if (in_place & 1u && !(in_place & 2u)) return gather(args, 1, address[0], address[1], index, n);
        if (in_place & 2u && !(in_place & 1u)) return scatter(args, 0, address[1], address[0], index, n);
    }
    const bool streams = args.space.flags & flag_stream && n * args.loops.itemsize[0] >= stream_row;
    const unsigned direct = streams ? in_place >> nout << nout : in_place;
    char* operand[max_count];
    for (int k = 0; k < count; ++k) {
        operand[k] = direct >> k & 1u ? address[k] : buffers[k];
        if (k >= nout && !(direct >> k & 1u) && !args.is_value(k)) gather(args, k, buffers[k], address[k], index, n);
    }
    inner(n, operand);
    for (int k = 0; k < nout; ++k) {
        if (direct >> k & 1u) continue;
        if (in_place >> k & 1u) stream(address[k], buffers[k], n * args.loops.itemsize[k]);
        else scatter(args, k, buffers[k], address[k], index, n);
    }
}

void fill_values(const Strided& args, const Buffers& buffers, std::int64_t n) {
    for (int k = args.loops.nout; k < args.loops.count; ++k)
        if (args.is_value(k)) fill(buffers[k], args.operand[k].bits, args.loops.itemsize[k], n);
}

template <class P, int width>
struct Square : Lanes<P, width> {
    using L = Lanes<P, width>;
    using Vector = typename L::Vector;
    static constexpr int side = L::side;
    Vector row[side];

    /// The transpose of a square in memory. Interleaving the first half of its rows with the second one, as often as a
    /// row's number has bits, turns it. (Packs, not loops, so that every compiler keeps the rows in registers.)
    [[gnu::always_inline]] static void transpose(char* to, std::int64_t to_step, const char* from,
                                                 std::int64_t from_step) {
        [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
            Square square;
            (L::load(square.row[K], from + static_cast<std::int64_t>(K) * from_step), ...);
            square.template interleave<1>(std::make_index_sequence<side>());
            (L::store(to + static_cast<std::int64_t>(K) * to_step, square.row[K]), ...);
        }(std::make_index_sequence<side>());
    }

private:
    template <int bit, std::size_t... K>
    [[gnu::always_inline]] void interleave(std::index_sequence<K...> rows) {
        if constexpr (bit < side) {
            const Square before = *this;
            (before.template put<K % 2>(row[K], K / 2, std::make_index_sequence<L::lanes>()), ...);
            interleave<2 * bit>(rows);
        }
    }
    template <int half, std::size_t... K>
    [[gnu::always_inline]] void put(Vector& to, std::size_t k, std::index_sequence<K...>) const {
        constexpr auto source = [](std::size_t lane) {
            const int element = static_cast<int>(lane) / L::each;
            return (half * side / 2 + element / 2 + element % 2 * side) * L::each + static_cast<int>(lane) % L::each;
        };
        to = __builtin_shufflevector(row[k], row[k + side / 2], source(K)...);
    }
};

// Brings ny rows of nx elements, `row` bytes apart, together that in memory have their neighbours along y.
template <class P, int width>
[[gnu::always_inline]] inline void turn_by(char* to, std::int64_t row, const char* from, std::int64_t x_step,
                                           std::int64_t y_step, std::int64_t nx, std::int64_t ny) {
    constexpr std::int64_t side = width / sizeof(P), bytes = sizeof(P);
    std::int64_t whole_x = 0, whole_y = 0;  // what is moved in squares
    if constexpr (side > 1) {
        if (y_step == bytes) whole_x = nx / side * side, whole_y = ny / side * side;
        for (std::int64_t x = 0; x < whole_x; x += side) {
            const char* source = from + x * x_step;
            char* target = to + x * bytes;
            for (std::int64_t y = 0; y < whole_y; y += side, source += width, target += row * side)
                Square<P, width>::transpose(target, row, source, x_step);
        }
    }
    if constexpr (side == 1) {
        // Four neighbours are one line of the source.
        if (y_step == bytes) {
            whole_x = nx, whole_y = ny / 4 * 4;
            for (std::int64_t y = 0; y < whole_y; y += 4)
                for (std::int64_t x = 0; x < nx; ++x)
                    for (std::int64_t k = 0; k < 4; ++k)
                        *reinterpret_cast<P*>(to + (y + k) * row + x * bytes) =
                            reinterpret_cast<const P*>(from + x * x_step)[y + k];
        }
    }
    for (std::int64_t y = 0; y < ny; ++y)
        for (std::int64_t x = y < whole_y ? whole_x : 0; x < nx; ++x)
            *reinterpret_cast<P*>(to + y * row + x * bytes) =
                *reinterpret_cast<const P*>(from + x * x_step + y * y_step);
}

using Turn = void (*)(char* to, std::int64_t row, const char* from, std::int64_t x_step, std::int64_t y_step,
                      std::int64_t nx, std::int64_t ny);

template <class P>
void turn_by_16(char* to, std::int64_t row, const char* from, std::int64_t x_step, std::int64_t y_step, std::int64_t nx,
                std::int64_t ny) {
    turn_by<P, 16>(to, row, from, x_step, y_step, nx, ny);
}
#if defined(__x86_64__)
template <class P>
__attribute__((target("avx2"))) void turn_by_32(char* to, std::int64_t row, const char* from, std::int64_t x_step,
                                                std::int64_t y_step, std::int64_t nx, std::int64_t ny) {
    turn_by<P, 32>(to, row, from, x_step, y_step, nx, ny);
}
template <class P>
__attribute__((target("avx512f,avx512bw"))) void turn_by_64(char* to, std::int64_t row, const char* from,
                                                            std::int64_t x_step, std::int64_t y_step, std::int64_t nx,
                                                            std::int64_t ny) {
    turn_by<P, 64>(to, row, from, x_step, y_step, nx, ny);
}
// Squares of at most eight elements a side: what is left at the edges of a tile is moved one by one.
template <class P>
const Turn turn = sizeof(P) >= 16 && vector_level() >= 4  ? turn_by_64<P>
                  : sizeof(P) >= 4 && vector_level() >= 3 ? turn_by_32<P>
                                                          : turn_by_16<P>;
#else
template <class P>
const Turn turn = turn_by_16<P>;
#endif

// Whether an output is one of the inputs: its lines are in the caches when it is stored, and past them would be slower.
bool is_in_place(const CpuLoops& loops, const OperandRef* operand) {
    for (int k = 0; k < loops.nout; ++k)
        for (int j = loops.nout; j < loops.count; ++j)
            if (operand[j].bits[0] == operand[k].bits[0]) return true;
    return false;
}

int widest_operand(const CpuLoops& loops) {
    int widest = 1;
    for (int k = 0; k < loops.count; ++k) widest = std::max<int>(widest, loops.itemsize[k]);
    return widest;
}
std::int64_t chunk_of(const CpuLoops& loops) { return std::max(least_chunk, chunk_bytes / widest_operand(loops)); }
std::int64_t streamed_chunk(const CpuLoops& loops) {
    return std::min(least_chunk, stream_burst / widest_operand(loops));
}

void run_linear(const CpuLoops& loops, long long begin, long long end, Inner inner) {
    const auto& args = arguments<LinearArgs<1>>(loops);
    const OperandRef* operand = args.operand;
    auto mode = [&](int k) { return args.modes >> (2 * k) & 3u; };
    const bool streams = args.modes & flag_stream && !is_in_place(loops, operand);
    unsigned buffered = loops.counters;
    for (int k = 0; k < loops.count; ++k)
        if (k < loops.nout ? streams : mode(k) != operand_array) buffered |= 1u << k;
    char* address[max_count];
    if (!buffered) {
        for (int k = 0; k < loops.count; ++k)
            address[k] = reinterpret_cast<char*>(operand[k].bits[0]) + begin * loops.itemsize[k];
        return inner(end - begin, address);
    }
    StreamFence fence;
    const std::int64_t chunk = streams ? streamed_chunk(loops) : chunk_of(loops);
    const std::int64_t most = std::min<std::int64_t>(end - begin, chunk);
    const Buffers buffers(loops, buffered, most);
    for (int k = loops.nout; k < loops.count; ++k) {
        if (mode(k) == operand_array) continue;
        const void* value =
            mode(k) == operand_value ? operand[k].bits : reinterpret_cast<const void*>(operand[k].bits[0]);
        const std::int64_t place = loops.counters >> k & 1u ? counter_value(static_cast<const char*>(value)) : 0;
        fill(buffers[k], loops.counters >> k & 1u ? &place : value, loops.itemsize[k], most);
    }
    for (std::int64_t i = begin; i < end; i += chunk) {
        const std::int64_t n = std::min<std::int64_t>(end - i, chunk);
        char* inner_operand[max_count];
        for (int k = 0; k < loops.count; ++k) {
            address[k] = reinterpret_cast<char*>(operand[k].bits[0]) + i * loops.itemsize[k];
            inner_operand[k] = buffered >> k & 1u ? buffers[k] : address[k];
            if ((loops.counters >> k & 1u) && mode(k) == operand_array)
                count_up(reinterpret_cast<std::int64_t*>(buffers[k]), counter_value(address[k]), 1, n);
        }
        inner(n, inner_operand);
        if (streams)
            for (int k = 0; k < loops.nout; ++k) stream(address[k], buffers[k], n * loops.itemsize[k]);
    }
}

void run_strided(const CpuLoops& loops, long long begin, long long end, Inner inner) {
    const Strided args(loops);
    const auto& shape = args.space.shape;
    const int last = args.last;
    // A chunk lies in one row, or, where rows are short, runs over several of them and goes through the buffers.
    const bool short_rows = shape[last] < short_row;
    const unsigned in_place = short_rows ? 0 : args.neighbours();
    const std::int64_t chunk = chunk_of(loops), most = std::min<std::int64_t>(end - begin, chunk);
    const unsigned outputs = args.space.flags & flag_stream ? (1u << loops.nout) - 1 : 0;
    const Buffers buffers(loops, ~in_place | outputs, most);
    fill_values(args, buffers, most);
    StreamFence fence;
    std::int64_t index[max_kernel_dims];
    std::int64_t rest = begin;
    for (int d = last; d >= 0; --d) {
        index[d] = rest % shape[d];
        rest /= shape[d];
    }
    for (std::int64_t i = begin; i < end;) {
        std::int64_t n = std::min<std::int64_t>(end - i, chunk);
        if (!short_rows) n = std::min<std::int64_t>(n, shape[last] - index[last]);
        char* address[max_count];
        args.locate(index, address);
        run_piece(args, buffers, inner, address, index, in_place, n);
        i += n;
        index[last] += n;
        for (int d = last; d > 0 && index[d] >= shape[d]; --d) {
            index[d - 1] += index[d] / shape[d];
            index[d] %= shape[d];
        }
    }
}

// Brings all of a tile's operands together: copying its rows costs less than a call for each of them.
void gather_tile(const Strided& args, const Buffers& buffers, char* const* address, const std::int64_t* index,
                 std::int64_t nx, std::int64_t ny) {
    const CpuLoops& loops = args.loops;
    const unsigned neighbours = args.neighbours();
    for (int k = loops.nout; k < loops.count; ++k) {
        if (args.is_value(k)) continue;
        const std::int64_t x_step = args.strides[k][args.last], y_step = args.strides[k][args.last - 1],
                           row = nx * loops.itemsize[k];
        if (args.is_transposed(k)) {
            with_carrier(loops.itemsize[k],
                         [&]<class P>(P) { turn<P>(buffers[k], row, address[k], x_step, y_step, nx, ny); });
            continue;
        }
        for (std::int64_t y = 0; y < ny; ++y) {
            if (neighbours >> k & 1u)
                std::memcpy(buffers[k] + y * row, address[k] + y * y_step, static_cast<std::size_t>(row));
            else gather(args, k, buffers[k] + y * row, address[k] + y * y_step, index, nx);
        }
    }
}

void store_tile(const Strided& args, const Buffers& buffers, char* const* address, std::int64_t nx, std::int64_t ny) {
    for (int k = 0; k < args.loops.nout; ++k) {
        const std::int64_t y_step = args.strides[k][args.last - 1], row = nx * args.loops.itemsize[k];
        const bool streams = args.space.flags & flag_stream && row >= stream_row;
        for (std::int64_t y = 0; y < ny; ++y) {
            if (streams) stream(address[k] + y * y_step, buffers[k] + y * row, row);
            else std::memcpy(address[k] + y * y_step, buffers[k] + y * row, static_cast<std::size_t>(row));
        }
    }
}

void copy_tile(const Strided& args, char* buffer, char* const* address, std::int64_t nx, std::int64_t ny) {
    const std::int64_t row = nx * args.loops.itemsize[0], y_step = args.strides[0][args.last - 1];
    const bool streams = args.space.flags & flag_stream && row >= stream_row;
    with_carrier(args.loops.itemsize[0], [&]<class P>(P) {
        turn<P>(streams ? buffer : address[0], streams ? row : y_step, address[1], args.strides[1][args.last],
                args.strides[1][args.last - 1], nx, ny);
    });
    if (streams)
        for (std::int64_t y = 0; y < ny; ++y) stream(address[0] + y * y_step, buffer + y * row, row);
}

void run_tiles(const CpuLoops& loops, long long begin, long long end, Inner inner) {
    const Strided args(loops);
    const StridedSpace& space = args.space;
    const int last = args.last;
    const Buffers buffers(loops, ~0u, 1ll << (space.log_x + space.log_y));
    fill_values(args, buffers, 1ll << (space.log_x + space.log_y));
    char* operand[max_count];
    for (int k = 0; k < loops.count; ++k) operand[k] = buffers[k];
    // A transposed copy needs no buffers, or one.
    const bool copies = loops.copies && args.is_transposed(1) && !args.is_value(1);
    StreamFence fence;
    for (std::int64_t item = begin; item < end; ++item) {
        std::int64_t index[max_kernel_dims];
        std::int64_t rest = item;
        auto next = [&](int d, int log) {
            const std::int64_t items = space.divisors[d].divisor;
            index[d] = rest % items << log;
            rest /= items;
        };
        // Along y first: inputs are read in order, while large outputs are written around the caches anyhow.
        next(last - 1, space.log_y);
        next(last, space.log_x);
        for (int d = last - 2; d >= 0; --d) next(d, 0);
        const std::int64_t nx = std::min<std::int64_t>(space.shape[last] - index[last], 1ll << space.log_x);
        const std::int64_t ny = std::min<std::int64_t>(space.shape[last - 1] - index[last - 1], 1ll << space.log_y);
        char* address[max_count];
        args.locate(index, address);
        if (copies) {
            copy_tile(args, buffers[0], address, nx, ny);
            continue;
        }
        gather_tile(args, buffers, address, index, nx, ny);
        inner(nx * ny, operand);
        store_tile(args, buffers, address, nx, ny);
    }
}

}  // namespace

void elementwise_loops(const CpuLoops* loops, long long begin, long long end, Inner inner) {
    switch (loops->layout) {
        case CpuLoops::linear: return run_linear(*loops, begin, end, inner);
        case CpuLoops::strided: return run_strided(*loops, begin, end, inner);
        case CpuLoops::tile: return run_tiles(*loops, begin, end, inner);
    }
}

}  // namespace cuprum::backend::cpu
