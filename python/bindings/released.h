// Work without Python's interpreter lock.
#pragma once

#include "cuprum/gil_release.h"

namespace cuprum::python {

/// Calls a function while other threads may run Python.
template <class F>
auto released(F&& function) {
    const runtime::GilRelease unlocked;
    return function();
}

}  // namespace cuprum::python
