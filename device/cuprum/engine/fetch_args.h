// What the host hands to the kernel of fetch.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int fetch_threads = 512;  // of the one block, at most

/// Four bytes, and the number of the call that they belong to: a store of eight bytes arrives as a whole.
struct alignas(8) FetchPiece {
    unsigned data, ticket;
};

struct FetchArgs {
    const unsigned char* source;
    FetchPiece* target;  // page-locked memory of the host
    unsigned bytes, ticket;
};

}  // namespace cuprum
