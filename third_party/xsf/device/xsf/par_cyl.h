#pragma once
#include <xsf/config.h>

#include <xsf/error.h>
#include <xsf/specfun/specfun.h>

namespace xsf {
namespace detail {

    template <typename T>
    T vvla(T x, T va);

} // namespace detail

} // namespace xsf
