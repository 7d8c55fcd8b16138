// A raw kernel that touches memory which is not there, or does what the processor refuses, must not end the process:
// its signal becomes an exception of the launch.
#pragma once

#include <cstddef>
#include <memory>

namespace cuprum::backend::cpu {

/// What the processor refused.
struct Fault {
    int signal = 0;
    bool has_address = false;  ///< Whether it told which.
    const void* address = nullptr;
    bool is_write = false;
};

/// A stack for the handler, as the one in use may be what has run out. Belongs to the thread that makes it.
class FaultStack {
public:
    FaultStack();
    ~FaultStack();
    FaultStack(const FaultStack&) = delete;
    FaultStack& operator=(const FaultStack&) = delete;

    /// Where code that runs after the handler may put its frames.
    char* top() const { return memory_.get() + bytes; }

private:
    static constexpr std::size_t bytes = 128
                                         << 10;  // Half of it the handler's, which keeps all vector registers there.
    std::unique_ptr<char[]> memory_;
    bool is_used_ = false;
};

/// Takes the signals of faults from now on. Those that no kernel caused go where they went before.
void catch_faults();

}  // namespace cuprum::backend::cpu
