// What the handle of a texture or a surface names on a CPU; the host makes it (src/backend/cpu/textures.cpp).
#pragma once

namespace cuprum::cuda_on_cpu {

struct Texture {
    const char* data;
    long long lengths[3];  ///< Width, height and depth; 1 where there is no such dimension.
    long long row, plane;  ///< Bytes from row to row and from plane to plane.
    int bits, kind;        ///< Of a channel; kind: 0 signed, 1 unsigned, 2 float.
    int channels;
    int address_mode[3];  ///< 0 wrap, 1 clamp, 2 mirror, 3 border.
    bool linear, normalized_coordinates, normalized_values;
    float border[4];
};

}  // namespace cuprum::cuda_on_cpu
