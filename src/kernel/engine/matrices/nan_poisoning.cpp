#include "kernel/engine/matrices/nan_poisoning.h"

#include <algorithm>

#include "cuprum/engine/nan_marks_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t worth_a_thread = 16384;  // elements

KernelSource make_source(const char* verb, const char* macro, DType dtype) {
    const std::string name = std::string("cuprum_") + verb + "_" + info(dtype).name;
    return {
        name,
        std::string("#include <cuprum/engine/nan_marks.h>\n") + macro + "(" + name + ", " + storage_type(dtype) + ")\n",
        {}};
}

runtime::Launch plan_matrices(const NanMarksArgs& args) {
    return plan_blocks(args.count, nan_marks_block, grain_of(worth_a_thread, args.size));
}

}  // namespace

KernelSource mark_nan_source(DType dtype) { return make_source("mark_nan", "CUPRUM_MARK_NAN", dtype); }
KernelSource poison_source(DType dtype) { return make_source("poison", "CUPRUM_POISON", dtype); }

void mark_nan(const ndarray& matrices, const ndarray* copy, int* marks, bool infinities) {
    if (matrices.size() == 0) return;
    static KernelTable<> functions;
    const auto function =
        functions.function(KernelKey(matrices.dtype()), [&] { return mark_nan_source(matrices.dtype()); });
    NanMarksArgs args{};
    DataAccess data;
    args.in = data.read(matrices);
    args.out = data.write(copy);
    args.marks = marks;
    args.infinities = infinities;
    args.size = matrices.shape(-1) * matrices.shape(-2);
    args.count = matrices.size() / args.size;
    runtime::Launch launch = plan_matrices(args);
    launch.grid[0] = blocks_for(matrices.size(), nan_marks_block * nan_marks_each);
    data.launch(function, launch, args);
}

void poison(const ndarray& matrices, std::int64_t count, const int* marks, int* codes) {
    if (matrices.size() == 0) return;
    static KernelTable<> functions;
    const auto function =
        functions.function(KernelKey(matrices.dtype()), [&] { return poison_source(matrices.dtype()); });
    NanMarksArgs args{};
    DataAccess data;
    args.out = data.write(matrices);
    args.marks = const_cast<int*>(marks);
    args.codes = codes;
    args.size = matrices.size() / count;
    args.count = count;
    runtime::Launch launch = plan_matrices(args);
    launch.grid[1] = static_cast<std::uint32_t>(std::clamp<std::int64_t>(args.size / worth_a_thread, 1, 64));
    data.launch(function, launch, args);
}

}  // namespace cuprum::kernel
