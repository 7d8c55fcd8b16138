// A program outside of cuprum's tree, built against the installed library with find_package(cuprum) or pkg-config.
#include <cuprum/dtype.h>

#include <cstdio>

int main() {
    cuprum::DType result = cuprum::promote_types(cuprum::DType::int32, cuprum::DType::float32);
    std::printf("int32 and float32 give %s\n", cuprum::info(result).name);
    return result == cuprum::DType::float64 ? 0 : 1;
}
