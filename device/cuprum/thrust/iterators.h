// Thrust's iterators, which compute what they point to.
#pragma once

#include <cuda/std/iterator>
#include <cuda/std/tuple>

namespace cuprum::sequential {

/// What all of them have in common. `Derived` has `dereference()`, `step(by)` and `distance_from(other)`, the distance
/// from another.
template <class Derived, class Value, class Reference>
struct random_access {
    using difference_type = ptrdiff_t;
    using value_type = Value;
    using pointer = Value*;
    using reference = Reference;
    using iterator_category = ::cuda::std::random_access_iterator_tag;

    __forceinline__ constexpr Reference operator*() const { return self().dereference(); }
    __forceinline__ constexpr Reference operator[](ptrdiff_t i) const { return *(self() + i); }
    __forceinline__ constexpr Derived& operator+=(ptrdiff_t by) { return self().step(by), self(); }
    __forceinline__ constexpr Derived& operator-=(ptrdiff_t by) { return self().step(-by), self(); }
    __forceinline__ constexpr Derived& operator++() { return *this += 1; }
    __forceinline__ constexpr Derived& operator--() { return *this -= 1; }
    __forceinline__ constexpr Derived operator++(int) {
        const Derived before = self();
        *this += 1;
        return before;
    }
    __forceinline__ constexpr Derived operator--(int) {
        const Derived before = self();
        *this -= 1;
        return before;
    }
    __forceinline__ friend constexpr Derived operator+(Derived a, ptrdiff_t by) { return a += by; }
    __forceinline__ friend constexpr Derived operator+(ptrdiff_t by, Derived a) { return a += by; }
    __forceinline__ friend constexpr Derived operator-(Derived a, ptrdiff_t by) { return a -= by; }
    __forceinline__ friend constexpr ptrdiff_t operator-(const Derived& a, const Derived& b) {
        return a.distance_from(b);
    }
    __forceinline__ friend constexpr bool operator==(const Derived& a, const Derived& b) {
        return a.distance_from(b) == 0;
    }
    __forceinline__ friend constexpr bool operator!=(const Derived& a, const Derived& b) {
        return a.distance_from(b) != 0;
    }
    __forceinline__ friend constexpr bool operator<(const Derived& a, const Derived& b) {
        return a.distance_from(b) < 0;
    }
    __forceinline__ friend constexpr bool operator>(const Derived& a, const Derived& b) {
        return a.distance_from(b) > 0;
    }
    __forceinline__ friend constexpr bool operator<=(const Derived& a, const Derived& b) {
        return a.distance_from(b) <= 0;
    }
    __forceinline__ friend constexpr bool operator>=(const Derived& a, const Derived& b) {
        return a.distance_from(b) >= 0;
    }

private:
    __forceinline__ constexpr Derived& self() { return static_cast<Derived&>(*this); }
    __forceinline__ constexpr const Derived& self() const { return static_cast<const Derived&>(*this); }
};

/// Takes what is assigned to it, and keeps nothing.
struct discarded {
    template <class T>
    __forceinline__ constexpr const discarded& operator=(const T&) const {
        return *this;
    }
};
/// Assigns a function of a value to an element.
template <class Function, class I>
struct transformed {
    Function function;
    I at;
    template <class T>
    __forceinline__ constexpr const transformed& operator=(const T& value) const {
        *at = function(value);
        return *this;
    }
};

}  // namespace cuprum::sequential

namespace thrust {

template <class T, class... Ignored>
class counting_iterator : public cuprum::sequential::random_access<counting_iterator<T, Ignored...>, T, T> {
public:
    constexpr counting_iterator() = default;
    __forceinline__ constexpr explicit counting_iterator(T value) : value_(value) {}
    __forceinline__ constexpr T base() const { return value_; }
    __forceinline__ constexpr T dereference() const { return value_; }
    __forceinline__ constexpr void step(ptrdiff_t by) { value_ = static_cast<T>(value_ + by); }
    __forceinline__ constexpr ptrdiff_t distance_from(const counting_iterator& other) const {
        return static_cast<ptrdiff_t>(value_) - static_cast<ptrdiff_t>(other.value_);
    }

private:
    T value_{};
};
template <class T>
__forceinline__ constexpr counting_iterator<T> make_counting_iterator(T value) {
    return counting_iterator<T>(value);
}

template <class T, class... Ignored>
class constant_iterator : public cuprum::sequential::random_access<constant_iterator<T, Ignored...>, T, T> {
public:
    constexpr constant_iterator() = default;
    __forceinline__ constexpr explicit constant_iterator(T value, ptrdiff_t place = 0) : value_(value), place_(place) {}
    __forceinline__ constexpr T value() const { return value_; }
    __forceinline__ constexpr T dereference() const { return value_; }
    __forceinline__ constexpr void step(ptrdiff_t by) { place_ += by; }
    __forceinline__ constexpr ptrdiff_t distance_from(const constant_iterator& other) const {
        return place_ - other.place_;
    }

private:
    T value_{};
    ptrdiff_t place_ = 0;
};
template <class T>
__forceinline__ constexpr constant_iterator<T> make_constant_iterator(T value, ptrdiff_t place = 0) {
    return constant_iterator<T>(value, place);
}

template <class Function, class I,
          class Reference = decltype(::cuda::std::declval<const Function&>()(*::cuda::std::declval<const I&>()))>
class transform_iterator : public cuprum::sequential::random_access<transform_iterator<Function, I, Reference>,
                                                                    ::cuda::std::remove_cvref_t<Reference>, Reference> {
public:
    constexpr transform_iterator() = default;
    __forceinline__ constexpr transform_iterator(I base, Function function) : base_(base), function_(function) {}
    __forceinline__ constexpr explicit transform_iterator(I base) : base_(base) {}
    __forceinline__ constexpr const I& base() const { return base_; }
    __forceinline__ constexpr Function functor() const { return function_; }
    __forceinline__ constexpr Reference dereference() const { return function_(*base_); }
    __forceinline__ constexpr void step(ptrdiff_t by) { ::cuda::std::advance(base_, by); }
    __forceinline__ constexpr ptrdiff_t distance_from(const transform_iterator& other) const {
        return base_ - other.base_;
    }

private:
    I base_{};
    Function function_{};
};
template <class I, class Function>
__forceinline__ constexpr transform_iterator<Function, I> make_transform_iterator(I base, Function function) {
    return {base, function};
}

template <class Elements, class Indices>
class permutation_iterator : public cuprum::sequential::random_access<permutation_iterator<Elements, Indices>,
                                                                      ::cuda::std::iter_value_t<Elements>,
                                                                      ::cuda::std::iter_reference_t<Elements>> {
public:
    constexpr permutation_iterator() = default;
    __forceinline__ constexpr permutation_iterator(Elements elements, Indices indices)
        : elements_(elements), indices_(indices) {}
    __forceinline__ constexpr const Indices& base() const { return indices_; }
    __forceinline__ constexpr ::cuda::std::iter_reference_t<Elements> dereference() const {
        return elements_[*indices_];
    }
    __forceinline__ constexpr void step(ptrdiff_t by) { ::cuda::std::advance(indices_, by); }
    __forceinline__ constexpr ptrdiff_t distance_from(const permutation_iterator& other) const {
        return indices_ - other.indices_;
    }

private:
    Elements elements_{};
    Indices indices_{};
};
template <class Elements, class Indices>
__forceinline__ constexpr permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements,
                                                                                            Indices indices) {
    return {elements, indices};
}

template <class Iterators>
class zip_iterator;
template <class... I>
class zip_iterator<::cuda::std::tuple<I...>>
    : public cuprum::sequential::random_access<zip_iterator<::cuda::std::tuple<I...>>,
                                               ::cuda::std::tuple<::cuda::std::iter_value_t<I>...>,
                                               ::cuda::std::tuple<::cuda::std::iter_reference_t<I>...>> {
    using Reference = ::cuda::std::tuple<::cuda::std::iter_reference_t<I>...>;

public:
    constexpr zip_iterator() = default;
    __forceinline__ constexpr zip_iterator(const ::cuda::std::tuple<I...>& iterators) : iterators_(iterators) {}
    __forceinline__ constexpr const ::cuda::std::tuple<I...>& get_iterator_tuple() const { return iterators_; }
    __forceinline__ constexpr Reference dereference() const {
        return ::cuda::std::apply([](const auto&... i) { return Reference(*i...); }, iterators_);
    }
    __forceinline__ constexpr void step(ptrdiff_t by) {
        ::cuda::std::apply([by](auto&... i) { (::cuda::std::advance(i, by), ...); }, iterators_);
    }
    __forceinline__ constexpr ptrdiff_t distance_from(const zip_iterator& other) const {
        return ::cuda::std::get<0>(iterators_) - ::cuda::std::get<0>(other.iterators_);
    }

private:
    ::cuda::std::tuple<I...> iterators_{};
};
template <class... I>
zip_iterator(::cuda::std::tuple<I...>) -> zip_iterator<::cuda::std::tuple<I...>>;
template <class... I>
__forceinline__ constexpr zip_iterator<::cuda::std::tuple<I...>> make_zip_iterator(::cuda::std::tuple<I...> iterators) {
    return iterators;
}
template <class... I>
__forceinline__ constexpr zip_iterator<::cuda::std::tuple<I...>> make_zip_iterator(I... iterators) {
    return ::cuda::std::tuple<I...>(iterators...);
}
/// Calls a function of several values with the elements of a tuple.
template <class Function>
struct zip_function {
    Function function;
    template <class Tuple>
    __forceinline__ constexpr decltype(auto) operator()(Tuple&& values) const {
        return ::cuda::std::apply(function, values);
    }
};
template <class Function>
__forceinline__ constexpr zip_function<Function> make_zip_function(Function function) {
    return {function};
}

class discard_iterator : public cuprum::sequential::random_access<discard_iterator, cuprum::sequential::discarded,
                                                                  cuprum::sequential::discarded> {
public:
    __forceinline__ constexpr discard_iterator(ptrdiff_t place = 0) : place_(place) {}
    __forceinline__ constexpr cuprum::sequential::discarded dereference() const { return {}; }
    __forceinline__ constexpr void step(ptrdiff_t by) { place_ += by; }
    __forceinline__ constexpr ptrdiff_t distance_from(const discard_iterator& other) const {
        return place_ - other.place_;
    }

private:
    ptrdiff_t place_;
};
__forceinline__ constexpr discard_iterator make_discard_iterator(ptrdiff_t place = 0) { return place; }

template <class Function, class I>
class transform_output_iterator
    : public cuprum::sequential::random_access<transform_output_iterator<Function, I>, ::cuda::std::iter_value_t<I>,
                                               cuprum::sequential::transformed<Function, I>> {
public:
    __forceinline__ constexpr transform_output_iterator(I base, Function function) : base_(base), function_(function) {}
    __forceinline__ constexpr const I& base() const { return base_; }
    __forceinline__ constexpr cuprum::sequential::transformed<Function, I> dereference() const {
        return {function_, base_};
    }
    __forceinline__ constexpr void step(ptrdiff_t by) { ::cuda::std::advance(base_, by); }
    __forceinline__ constexpr ptrdiff_t distance_from(const transform_output_iterator& other) const {
        return base_ - other.base_;
    }

private:
    I base_;
    Function function_;
};
template <class I, class Function>
__forceinline__ constexpr transform_output_iterator<Function, I> make_transform_output_iterator(I base,
                                                                                                Function function) {
    return {base, function};
}

using ::cuda::std::advance;
using ::cuda::std::distance;
using ::cuda::std::iterator_traits;
using ::cuda::std::make_reverse_iterator;
using ::cuda::std::next;
using ::cuda::std::prev;
using ::cuda::std::reverse_iterator;
template <class I>
using iterator_value_t = ::cuda::std::iter_value_t<I>;
template <class I>
using iterator_difference_t = ::cuda::std::iter_difference_t<I>;

}  // namespace thrust
