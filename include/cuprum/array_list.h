// What a function of several arrays takes.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "cuprum/lifetime.h"
#include "cuprum/ndarray.h"

namespace cuprum {

/// Arrays that live elsewhere: `concatenate({a, b})`, or the same with a vector.
class ArrayList : public std::span<const ndarray> {
public:
    ArrayList(std::span<const ndarray> arrays CUPRUM_LIFETIMEBOUND) : span(arrays) {}
    ArrayList(const std::vector<ndarray>& arrays CUPRUM_LIFETIMEBOUND) : span(arrays) {}
    ArrayList(std::initializer_list<ndarray> arrays CUPRUM_LIFETIMEBOUND) : span(arrays.begin(), arrays.size()) {}
};

}  // namespace cuprum
