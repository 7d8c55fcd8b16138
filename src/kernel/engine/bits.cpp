#include "kernel/engine/bits.h"

#include "cuprum/bits_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t byte_grain = 1 << 14;  // bytes of bits that are worth a thread's wake-up

runtime::FunctionHandle bits_function(bool to_bits) {
    static KernelTable<> functions;
    return functions.function(KernelKey(to_bits), [&]() -> KernelSource {
        const std::string name = to_bits ? "cuprum_values_to_bits" : "cuprum_bits_to_values";
        return {name,
                "#include <cuprum/bits.h>\n" +
                    std::string(to_bits ? "CUPRUM_VALUES_TO_BITS(" : "CUPRUM_BITS_TO_VALUES(") + name + ")\n",
                {}};
    });
}

std::int64_t row_length(const ndarray& a) { return a.shape()[a.ndim() - 1]; }

}  // namespace

void values_to_bits(const ndarray& values, const ndarray& bits, bool little) {
    if (bits.size() == 0) return;
    DataAccess data;
    const BitsArgs args{data.read(values),  data.write(bits), bits.size() / row_length(bits),
                        row_length(values), row_length(bits), little};
    data.launch(bits_function(true), plan_items(bits.size(), bits_block, byte_grain), args);
}

void bits_to_values(const ndarray& bits, const ndarray& values, bool little) {
    if (values.size() == 0) return;
    DataAccess data;
    const std::int64_t rows = values.size() / row_length(values);
    const BitsArgs args{data.read(bits), data.write(values), rows, row_length(values), row_length(bits), little};
    data.launch(bits_function(false), plan_items(rows * ceil_div(args.values, 8), bits_block, byte_grain), args);
}

}  // namespace cuprum::kernel
