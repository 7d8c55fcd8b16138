// Where a compiler keeps what it made of the includes that kernels begin with, beyond its process.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

/// Has compilers of this thread use some, as long as it lives.
class UsePrecompiledHeaders {
public:
    explicit UsePrecompiledHeaders(PrecompiledHeaders& used) : outer_(std::exchange(precompiled_headers, &used)) {}
    ~UsePrecompiledHeaders() { precompiled_headers = outer_; }
    UsePrecompiledHeaders(const UsePrecompiledHeaders&) = delete;
    UsePrecompiledHeaders& operator=(const UsePrecompiledHeaders&) = delete;

private:
    PrecompiledHeaders* outer_;
};

}  // namespace cuprum::runtime
