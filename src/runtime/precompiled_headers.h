// Where a compiler keeps what it made of the includes that kernels begin with, beyond its process.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cuprum::runtime {

/// Any number of threads may call at once. `name` tells all that the bytes depend on, apart from the device headers.
class PrecompiledHeaders {
public:
    bool only = false;  ///< Have the compiler make these alone, and no code.

    virtual std::optional<std::string> find(std::string_view name) = 0;
    virtual void keep(std::string_view name, std::string_view bytes) = 0;

protected:
    ~PrecompiledHeaders() = default;
};

/// What compilers of this thread use; null where nothing is kept.
inline constinit thread_local PrecompiledHeaders* precompiled_headers = nullptr;

}  // namespace cuprum::runtime
