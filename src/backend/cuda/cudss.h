// cuDSS's factors of sparse matrices, found at run time and declared here as its header documents them (cuDSS 1.0; in
// 0.7 a function has other arguments and settings have other numbers, and its name, libcudss.so.0, is not looked for).
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/linear_algebra.h"
#include "runtime/vendor_library.h"

namespace cuprum::backend::cuda {

struct Cudss : runtime::LibraryFunctions {
    using I = std::int64_t;
    using P = const void*;
    using H = struct cudssContext*;
    using Matrix = struct cudssMatrix*;
    using Config = struct cudssConfig*;
    using Data = struct cudssData*;

    explicit Cudss(const runtime::Library& library) : LibraryFunctions(library, "cudss") {}

    int (*create_config)(Config*) = symbol("ConfigCreate");
    int (*destroy_config)(Config) = symbol("ConfigDestroy");
    int (*set_config)(Config, int parameter, P value, std::size_t) = symbol("ConfigSet");
    int (*create_data)(H, Data*) = symbol("DataCreate");
    int (*destroy_data)(H, Data) = symbol("DataDestroy");
    int (*get_data)(H, Data, int parameter, void* value, std::size_t, std::size_t* written) = symbol("DataGet");
    int (*create_dense)(Matrix*, I rows, I columns, I ld, P values, int type, int layout) = symbol("MatrixCreateDn");
    int (*create_rows)(Matrix*, I rows, I columns, I nnz, P row_start, P row_end, P indices, P values, int offset_type,
                       int index_type, int type, int kind, int view, int base) = symbol("MatrixCreateCsr");
    int (*destroy_matrix)(Matrix) = symbol("MatrixDestroy");
    int (*execute)(H, int phase, Config, Data, Matrix a, Matrix x, Matrix b) = symbol("Execute");
};

/// Loaded by the first call; null where it is not installed, or does not work with this driver.
const Cudss* cudss();

/// Solves by factors, as LinearAlgebra::solve_sparse.
bool solve_by_cudss(const Cudss& library, const runtime::SparseEquations& equations, runtime::StreamHandle stream);

}  // namespace cuprum::backend::cuda
