// TCP connections with deadlines. What a peer sends is only bytes: lengths are limited, nothing is interpreted here.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>

#include "cuprum/error.h"

namespace cuprum::distributed {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

/// Seconds after which waiting for another process is an error: CUPRUM_DISTRIBUTED_TIMEOUT, 300 by default.
double timeout_seconds();
Deadline deadline_after(double seconds);

/// `seconds` as messages tell it: "within 5 s (CUPRUM_DISTRIBUTED_TIMEOUT)".
std::string within(double seconds);

/// A peer that sent or took nothing until the deadline.
class Late : public Error {
public:
    using Error::Error;
};

/// A connected or a listening socket. Closed with the object.
class Socket {
public:
    Socket() = default;
    explicit Socket(int descriptor) : descriptor_(descriptor) {}
    Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Socket& operator=(Socket&& other) noexcept;
    ~Socket() { close(); }

    /// Listens on a numeric address or a host's name; port 0 takes a free one. Throws Error if the port is in use.
    static Socket listen(const std::string& host, int port);
    /// Connects, and tries again until the deadline where nothing listens yet. Throws Late then.
    static Socket connect(const std::string& host, int port, Deadline deadline);
    /// The next connection; an invalid socket at the deadline, or after shut_down().
    Socket accept(Deadline deadline) const;

    /// Throw Late once the deadline has passed, and Error if the peer has closed the connection.
    void send_all(const void* data, std::size_t bytes, Deadline deadline) const;
    void receive_all(void* data, std::size_t bytes, Deadline deadline) const;
    /// What can be moved without waiting. 0 where nothing can; throws Error if the peer is gone.
    std::size_t try_send(const void* data, std::size_t bytes) const;
    std::size_t try_receive(void* data, std::size_t bytes) const;

    /// Ends all waiting on this socket, from any thread.
    void shut_down() const;
    void close();
    int port() const;
    /// This end's address, as a number.
    std::string address() const;
    bool valid() const { return descriptor_ >= 0; }

private:
    int descriptor_ = -1;
};

}  // namespace cuprum::distributed
