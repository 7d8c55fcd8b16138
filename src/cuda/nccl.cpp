// NCCL through its C interface (nccl_functions.h), which the backend knows.
#include "cuprum/nccl.h"

#include <cstring>
#include <utility>

#include "runtime/services.h"

namespace cuprum::cuda::nccl {

namespace {

using runtime::NcclComm, runtime::NcclUniqueId;

const runtime::NcclFunctions& functions() { return runtime::backend().services().nccl(); }

void check(int status) {
    if (status == 0) return;
    throw NcclError(status, "NCCL_ERROR_" + std::to_string(status) + ": " + functions().ncclGetErrorString(status));
}

}  // namespace

bool is_available() {
    try {
        functions();
        return true;
    } catch (const Error&) {
        return false;
    }
}

int get_version() {
    int version = 0;
    check(functions().ncclGetVersion(&version));
    return version;
}

std::string get_unique_id() {
    NcclUniqueId id;
    check(functions().ncclGetUniqueId(&id));
    return {id.bytes, sizeof id.bytes};
}

void group_start() { check(functions().ncclGroupStart()); }
void group_end() { check(functions().ncclGroupEnd()); }
void check_status(int status) { check(status); }

struct Communicator::State {
    NcclComm comm = nullptr;
    ~State() {
        if (comm) functions().ncclCommDestroy(comm);
    }
};

Communicator::Communicator(int size, const std::string& unique_id, int rank) : state_(std::make_shared<State>()) {
    NcclUniqueId id;
    if (unique_id.size() != sizeof id.bytes)
        throw ValueError("NCCL's unique id has 128 bytes, not " + std::to_string(unique_id.size()) +
                         "; make it with get_unique_id");
    if (size < 1 || rank < 0 || rank >= size)
        throw ValueError("rank " + std::to_string(rank) + " is none of a group of " + std::to_string(size));
    std::memcpy(id.bytes, unique_id.data(), sizeof id.bytes);
    check(functions().ncclCommInitRank(&state_->comm, size, id, rank));
}

std::vector<Communicator> Communicator::init_all(const std::vector<int>& devices) {
    if (devices.empty()) throw ValueError("a group needs devices");
    std::vector<NcclComm> comms(devices.size());
    check(functions().ncclCommInitAll(comms.data(), static_cast<int>(devices.size()), devices.data()));
    std::vector<Communicator> made;
    for (NcclComm comm : comms) {
        auto state = std::make_shared<State>();
        state->comm = comm;
        made.push_back(Communicator(std::move(state)));
    }
    return made;
}

void* Communicator::there() const {
    if (!state_->comm) throw ValueError("this NCCL communicator was destroyed");
    return state_->comm;
}

Communicator Communicator::split(int color, int key, const NcclConfig* config) const {
    runtime::NcclConfig given;
    if (config) given.split_share = config->split_share;
    auto state = std::make_shared<State>();
    check(functions().ncclCommSplit(there(), color, key, &state->comm, &given));
    return Communicator(std::move(state));
}

namespace {

int ask(int (*question)(NcclComm, int*), NcclComm comm) {
    int answer = 0;
    check(question(comm, &answer));
    return answer;
}

}  // namespace

int Communicator::size() const { return ask(functions().ncclCommCount, there()); }
int Communicator::rank() const { return ask(functions().ncclCommUserRank, there()); }
int Communicator::device() const { return ask(functions().ncclCommCuDevice, there()); }
void* Communicator::handle() const { return state_->comm; }
void Communicator::destroy() {
    if (state_->comm) check(functions().ncclCommDestroy(std::exchange(state_->comm, nullptr)));
}
void Communicator::abort() {
    if (state_->comm) check(functions().ncclCommAbort(std::exchange(state_->comm, nullptr)));
}
void Communicator::check_async_error() const { check(ask(functions().ncclCommGetAsyncError, there())); }

void Communicator::all_reduce(const void* send, void* receive, std::size_t count, int type, int operation,
                              void* stream) const {
    check(functions().ncclAllReduce(send, receive, count, type, operation, there(), stream));
}
void Communicator::reduce(const void* send, void* receive, std::size_t count, int type, int operation, int root,
                          void* stream) const {
    check(functions().ncclReduce(send, receive, count, type, operation, root, there(), stream));
}
void Communicator::broadcast(const void* send, void* receive, std::size_t count, int type, int root,
                             void* stream) const {
    check(functions().ncclBroadcast(send, receive, count, type, root, there(), stream));
}
void Communicator::bcast(void* buffer, std::size_t count, int type, int root, void* stream) const {
    check(functions().ncclBcast(buffer, count, type, root, there(), stream));
}
void Communicator::reduce_scatter(const void* send, void* receive, std::size_t count, int type, int operation,
                                  void* stream) const {
    check(functions().ncclReduceScatter(send, receive, count, type, operation, there(), stream));
}
void Communicator::all_gather(const void* send, void* receive, std::size_t count, int type, void* stream) const {
    check(functions().ncclAllGather(send, receive, count, type, there(), stream));
}
void Communicator::send(const void* buffer, std::size_t count, int type, int peer, void* stream) const {
    check(functions().ncclSend(buffer, count, type, peer, there(), stream));
}
void Communicator::recv(void* buffer, std::size_t count, int type, int peer, void* stream) const {
    check(functions().ncclRecv(buffer, count, type, peer, there(), stream));
}

}  // namespace cuprum::cuda::nccl
