// Kernels that use another device's memory, in order with that device's own work. Each device has streams of its own,
// so without these waits a kernel could read what a peer has not written yet.
#pragma once

namespace cuprum::runtime {

/// Work that the current stream is about to be given uses memory of `peer`: it waits for what the calling thread gave
/// to the peer's current stream before.
void order_after_peer(int peer);

/// What the calling thread gives to such peers from now on waits for the current stream's work. `evaluate_waiting` asks
/// for it, which comes before each change of the device or the stream.
void order_peers_after();

}  // namespace cuprum::runtime
