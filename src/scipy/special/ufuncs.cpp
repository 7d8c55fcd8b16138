// The ufuncs of scipy.special, made from their rows.
#include "cuprum/scipy/special.h"

namespace cuprum::scipy::special {

#define CUPRUM_UFUNC(id, inputs, outputs, ...) \
    const UfuncOf<inputs, outputs> id{         \
        UfuncRow{.name = #id, .nin = inputs, .nout = outputs, .module = "scipy.special", __VA_ARGS__}};
#define CUPRUM_UFUNC_ALIAS(alias, name)
#include "cuprum/scipy/special_functions.def"

std::span<const std::pair<const char*, const Ufunc*>> ufuncs() {
    static const std::pair<const char*, const Ufunc*> list[] = {
#define CUPRUM_UFUNC(name, ...) {#name, &name},
#define CUPRUM_UFUNC_ALIAS(alias, name) {#alias, &name},
#include "cuprum/scipy/special_functions.def"
    };
    return list;
}

}  // namespace cuprum::scipy::special
