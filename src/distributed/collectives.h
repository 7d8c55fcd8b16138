// What a group does, as its members see it: typed memory, numbers of elements and ranks.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

#include "cuprum/cuda.h"
#include "cuprum/ndarray.h"
#include "distributed/transport.h"

namespace cuprum::distributed {

enum class Operation { sum, prod, min, max };

/// Arrays are contiguous, and flat where they have more elements than one: their order in memory is the order of
/// elements.
class Collectives {
public:
    virtual ~Collectives() = default;
    virtual void all_reduce(const ndarray& in, const ndarray& out, Operation operation) = 0;
    virtual void reduce(const ndarray& in, const ndarray& out, int root, Operation operation) = 0;
    virtual void broadcast(const ndarray& in_out, int root) = 0;
    virtual void reduce_scatter(const ndarray& in, const ndarray& out, std::int64_t count, Operation operation) = 0;
    virtual void all_gather(const ndarray& in, const ndarray& out, std::int64_t count) = 0;
    virtual void send(const ndarray& array, int peer) = 0;
    virtual void recv(const ndarray& out, int peer) = 0;
    virtual void send_recv(const ndarray& in, const ndarray& out, int peer) = 0;
    virtual void scatter(const ndarray& in, const ndarray& out, int root) = 0;
    virtual void gather(const ndarray& in, const ndarray& out, int root) = 0;
    virtual void all_to_all(const ndarray& in, const ndarray& out) = 0;
    /// Starts to send `in[r]` to rank r and to receive `out[r]` from it. The function that it returns waits; the arrays
    /// live until it has been called.
    virtual std::function<void()> start_exchange(std::span<const ndarray> in, std::span<const ndarray> out,
                                                 std::int64_t plan) = 0;
    /// False where the exchange by which the group was formed is the quicker way to wait for all.
    virtual bool barrier() { return false; }
    virtual std::size_t messages() const { return 0; }
    virtual std::size_t bytes() const { return 0; }
};

/// Of processes whose host reaches the memory of arrays.
std::unique_ptr<Collectives> host_collectives(std::unique_ptr<Transport> transport);
/// Of processes that NCCL connects.
std::unique_ptr<Collectives> nccl_collectives(int size, int rank, const Exchange& exchange);

}  // namespace cuprum::distributed
