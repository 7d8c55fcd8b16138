// Groups of processes that compute together: NCCL between GPUs; shared memory or TCP between CPUs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/cuda.h"
#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::distributed {

/// How the ranks of a group find each other: a function that all ranks call together, and which gives each of them what
/// all have said. MPI's allgather is one.
using Exchange = std::function<std::vector<std::string>(const std::string& mine)>;

/// An exchange between the processes of a group that goes on while this process computes.
///
/// Until `wait` returns, the group makes no other call, what is sent may not be written to, and what is received may
/// neither be read nor written to.
class PendingExchange {
public:
    PendingExchange(PendingExchange&&) noexcept;
    PendingExchange& operator=(PendingExchange&&) noexcept;
    /// Waits, and drops the error if there is one.
    ~PendingExchange();
    /// Work that the current stream gets from now on finds the arrays received. Throws what went wrong.
    void wait();

private:
    friend class ProcessGroup;
    struct Impl;
    explicit PendingExchange(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// The members of a group, one a process. Each process has a rank from 0 to size - 1, and all make the same calls in
/// the same order.
///
/// Arrays must be C- or F-contiguous and lie on the current device. All ranks give the same dtypes and sizes; where
/// they do not, every rank of a group on CPUs throws ValueError. A process that ends, or that does not answer within
/// CUPRUM_DISTRIBUTED_TIMEOUT seconds, is an Error on all that wait for it. Dtypes: those of NCCL and complex numbers;
/// between CPUs also bool and 16-bit integers. Operations: "sum", "prod", "min", "max"; complex numbers have "sum"
/// alone.
///
/// Example:
///     cuprum::distributed::ProcessGroup group(2, rank);
///     cuprum::ndarray total = cuprum::empty_like(part);
///     group.all_reduce(part, total, "sum");
class ProcessGroup {
public:
    /// Joins. Rank 0 serves on `host` and `port`; the others connect to it. Returns when all ranks are there.
    ///
    /// Parameters
    ///     size: number of ranks.
    ///     rank: this process's.
    ///     host: an address of rank 0's machine. Other than loopback ones need CUPRUM_DISTRIBUTED_SECRET to be set, to
    ///         the same for all ranks.
    ///     port: a free port there.
    CUPRUM_TRAITS("not pickled, of no device")
    CUPRUM_PYTHON ProcessGroup(int size, int rank, const std::string& host = "127.0.0.1", int port = 13333);
    /// Joins by another way of finding the others.
    ProcessGroup(int size, int rank, Exchange exchange);
    ProcessGroup(ProcessGroup&&) noexcept;
    ~ProcessGroup();

    /// Number of ranks.
    CUPRUM_PROPERTY int size() const;
    /// Number of this process.
    CUPRUM_PROPERTY int rank() const;

    /// `out_array` of each rank becomes the sum (product, ...) of all ranks' `in_array`. They may be the same array.
    CUPRUM_PYTHON void all_reduce(const ndarray& in_array, const ndarray& out_array, std::string_view op = "sum",
                                  const std::optional<cuda::Stream>& stream = {});
    /// The same on the rank `root` alone.
    CUPRUM_PYTHON void reduce(const ndarray& in_array, const ndarray& out_array, int root = 0,
                              std::string_view op = "sum", const std::optional<cuda::Stream>& stream = {});
    /// The root's array is copied to all.
    CUPRUM_PYTHON void broadcast(const ndarray& in_out_array, int root = 0,
                                 const std::optional<cuda::Stream>& stream = {});
    /// `in_array` of all ranks, of size() * count elements, are reduced; rank r gets the r-th piece of `count`.
    CUPRUM_PYTHON void reduce_scatter(const ndarray& in_array, const ndarray& out_array, std::int64_t count,
                                      std::string_view op = "sum", const std::optional<cuda::Stream>& stream = {});
    /// `count` elements of each rank, one behind the other, go to all ranks.
    CUPRUM_PYTHON void all_gather(const ndarray& in_array, const ndarray& out_array, std::int64_t count,
                                  const std::optional<cuda::Stream>& stream = {});
    /// Sends to a rank, which calls `recv`.
    CUPRUM_PYTHON void send(const ndarray& array, int peer, const std::optional<cuda::Stream>& stream = {});
    /// Receives from a rank, which calls `send`.
    CUPRUM_PYTHON void recv(const ndarray& out_array, int peer, const std::optional<cuda::Stream>& stream = {});
    /// Sends to a rank and receives from the same one.
    CUPRUM_PYTHON void send_recv(const ndarray& in_array, const ndarray& out_array, int peer,
                                 const std::optional<cuda::Stream>& stream = {});
    /// `in_array`, whose first axis has size() elements, is shared out by the root: rank r gets in_array[r].
    CUPRUM_PYTHON void scatter(const ndarray& in_array, const ndarray& out_array, int root = 0,
                               const std::optional<cuda::Stream>& stream = {});
    /// `out_array[r]` of the root becomes `in_array` of rank r.
    CUPRUM_PYTHON void gather(const ndarray& in_array, const ndarray& out_array, int root = 0,
                              const std::optional<cuda::Stream>& stream = {});
    /// `out_array[r]` of each rank becomes `in_array[rank]` of rank r.
    CUPRUM_PYTHON void all_to_all(const ndarray& in_array, const ndarray& out_array,
                                  const std::optional<cuda::Stream>& stream = {});
    /// `in[r]` of each rank becomes `out[rank]` of rank r, which has its dtype and number of elements; these may differ
    /// from rank to rank, and arrays without elements are not sent. All ranks give the same `plan`, or each of them
    /// throws ValueError.
    void exchange(std::span<const ndarray> in, std::span<const ndarray> out, std::int64_t plan = 0);
    /// Starts the same. On CPUs a thread carries the data, on GPUs a stream of its own.
    ///
    /// Example:
    ///     auto pending = group.start_exchange(edges, halos);
    ///     work_on_the_interior();
    ///     pending.wait();
    PendingExchange start_exchange(std::span<const ndarray> in, std::span<const ndarray> out, std::int64_t plan = 0);
    /// Returns when all ranks are here.
    CUPRUM_PYTHON void barrier();
    /// Leaves the group. Whoever still waits for this rank gets an Error.
    CUPRUM_PYTHON void stop();

    /// Messages that this rank has sent to others; 0 where NCCL carries them.
    CUPRUM_PROPERTY std::size_t messages_sent() const;
    /// Bytes of these messages.
    CUPRUM_PROPERTY std::size_t bytes_sent() const;

    struct Impl;

private:
    Impl& there() const;
    std::unique_ptr<Impl> impl_;
};

}  // namespace cuprum::distributed
