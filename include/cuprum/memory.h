// Device and host memory: blocks, the pools that lend them, and what may stand in for the pools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cuprum/block.h"
#include "cuprum/python.h"

namespace cuprum::cuda {

/// Lends blocks of the current device's memory. May be called from any thread.
class Allocator {
public:
    virtual ~Allocator() = default;
    /// A block of at least `bytes` bytes, to be used in the order of `stream`; nothing for zero bytes.
    /// Throws OutOfMemoryError.
    virtual BlockRef allocate(std::size_t bytes, StreamHandle stream) = 0;
    /// Memory of the current device, to be used in the order of the current stream.
    CUPRUM_PYTHON BlockRef malloc(std::size_t size);
};

/// Where a pool or a DirectAllocator takes raw memory from; by default the backend's allocate and free. `allocate`
/// throws OutOfMemoryError when there is none left; `free` must not throw.
struct MemorySource {
    std::function<void*(int device, std::size_t bytes)> allocate;
    std::function<void(int device, void* pointer)> free;
};

/// Keeps freed memory for the next request, with an arena for each device and stream.
///
/// Requests are rounded up to 512 bytes and served by the smallest free block that fits, which is split; freed
/// neighbours merge. Memory of the backend grows in place, so blocks merge whatever they were asked for as; that of a
/// `source` comes in segments. Statistics are those of the current device. A large free block (32 MiB and more) is not
/// split for a request of less than a 64th of it. Before the pool holds more than 1.25 times what was in use lately and
/// 32 MiB, and when memory runs short, unused memory goes back to the device.
class MemoryPool final : public Allocator {
public:
    /// Keeps freed memory of the devices for the next request. Statistics and limits are those of the current device.
    ///
    /// Example
    ///     >>> pool = cp.cuda.MemoryPool()
    ///     >>> with cp.cuda.using_allocator(pool.malloc):
    ///     ...     a = cp.zeros(1000)
    ///     >>> pool.used_bytes() >= a.nbytes
    ///     True
    CUPRUM_TRAITS("not pickled, released")
    CUPRUM_PYTHON explicit MemoryPool(MemorySource allocator = {});
    /// Blocks still lent stay valid.
    ~MemoryPool() override;

    BlockRef allocate(std::size_t bytes, StreamHandle stream) override;

    /// Bytes in use.
    CUPRUM_PYTHON std::size_t used_bytes() const;
    /// Bytes that are kept for the next request.
    CUPRUM_PYTHON std::size_t free_bytes() const;
    /// Bytes that the pool holds.
    CUPRUM_PYTHON std::size_t total_bytes() const;
    /// Blocks that are kept for the next request.
    CUPRUM_PYTHON std::size_t n_free_blocks() const;

    /// Give what is kept back to the device: of one stream, or of all. A piece that is in use in part stays.
    CUPRUM_TRAITS("also free_all_free")
    CUPRUM_PYTHON void free_all_blocks(std::optional<StreamHandle> stream = {});

    /// Limit what the pool may hold on the current device: in bytes, or as a fraction of the device's memory; 0 or
    /// nothing lifts the limit. CUPRUM_GPU_MEMORY_LIMIT ("4294967296" or "50%") sets the limit that a pool starts with.
    CUPRUM_PYTHON void set_limit(std::optional<std::int64_t> size = {}, std::optional<double> fraction = {});
    /// The limit in bytes; 0 where there is none.
    CUPRUM_PYTHON std::size_t get_limit() const;

    struct State;

private:
    std::unique_ptr<State> state_;
};

/// Takes each block from the device and gives it straight back: no pool.
class DirectAllocator : public Allocator {
public:
    explicit DirectAllocator(MemorySource source = {});
    BlockRef allocate(std::size_t bytes, StreamHandle stream) override;

private:
    std::shared_ptr<const MemorySource> source_;
};

/// Functions of C that lend memory, as other libraries have them: `allocate(param, bytes, device)` returns null when
/// there is none left.
struct CAllocationFunctions {
    void* param = nullptr;
    void* (*allocate)(void* param, std::size_t bytes, int device) = nullptr;
    void (*free)(void* param, void* pointer, int device) = nullptr;
    std::shared_ptr<void> owner;  ///< Kept as long as memory is lent.
};
/// The functions as a source for a pool or a DirectAllocator. Throws ValueError where one is missing.
MemorySource c_source(CAllocationFunctions functions);

/// Memory that the host and all devices reach at one address, moved to where it is used: for a pool, or by itself.
/// Throws CUDARuntimeError where the device has none.
MemorySource managed_source();
BlockRef malloc_managed(std::size_t bytes);
/// Moves managed memory to a device, or to the host for -1, in the order of `stream`.
void prefetch(const BlockRef& managed, StreamHandle stream, std::optional<int> device = {});
/// Says how managed memory will be used, by the numbers of CUDA's cudaMemoryAdvise.
void advise(const BlockRef& managed, int advice, int device);

/// Lends memory of the driver's own pools, which is taken and given back in the order of a stream.
class MemoryAsyncPool final : public Allocator {
public:
    /// Allocates memory of the driver's own pools, in the order of a stream. Statistics are those of the current
    /// device's pool, all of its users together.
    ///
    /// Parameters
    ///     pool_handles: a pool of the driver for each device, null for its default one; by default those that are
    ///     current. In Python also 'current' or 'default', for all devices or for each.
    CUPRUM_TRAITS("not pickled, released")
    CUPRUM_PYTHON explicit MemoryAsyncPool(const std::vector<void*>& pool_handles = current_pools());
    /// The pools of the driver that the devices use.
    static std::vector<void*> current_pools();
    ~MemoryAsyncPool() override;

    BlockRef allocate(std::size_t bytes, StreamHandle stream) override;

    /// Bytes in use.
    CUPRUM_PYTHON std::size_t used_bytes() const;
    /// Bytes that are kept for the next request.
    CUPRUM_PYTHON std::size_t free_bytes() const;
    /// Bytes that the pool holds.
    CUPRUM_PYTHON std::size_t total_bytes() const;
    /// The driver does not tell this: throws NotSupportedError.
    CUPRUM_PYTHON std::size_t n_free_blocks() const;
    /// Wait for a stream, the current one by default, and give what is kept back to the device.
    CUPRUM_PYTHON void free_all_blocks(std::optional<StreamHandle> stream = {});
    /// Limit what is in use on the current device, in bytes or as a fraction of the device's memory; 0 lifts the
    /// limit.
    CUPRUM_PYTHON void set_limit(std::optional<std::int64_t> size = {}, std::optional<double> fraction = {});
    /// The limit in bytes; 0 where there is none.
    CUPRUM_PYTHON std::size_t get_limit() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};
/// Memory of the current device from its current pool of the driver.
BlockRef malloc_async(std::size_t bytes, StreamHandle stream);

/// A block of page-locked memory of the host.
using PinnedBlock = BlockRef;

/// Lends page-locked memory of the host. May be called from any thread.
class PinnedAllocator {
public:
    virtual ~PinnedAllocator() = default;
    /// A block of at least `bytes` bytes; nothing for zero bytes. Whoever starts an asynchronous copy must hold it
    /// until the copy is done, or say on which stream it is (`Block::used_on`).
    virtual BlockRef allocate(std::size_t bytes) = 0;
};

/// Where a pool of page-locked memory takes it from; by default the backend's.
struct PinnedSource {
    std::function<void*(std::size_t bytes)> allocate;
    std::function<void(void* pointer)> free;
};

/// Page-locked memory without a pool. `flags` are CUDA's: 1 for all devices, 2 mapped, 4 write-combined.
BlockRef pinned_memory(std::size_t bytes, unsigned flags = 0);

/// Keeps page-locked memory of the host, which devices copy from and to at full speed.
class PinnedMemoryPool final : public PinnedAllocator {
public:
    /// Keeps page-locked memory of the host, which devices copy from and to at full speed.
    CUPRUM_TRAITS("not pickled, released")
    CUPRUM_PYTHON explicit PinnedMemoryPool(PinnedSource allocator = {});
    /// Blocks still lent stay valid.
    ~PinnedMemoryPool() override;
    BlockRef allocate(std::size_t bytes) override;
    /// Memory from the pool.
    CUPRUM_PYTHON PinnedBlock malloc(std::size_t size) { return allocate(size); }
    /// Blocks that are kept, those that a copy may still be using among them.
    CUPRUM_PYTHON std::size_t n_free_blocks() const;
    /// Give what is kept back to the host.
    CUPRUM_PYTHON void free_all_blocks();

    struct State;

private:
    std::shared_ptr<State> state_;
};

/// Says that work given to `stream` reads or writes host memory at `address`. Where that lies in a block of page-locked
/// memory, the block is lent to nobody else before the work is done.
void note_pinned_use(const void* address, StreamHandle stream);

/// The pools that everything uses unless told otherwise. They live until the process ends.
MemoryPool& default_memory_pool();
PinnedMemoryPool& default_pinned_memory_pool();

/// Memory of the current device, from the current allocator, in the current stream's order.
BlockRef allocate(std::size_t bytes);
/// Page-locked memory of the host, from the current allocator for it.
BlockRef allocate_pinned(std::size_t bytes);
/// Makes all threads take page-locked memory from `allocator`; null means the default pool. It is kept from then on.
void set_pinned_memory_allocator(std::shared_ptr<PinnedAllocator> allocator);

/// Makes every thread allocate from `allocator`; null means the default pool. It is kept alive from then on, since
/// another thread may be inside it when it is replaced.
void set_allocator(std::shared_ptr<Allocator> allocator);
/// The calling thread's allocator.
Allocator& get_allocator();

/// Makes the calling thread allocate from `allocator` while the guard lives; null means the default pool.
class AllocatorGuard {
public:
    explicit AllocatorGuard(std::shared_ptr<Allocator> allocator);
    ~AllocatorGuard();
    AllocatorGuard(const AllocatorGuard&) = delete;
    AllocatorGuard& operator=(const AllocatorGuard&) = delete;

private:
    std::shared_ptr<Allocator> allocator_;
    Allocator* previous_;
};

/// Names something that frees memory held by garbage (Python's collector). It is called before an allocation fails,
/// with no lock held.
void set_collector(std::function<void()> collector);

/// What a MemoryHook is told. Fields that are not known yet are zero.
struct MemoryEvent {
    int device = 0;
    std::size_t size = 0;      ///< Bytes asked for.
    std::size_t mem_size = 0;  ///< Bytes lent.
    void* pointer = nullptr;
    const Block* block = nullptr;  ///< Tells blocks apart.
};

/// Watches the calling thread's allocations while registered. `malloc` is a request to a pool, `alloc` one from a pool
/// to the device. What the free_ functions throw is lost.
class MemoryHook {
public:
    virtual ~MemoryHook() = default;
    virtual void alloc_preprocess(const MemoryEvent&) {}
    virtual void alloc_postprocess(const MemoryEvent&) {}
    virtual void malloc_preprocess(const MemoryEvent&) {}
    virtual void malloc_postprocess(const MemoryEvent&) {}
    virtual void free_preprocess(const MemoryEvent&) {}
    virtual void free_postprocess(const MemoryEvent&) {}
};

/// The hook must live until it is removed by the same thread.
void add_memory_hook(MemoryHook& hook);
void remove_memory_hook(MemoryHook& hook);

}  // namespace cuprum::cuda
