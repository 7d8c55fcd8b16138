// Functions that a program lets the numbers of its transforms pass through.
#pragma once

#include "cuprum/fft.h"

namespace cuprum::fft {

/// What the calling thread's transforms pass through; null where it is nothing.
Callbacks* current_callbacks();

/// Lets the calling thread's transforms pass by while it lives.
class CallbackPause {
public:
    CallbackPause();
    CallbackPause(const CallbackPause&) = delete;
    ~CallbackPause();

private:
    Callbacks* const before_;
};

/// `a`, which is contiguous in C's order, through the load callback: itself where there is none.
ndarray loaded(Callbacks& callbacks, const ndarray& a);
/// A new array, of which the store callback has made what it makes of `a`; `a` itself where there is none.
ndarray stored(Callbacks& callbacks, const ndarray& a);

}  // namespace cuprum::fft
