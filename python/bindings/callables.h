// Python callables kept by C++ code that does not hold the interpreter's lock.
#pragma once

#include <functional>
#include <memory>

#include "convert.h"

namespace cuprum::python {

/// A Python object that any thread may let go.
inline std::shared_ptr<nb::object> keep(nb::object object) {
    return {new nb::object(std::move(object)), [](nb::object* kept) {
                if (!nb::is_alive()) return;
                nb::gil_scoped_acquire held;
                delete kept;
            }};
}

/// A function that calls a Python callable from any thread. What it raises has nobody to go to, and is printed.
inline std::function<void()> host_function(nb::object callable) {
    return [kept = keep(std::move(callable))] {
        if (!nb::is_alive()) return;
        nb::gil_scoped_acquire held;
        try {
            (*kept)();
        } catch (nb::python_error& error) {
            error.discard_as_unraisable(*kept);
        }
    };
}

}  // namespace cuprum::python
