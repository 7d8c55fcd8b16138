// How the processes of a group find each other: rank 0 serves a table of byte strings over TCP.
//
// A peer sends a greeting with the group's secret before anything else; whoever does not know it is disconnected. Keys
// and values are limited in size and are never interpreted. A request is
//     command (1 byte), length of the key (4), length of the value (8), key, value
// and the answer is a status (1), length (8), value. `get` waits until the key is there; `note` has no answer.
#pragma once

#include <condition_variable>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "distributed/socket.h"

namespace cuprum::distributed {

/// The secret of a group: CUPRUM_DISTRIBUTED_SECRET. On the loopback interface a file that only this user can read
/// serves where none is set; on others that is a ValueError.
std::string group_secret(const std::string& host);

/// Sends the secret to whom we connected to.
void greet(const Socket& socket, const std::string& secret, Deadline deadline);
/// Whether whoever connected to us knows the secret.
bool is_greeted(const Socket& socket, const std::string& secret, Deadline deadline);

class StoreServer {
public:
    StoreServer(const std::string& host, int port, std::string secret);
    ~StoreServer();
    /// From here on every question is answered by this error; whoever waits gets it at once.
    void fail(const std::string& message);
    /// Forgets the keys that begin so.
    void erase(const std::string& prefix);

private:
    struct Connection {
        Socket socket;
        std::thread thread;
        bool ended = false;
    };
    void accept_connections();
    void serve(Connection& connection);

    Socket listener_;
    std::string secret_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, std::string> values_;
    std::list<Connection> connections_;
    bool stopping_ = false;
    std::string failure_;
    std::thread thread_;
};

class StoreClient {
public:
    StoreClient(const std::string& host, int port, const std::string& secret, double seconds);
    void set(const std::string& key, const std::string& value);
    /// The same without an answer: the last words of a process that does not wait for the server.
    void note(const std::string& key);
    /// Waits for the key. False at the deadline.
    bool get(const std::string& key, std::string& value, Deadline deadline);
    /// The address by which this machine reaches rank 0.
    std::string address() const { return socket_.address(); }

private:
    void tell(char command, const std::string& key, const std::string& value, Deadline deadline);
    bool ask(char command, const std::string& key, const std::string& value, std::string& answer, Deadline deadline);
    Socket socket_;
};

/// Gives each rank what all ranks have said, in the order of ranks. Throws Error at the time limit, with the ranks that
/// said nothing.
class StoreExchange {
public:
    StoreExchange(int size, int rank, const std::string& host, int port);
    std::vector<std::string> operator()(const std::string& mine);
    std::string address() const { return client_->address(); }

private:
    int size_, rank_;
    long round_ = 0;
    std::unique_ptr<StoreServer> server_;
    std::unique_ptr<StoreClient> client_;
};

}  // namespace cuprum::distributed
