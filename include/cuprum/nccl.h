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

namespace cuprum::cuda::nccl {

/// A call of NCCL failed. `status` is NCCL's number for the reason.
class NcclError : public Error {
public:
    NcclError(int status, const std::string& message) : Error(message), status(status) {}
    int status;
};

/// Whether NCCL can be loaded.
bool is_available();
/// 22703 for 2.27.3.
int get_version();
/// Bytes by which processes find each other: made by one, given to all.
std::string get_unique_id();
/// Between these two calls are collected and started together.
void group_start();
void group_end();
/// Throws NcclError for a status that is not 0.
void check_status(int status);

/// A member of a group of GPUs that communicate. Buffers are addresses of device memory, counts are of elements. Copies
/// stand for the same member.
class Communicator {
public:
    /// Joins on the current device as number `rank` of `size`; returns when all have joined.
    Communicator(int size, const std::string& unique_id, int rank);
    /// One member for each device of this process.
    static std::vector<Communicator> init_all(const std::vector<int>& devices);
    /// The part of the group whose members call this with the same color, in the order of their keys.
    Communicator split(int color, int key, int split_share = 0) const;

    int size() const;
    int rank() const;
    int device() const;
    void* handle() const;
    /// Leaves the group: `destroy` after all work, `abort` without waiting.
    void destroy();
    void abort();
    /// Throws NcclError where something went wrong meanwhile.
    void check_async_error() const;

    void all_reduce(const void* send, void* receive, std::size_t count, int type, int operation, void* stream) const;
    void reduce(const void* send, void* receive, std::size_t count, int type, int operation, int root,
                void* stream) const;
    void broadcast(const void* send, void* receive, std::size_t count, int type, int root, void* stream) const;
    void bcast(void* buffer, std::size_t count, int type, int root, void* stream) const;
    void reduce_scatter(const void* send, void* receive, std::size_t count, int type, int operation,
                        void* stream) const;
    void all_gather(const void* send, void* receive, std::size_t count, int type, void* stream) const;
    void send(const void* buffer, std::size_t count, int type, int peer, void* stream) const;
    void recv(void* buffer, std::size_t count, int type, int peer, void* stream) const;

private:
    struct State;
    explicit Communicator(std::shared_ptr<State> state) : state_(std::move(state)) {}
    void* there() const;
    std::shared_ptr<State> state_;
};

}  // namespace cuprum::cuda::nccl
