// CUB's loads and stores with a hint for caches, which a CPU does not need.
#pragma once

#include <cuprum/cuda/prelude.h>

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier Modifier, class Iterator>
__forceinline__ auto ThreadLoad(Iterator place) {
    return *place;
}
template <CacheStoreModifier Modifier, class Iterator, class T>
__forceinline__ void ThreadStore(Iterator place, T value) {
    *place = value;
}

}  // namespace cub
