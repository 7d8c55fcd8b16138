// The compiled kernels of one user's kernel, by the types of a call's arguments.
#pragma once

#include "kernel/engine/kernel_table.h"

namespace cuprum::kernel {

/// A table whose kernels go with it.
template <class Value>
class Instances : public KernelTable<Value> {
public:
    ~Instances() { this->clear(); }
};

}  // namespace cuprum::kernel
