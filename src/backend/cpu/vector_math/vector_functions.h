// Vector functions of our own, where they are quicker or nearer than those of the C library. They take and return whole
// registers, as libmvec's do. The compiler (src/backend/cpu/clang_compiler.cpp) names those that loops call, as
// "cuprum_v4_pow". Those with a name of libmvec take the place of its function in kernels compiled earlier, too.
#pragma once

namespace cuprum::backend::cpu {

struct VectorFunction {
    const char* name;
    void* address;
};
// Nothing but addresses: what finds one of them runs on every processor.
extern const VectorFunction vector_functions[14];

}  // namespace cuprum::backend::cpu
