#include "runtime/peer_order.h"

#include <cstdint>
#include <utility>

#include "runtime/context.h"
#include "runtime/on_device.h"
#include "runtime/stream_uses.h"
#include "runtime/thread_streams.h"

namespace cuprum::runtime {

namespace {

constexpr int bits = 64;

// `later` on one device waits for what `earlier` was given on another.
void order(int earlier_device, StreamHandle earlier, int later_device, StreamHandle later) {
    const MarkRef end = end_of_work(earlier_device, earlier);
    const OnDevice scope(later_device);
    backend().wait_event(later, end->event);
}

}  // namespace

void order_after_peer(int peer) {
    order(peer, thread_stream(peer), context.device, context.stream);
    context.peers |= std::uint64_t{1} << peer % bits;
}

void order_peers_after() {
    const std::uint64_t peers = std::exchange(context.peers, 0);
    for (int device = 0; device < backend().device_count(); ++device)
        if (device != context.device && peers >> device % bits & 1)
            order(context.device, context.stream, device, thread_stream(device));
}

}  // namespace cuprum::runtime
