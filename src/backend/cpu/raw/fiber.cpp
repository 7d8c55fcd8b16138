#include "backend/cpu/raw/fiber.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "cuprum/error.h"

// What a function must keep for its caller goes on the stack, then the stacks are exchanged.
#if defined(__x86_64__)
__asm__(R"(
    .text
    .globl cuprum_switch_stack
    .hidden cuprum_switch_stack
    .type cuprum_switch_stack, @function
cuprum_switch_stack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size cuprum_switch_stack, . - cuprum_switch_stack
)");
#else
#error "the switch between fibers is written for x86-64, as the CPU backend is"
#endif

namespace cuprum::backend::cpu {
namespace {

constexpr std::size_t saved_registers = 6;
constexpr std::size_t page = 4096;
// Stacks begin at different places of their pages, lest all of their tops meet in the same few lines of a cache.
constexpr std::size_t stagger = 320, staggered = 12;

}  // namespace

FiberStacks::~FiberStacks() {
    if (memory_) munmap(memory_, count_ * bytes_);
}

void FiberStacks::reserve(std::size_t count, std::size_t bytes, bool guarded) {
    bytes = (bytes + page - 1) / page * page + 2 * page;
    if (count <= count_ && bytes <= bytes_ && (guarded_ || !guarded)) return;
    count = std::max(count, count_);
    bytes = std::max(bytes, bytes_);
    void* memory =
        mmap(nullptr, count * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        throw OutOfMemoryError("Cannot map " + std::to_string(count * bytes) +
                               " bytes for the stacks of a block's threads.");
    if (memory_) munmap(memory_, count_ * bytes_);
    memory_ = static_cast<char*>(memory);
    count_ = count;
    bytes_ = bytes;
    guarded_ = guarded;
    // A system that has no room for as many mappings goes without.
    if (guarded)
        for (std::size_t i = 0; i < count; ++i)
            if (mprotect(memory_ + i * bytes_, page, PROT_NONE) != 0) break;
}

void* FiberStacks::prepare(std::size_t index, void (*entry)()) const {
    char* top = memory_ + (index + 1) * bytes_ - index % staggered * stagger;
    top -= reinterpret_cast<std::uintptr_t>(top) % 16;
    // A called function finds its return address 8 bytes below a multiple of 16.
    auto* frame = reinterpret_cast<void**>(top) - 1;
    frame[0] = nullptr;
    *--frame = reinterpret_cast<void*>(entry);
    frame -= saved_registers;
    std::memset(frame, 0, saved_registers * sizeof(void*));
    return frame;
}

}  // namespace cuprum::backend::cpu
