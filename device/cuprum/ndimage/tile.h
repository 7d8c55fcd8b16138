// Windows of three axes at most on a GPU, by tiles in shared memory: an element is read once for all the windows of a
// tile, and what lies outside of the array is put in its place while the tile is read.
//
//     CUPRUM_ND_EXTREMUM_TILE(name, T, U, op)     the smallest or largest of a window (nd_min, nd_max)
//     CUPRUM_ND_STRUCTURE_TILE(name, T, U, op)    the same of sums with a structure
//     CUPRUM_ND_WEIGHTED_TILE(name, T, U)         their sum by weights
//     CUPRUM_ND_RANK_TILE(name, T, U, network)    the one of a rank; network: how it is found for rows of one column
#pragma once

#include <cuprum/ndimage/window.h>

#if CUPRUM_GPU
namespace cuprum {

struct nd_tile {
    int pitch, plane;   // elements between rows and between planes
    long long x, y, z;  // of the first result
};

/// Reads a tile that lies in the array with all that its windows have. Several rows are on their way together.
template <class T, class V>
CUPRUM_DEVICE void nd_read_inside(const WindowArgs& args, const nd_tile& at, int high, V* tile) {
    constexpr int warps = nd_block / 32, together = 4;
    const int lane = threadIdx.x % 32, rows = high * (int)args.box[0], more = at.pitch - nd_window_columns;
    const T* in = (const T*)args.in +
                  ((at.z - args.before[0]) * args.shape[1] + at.y - args.before[1]) * args.shape[2] + at.x -
                  args.before[2];
    const auto load = [&](int row, int column) {
        const int plane = args.box[0] > 1 ? row / high : 0;
        return static_cast<V>(nd_load(in + (plane * args.shape[1] + (row - plane * high)) * args.shape[2] + column));
    };
    for (int first = threadIdx.x / 32; first < rows; first += together * warps) {
        V ahead[together];
#pragma unroll
        for (int k = 0; k < together; ++k)
            if (first + k * warps < rows) ahead[k] = load(first + k * warps, lane);
#pragma unroll
        for (int k = 0; k < together; ++k)
            if (first + k * warps < rows) tile[(first + k * warps) * at.pitch + lane] = ahead[k];
    }
    for (int i = threadIdx.x; i < rows * more; i += nd_block) {
        const int row = i / more, column = nd_window_columns + i - row * more;
        tile[row * at.pitch + column] = load(row, column);
    }
}

/// Reads the block's tile, with what its windows have beyond it. Planes lie side by side in rows.
template <class T, class V>
CUPRUM_DEVICE nd_tile nd_read_tile(const WindowArgs& args, V* tile) {
    nd_tile result;
    long long rest = blockIdx.x;
    result.x = nd_split(rest, args.tiles_x) * nd_window_columns;
    result.y = nd_split(rest, args.tiles_y) * nd_window_rows;
    result.z = rest;
    result.pitch = nd_window_columns + (int)args.box[2] - 1;
    const int high = nd_window_rows + (int)args.box[1] - 1;
    result.plane = result.pitch * high;
    const auto within = [&](int axis, long long first, long long length) {
        return first >= args.before[axis] && first - args.before[axis] + length <= args.shape[axis];
    };
    if (within(2, result.x, result.pitch) && within(1, result.y, high) && within(0, result.z, args.box[0])) {
        nd_read_inside<T>(args, result, high, tile);
        __syncthreads();
        return result;
    }
    const V fill = static_cast<V>(nd_load((const T*)args.fill));
    const int lane = threadIdx.x % 32;
    for (int row = threadIdx.x / 32; row < high * (int)args.box[0]; row += nd_block / 32) {
        const int plane = row / high;
        const long long z = nd_place(result.z + plane - args.before[0], args.shape[0], args.mode),
                        y = nd_place(result.y + (row - plane * high) - args.before[1], args.shape[1], args.mode);
        const T* line = (const T*)args.in + (z * args.shape[1] + y) * args.shape[2];
        for (int column = lane; column < result.pitch; column += 32) {
            const long long x = nd_place(result.x + column - args.before[2], args.shape[2], args.mode);
            tile[row * result.pitch + column] = (z | y | x) < 0 ? fill : static_cast<V>(nd_load(line + x));
        }
    }
    __syncthreads();
    return result;
}

/// Writes what `value(r)` gives for each row r of the thread's column.
template <class U, class Value>
CUPRUM_DEVICE void nd_write_rows(const WindowArgs& args, const nd_tile& tile, const Value& value) {
    const long long x = tile.x + threadIdx.x % 32, y = tile.y + threadIdx.x / 32 * nd_window_each;
    U* out = (U*)args.out + (tile.z * args.shape[1] + y) * args.shape[2] + x;
#pragma unroll
    for (int r = 0; r < nd_window_each; ++r)
        if (x < args.shape[2] && y + r < args.shape[1]) out[r * args.shape[2]] = value(r);
}

extern __shared__ unsigned long long nd_window_memory[];

/// begin(k) and step(found, k, value) put together what the cells of a window have, from cell 0 on.
template <class T, class U, class V, class Step, class End>
CUPRUM_DEVICE void nd_over_tile(const WindowArgs& args, const Step& step, const End& end) {
    V* memory = (V*)nd_window_memory;
    const nd_tile tile = nd_read_tile<T>(args, memory);
    const V* own = memory + threadIdx.x / 32 * nd_window_each * tile.pitch + threadIdx.x % 32;
    V found[nd_window_each];
    for (int k = 0; k < args.count; ++k) {
        const V* from = own + args.cells[k];
#pragma unroll
        for (int r = 0; r < nd_window_each; ++r) found[r] = step(k, found[r], from[r * tile.pitch]);
    }
    nd_write_rows<U>(args, tile, [&](int r) { return end(found[r]); });
}

template <class T, class U, class Op>
CUPRUM_DEVICE void nd_extremum_tile(const WindowArgs& args) {
    using V = nd_value<T>;
    nd_over_tile<T, U, V>(
        args, [](int k, V found, V value) { return k ? Op::combine(found, value) : value; },
        [](V found) { return cast<U>(found); });
}

template <class T, class U, class Op>
CUPRUM_DEVICE void nd_structure_tile(const WindowArgs& args) {
    const double sign = is_same<Op, nd_min> ? -1 : 1;
    nd_over_tile<T, U, double>(
        args,
        [&](int k, double found, double value) {
            value = nd_structured<T>(static_cast<nd_value<T>>(value), sign * args.structure[k], k);
            return k ? Op::combine(found, value) : value;
        },
        [](double found) { return nd_result<U>(found); });
}

template <class T, class U>
CUPRUM_DEVICE void nd_weighted_tile(const WindowArgs& args) {
    nd_over_tile<T, U, double>(
        args, [&](int k, double found, double value) { return (k ? found : 0) + args.structure[k] * value; },
        [](double found) { return nd_result<U>(found); });
}

/// The network's tile has its own pitch, which is the same but known to the compiler.
template <class T, class U, class Network>
CUPRUM_DEVICE void nd_rank_tile(const WindowArgs& args) {
    using V = nd_value<T>;
    V* memory = (V*)nd_window_memory;
    const nd_tile tile = nd_read_tile<T>(args, memory);
    constexpr int pitch = nd_window_columns + Network::box_x - 1;
    V found[nd_window_each];
    Network::select_rows(memory + threadIdx.x / 32 * nd_window_each * pitch + threadIdx.x % 32, found);
    nd_write_rows<U>(args, tile, [&](int r) { return cast<U>(found[r]); });
}

#define CUPRUM_ND_TILES(name, ...)                                 \
    extern "C" __global__ void __launch_bounds__(cuprum::nd_block) \
        name(const __grid_constant__ cuprum::WindowArgs args) {    \
        __VA_ARGS__(args);                                         \
    }
#define CUPRUM_ND_EXTREMUM_TILE(name, T, U, op) CUPRUM_ND_TILES(name, cuprum::nd_extremum_tile<T, U, cuprum::op>)
#define CUPRUM_ND_STRUCTURE_TILE(name, T, U, op) CUPRUM_ND_TILES(name, cuprum::nd_structure_tile<T, U, cuprum::op>)
#define CUPRUM_ND_WEIGHTED_TILE(name, T, U) CUPRUM_ND_TILES(name, cuprum::nd_weighted_tile<T, U>)
#define CUPRUM_ND_RANK_TILE(name, T, U, network) CUPRUM_ND_TILES(name, cuprum::nd_rank_tile<T, U, cuprum::network>)

}  // namespace cuprum
#endif
