// Rings of bytes between the processes of one machine.
//
// Rank 0 creates anonymous memory (memfd), which the others open through /proc and map. It has no name, so nothing is
// left behind whatever happens to the processes. Between any two ranks lies a ring for each direction:
//
//     written: bytes ever written, by the sender alone      read: bytes ever read, by the receiver alone
//     data[capacity]: byte k of the stream is at k % capacity
//
// A ring is small enough to stay in the second-level cache, so a large message goes through memory only once on each
// side.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <utility>

#include "cuprum/error.h"
#include "distributed/transport.h"

namespace cuprum::distributed {
namespace {

constexpr std::size_t capacity = std::size_t{1} << 18;

struct Ring {
    alignas(64) std::atomic<std::uint64_t> written;
    alignas(64) std::atomic<std::uint64_t> read;
    alignas(64) char data[capacity];
};
struct alignas(64) Seat {
    std::atomic<std::int64_t> process;
    std::atomic<std::uint32_t> left;
    std::atomic<std::int64_t> present;  // milliseconds of the system's clock, which all processes share
};

std::int64_t milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Whether a process runs. A zombie does not.
bool runs(std::int64_t process) {
    if (kill(static_cast<pid_t>(process), 0) && errno == ESRCH) return false;
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    const auto bracket = text.rfind(')');
    return bracket == std::string::npos || bracket + 2 >= text.size() ||
           (text[bracket + 2] != 'Z' && text[bracket + 2] != 'X');
}

class SharedMemory final : public Transport {
public:
    SharedMemory(int size, int rank, void* memory, std::size_t bytes)
        : Transport(size, rank),
          memory_(memory),
          bytes_(bytes),
          seats_(static_cast<Seat*>(memory)),
          rings_(reinterpret_cast<Ring*>(static_cast<char*>(memory) + seats_bytes(size))) {
        seats_[rank].process = getpid();
        seats_[rank].present = milliseconds();
    }
    ~SharedMemory() override {
        SharedMemory::leave();
        munmap(memory_, bytes_);
    }

    static std::size_t seats_bytes(int size) { return sizeof(Seat) * static_cast<std::size_t>(size); }
    static std::size_t bytes_for(int size) {
        return seats_bytes(size) + sizeof(Ring) * static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    }

protected:
    std::size_t try_send(const char* data, std::size_t bytes, int to) override {
        Ring& ring = between(rank(), to);
        const std::uint64_t written = ring.written.load(std::memory_order_relaxed);
        const std::uint64_t used = written - ring.read.load(std::memory_order_acquire);
        // Halves, so that the receiver copies one while the sender fills the other.
        const std::size_t count = std::min({bytes, capacity - static_cast<std::size_t>(used), capacity / 2});
        copy_in(ring, written, data, count);
        ring.written.store(written + count, std::memory_order_release);
        return count;
    }
    std::size_t try_receive(char* data, std::size_t bytes, int from) override {
        Ring& ring = between(from, rank());
        const std::uint64_t read = ring.read.load(std::memory_order_relaxed);
        const std::uint64_t there = ring.written.load(std::memory_order_acquire) - read;
        const std::size_t count = std::min(bytes, static_cast<std::size_t>(there));
        const std::size_t place = read % capacity, first = std::min(count, capacity - place);
        std::memcpy(data, ring.data + place, first);
        std::memcpy(data + first, ring.data, count - first);
        ring.read.store(read + count, std::memory_order_release);
        return count;
    }
    void check_alive(int peer) override {
        const Seat& seat = seats_[peer];
        if (seat.left) throw Error("rank " + std::to_string(peer) + " has left the group");
        if (!runs(seat.process))
            throw Error("rank " + std::to_string(peer) + " (process " + std::to_string(seat.process) + ") has ended");
    }
    void show_presence() override { seats_[rank()].present.store(milliseconds(), std::memory_order_relaxed); }
    std::vector<int> absent(double seconds) override {
        std::vector<int> found;
        const std::int64_t least = milliseconds() - static_cast<std::int64_t>(1000 * seconds);
        for (int other = 0; other < size(); ++other)
            if (other != rank() && seats_[other].present < least) found.push_back(other);
        return found;
    }
    void leave() noexcept override { seats_[rank()].left = 1; }

private:
    static void copy_in(Ring& ring, std::uint64_t written, const char* data, std::size_t count) {
        const std::size_t place = written % capacity, first = std::min(count, capacity - place);
        std::memcpy(ring.data + place, data, first);
        std::memcpy(ring.data, data + first, count - first);
    }
    Ring& between(int from, int to) { return rings_[from * size() + to]; }

    void* memory_;
    std::size_t bytes_;
    Seat* seats_;
    Ring* rings_;
};

}  // namespace

std::unique_ptr<Transport> shared_memory_transport(int size, int rank, const Exchange& exchange) {
    const std::size_t bytes = SharedMemory::bytes_for(size);
    int file = -1;
    std::string told;
    if (rank == 0) {
        file = memfd_create("cuprum-group", MFD_CLOEXEC);
        if (file >= 0 && ftruncate(file, static_cast<off_t>(bytes)) == 0)
            told = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file);
    }
    const std::string path = exchange(told)[0];
    void* memory = MAP_FAILED;
    if (!path.empty()) {
        if (rank != 0) file = open(path.c_str(), O_RDWR | O_CLOEXEC);
        struct stat facts{};
        if (file >= 0 && fstat(file, &facts) == 0 && facts.st_uid == geteuid() &&
            facts.st_size == static_cast<off_t>(bytes))
            memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    std::unique_ptr<Transport> transport;
    if (memory != MAP_FAILED) transport = std::make_unique<SharedMemory>(size, rank, memory, bytes);
    // Also after this all ranks have mapped it, so that rank 0 may close the file.
    const auto verdicts = exchange(transport ? "mapped" : "");
    if (file >= 0) close(file);
    for (const std::string& verdict : verdicts)
        if (verdict.empty()) return nullptr;
    return transport;
}

}  // namespace cuprum::distributed
