// Sine and cosine of an angle that is told as a part of a turn: no reduction by pi, no branch, so that a CPU's vectors
// are full and a GPU's registers few.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

// From those of an angle within an eighth of a turn to those of one that lies `quarters` quarters on.
template <class T>
CUPRUM_DEVICE void turn_by_quarters(uint32 quarters, T sine, T cosine, T& sine_out, T& cosine_out) {
    const T s = quarters & 1 ? cosine : sine, c = quarters & 1 ? sine : cosine;
    sine_out = quarters & 2 ? -s : s;
    cosine_out = (quarters + 1) & 2 ? -c : c;
}

/// Of `turn` in [0, 1], to a unit in the last place of 1.
CUPRUM_DEVICE void sin_cos_of_turn(double turn, double& sine, double& cosine) {
    const double shifted = 4 * turn + 0x1.8p52,
                 part = turn - (shifted - 0x1.8p52) * 0.25;  // the sum's last places are the quarters
    const double x = part * 6.283185307179586477, s = x * x;
    const double sine_series =
        -1.0 / 6 +
        s * (1.0 / 120 +
             s * (-1.0 / 5040 +
                  s * (1.0 / 362880 + s * (-1.0 / 39916800 + s * (1.0 / 6227020800 - s * (1.0 / 1307674368000))))));
    const double cosine_series =
        -0.5 +
        s * (1.0 / 24 +
             s * (-1.0 / 720 +
                  s * (1.0 / 40320 + s * (-1.0 / 3628800 + s * (1.0 / 479001600 + s * (-1.0 / 87178291200 +
                                                                                       s * (1.0 / 20922789888000)))))));
    turn_by_quarters(static_cast<uint32>(bit_cast<uint64>(shifted)), x + x * (s * sine_series), 1 + s * cosine_series,
                     sine, cosine);
}

/// Of turn * 2^-32.
CUPRUM_DEVICE void sin_cos_of_turn(uint32 turn, float& sine, float& cosine) {
    const uint32 quarters = (turn + (1u << 29)) >> 30;
    const float x = static_cast<float>(static_cast<int>(turn - (quarters << 30))) * 1.4629180792671596e-9f,
                s = x * x;  // 2 pi / 2^32
    const float sine_series = -1.0f / 6 + s * (1.0f / 120 + s * (-1.0f / 5040 + s * (1.0f / 362880)));
    const float cosine_series = -0.5f + s * (1.0f / 24 + s * (-1.0f / 720 + s * (1.0f / 40320)));
    turn_by_quarters(quarters, x + x * (s * sine_series), 1 + s * cosine_series, sine, cosine);
}

}  // namespace cuprum
