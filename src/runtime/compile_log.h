// What compilers say of a program, for who asks.
#pragma once

#include <string>

namespace cuprum::runtime {

/// The text to which a compiler that the calling thread uses adds its warnings; null while they are not wanted. Errors
/// are thrown as exceptions.
inline constinit thread_local std::string* compile_log = nullptr;

}  // namespace cuprum::runtime
