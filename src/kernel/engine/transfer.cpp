#include "kernel/engine/transfer.h"

#include "kernel/engine/data_access.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t worth_a_copy = 1 << 16;  // bytes; a kernel starts sooner than a copy

}  // namespace

bool copy_bytes(const ndarray& source, const ndarray& target) {
    if (target.nbytes() < worth_a_copy || runtime::context.recorder) return false;
    DataAccess data;
    const void* from = data.read(source);
    runtime::backend().copy(data.write(target), from, static_cast<std::size_t>(target.nbytes()),
                            runtime::CopyKind::device_to_device, runtime::context.stream);
    return true;
}

bool clear_bytes(const ndarray& target) {
    if (runtime::context.recorder) return false;
    if (target.size())
        runtime::backend().fill(DataAccess().write(target), 0, static_cast<std::size_t>(target.nbytes()),
                                runtime::context.stream);
    return true;
}

}  // namespace cuprum::kernel
