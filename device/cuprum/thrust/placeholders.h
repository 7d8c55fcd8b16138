// Thrust's placeholders: expressions of _1, _2 and so on that are function objects.
#pragma once

#include <cuprum/thrust/policy.h>

namespace thrust {

template <class Evaluate>
struct actor {
    Evaluate evaluate;
    template <class... Arguments>
    __forceinline__ constexpr auto operator()(const Arguments&... arguments) const {
        return evaluate(::cuda::std::tuple<const Arguments&...>(arguments...));
    }
};
template <class Evaluate>
actor(Evaluate) -> actor<Evaluate>;

namespace detail {

template <class T>
inline constexpr bool is_actor = false;
template <class Evaluate>
inline constexpr bool is_actor<actor<Evaluate>> = true;

template <size_t number>
struct argument {
    template <class Arguments>
    __forceinline__ constexpr auto operator()(const Arguments& arguments) const {
        return ::cuda::std::get<number>(arguments);
    }
};
/// The value of an operand: an actor's is computed from the arguments, others stand for themselves.
template <class T, class Arguments>
__forceinline__ constexpr auto value_of(const T& operand, const Arguments& arguments) {
    if constexpr (is_actor<T>) return operand.evaluate(arguments);
    else return operand;
}

}  // namespace detail

#define CUPRUM_OPERATOR(symbol)                                                          \
    template <class A, class B>                                                          \
        requires(detail::is_actor<A> || detail::is_actor<B>)                             \
    __forceinline__ constexpr auto operator symbol(const A& a, const B& b) {             \
        return actor{[a, b](const auto& arguments) {                                     \
            return detail::value_of(a, arguments) symbol detail::value_of(b, arguments); \
        }};                                                                              \
    }
CUPRUM_OPERATOR(+)
CUPRUM_OPERATOR(-)
CUPRUM_OPERATOR(*)
CUPRUM_OPERATOR(/)
CUPRUM_OPERATOR(%)
CUPRUM_OPERATOR(&)
CUPRUM_OPERATOR(|)
CUPRUM_OPERATOR(^)
CUPRUM_OPERATOR(<<)
CUPRUM_OPERATOR(>>)
CUPRUM_OPERATOR(&&)
CUPRUM_OPERATOR(||)
CUPRUM_OPERATOR(==)
CUPRUM_OPERATOR(!=)
CUPRUM_OPERATOR(<)
CUPRUM_OPERATOR(<=)
CUPRUM_OPERATOR(>)
CUPRUM_OPERATOR(>=)
#undef CUPRUM_OPERATOR
#define CUPRUM_OPERATOR(symbol)                                                                     \
    template <class Evaluate>                                                                       \
    __forceinline__ constexpr auto operator symbol(const actor<Evaluate>& a) {                      \
        return actor{[a](const auto& arguments) { return symbol detail::value_of(a, arguments); }}; \
    }
CUPRUM_OPERATOR(-)
CUPRUM_OPERATOR(+)
CUPRUM_OPERATOR(~)
CUPRUM_OPERATOR(!)
#undef CUPRUM_OPERATOR

namespace placeholders {
inline constexpr actor<detail::argument<0>> _1{};
inline constexpr actor<detail::argument<1>> _2{};
inline constexpr actor<detail::argument<2>> _3{};
inline constexpr actor<detail::argument<3>> _4{};
}  // namespace placeholders

}  // namespace thrust
