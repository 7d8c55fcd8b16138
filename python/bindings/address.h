// Addresses and handles, which are integers in Python.
#pragma once

#include "convert.h"

namespace cuprum::python {

using Address = std::intptr_t;

inline void* pointer(Address address) { return reinterpret_cast<void*>(address); }
inline Address address(const void* pointer) { return reinterpret_cast<Address>(pointer); }
inline Typed<"int"> to_python(void* pointer) { return nb::int_(address(pointer)); }

}  // namespace cuprum::python
