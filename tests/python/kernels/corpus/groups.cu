// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void tile_sums(const int* in, int* out) {
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<8>(block);
    const int i = blockIdx.x * blockDim.x + block.thread_rank();
    int sum = in[i];
    for (int distance = tile.size() / 2; distance > 0; distance /= 2) sum += tile.shfl_down(sum, distance);
    if (tile.thread_rank() == 0) out[blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()] = sum;
}

extern "C" __global__ void group_collectives(const int* in, int* out) {
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const auto four = cg::tiled_partition<4>(warp);
    const int i = block.thread_rank(), value = in[i];
    int* row = out + 10 * i;
    row[0] = cg::reduce(warp, value, cg::plus<int>());
    row[1] = cg::reduce(four, value, cg::greater<int>());
    row[2] = cg::inclusive_scan(warp, value);
    row[3] = cg::exclusive_scan(four, value, cg::plus<int>());
    row[4] = warp.shfl(value, 5);
    row[5] = four.shfl_xor(value, 1);
    row[6] = four.any(value > 50) + 2 * four.all(value > 10) + 4 * (int)four.ballot(value & 1);
    row[7] = four.meta_group_rank() * 100 + four.meta_group_size();
    row[8] = warp.shfl_up(value, 2) - four.shfl_down(value, 1);
    row[9] = four.match_any(value / 50);
    cg::sync(block);
}

// Threads that come together count together.
extern "C" __global__ void aggregated_filter(const int* in, int* out, int* count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 2) {
        const cg::coalesced_group active = cg::coalesced_threads();
        int start = 0;
        if (active.thread_rank() == 0) start = atomicAdd(count, active.size());
        out[active.shfl(start, 0) + active.thread_rank()] = in[i];
    }
}

struct Pair {
    double value;
    int index;
    float weight;
};

extern "C" __global__ void shuffle_structs(const double* in, double* values, int* indices) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    Pair pair = {in[threadIdx.x], (int)threadIdx.x, 0};
    for (int distance = 16; distance; distance /= 2) {
        const Pair other = warp.shfl_xor(pair, distance);
        if (other.value < pair.value || (other.value == pair.value && other.index < pair.index)) pair = other;
    }
    values[threadIdx.x] = pair.value;
    indices[threadIdx.x] = pair.index;
}

extern "C" __global__ void partitions(const int* in, int* sizes, int* ranks) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto same = cg::labeled_partition(warp, in[threadIdx.x]);
    const auto half = cg::binary_partition(warp, in[threadIdx.x] > 1);
    sizes[threadIdx.x] = same.size() * 100 + half.size();
    ranks[threadIdx.x] = same.thread_rank() * 100 + half.thread_rank();
}

__device__ int sum_group(cg::thread_group group, int* shared, int value) {
    const int lane = group.thread_rank();
    for (int half = group.size() / 2; half > 0; half /= 2) {
        shared[lane] = value;
        group.sync();
        if (lane < half) value += shared[lane + half];
        group.sync();
    }
    return value;
}

extern "C" __global__ void any_group(const int* in, int* out) {
    __shared__ int shared[128];
    const auto block = cg::this_thread_block();
    int sum = sum_group(block, shared, in[threadIdx.x]);
    if (threadIdx.x == 0) out[0] = sum;
    block.sync();
    const auto tile = cg::tiled_partition<16>(block);
    sum = sum_group(tile, shared + tile.meta_group_rank() * 16, in[threadIdx.x]);
    if (tile.thread_rank() == 0) out[1 + tile.meta_group_rank()] = sum;
    if (threadIdx.x == 0) out[9] = (int)cg::this_grid().size();
}
