// Functions that compiled kernels call and that come from this library.
#pragma once

#include <string_view>

namespace cuprum::backend::cpu {

/// The address of ours of that name; null when it is none.
void* runtime_symbol(std::string_view name);

}  // namespace cuprum::backend::cpu
