// NCCL through its C interface, declared here by what NVIDIA documents of it, so that its header is not needed to
// build.
#include "cuprum/nccl.h"

#include <climits>
#include <cstring>
#include <type_traits>

#include "cuprum/cuda.h"

#ifdef CUPRUM_WITH_CUDA
#include "backend/cuda/library.h"
#endif

namespace cuprum::cuda::nccl {

namespace {

struct UniqueId {
    char bytes[128];
};

// As of NCCL 2.18; later versions take it by its size.
struct Config {
    std::size_t size = sizeof(Config);
    unsigned magic = 0xcafebeef, version = 21800;
    int blocking = INT_MIN, cga_cluster_size = INT_MIN, min_ctas = INT_MIN, max_ctas = INT_MIN;
    const char* net_name = nullptr;
    int split_share = INT_MIN;
};

using Comm = void*;

#define CUPRUM_NCCL_FUNCTIONS(X)                                                      \
    X(ncclGetVersion, int(int*))                                                      \
    X(ncclGetUniqueId, int(UniqueId*))                                                \
    X(ncclGetErrorString, const char*(int))                                           \
    X(ncclGroupStart, int())                                                          \
    X(ncclGroupEnd, int())                                                            \
    X(ncclCommInitRank, int(Comm*, int, UniqueId, int))                               \
    X(ncclCommInitAll, int(Comm*, int, const int*))                                   \
    X(ncclCommSplit, int(Comm, int, int, Comm*, Config*))                             \
    X(ncclCommDestroy, int(Comm))                                                     \
    X(ncclCommAbort, int(Comm))                                                       \
    X(ncclCommCount, int(Comm, int*))                                                 \
    X(ncclCommUserRank, int(Comm, int*))                                              \
    X(ncclCommCuDevice, int(Comm, int*))                                              \
    X(ncclCommGetAsyncError, int(Comm, int*))                                         \
    X(ncclAllReduce, int(const void*, void*, std::size_t, int, int, Comm, void*))     \
    X(ncclReduce, int(const void*, void*, std::size_t, int, int, int, Comm, void*))   \
    X(ncclBroadcast, int(const void*, void*, std::size_t, int, int, Comm, void*))     \
    X(ncclBcast, int(void*, std::size_t, int, int, Comm, void*))                      \
    X(ncclReduceScatter, int(const void*, void*, std::size_t, int, int, Comm, void*)) \
    X(ncclAllGather, int(const void*, void*, std::size_t, int, Comm, void*))          \
    X(ncclSend, int(const void*, std::size_t, int, int, Comm, void*))                 \
    X(ncclRecv, int(void*, std::size_t, int, int, Comm, void*))

struct Functions {
#define CUPRUM_DECLARE(name, type) std::type_identity_t<type>* name = nullptr;
    CUPRUM_NCCL_FUNCTIONS(CUPRUM_DECLARE)
#undef CUPRUM_DECLARE
};

const Functions& load() {
#ifdef CUPRUM_WITH_CUDA
    static const Functions loaded = [] {
        const ::cuprum::backend::cuda::Library library(
            {"NCCL, NVIDIA's communication between GPUs,",
             {{0, "libnccl.so.2"}},
             "Install it with `pip install nvidia-nccl-cu13` (CUDA 13) or `pip install nvidia-nccl-cu12` (CUDA 12)."});
        Functions f;
#define CUPRUM_LOAD(name, type) f.name = library.symbol<type>(#name);
        CUPRUM_NCCL_FUNCTIONS(CUPRUM_LOAD)
#undef CUPRUM_LOAD
        return f;
    }();
    return loaded;
#else
    throw NotSupportedError("NCCL communicates between GPUs, and this build of cuprum holds no CUDA backend");
#endif
}

const Functions& functions() {
    if (!cuda::is_available())
        throw NotSupportedError(
            "NCCL communicates between GPUs, and the CPU backend is in use; several processes on CPUs can use MPI or "
            "Dask");
    return load();
}

void check(int status) {
    if (status == 0) return;
    throw NcclError(status, "NCCL_ERROR_" + std::to_string(status) + ": " + load().ncclGetErrorString(status));
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
    UniqueId id;
    check(functions().ncclGetUniqueId(&id));
    return {id.bytes, sizeof id.bytes};
}

void group_start() { check(functions().ncclGroupStart()); }
void group_end() { check(functions().ncclGroupEnd()); }
void check_status(int status) { check(status); }

struct Communicator::State {
    Comm comm = nullptr;
    ~State() {
        if (comm) load().ncclCommDestroy(comm);
    }
};

Communicator::Communicator(int size, const std::string& unique_id, int rank) : state_(std::make_shared<State>()) {
    UniqueId id;
    if (unique_id.size() != sizeof id.bytes)
        throw ValueError("NCCL's unique id has 128 bytes, not " + std::to_string(unique_id.size()) +
                         "; make it with get_unique_id");
    if (size < 1 || rank < 0 || rank >= size)
        throw ValueError("rank " + std::to_string(rank) + " is none of a group of " + std::to_string(size));
    std::memcpy(id.bytes, unique_id.data(), sizeof id.bytes);
    check(functions().ncclCommInitRank(&state_->comm, size, id, rank));
}

std::vector<Communicator> Communicator::init_all(const std::vector<int>& devices) {
    const Functions& f = functions();
    if (devices.empty()) throw ValueError("a group needs devices");
    std::vector<Comm> comms(devices.size());
    check(f.ncclCommInitAll(comms.data(), static_cast<int>(devices.size()), devices.data()));
    std::vector<Communicator> made;
    for (Comm comm : comms) {
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

Communicator Communicator::split(int color, int key, int split_share) const {
    Config config;
    config.split_share = split_share;
    auto state = std::make_shared<State>();
    check(load().ncclCommSplit(there(), color, key, &state->comm, &config));
    return Communicator(std::move(state));
}

namespace {

int ask(int (*question)(Comm, int*), Comm comm) {
    int answer = 0;
    check(question(comm, &answer));
    return answer;
}

}  // namespace

int Communicator::size() const { return ask(load().ncclCommCount, there()); }
int Communicator::rank() const { return ask(load().ncclCommUserRank, there()); }
int Communicator::device() const { return ask(load().ncclCommCuDevice, there()); }
void* Communicator::handle() const { return state_->comm; }
void Communicator::destroy() {
    if (state_->comm) check(load().ncclCommDestroy(std::exchange(state_->comm, nullptr)));
}
void Communicator::abort() {
    if (state_->comm) check(load().ncclCommAbort(std::exchange(state_->comm, nullptr)));
}
void Communicator::check_async_error() const { check(ask(load().ncclCommGetAsyncError, there())); }

void Communicator::all_reduce(const void* send, void* receive, std::size_t count, int type, int operation,
                              void* stream) const {
    check(load().ncclAllReduce(send, receive, count, type, operation, there(), stream));
}
void Communicator::reduce(const void* send, void* receive, std::size_t count, int type, int operation, int root,
                          void* stream) const {
    check(load().ncclReduce(send, receive, count, type, operation, root, there(), stream));
}
void Communicator::broadcast(const void* send, void* receive, std::size_t count, int type, int root,
                             void* stream) const {
    check(load().ncclBroadcast(send, receive, count, type, root, there(), stream));
}
void Communicator::bcast(void* buffer, std::size_t count, int type, int root, void* stream) const {
    check(load().ncclBcast(buffer, count, type, root, there(), stream));
}
void Communicator::reduce_scatter(const void* send, void* receive, std::size_t count, int type, int operation,
                                  void* stream) const {
    check(load().ncclReduceScatter(send, receive, count, type, operation, there(), stream));
}
void Communicator::all_gather(const void* send, void* receive, std::size_t count, int type, void* stream) const {
    check(load().ncclAllGather(send, receive, count, type, there(), stream));
}
void Communicator::send(const void* buffer, std::size_t count, int type, int peer, void* stream) const {
    check(load().ncclSend(buffer, count, type, peer, there(), stream));
}
void Communicator::recv(void* buffer, std::size_t count, int type, int peer, void* stream) const {
    check(load().ncclRecv(buffer, count, type, peer, there(), stream));
}

}  // namespace cuprum::cuda::nccl
