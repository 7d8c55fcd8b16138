// Thrust's pointers to memory of a device, for a CPU: in a kernel they are pointers.
#pragma once

#include <cuprum/thrust/iterators.h>

namespace thrust {

template <class T>
class device_ptr : public cuprum::sequential::random_access<device_ptr<T>, ::cuda::std::remove_cv_t<T>, T&> {
public:
    using element_type = T;

    constexpr device_ptr() = default;
    __forceinline__ constexpr explicit device_ptr(T* pointer) : pointer_(pointer) {}
    __forceinline__ constexpr operator device_ptr<const T>() const { return device_ptr<const T>(pointer_); }
    __forceinline__ constexpr explicit operator bool() const { return pointer_ != nullptr; }
    __forceinline__ constexpr T* operator->() const { return pointer_; }
    __forceinline__ constexpr T* get() const { return pointer_; }
    __forceinline__ constexpr T& dereference() const { return *pointer_; }
    __forceinline__ constexpr void step(ptrdiff_t by) { pointer_ += by; }
    __forceinline__ constexpr ptrdiff_t distance_from(const device_ptr& other) const {
        return pointer_ - other.pointer_;
    }

private:
    T* pointer_ = nullptr;
};

template <class T>
__forceinline__ constexpr device_ptr<T> device_pointer_cast(T* pointer) {
    return device_ptr<T>(pointer);
}
template <class T>
__forceinline__ constexpr device_ptr<T> device_pointer_cast(device_ptr<T> pointer) {
    return pointer;
}
template <class T>
__forceinline__ constexpr T* raw_pointer_cast(T* pointer) {
    return pointer;
}
template <class T>
__forceinline__ constexpr T* raw_pointer_cast(device_ptr<T> pointer) {
    return pointer.get();
}
template <class T>
__forceinline__ constexpr T& raw_reference_cast(T& element) {
    return element;
}

}  // namespace thrust
