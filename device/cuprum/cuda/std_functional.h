// libcu++'s function objects, for a CPU: what its algorithms build on.
#pragma once

#include <cuprum/cuda/std_utility.h>

namespace cuda::std {

// With the type named or, where it is void, taken from the operands.
#define CUPRUM_OPERATION(name, expression)                                                             \
    template <class T = void>                                                                          \
    struct name {                                                                                      \
        __forceinline__ constexpr auto operator()(const T& a, const T& b) const { return expression; } \
    };                                                                                                 \
    template <>                                                                                        \
    struct name<void> {                                                                                \
        template <class A, class B>                                                                    \
        __forceinline__ constexpr auto operator()(const A& a, const B& b) const {                      \
            return expression;                                                                         \
        }                                                                                              \
    };
CUPRUM_OPERATION(plus, a + b)
CUPRUM_OPERATION(minus, a - b)
CUPRUM_OPERATION(multiplies, a* b)
CUPRUM_OPERATION(divides, a / b)
CUPRUM_OPERATION(modulus, a % b)
CUPRUM_OPERATION(bit_and, a& b)
CUPRUM_OPERATION(bit_or, a | b)
CUPRUM_OPERATION(bit_xor, a ^ b)
CUPRUM_OPERATION(logical_and, a&& b)
CUPRUM_OPERATION(logical_or, a || b)
CUPRUM_OPERATION(equal_to, a == b)
CUPRUM_OPERATION(not_equal_to, a != b)
CUPRUM_OPERATION(less, a < b)
CUPRUM_OPERATION(less_equal, a <= b)
CUPRUM_OPERATION(greater, a > b)
CUPRUM_OPERATION(greater_equal, a >= b)
#undef CUPRUM_OPERATION

#define CUPRUM_OPERATION(name, expression)                                                 \
    template <class T = void>                                                              \
    struct name {                                                                          \
        __forceinline__ constexpr auto operator()(const T& a) const { return expression; } \
    };                                                                                     \
    template <>                                                                            \
    struct name<void> {                                                                    \
        template <class A>                                                                 \
        __forceinline__ constexpr auto operator()(const A& a) const {                      \
            return expression;                                                             \
        }                                                                                  \
    };
CUPRUM_OPERATION(negate, -a)
CUPRUM_OPERATION(bit_not, ~a)
CUPRUM_OPERATION(logical_not, !a)
#undef CUPRUM_OPERATION

/// A reference that can be assigned and stored.
template <class T>
class reference_wrapper {
public:
    using type = T;

    __forceinline__ constexpr reference_wrapper(T& object) noexcept : object_(&object) {}
    __forceinline__ constexpr T& get() const noexcept { return *object_; }
    __forceinline__ constexpr operator T&() const noexcept { return *object_; }
    template <class... Arguments>
    __forceinline__ constexpr decltype(auto) operator()(Arguments&&... arguments) const {
        return (*object_)(forward<Arguments>(arguments)...);
    }

private:
    T* object_;
};
template <class T>
__forceinline__ constexpr reference_wrapper<T> ref(T& object) noexcept {
    return object;
}
template <class T>
__forceinline__ constexpr reference_wrapper<const T> cref(const T& object) noexcept {
    return object;
}

/// Calls a function, or takes a member of an object by a pointer to it.
template <class Function, class... Arguments>
__forceinline__ constexpr decltype(auto) invoke(Function&& function, Arguments&&... arguments) {
    return forward<Function>(function)(forward<Arguments>(arguments)...);
}
template <class Owner, class Member, class Object, class... Arguments>
__forceinline__ constexpr decltype(auto) invoke(Member Owner::* member, Object&& object, Arguments&&... arguments) {
    if constexpr (is_pointer_v<remove_reference_t<Object>>)
        return cuda::std::invoke(member, *object, forward<Arguments>(arguments)...);
    else if constexpr (is_function_v<Member>) return (object.*member)(forward<Arguments>(arguments)...);
    else return (object.*member);
}
template <class Function>
__forceinline__ constexpr auto not_fn(Function function) {
    return [function](auto&&... arguments) { return !cuda::std::invoke(function, arguments...); };
}
template <class Function, class... Bound>
__forceinline__ constexpr auto bind_front(Function function, Bound... bound) {
    return [function, bound...](auto&&... arguments) { return cuda::std::invoke(function, bound..., arguments...); };
}

template <class Member>
__forceinline__ constexpr auto mem_fn(Member member) {
    return [member](auto&&... arguments) -> decltype(auto) { return cuda::std::invoke(member, arguments...); };
}

/// Numbers and pointers by their bits, as libcu++ does.
template <class T>
struct hash {
    __forceinline__ constexpr size_t operator()(T value) const noexcept {
        if constexpr (is_floating_point_v<T>)
            return value == T(0) ? 0 : static_cast<size_t>(hash::bits(value));  // zeros of both signs are equal
        else if constexpr (is_pointer_v<T>) return reinterpret_cast<size_t>(value);
        else return static_cast<size_t>(value);
    }

private:
    static constexpr auto bits(T value) {
        if constexpr (sizeof(T) == 8) return __builtin_bit_cast(unsigned long long, value);
        else return __builtin_bit_cast(unsigned, value);
    }
};

struct identity {
    template <class T>
    __forceinline__ constexpr T&& operator()(T&& value) const {
        return forward<T>(value);
    }
};

}  // namespace cuda::std
