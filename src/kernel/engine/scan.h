// Inclusive scans along an axis, of any operation on two values.
#pragma once

#include <string>

#include "cuprum/ndarray.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/plan/scan.h"

namespace cuprum::kernel {

struct ScanOperation {
    std::string name;          ///< An identifier; operations of one name are the same.
    std::string body;          ///< A statement that assigns out0 from in0 (what came before) and in1.
    DType before, next, type;  ///< Types of in0, in1 and out0; values are carried as `type`.
    std::string map = "x";     ///< What is made of an element x of the carried type before it is combined.
    bool associative = true;   ///< And commutative; otherwise elements are taken strictly one after the other.
    const char* headers = "";  ///< That the statement needs beside math.h.
    CodeOptions code{};        ///< How a compiler treats it.
};

/// A struct called `name` that the loops of device/cuprum/engine/scan.h take.
std::string scan_struct(const ScanOperation& operation, DType in, DType out, const std::string& name);

/// The scans of an operation from arrays of one dtype to arrays of another.
class ScanKernel {
public:
    ScanKernel(ScanOperation operation, DType in, DType out);

    /// out[..., i, ...] = in[..., 0, ...] op ... op in[..., i, ...]. The arrays have one shape and may be the same.
    void run(const ndarray& in, const ndarray& out, int axis);

private:
    runtime::FunctionHandle function(ScanLoop loop);
    std::string source(ScanLoop loop) const;
    std::string entry_name(ScanLoop loop) const;
    void run_contiguous(const ndarray& in, const ndarray& out, ScanLayout layout);
    void run_transposed(const ndarray& in, const ndarray& out, const ScanLayout& layout);
    void run_parts(const ScanPlan& plan, const ScanLayout& layout, const DataAccess& data, ScanArgs args);

    ScanOperation operation_;
    DType in_, out_;
    int carried_;  // bytes of a carried value
    FunctionSlot functions_[scan_loop_count];
};

/// The kernel for these dtypes, which lives as long as the process.
ScanKernel& scan_kernel(const ScanOperation& operation, DType in, DType out);

/// Adds up counts (int64) along an axis, in place.
void sum_up(const ndarray& counts, int axis);

/// out[..., s, ...] = in[..., indices[s], ...] op ... op in[..., indices[s + 1] - 1, ...], and in[..., indices[s], ...]
/// alone where the next index is not larger; the last goes to the end of the axis. `indices` is a one-dimensional array
/// of integers.
void reduce_at(const ScanOperation& operation, const ndarray& in, const ndarray& indices, const ndarray& out, int axis);

}  // namespace cuprum::kernel
