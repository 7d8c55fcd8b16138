// What compilers say of a program, for who asks.
#pragma once

#include <string>

namespace cuprum::runtime {

/// Where the calling thread's compilations put warnings; null where nobody asks for them. Errors are exceptions.
inline constinit thread_local std::string* compile_log = nullptr;

}  // namespace cuprum::runtime
