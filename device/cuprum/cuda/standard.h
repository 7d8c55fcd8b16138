// What NVRTC declares of the C++ library without an include, for a CPU.
#pragma once

#include <cuprum/cuda/language.h>

namespace std {

template <class T>
__forceinline__ constexpr __remove_reference_t(T)&& move(T&& value) noexcept {
    return static_cast<__remove_reference_t(T)&&>(value);
}
template <class T>
__forceinline__ constexpr T&& forward(__remove_reference_t(T)& value) noexcept {
    return static_cast<T&&>(value);
}
template <class T>
__forceinline__ constexpr T&& forward(__remove_reference_t(T)&& value) noexcept {
    return static_cast<T&&>(value);
}

/// The compiler makes objects of the class by this name.
template <class T>
class initializer_list {
public:
    using value_type = T;
    using size_type = size_t;
    using iterator = const T*;

    constexpr initializer_list() noexcept = default;
    constexpr size_t size() const noexcept { return size_; }
    constexpr const T* begin() const noexcept { return begin_; }
    constexpr const T* end() const noexcept { return begin_ + size_; }

private:
    const T* begin_ = nullptr;
    size_t size_ = 0;
};

}  // namespace std
