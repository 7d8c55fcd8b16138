#include "kernel/engine/fetch.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "cuprum/engine/fetch_args.h"
#include "cuprum/error.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "runtime/context.h"
#include "runtime/services.h"
#include "runtime/thread_streams.h"
#include "runtime/timeline.h"

namespace cuprum::kernel {
namespace {

// Measured on an H200 with nothing else to do: the kernel brings 8 bytes in 6.6 us and 4000 in 8.0, a copy to
// page-locked memory in 7.3 and 7.6, one to other memory in 9.1 and 11.9. After a kernel of the same stream the copy is
// 1 us slower than the kernel.
constexpr std::size_t most_of_kernel = 2048;

// Above the least chunk the host copies one chunk while the device copies the next.
constexpr std::size_t least_chunk = std::size_t{64} << 10, most_of_chunk = std::size_t{256} << 10,
                      most_bytes = std::size_t{2} << 20;

/// Where a thread's bytes arrive.
struct Mailbox {
    static constexpr std::size_t piece_bytes = most_of_kernel / 4 * sizeof(FetchPiece);
    cuda::BlockRef memory = cuda::pinned_memory(piece_bytes + 2 * most_of_chunk);
    std::vector<std::array<runtime::EventHandle, 2>> events;  ///< Of each device, for each chunk.
    unsigned last_ticket = 0;

    Mailbox() { std::memset(memory.pointer(), 0, piece_bytes); }

    FetchPiece* pieces() const { return static_cast<FetchPiece*>(memory.pointer()); }
    /// Apart from the pieces: what a copy leaves must not look like one.
    char* chunk(std::size_t number) const {
        return static_cast<char*>(memory.pointer()) + piece_bytes + number % 2 * most_of_chunk;
    }

    unsigned ticket() {
        if (++last_ticket == 0) std::memset(memory.pointer(), 0, piece_bytes), ++last_ticket;  // numbers come again
        return last_ticket;
    }

    runtime::EventHandle event(std::size_t chunk) {
        const auto device = static_cast<std::size_t>(runtime::context.device);
        if (events.size() <= device) events.resize(device + 1);
        runtime::EventHandle& event = events[device][chunk % 2];
        if (!event) event = runtime::backend().create_event(runtime::context.device, false, false);
        return event;
    }
};

// Those of threads that have ended serve the next.
struct IdleMailboxes {
    std::mutex mutex;
    std::vector<std::unique_ptr<Mailbox>> boxes;
};
IdleMailboxes& idle() {
    static auto& instance = *new IdleMailboxes;  // never destroyed: a thread may end after everything else
    return instance;
}

Mailbox& mailbox() {
    struct OfThread {
        std::unique_ptr<Mailbox> box;
        ~OfThread() {
            if (!box) return;
            std::lock_guard guard(idle().mutex);
            idle().boxes.push_back(std::move(box));
        }
    };
    thread_local OfThread own;
    if (!own.box) {
        {
            std::lock_guard guard(idle().mutex);
            if (!idle().boxes.empty()) {
                own.box = std::move(idle().boxes.back());
                idle().boxes.pop_back();
            }
        }
        if (!own.box) own.box = std::make_unique<Mailbox>();
    }
    return *own.box;
}

void pause() {
#if defined(__x86_64__)
    _mm_pause();
#else
    std::this_thread::yield();
#endif
}

// How often to look before the driver is asked to wait: it notices later than who looks, but also why nothing comes.
constexpr int patience = 4000, patience_with_driver = 400;

void fetch_by_kernel(Mailbox& box, void* target, const void* source, std::size_t bytes) {
    static FunctionSlot slot;
    auto function = slot.get(fetch_source);
    const auto stream = runtime::context.stream;
    const FetchArgs args{static_cast<const unsigned char*>(source), box.pieces(), static_cast<unsigned>(bytes),
                         box.ticket()};
    const auto count = static_cast<std::uint32_t>((bytes + 3) / 4);
    runtime::Launch launch;
    launch.block[0] = std::min<std::uint32_t>((count + 31) / 32 * 32, fetch_threads);
    DataAccess().launch(function, launch, args);

    unsigned words[most_of_kernel / 4];
    int looks = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::atomic_ref piece(box.pieces()[i]);
        FetchPiece seen;
        while ((seen = piece.load(std::memory_order_relaxed)).ticket != args.ticket) {
            if (++looks == patience) runtime::backend().synchronize_stream(stream);
            if (looks == 2 * patience)
                throw CUDARuntimeError(999, "a result that the device has written did not reach the host");
            pause();
        }
        words[i] = seen.data;
    }
    std::memcpy(target, words, bytes);
}

void wait(runtime::EventHandle event) {
    runtime::Backend& backend = runtime::backend();
    for (int looks = 0; !backend.query_event(event); pause())
        if (++looks == patience_with_driver) return backend.synchronize_event(event);
}

void fetch_by_copy(Mailbox& box, void* target, const void* source, std::size_t bytes) {
    runtime::Backend& backend = runtime::backend();
    const auto stream = runtime::context.stream;
    const std::size_t chunk = std::clamp((bytes / 2 + 4095) / 4096 * 4096, least_chunk, most_of_chunk);
    const std::size_t count = (bytes + chunk - 1) / chunk;
    const auto size = [&](std::size_t i) { return std::min(chunk, bytes - i * chunk); };
    const auto start = [&](std::size_t i) {
        if (i >= count) return;
        backend.copy(box.chunk(i), static_cast<const char*>(source) + i * chunk, size(i),
                     runtime::CopyKind::device_to_host, stream);
        backend.record_event(box.event(i),
                             stream);  // Not the stream is asked, which other threads may go on giving work.
    };
    start(0);
    start(1);
    for (std::size_t i = 0; i < count; ++i) {
        wait(box.event(i));
        std::memcpy(static_cast<char*>(target) + i * chunk, box.chunk(i), size(i));
        start(i + 2);
    }
}

}  // namespace

KernelSource fetch_source() {
    return {"cuprum_fetch", "#include <cuprum/engine/fetch.h>\nCUPRUM_FETCH(cuprum_fetch)\n", {}};
}

bool fetch(void* target, const void* source, std::size_t bytes) {
    const runtime::Context& context = runtime::context;
    if (bytes > most_bytes || runtime::device_traits().host_reads_memory) return false;
    // Nobody could wait for what a graph does later; and who watches is to see a copy.
    if (context.capture || runtime::watching.load(std::memory_order_relaxed)) return false;
    const runtime::StreamHandle stream = runtime::named(context.stream);
    if (stream && runtime::backend().services().is_capturing(stream)) return false;
    (bytes <= most_of_kernel ? fetch_by_kernel : fetch_by_copy)(mailbox(), target, source, bytes);
    return true;
}

}  // namespace cuprum::kernel
