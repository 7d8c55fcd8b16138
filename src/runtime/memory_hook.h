// Calls the memory hooks of the calling thread.
#pragma once

#include "context.h"

namespace cuprum::runtime {

using HookMethod = void (cuda::MemoryHook::*)(const cuda::MemoryEvent&);

/// Tells the thread's hooks of an event; costs one test where there is none.
inline void call_hooks(HookMethod method, const cuda::MemoryEvent& event) {
    if (!context.hooks) [[likely]]
        return;
    for (cuda::MemoryHook* hook : *context.hooks) (hook->*method)(event);
}

/// The same where nobody can be told of a hook's failure, as in destructors.
inline void tell_hooks(HookMethod method, const cuda::MemoryEvent& event) noexcept {
    try {
        call_hooks(method, event);
    } catch (...) {
    }
}

}  // namespace cuprum::runtime
