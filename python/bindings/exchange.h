// Arrays shared with other libraries without a copy: DLPack and the CUDA array interface.
#pragma once

#include "convert.h"

namespace cuprum::python {

void bind_exchange(nb::class_<PyArray>& type);
void bind_exchange(nb::module_& m);

/// The array behind an object's `__cuda_array_interface__`, if it has one that this process's arrays can share.
std::optional<ndarray> from_cuda_array_interface(nb::handle object);

}  // namespace cuprum::python
