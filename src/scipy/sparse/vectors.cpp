#include "scipy/sparse/vectors.h"

#include <algorithm>

#include "cuprum/sparse/krylov_args.h"
#include "cuprum/types.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/sizes.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

enum class Step : std::uint8_t { dot, advance, turn, shares, add_up, take, normalize };

runtime::FunctionHandle function_of(Step step, DType dtype) {
    static kernel::KernelTable<> functions;
    return functions.function(kernel::KernelKey(step, dtype), [&]() -> kernel::KernelSource {
        static constexpr const char* names[] = {"dot", "advance", "turn", "shares", "add_up", "take", "normalize"};
        const std::string what = std::string("krylov_") + names[static_cast<int>(step)],
                          name = "cuprum_" + what + "_" + info(dtype).name;
        return {name,
                "#include <cuprum/sparse/krylov.h>\nCUPRUM_KRYLOV(" + name + ", " + what + ", " +
                    kernel::storage_type(dtype) + ")\n",
                {}};
    });
}

/// The vectors' chunks, which their length alone tells.
KrylovArgs chunks_of(std::int64_t n) {
    KrylovArgs args{};
    args.n = n;
    args.chunk =
        kernel::ceil_div(kernel::ceil_div(n, std::int64_t{krylov_chunks}), std::int64_t{krylov_tile}) * krylov_tile;
    args.chunks = kernel::ceil_div(n, args.chunk);
    return args;
}

void launch(const kernel::DataAccess& access, Step step, DType dtype, std::int64_t items, const KrylovArgs& args,
            std::uint32_t groups = 1) {
    runtime::Launch geometry = kernel::plan_blocks(items, krylov_block, 1);
    geometry.grid[1] = groups;
    access.launch(function_of(step, dtype), geometry, args);
}

}  // namespace

double Sums::total() const {
    double sum = 0;
    const ndarray wide = chunk_sums.astype(is_complex(chunk_sums.dtype()) ? DType::complex128 : DType::float64);
    for (const double chunk_sum : wide.real().copy().to_vector<double>()) sum += chunk_sum;
    return sum;
}

Sums dot_sums(const ndarray& a, const ndarray& b) {
    KrylovArgs args = chunks_of(a.size());
    const Sums sums{new_array({args.chunks}, a.dtype())};
    kernel::DataAccess access;
    args.a = access.read(a);
    args.b = access.read(b);
    args.made = access.write(sums.chunk_sums);
    launch(access, Step::dot, a.dtype(), args.chunks, args);
    return sums;
}

Sums advance(const Sums& above, const Sums& below, const ndarray& p, const ndarray& q, const ndarray& x,
             const ndarray& r) {
    KrylovArgs args = chunks_of(x.size());
    const Sums sums{new_array({args.chunks}, x.dtype())};
    kernel::DataAccess access;
    args.sums = access.read(above.chunk_sums);
    args.before = access.read(below.chunk_sums);
    args.a = access.read(p);
    args.b = access.read(q);
    args.x = access.update(x);
    args.y = access.update(r);
    args.made = access.write(sums.chunk_sums);
    launch(access, Step::advance, x.dtype(), args.chunks, args);
    return sums;
}

void turn(const Sums& above, const Sums& below, const ndarray& z, const ndarray& p) {
    KrylovArgs args = chunks_of(p.size());
    kernel::DataAccess access;
    args.sums = access.read(above.chunk_sums);
    args.before = access.read(below.chunk_sums);
    args.a = access.read(z);
    args.x = access.update(p);
    launch(access, Step::turn, p.dtype(), args.chunks, args);
}

void extend_basis(const ndarray& basis, std::int64_t count, const ndarray& w, const ndarray& column, double least,
                  std::int64_t near) {
    const DType dtype = basis.dtype();
    const ndarray next = basis.at({count});
    const KrylovArgs chunks = chunks_of(w.size());
    const ndarray rest = new_array(w.shape(), dtype), sums = new_array({chunks.chunks}, dtype),
                  made = new_array({count * chunks.chunks}, dtype), shares = new_array({2, count}, dtype),
                  again = new_array({}, DType::int32);
    near = std::min(near, count);
    for (int round = 0; round < (least > 0 ? 2 : 1); ++round) {
        KrylovArgs args = chunks;
        args.round = round;
        args.threshold = near ? -1 : least * least;
        const std::int64_t fresh = near ? count - near : 0, before = round ? 0 : fresh;
        args.count = count - before;
        args.fresh = fresh;
        const auto groups =
            kernel::blocks_for(args.count, krylov_rows(static_cast<unsigned long long>(itemsize(dtype))));
        const ndarray &from = round == 0 ? w : rest, first = shares.at({0}), own = shares.at({round}),
                      rows = before ? basis.at({Slice{before, count}}) : basis,
                      column_part = before ? column.at({Slice{before, count}}) : column;
        {
            kernel::DataAccess access;
            args.a = access.read(from);
            args.basis = access.read(rows);
            args.sums = round ? access.read(sums) : nullptr;
            args.first = round ? access.read(first) : nullptr;
            args.made = access.write(made);
            launch(access, Step::shares, dtype, chunks.chunks, args, groups);
        }
        {
            kernel::DataAccess access;
            args.made = access.update(made);
            args.sums = round ? access.read(sums) : nullptr;
            args.first = round ? access.read(first) : nullptr;
            args.shares = access.write(own);
            args.column = access.update(column_part);
            args.again = access.write<int>(again);
            launch(access, Step::add_up, dtype, args.count, args);
        }
        {
            kernel::DataAccess access;
            args.a = access.read(from);
            args.basis = access.read(rows);
            args.shares = access.update(own);
            args.x = access.update(rest);
            args.made = access.update(sums);
            args.again = access.update<int>(again);
            launch(access, Step::take, dtype, chunks.chunks, args);
        }
    }
    KrylovArgs args = chunks;
    kernel::DataAccess access;
    args.count = count;
    args.a = access.read(rest);
    args.sums = access.read(sums);
    args.x = access.write(next);
    args.column = access.update(column);
    launch(access, Step::normalize, dtype, chunks.chunks, args);
}

}  // namespace cuprum::scipy::sparse::linalg
