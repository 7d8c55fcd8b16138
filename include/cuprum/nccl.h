// Collective communication between GPUs by NVIDIA's NCCL, found at run time. Where there are GPUs and no NCCL every
// call throws an Error that says how to get it. The devices that a CPU shows communicate within one process, whose
// memory they share: members have threads of their own, or one thread collects their calls between group_start and
// group_end.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "cuprum/error.h"
#include "cuprum/nccl_types.h"
#include "cuprum/python.h"

namespace cuprum::cuda::nccl {

/// A call of NCCL failed. `status` is NCCL's number for the reason.
class NcclError : public Error {
public:
    NcclError(int status, const std::string& message) : Error(message), status(status) {}
    int status;
};

/// Whether NCCL can be loaded.
CUPRUM_TRAITS("named _is_available")
CUPRUM_PYTHON bool is_available();
/// NCCL's version, 22703 for 2.27.3.
CUPRUM_PYTHON int get_version();
/// 128 numbers from -128 to 127 by which processes find each other: made by one, given to all. In C++ they are bytes.
std::string get_unique_id();
/// Collect the calls from here to groupEnd, to start them together.
CUPRUM_TRAITS("named groupStart")
CUPRUM_PYTHON void group_start();
/// Start what was collected.
CUPRUM_TRAITS("named groupEnd, released")
CUPRUM_PYTHON void group_end();
/// Raise NcclError for a status that is not 0.
CUPRUM_PYTHON void check_status(int status);

/// How a group is made.
struct NcclConfig {
    int split_share = 0;  ///< Whether a part of a group shares the whole one's resources.
};

/// A member of a group of GPUs that communicate. Buffers are addresses of device memory, counts are of elements. Copies
/// stand for the same member.
class Communicator {
public:
    /// A member of a group of GPUs: NcclCommunicator(ndev, commId, rank). It returns when all have joined, each on the
    /// device that is current.
    CUPRUM_SIGNATURE("ndev, commId, rank, config=None")
    CUPRUM_TRAITS("named NcclCommunicator, not pickled, released")
    CUPRUM_PYTHON Communicator(int ndev, const std::string& commId, int rank);
    /// A member for each device of this process; a number stands for the first so many.
    CUPRUM_TRAITS("named initAll")
    CUPRUM_PYTHON static std::vector<Communicator> init_all(const std::vector<int>& devices);
    /// The part of the group whose members give the same color, in the order of their keys.
    CUPRUM_TRAITS("named commSplit")
    CUPRUM_PYTHON Communicator split(int color, int key, const NcclConfig* config = nullptr) const;

    /// How many members there are.
    CUPRUM_PYTHON int size() const;
    /// The member's number.
    CUPRUM_TRAITS("named rank_id")
    CUPRUM_PYTHON int rank() const;
    /// The member's device.
    CUPRUM_TRAITS("named device_id")
    CUPRUM_PYTHON int device() const;
    /// NCCL's handle.
    CUPRUM_TRAITS("named comm")
    CUPRUM_PROPERTY void* handle() const;
    /// Leave the group after all work.
    CUPRUM_PYTHON void destroy();
    /// Leave the group at once.
    CUPRUM_PYTHON void abort();
    /// Raise what went wrong meanwhile.
    CUPRUM_PYTHON void check_async_error() const;

    /// Reduce the members' buffers; all get the result.
    CUPRUM_TRAITS("named allReduce")
    CUPRUM_PYTHON void all_reduce(const void* sendbuf, void* recvbuf, std::size_t count, int datatype, int op,
                                  void* stream) const;
    /// Reduce the members' buffers; one gets the result.
    CUPRUM_PYTHON void reduce(const void* sendbuf, void* recvbuf, std::size_t count, int datatype, int op, int root,
                              void* stream) const;
    /// Copy one member's buffer to all.
    CUPRUM_PYTHON void broadcast(const void* sendbuff, void* recvbuff, std::size_t count, int datatype, int root,
                                 void* stream) const;
    /// The same in place.
    CUPRUM_PYTHON void bcast(void* buff, std::size_t count, int datatype, int root, void* stream) const;
    /// Reduce, and give each member a part of the result.
    CUPRUM_TRAITS("named reduceScatter")
    CUPRUM_PYTHON void reduce_scatter(const void* sendbuf, void* recvbuf, std::size_t recvcount, int datatype, int op,
                                      void* stream) const;
    /// Give all members the buffers of all.
    CUPRUM_TRAITS("named allGather")
    CUPRUM_PYTHON void all_gather(const void* sendbuf, void* recvbuf, std::size_t count, int datatype,
                                  void* stream) const;
    /// Send to a member.
    CUPRUM_PYTHON void send(const void* sendbuf, std::size_t count, int datatype, int peer, void* stream) const;
    /// Receive from a member.
    CUPRUM_PYTHON void recv(void* recvbuf, std::size_t count, int datatype, int peer, void* stream) const;

private:
    struct State;
    explicit Communicator(std::shared_ptr<State> state) : state_(std::move(state)) {}
    void* there() const;
    std::shared_ptr<State> state_;
};

}  // namespace cuprum::cuda::nccl
