#include "distributed/socket.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>

#include "cuprum/environment.h"
#include "cuprum/error.h"

namespace cuprum::distributed {
namespace {

struct FreeAddresses {
    void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses resolve(const std::string& host, int port, bool passive) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = passive ? AI_PASSIVE : 0;
    addrinfo* list = nullptr;
    const int status = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
    if (status) throw Error("cannot find the host '" + host + "': " + gai_strerror(status));
    return Addresses(list);
}

std::string why() { return std::strerror(errno); }

/// Whether the socket is ready before the deadline.
bool wait_for(int descriptor, short events, Deadline deadline) {
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd entry{descriptor, events, 0};
        const int count = poll(&entry, 1, static_cast<int>(std::clamp<long long>(left, 0, 1000)));
        if (count > 0) return true;
        if (count < 0 && errno != EINTR) return true;  // the call that follows tells what is wrong
        if (left <= 0) return false;
    }
}

void prepare(int descriptor) {
    const int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

}  // namespace

double timeout_seconds() {
    const std::string value = runtime::environment("DISTRIBUTED_TIMEOUT");
    if (value.empty()) return 300;
    char* end = nullptr;
    const double seconds = std::strtod(value.c_str(), &end);
    if (*end || !(seconds > 0))
        throw ValueError("CUPRUM_DISTRIBUTED_TIMEOUT must be a positive number of seconds, not '" + value + "'");
    return seconds;
}

std::string within(double seconds) {
    char text[80];
    std::snprintf(text, sizeof text, "within %g s (CUPRUM_DISTRIBUTED_TIMEOUT)", seconds);
    return text;
}

Deadline deadline_after(double seconds) {
    return Clock::now() + std::chrono::milliseconds(static_cast<long long>(std::min(seconds, 1e9) * 1000));
}

Socket& Socket::operator=(Socket&& other) noexcept {
    close();
    descriptor_ = std::exchange(other.descriptor_, -1);
    return *this;
}

void Socket::close() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void Socket::shut_down() const {
    if (descriptor_ >= 0) ::shutdown(descriptor_, SHUT_RDWR);
}

Socket Socket::listen(const std::string& host, int port) {
    const Addresses addresses = resolve(host, port, true);
    const addrinfo& first = *addresses;
    Socket socket(::socket(first.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    setsockopt(socket.descriptor_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (!socket.valid() || bind(socket.descriptor_, first.ai_addr, first.ai_addrlen) ||
        ::listen(socket.descriptor_, 128))
        throw Error("cannot listen on " + host + ":" + std::to_string(port) + ": " + why() +
                    (errno == EADDRINUSE ? ". Choose another port, the same for all ranks" : ""));
    fcntl(socket.descriptor_, F_SETFL, fcntl(socket.descriptor_, F_GETFL) | O_NONBLOCK);
    return socket;
}

Socket Socket::connect(const std::string& host, int port, Deadline deadline) {
    const Addresses addresses = resolve(host, port, false);
    int reason = ETIMEDOUT;  // also of a host that drops what is sent to it
    for (;;) {
        for (const addrinfo* one = addresses.get(); one; one = one->ai_next) {
            Socket socket(::socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
            reason = errno;
            if (!socket.valid()) continue;
            prepare(socket.descriptor_);
            if (::connect(socket.descriptor_, one->ai_addr, one->ai_addrlen) && errno != EINPROGRESS) {
                reason = errno;
                continue;
            }
            reason = ETIMEDOUT;
            if (!wait_for(socket.descriptor_, POLLOUT, std::min(deadline, deadline_after(5)))) continue;
            int error = 0;
            socklen_t length = sizeof error;
            getsockopt(socket.descriptor_, SOL_SOCKET, SO_ERROR, &error, &length);
            if (!error) return socket;
            reason = error;
        }
        if (Clock::now() >= deadline)
            throw Late("cannot connect to " + host + ":" + std::to_string(port) + ": " + std::strerror(reason));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

Socket Socket::accept(Deadline deadline) const {
    while (wait_for(descriptor_, POLLIN, deadline)) {
        Socket socket(::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC));
        if (socket.valid()) {
            prepare(socket.descriptor_);
            return socket;
        }
        if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) break;
    }
    return {};
}

std::size_t Socket::try_send(const void* data, std::size_t bytes) const {
    const ssize_t sent = ::send(descriptor_, data, bytes, MSG_NOSIGNAL);
    if (sent >= 0) return static_cast<std::size_t>(sent);
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return 0;
    throw Error("the connection was lost: " + why());
}

std::size_t Socket::try_receive(void* data, std::size_t bytes) const {
    const ssize_t received = ::recv(descriptor_, data, bytes, 0);
    if (received > 0) return static_cast<std::size_t>(received);
    if (received == 0 && bytes) throw Error("the peer closed the connection");
    if (received == 0 || errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return 0;
    throw Error("the connection was lost: " + why());
}

void Socket::send_all(const void* data, std::size_t bytes, Deadline deadline) const {
    const auto* place = static_cast<const char*>(data);
    while (bytes) {
        const std::size_t sent = try_send(place, bytes);
        place += sent;
        bytes -= sent;
        if (bytes && !wait_for(descriptor_, POLLOUT, deadline)) throw Late("the peer takes no data");
    }
}

void Socket::receive_all(void* data, std::size_t bytes, Deadline deadline) const {
    auto* place = static_cast<char*>(data);
    while (bytes) {
        const std::size_t received = try_receive(place, bytes);
        place += received;
        bytes -= received;
        if (bytes && !received && !wait_for(descriptor_, POLLIN, deadline))
            throw Late("no answer came within the time limit");
    }
}

int Socket::port() const {
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &length);
    return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                               : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

std::string Socket::address() const {
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    char text[INET6_ADDRSTRLEN] = {};
    getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &length);
    getnameinfo(reinterpret_cast<sockaddr*>(&address), length, text, sizeof text, nullptr, 0, NI_NUMERICHOST);
    return text;
}

}  // namespace cuprum::distributed
