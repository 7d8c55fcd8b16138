// Byte streams between the processes of a group: one in each direction between any two ranks.
//
// Both implementations only move what can be moved without waiting. The loop that waits is here (`exchange`), so that a
// rank sends and receives at the same time, notices dead peers, and gives up at the time limit.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cuprum::distributed {

/// Gives each rank what all ranks have said; called by all ranks together.
using Exchange = std::function<std::vector<std::string>(const std::string& mine)>;

class Transport {
public:
    Transport(int size, int rank) : size_(size), rank_(rank) {}
    virtual ~Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;

    int size() const { return size_; }
    int rank() const { return rank_; }

    /// Moves bytes to one rank and from another at once. Throws Error if a peer is gone or the time limit is reached;
    /// after that the transport throws for every call, and the other ranks are told at once. In a ring only the
    /// neighbours of a dead rank notice its end; the others would wait until the time limit.
    void exchange(const void* send, std::size_t send_bytes, int to, void* receive, std::size_t receive_bytes, int from);
    void send(const void* data, std::size_t bytes, int to) { exchange(data, bytes, to, nullptr, 0, to); }
    void receive(void* data, std::size_t bytes, int from) { exchange(nullptr, 0, from, data, bytes, from); }

    /// Messages and bytes that this rank has sent, for the cost model's test.
    std::size_t messages() const { return messages_; }
    std::size_t bytes() const { return bytes_; }

protected:
    virtual std::size_t try_send(const char* data, std::size_t bytes, int to) = 0;
    virtual std::size_t try_receive(char* data, std::size_t bytes, int from) = 0;
    /// Throws Error where a rank is known to be gone.
    virtual void check_alive(int peer) = 0;
    /// Tells all ranks that this one takes part in a call, or waits in one.
    virtual void show_presence() {}
    /// Ranks that have shown no presence for so many seconds: what all others wait for in the end. Empty where that is
    /// not known.
    virtual std::vector<int> absent(double) { return {}; }
    /// Tells all ranks that this one takes no further part.
    virtual void leave() noexcept = 0;

private:
    std::string names_of_absent(double seconds);

    int size_, rank_;
    std::size_t messages_ = 0, bytes_ = 0;
    std::string broken_;
};

/// Rings of bytes in memory that the processes of one machine share.
std::unique_ptr<Transport> shared_memory_transport(int size, int rank, const Exchange& exchange);
/// A TCP connection between any two ranks. `host`: the address that this rank listens on.
std::unique_ptr<Transport> tcp_transport(int size, int rank, const Exchange& exchange, const std::string& host,
                                         const std::string& secret);
/// Shared memory if all ranks are on one machine and can share it, else TCP.
std::unique_ptr<Transport> choose_transport(int size, int rank, const Exchange& exchange, const std::string& host);

}  // namespace cuprum::distributed
