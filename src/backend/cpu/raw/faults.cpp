#include "backend/cpu/raw/faults.h"

#include <signal.h>
#include <ucontext.h>

#include <cstdint>
#include <mutex>

#include "backend/cpu/raw/block_runner.h"

namespace cuprum::backend::cpu {
namespace {

constexpr int caught[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
struct sigaction earlier[sizeof caught / sizeof *caught];

void go_on_to(struct sigaction& action, int signal, siginfo_t* info, void* context) {
    if (action.sa_flags & SA_SIGINFO) {
        action.sa_sigaction(signal, info, context);
    } else if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
        sigaction(signal, &action,
                  nullptr);  // What the processor refuses it will refuse again, now with the usual end.
    } else {
        action.sa_handler(signal);
    }
}

/// The handler itself must not leave by a jump: it lets the processor go on in `BlockRunner::fail_fault`, on a stack
/// that has room.
void handle(int signal, siginfo_t* info, void* context) {
    BlockRunner* runner = info->si_code > 0 ? BlockRunner::in_kernel() : nullptr;
    if (!runner) {
        for (std::size_t i = 0; i < sizeof caught / sizeof *caught; ++i)
            if (caught[i] == signal) go_on_to(earlier[i], signal, info, context);
        return;
    }
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    constexpr greg_t page_fault = 14, write_bit = 2;
    char* stack = runner->note_fault(
        {signal, registers[REG_TRAPNO] == page_fault, info->si_addr, (registers[REG_ERR] & write_bit) != 0});
    registers[REG_RIP] = reinterpret_cast<greg_t>(&BlockRunner::fail_fault);
    registers[REG_RSP] = (reinterpret_cast<greg_t>(stack) & ~greg_t{15}) - 8;
}

}  // namespace

FaultStack::FaultStack() : memory_(std::make_unique_for_overwrite<char[]>(bytes)) {
    stack_t now;
    if (sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
    stack_t own{};
    own.ss_sp = memory_.get();
    own.ss_size = bytes / 2;
    is_used_ = sigaltstack(&own, nullptr) == 0;
}

FaultStack::~FaultStack() {
    if (!is_used_) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
}

void catch_faults() {
    static std::mutex mutex;
    std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < sizeof caught / sizeof *caught; ++i) {
        struct sigaction now{};
        sigaction(caught[i], nullptr, &now);
        if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == handle) continue;
        earlier[i] = now;
        struct sigaction ours{};
        ours.sa_sigaction = handle;
        ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&ours.sa_mask);
        sigaction(caught[i], &ours, nullptr);
    }
}

}  // namespace cuprum::backend::cpu
