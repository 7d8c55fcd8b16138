// Loads an x86-64 ELF relocatable object, as the compiler makes it, into this process. Needs no LLVM, so a kernel from
// the cache starts without it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cuprum::backend::cpu {

/// A function or variable of an object.
struct Definition {
    void* address;
    std::size_t size;
};

/// The code and data of one object. Names that the object leaves open are found in libm, libmvec, libc and libgcc_s.
class LoadedObject {
public:
    /// Throws Error when the bytes are not such an object, are damaged, or need a name that this machine has not.
    explicit LoadedObject(std::span<const char> bytes);
    ~LoadedObject();
    LoadedObject(const LoadedObject&) = delete;
    LoadedObject& operator=(const LoadedObject&) = delete;

    /// The address of a function or variable that the object defines; null when there is none of that name.
    void* symbol(std::string_view name) const;
    /// How many bytes it has; 0 when there is none of that name.
    std::size_t symbol_size(std::string_view name) const;

private:
    char* memory_ = nullptr;
    std::size_t size_ = 0;
    std::unordered_map<std::string, Definition> symbols_;
};

}  // namespace cuprum::backend::cpu
