// Arguments that are parts of other ones.
#pragma once

#include "convert.h"

namespace cuprum::python {

/// An argument of a class, of an object that is a part of another one.
template <class Argument>
Argument argument(nb::handle object) {
    Argument made;
    made.object = object.ptr();
    return made;
}

}  // namespace cuprum::python
