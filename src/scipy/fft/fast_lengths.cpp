#include "numpy/fft/fast_lengths.h"

#include "cuprum/scipy/fft.h"

namespace cuprum::scipy::fft {

std::int64_t next_fast_len(std::int64_t target, bool real) { return cuprum::fft::next_fast_len(target, real); }
std::int64_t prev_fast_len(std::int64_t target, bool real) { return cuprum::fft::prev_fast_len(target, real); }

}  // namespace cuprum::scipy::fft
