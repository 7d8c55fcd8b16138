// Scalars that stand for arguments of a traced function (cuprum/fuse.h).
#pragma once

#include "cuprum/scalar.h"

namespace cuprum {

/// Is told what was asked of such scalars: what was traced holds as long as the answers would be the same.
class ScalarWatcher {
public:
    virtual ~ScalarWatcher() = default;
    virtual void value_asked(int symbol) = 0;
    virtual void fit_asked(int symbol, DType dtype, bool answer) = 0;
};

/// The calling thread's; null while nothing is traced.
extern constinit thread_local ScalarWatcher* scalar_watcher;

/// The value without telling anyone: for those who heed the symbol.
inline Scalar value_now(const Scalar& scalar) { return Scalar::symbolic(scalar, 0); }

}  // namespace cuprum
