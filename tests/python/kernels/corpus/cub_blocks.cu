// CUB's block and warp classes.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

struct Larger {
    template <class T>
    __device__ T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};

extern "C" __global__ void block_sums(const float* in, float* sums, float* largest, int n) {
    typedef cub::BlockReduce<float, 128> BlockReduce;
    __shared__ typename BlockReduce::TempStorage storage;
    const int i = blockIdx.x * 128 + threadIdx.x;
    const float value = i < n ? in[i] : 0;
    const float sum = BlockReduce(storage).Sum(value);
    __syncthreads();
    const int valid = min(128, n - (int)blockIdx.x * 128);
    const float most = BlockReduce(storage).Reduce(value, Larger(), valid);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        largest[blockIdx.x] = most;
    }
}

extern "C" __global__ void block_reduce_2d(const int* in, int* sums) {
    typedef cub::BlockReduce<int, 16, cub::BLOCK_REDUCE_RAKING, 8, 2> BlockReduce;
    __shared__ BlockReduce::TempStorage storage;
    const int rank = (threadIdx.z * 8 + threadIdx.y) * 16 + threadIdx.x;
    int items[3];
    for (int k = 0; k < 3; ++k) items[k] = in[(blockIdx.x * 256 + rank) * 3 + k];
    const int sum = BlockReduce(storage).Sum(items);
    if (rank == 0) sums[blockIdx.x] = sum;
}

// What came before, carried from tile to tile.
struct Running {
    int total;
    __device__ int operator()(int tile) {
        const int before = total;
        total += tile;
        return before;
    }
};

extern "C" __global__ void long_scan(const int* in, int* out, int n) {
    typedef cub::BlockScan<int, 64> BlockScan;
    __shared__ BlockScan::TempStorage storage;
    Running running = {0};
    for (int start = 0; start < n; start += 64) {
        const int i = start + threadIdx.x;
        int value = i < n ? in[i] : 0;
        BlockScan(storage).ExclusiveSum(value, value, running);
        __syncthreads();
        if (i < n) out[i] = value;
    }
}

extern "C" __global__ void block_scans(const int* in, int* out) {
    typedef cub::BlockScan<int, 128, cub::BLOCK_SCAN_WARP_SCANS> BlockScan;
    __shared__ BlockScan::TempStorage storage;
    const int t = threadIdx.x;
    int inclusive, exclusive, largest, total, items[4], scanned[4];
    BlockScan(storage).InclusiveSum(in[t], inclusive);
    __syncthreads();
    BlockScan(storage).ExclusiveSum(in[t], exclusive, total);
    __syncthreads();
    BlockScan(storage).ExclusiveScan(in[t], largest, -1, Larger());
    __syncthreads();
    for (int k = 0; k < 4; ++k) items[k] = in[4 * t + k];
    BlockScan(storage).InclusiveSum(items, scanned);
    __syncthreads();
    BlockScan(storage).InclusiveScan(items, items, Larger());
    int* row = out + 12 * t;
    row[0] = inclusive;
    row[1] = exclusive;
    row[2] = largest;
    row[3] = total;
    for (int k = 0; k < 4; ++k) {
        row[4 + k] = scanned[k];
        row[8 + k] = items[k];
    }
}

extern "C" __global__ void warp_collectives(const int* in, const int* flags, int* out) {
    typedef cub::WarpReduce<int> WarpReduce;
    typedef cub::WarpScan<int, 16> WarpScan;
    __shared__ WarpReduce::TempStorage reduce[4];
    __shared__ WarpScan::TempStorage scan[8];
    const int t = threadIdx.x, warp = t / 32, value = in[t];
    int* row = out + 8 * t;
    const int sum = WarpReduce(reduce[warp]).Sum(value);
    const int most = WarpReduce(reduce[warp]).Reduce(value, Larger());
    const int head = WarpReduce(reduce[warp]).HeadSegmentedSum(value, flags[t]);
    const int few = WarpReduce(reduce[warp]).Sum(value, 20);
    row[0] = t % 32 == 0 ? sum : 0;
    row[1] = t % 32 == 0 ? most : 0;
    row[2] = t % 32 == 0 || flags[t] ? head : 0;
    row[3] = t % 32 == 0 ? few : 0;
    WarpScan(scan[t / 16]).InclusiveSum(value, row[4]);
    WarpScan(scan[t / 16]).ExclusiveScan(value, row[5], 7, Larger());
    row[6] = WarpScan(scan[t / 16]).Broadcast(value, 3);
    WarpScan(scan[t / 16]).ExclusiveSum(value, row[7]);
}
