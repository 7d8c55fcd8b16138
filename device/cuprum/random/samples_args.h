// What the host hands to the kernels of random_samples.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int samples_block = 256;   // threads
constexpr int samples_a_thread = 8;  // numbers
constexpr int samples_parameters = 3;

struct RandomSamplesArgs {
    void* out;
    long long size;
    unsigned long long seed;
    unsigned long long first;                  // number of the first element
    const double* vector[samples_parameters];  // a parameter of each element of a period, or null
    double value[samples_parameters];          // else one for all
    long long period;
};

}  // namespace cuprum
