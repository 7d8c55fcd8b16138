// Textures as arguments of kernels.
#pragma once

#include <cstdint>
#include <optional>

#include "array.h"

namespace cuprum::python {

/// The number by which kernels know a `cuprum.cuda.texture.TextureObject`; nothing for other objects.
std::optional<std::uint64_t> texture_handle(PyObject* object);

}  // namespace cuprum::python
