// NCCL's functions between the devices that a CPU shows. Members of a group belong to one process, to one of its
// threads or to several: memory is the same for all, so a member's turn is to tell what it wants, and whoever comes
// last does the work of all.
//
// What a member was asked for lies in a queue of batches. The requests of a batch, which is what a thread collected
// between ncclGroupStart and ncclGroupEnd, wait for nothing of each other; the next batch begins when they are done.
#include "backend/cpu/nccl.h"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "cuprum/error.h"
#include "cuprum/half.h"
#include "cuprum/nccl_types.h"
#include "runtime/context.h"

namespace cuprum::backend::cpu {
namespace {

namespace nccl = cuprum::cuda::nccl;
using runtime::NcclComm, runtime::NcclUniqueId;

enum Status : int { success = 0, invalid_argument = 4, invalid_usage = 5 };

enum class Kind { all_reduce, reduce, broadcast, reduce_scatter, all_gather, split, send, receive };

/// What a member was asked for.
struct Request {
    Kind kind;
    const void* source = nullptr;
    void* target = nullptr;
    std::size_t count = 0;
    int type = 0, operation = 0;
    int other = 0;  ///< The root, or whom to send to or to receive from.
    int color = 0, key = 0;
    NcclComm* made = nullptr;
    runtime::StreamHandle stream = nullptr;
    bool done = false;
};
struct Batch {
    std::vector<Request> requests;
    int status = success;
    bool done() const {
        return std::all_of(requests.begin(), requests.end(), [](const Request& request) { return request.done; });
    }
};

struct Group;
struct Member {
    std::shared_ptr<Group> group;
    int rank, device;
    std::deque<std::shared_ptr<Batch>> queue{};
};
struct Group {
    std::vector<Member*> members;
    std::size_t joined = 0;
};

// One lock for all: this is for programs that are tried out, and copies take longer than waiting for it.
std::mutex mutex;
std::condition_variable changed;

std::size_t bytes_of(int type) {
    switch (type) {
        case nccl::int8:
        case nccl::uint8: return 1;
        case nccl::float16:
        case nccl::bfloat16: return 2;
        case nccl::int32:
        case nccl::uint32:
        case nccl::float32: return 4;
        default: return 8;
    }
}

// 16-bit floats are computed with as floats, and rounded once.
template <class T, class Computed = T>
void reduce_as(std::span<const Request* const> requests, std::size_t count, int operation, void* target) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = [&](const Request* request) {
            return static_cast<Computed>(static_cast<const T*>(request->source)[i]);
        };
        Computed result = value(requests[0]);
        for (const Request* request : requests.subspan(1)) {
            const Computed next = value(request);
            switch (operation) {
                case nccl::prod: result = static_cast<Computed>(result * next); break;
                case nccl::max: result = std::max(result, next); break;
                case nccl::min: result = std::min(result, next); break;
                default: result = static_cast<Computed>(result + next);
            }
        }
        if (operation == nccl::avg) result = static_cast<Computed>(result / static_cast<Computed>(requests.size()));
        static_cast<T*>(target)[i] = static_cast<T>(result);
    }
}

/// The members' buffers, element by element. Integers wrap around: their bits are those of unsigned sums.
std::vector<unsigned char> reduced(std::span<const Request* const> requests, std::size_t count) {
    const int type = requests[0]->type, operation = requests[0]->operation;
    std::vector<unsigned char> result(count * bytes_of(type));
    const auto as = [&]<class T, class Computed = T>(T, Computed = {}) {
        reduce_as<T, Computed>(requests, count, operation, result.data());
    };
    const bool wraps = operation == nccl::sum || operation == nccl::prod;
    switch (type) {
        case nccl::int8: wraps ? as(std::uint8_t()) : as(std::int8_t(), std::int64_t()); break;
        case nccl::uint8: wraps ? as(std::uint8_t()) : as(std::uint8_t(), std::uint64_t()); break;
        case nccl::int32: wraps ? as(std::uint32_t()) : as(std::int32_t(), std::int64_t()); break;
        case nccl::uint32: wraps ? as(std::uint32_t()) : as(std::uint32_t(), std::uint64_t()); break;
        case nccl::int64: wraps ? as(std::uint64_t()) : as(std::int64_t(), static_cast<__int128>(0)); break;
        case nccl::uint64: wraps ? as(std::uint64_t()) : as(std::uint64_t(), static_cast<unsigned __int128>(0)); break;
        case nccl::float16: as(half(), 0.f); break;
        case nccl::bfloat16: as(bfloat16_t(), 0.f); break;
        case nccl::float32: as(0.f); break;
        default: as(0.);
    }
    return result;
}

void copy(void* target, const void* source, std::size_t bytes) {
    if (bytes && target != source) std::memmove(target, source, bytes);
}

/// Members of one color, in the order of their keys, become groups.
void split(std::span<Request* const> requests, const Group& group) {
    std::map<int, std::vector<std::size_t>> colors;
    for (std::size_t rank = 0; rank < requests.size(); ++rank) {
        *requests[rank]->made = nullptr;
        if (requests[rank]->color >= 0) colors[requests[rank]->color].push_back(rank);
    }
    for (auto& [color, ranks] : colors) {
        std::stable_sort(ranks.begin(), ranks.end(),
                         [&](auto a, auto b) { return requests[a]->key < requests[b]->key; });
        auto made = std::make_shared<Group>();
        for (std::size_t rank : ranks) {
            made->members.push_back(
                new Member{made, static_cast<int>(made->members.size()), group.members[rank]->device});
            *requests[rank]->made = made->members.back();
        }
        made->joined = ranks.size();
    }
}

/// A collective operation of all members; false where they do not agree what it is.
bool perform(std::span<Request* const> requests, const Group& group) {
    const Request& first = *requests[0];
    for (const Request* request : requests) {
        if (request->kind != first.kind) return false;
        if (request->kind == Kind::split) continue;
        if (request->count != first.count || request->type != first.type || request->operation != first.operation ||
            request->other != first.other)
            return false;
    }
    const std::size_t bytes = first.count * bytes_of(first.type);
    const auto root = static_cast<std::size_t>(first.other);
    for (const Request* request : requests) runtime::backend().synchronize_stream(request->stream);
    switch (first.kind) {
        case Kind::all_reduce:
        case Kind::reduce: {
            const auto result = reduced(requests, first.count);
            for (std::size_t rank = 0; rank < requests.size(); ++rank)
                if (first.kind == Kind::all_reduce || rank == root) copy(requests[rank]->target, result.data(), bytes);
            break;
        }
        case Kind::reduce_scatter: {
            const auto result = reduced(requests, first.count * requests.size());
            for (std::size_t rank = 0; rank < requests.size(); ++rank)
                copy(requests[rank]->target, result.data() + rank * bytes, bytes);
            break;
        }
        case Kind::broadcast:
            for (const Request* request : requests) copy(request->target, requests[root]->source, bytes);
            break;
        case Kind::all_gather: {
            std::vector<unsigned char> all(bytes * requests.size());  // a request may lie in its own result
            for (std::size_t rank = 0; rank < requests.size(); ++rank)
                copy(all.data() + rank * bytes, requests[rank]->source, bytes);
            for (const Request* request : requests) copy(request->target, all.data(), all.size());
            break;
        }
        default: split(requests, group);
    }
    return true;
}

Request* first_open(const Member& member, auto&& wanted) {
    if (member.queue.empty()) return nullptr;
    for (Request& request : member.queue.front()->requests)
        if (!request.done && wanted(request)) return &request;
    return nullptr;
}
bool is_collective(const Request& request) { return request.kind != Kind::send && request.kind != Kind::receive; }

void finish(const Member& member, Request& request, bool agreed) {
    request.done = true;
    if (!agreed) member.queue.front()->status = invalid_usage;
}

/// Does what can be done, under the lock.
void advance(Group& group) {
    for (bool moved = true; moved;) {
        moved = false;
        for (Member* from : group.members) {
            if (!from) continue;
            if (from->queue.empty()) continue;
            for (Request& sent : from->queue.front()->requests) {
                if (sent.done || sent.kind != Kind::send) continue;
                Member* to = group.members[static_cast<std::size_t>(sent.other)];
                if (!to) continue;
                Request* received = first_open(*to, [&](const Request& request) {
                    return request.kind == Kind::receive && request.other == from->rank;
                });
                if (!received) continue;
                const bool agreed = received->count == sent.count && received->type == sent.type;
                for (const Request* request : {&sent, received}) runtime::backend().synchronize_stream(request->stream);
                if (agreed) copy(received->target, sent.source, sent.count * bytes_of(sent.type));
                finish(*from, sent, agreed);
                finish(*to, *received, agreed);
                moved = true;
            }
        }
        std::vector<Request*> requests;
        for (Member* member : group.members)
            if (Request* request = member ? first_open(*member, is_collective) : nullptr) requests.push_back(request);
        if (requests.size() == group.members.size()) {
            const bool agreed = perform(requests, group);
            for (std::size_t rank = 0; rank < requests.size(); ++rank)
                finish(*group.members[rank], *requests[rank], agreed);
            moved = true;
        }
        for (Member* member : group.members)
            while (member && !member->queue.empty() && member->queue.front()->done()) {
                member->queue.pop_front();
                moved = true;
            }
    }
    changed.notify_all();
}

// What the calling thread collects between ncclGroupStart and ncclGroupEnd.
struct Collected {
    int depth = 0;
    std::vector<std::pair<Member*, std::shared_ptr<Batch>>> batches;
    std::vector<std::shared_ptr<Group>> joining;
};
thread_local Collected collected;

int run(std::vector<std::pair<Member*, std::shared_ptr<Batch>>> batches) {
    std::unique_lock lock(mutex);
    for (auto& [member, batch] : batches) member->queue.push_back(batch);
    for (auto& [member, batch] : batches) advance(*member->group);
    int status = success;
    for (auto& [member, batch] : batches) {
        changed.wait(lock, [&, batch = batch] { return batch->done(); });
        status = std::max(status, batch->status);
    }
    return status;
}

int ask(NcclComm comm, Request request) {
    auto* member = static_cast<Member*>(comm);
    const auto size = static_cast<int>(member->group->members.size());
    if (request.type < nccl::int8 || request.type > nccl::bfloat16 || request.operation < nccl::sum ||
        request.operation > nccl::avg || request.other < 0 || request.other >= size)
        return invalid_argument;
    if (!collected.depth) {
        auto batch = std::make_shared<Batch>();
        batch->requests.push_back(request);
        return run({{member, std::move(batch)}});
    }
    const auto own = std::find_if(collected.batches.begin(), collected.batches.end(),
                                  [&](const auto& entry) { return entry.first == member; });
    if (own != collected.batches.end()) {
        own->second->requests.push_back(request);
    } else {
        collected.batches.emplace_back(member, std::make_shared<Batch>());
        collected.batches.back().second->requests.push_back(request);
    }
    return success;
}

// ------------------------------------------------------------------------------------------------------ the functions

int get_version(int* version) {
    *version = 21800;
    return success;
}

/// The process and a number.
struct Id {
    pid_t process;
    std::uint64_t number;
};

int get_unique_id(NcclUniqueId* id) {
    static std::uint64_t last = 0;
    std::lock_guard lock(mutex);
    std::memset(id->bytes, 0, sizeof id->bytes);
    const Id made{getpid(), ++last};
    std::memcpy(id->bytes, &made, sizeof made);
    return success;
}

const char* error_string(int status) {
    switch (status) {
        case success: return "no error";
        case invalid_argument: return "invalid argument";
        case invalid_usage: return "invalid usage: the members of a group asked for different things";
        default: return "unknown error";
    }
}

void wait_for_all(const std::shared_ptr<Group>& group) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return group->joined == group->members.size(); });
}

int group_start() {
    ++collected.depth;
    return success;
}

int group_end() {
    if (!collected.depth) return invalid_usage;
    if (--collected.depth) return success;
    for (const auto& group : std::exchange(collected.joining, {})) wait_for_all(group);
    return run(std::exchange(collected.batches, {}));
}

int init_rank(NcclComm* made, int size, NcclUniqueId bytes, int rank) {
    static auto& waiting = *new std::map<std::uint64_t, std::shared_ptr<Group>>;
    Id id;
    std::memcpy(&id, bytes.bytes, sizeof id);
    if (id.process != getpid())
        throw NotSupportedError(
            "between the devices that a CPU shows, members of a group are of one process, and this unique id is "
            "another "
            "process's; several processes on CPUs can use MPI or Dask");
    std::shared_ptr<Group> group;
    {
        std::lock_guard lock(mutex);
        std::shared_ptr<Group>& entry = waiting[id.number];
        if (!entry) {
            entry = std::make_shared<Group>();
            entry->members.resize(static_cast<std::size_t>(size));
        }
        if (entry->members.size() != static_cast<std::size_t>(size) || entry->members[static_cast<std::size_t>(rank)])
            return invalid_usage;
        group = entry;
        *made = group->members[static_cast<std::size_t>(rank)] = new Member{group, rank, runtime::context.device};
        if (++group->joined == group->members.size()) waiting.erase(id.number);
        changed.notify_all();
    }
    if (collected.depth) collected.joining.push_back(std::move(group));
    else wait_for_all(group);
    return success;
}

int init_all(NcclComm* made, int count, const int* devices) {
    auto group = std::make_shared<Group>();
    for (int rank = 0; rank < count; ++rank) {
        if (devices[rank] < 0 || devices[rank] >= runtime::backend().device_count() ||
            std::find(devices, devices + rank, devices[rank]) != devices + rank) {
            for (Member* member : group->members) delete member;
            return invalid_argument;
        }
        group->members.push_back(new Member{group, rank, devices[rank]});
        made[rank] = group->members.back();
    }
    group->joined = group->members.size();
    return success;
}

int destroy(NcclComm comm) {
    std::lock_guard lock(mutex);
    auto* member = static_cast<Member*>(comm);
    member->group->members[static_cast<std::size_t>(member->rank)] = nullptr;
    delete member;
    return success;
}

int split_group(NcclComm comm, int color, int key, NcclComm* made, runtime::NcclConfig*) {
    return ask(comm, {.kind = Kind::split, .color = color, .key = key, .made = made});
}
int count_of(NcclComm comm, int* count) {
    *count = static_cast<int>(static_cast<Member*>(comm)->group->members.size());
    return success;
}
int rank_of(NcclComm comm, int* rank) {
    *rank = static_cast<Member*>(comm)->rank;
    return success;
}
int device_of(NcclComm comm, int* device) {
    *device = static_cast<Member*>(comm)->device;
    return success;
}
int async_error(NcclComm, int* status) { return *status = success; }

int all_reduce(const void* source, void* target, std::size_t count, int type, int operation, NcclComm comm,
               void* stream) {
    return ask(comm, {Kind::all_reduce, source, target, count, type, operation, 0, 0, 0, nullptr, stream});
}
int reduce(const void* source, void* target, std::size_t count, int type, int operation, int root, NcclComm comm,
           void* stream) {
    return ask(comm, {Kind::reduce, source, target, count, type, operation, root, 0, 0, nullptr, stream});
}
int broadcast(const void* source, void* target, std::size_t count, int type, int root, NcclComm comm, void* stream) {
    return ask(comm, {Kind::broadcast, source, target, count, type, 0, root, 0, 0, nullptr, stream});
}
int bcast(void* buffer, std::size_t count, int type, int root, NcclComm comm, void* stream) {
    return broadcast(buffer, buffer, count, type, root, comm, stream);
}
int reduce_scatter(const void* source, void* target, std::size_t count, int type, int operation, NcclComm comm,
                   void* stream) {
    return ask(comm, {Kind::reduce_scatter, source, target, count, type, operation, 0, 0, 0, nullptr, stream});
}
int all_gather(const void* source, void* target, std::size_t count, int type, NcclComm comm, void* stream) {
    return ask(comm, {Kind::all_gather, source, target, count, type, 0, 0, 0, 0, nullptr, stream});
}
int send(const void* source, std::size_t count, int type, int peer, NcclComm comm, void* stream) {
    return ask(comm, {Kind::send, source, nullptr, count, type, 0, peer, 0, 0, nullptr, stream});
}
int receive(void* target, std::size_t count, int type, int peer, NcclComm comm, void* stream) {
    return ask(comm, {Kind::receive, nullptr, target, count, type, 0, peer, 0, 0, nullptr, stream});
}

}  // namespace

const runtime::NcclFunctions& nccl_functions() {
    static constexpr runtime::NcclFunctions functions{
        .ncclGetVersion = get_version,
        .ncclGetUniqueId = get_unique_id,
        .ncclGetErrorString = error_string,
        .ncclGroupStart = group_start,
        .ncclGroupEnd = group_end,
        .ncclCommInitRank = init_rank,
        .ncclCommInitAll = init_all,
        .ncclCommSplit = split_group,
        .ncclCommDestroy = destroy,
        .ncclCommAbort = destroy,
        .ncclCommCount = count_of,
        .ncclCommUserRank = rank_of,
        .ncclCommCuDevice = device_of,
        .ncclCommGetAsyncError = async_error,
        .ncclAllReduce = all_reduce,
        .ncclReduce = reduce,
        .ncclBroadcast = broadcast,
        .ncclBcast = bcast,
        .ncclReduceScatter = reduce_scatter,
        .ncclAllGather = all_gather,
        .ncclSend = send,
        .ncclRecv = receive,
    };
    return functions;
}

}  // namespace cuprum::backend::cpu
