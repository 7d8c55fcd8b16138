#include "kernel/engine/kernel_table.h"

#include "cuprum/error.h"
#include "kernel/cache/key.h"

namespace cuprum::kernel {

void KernelKey::put(std::string_view name) {
    constexpr std::size_t longest = 96;
    if (name.size() > longest) {
        const Key hash = name_key(name);
        put(255);
        for (std::uint64_t half : {hash.high, hash.low})
            for (int shift = 0; shift < 64; shift += 8) add(static_cast<std::uint8_t>(half >> shift));
        return;
    }
    put(name.size());
    for (char c : name) add(static_cast<std::uint8_t>(c));
}

void KernelKey::throw_too_large() {
    throw ValueError(
        "a kernel takes too many arguments, or arrays of too many axes, to be told from others: pass fewer");
}

}  // namespace cuprum::kernel
