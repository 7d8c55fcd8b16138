#include "kernel/engine/deferral.h"

namespace cuprum::kernel {

constinit std::atomic<Deferral*> deferral_in_place{nullptr};

}  // namespace cuprum::kernel
