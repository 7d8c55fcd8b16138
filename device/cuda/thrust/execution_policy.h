// Thrust's execution policies, for a CPU.
#pragma once

#include <cuprum/thrust/policy.h>

namespace thrust {

template <class Derived>
struct execution_policy : cuprum::sequential::policy {};
template <class Derived>
using device_execution_policy = execution_policy<Derived>;
template <class Derived>
using host_execution_policy = execution_policy<Derived>;

namespace detail {
struct seq_t : execution_policy<seq_t> {};
struct device_t : execution_policy<device_t> {};
struct host_t : execution_policy<host_t> {};
}  // namespace detail

inline constexpr detail::seq_t seq{};
inline constexpr detail::device_t device{};
inline constexpr detail::host_t host{};

}  // namespace thrust
