// What a kernel on a CPU sees of its launch, block and thread. The engine fills these in, and the compiler points the
// built-in variables at them; the host's compiler reads this header too.
#pragma once

namespace cuprum::cuda_on_cpu {

struct Index3 {
    unsigned x, y, z;
};

/// One block in execution.
struct Block {
    Index3 index, dim, grid;  ///< blockIdx, blockDim, gridDim
    unsigned threads;
    char* shared;  ///< The kernel's static shared memory, then the launch's dynamic.
    char*
        contexts;  ///< What threads keep while others have their turn: `capacity` of each value, one beside the other.
    unsigned joined[2];  ///< How many blocks, along x and y, are run at once from this one on, if the kernel does so.
    unsigned long capacity;  ///< A multiple of 64, so that each value's place begins at a line of a cache.
};

/// One thread of a block.
struct Thread {
    Index3 index;   ///< threadIdx
    unsigned rank;  ///< Its number in the block; warps are runs of 32.
    const Block* block;
};

/// How the threads of a block are run.
enum class Mode : unsigned {
    loop,    ///< `run` is void(const Block*, void* const* parameters) and runs all threads of the block.
    fibers,  ///< `run` is void(const Thread*, void* const* parameters) and runs one thread, which may wait for others.
};

enum class ParameterKind : unsigned { value, pointer };

struct Parameter {
    unsigned size;
    unsigned alignment;
    ParameterKind kind;
    const char* name;
    const char* type;
};

/// What the compiler tells of a kernel; the object holds one under the kernel's symbol and ".kernel".
struct Kernel {
    Mode mode;
    unsigned static_shared;  ///< Bytes.
    unsigned max_threads;    ///< Of a block, by __launch_bounds__; 0 where it says nothing.
    unsigned local_bytes;    ///< Of stack that a thread needs; 0 where recursion makes it unknown.
    unsigned context_bytes;  ///< Of a block's contexts that a thread needs.
    unsigned joins_blocks;   ///< Whether `run` goes through several blocks together.
    unsigned parameter_count;
    unsigned prints;          ///< Whether it may print.
    unsigned finds_races;     ///< Whether it tells the engine what it does to shared memory.
    unsigned waits_for_grid;  ///< Whether its blocks may wait for each other.
    const Parameter* parameters;
    void* run;
    const char* name;  ///< As the source writes it.
};

/// A place of a program that uses memory, as checks tell of it.
enum class AccessKind : unsigned { read, write, atomic };
struct Access {
    AccessKind kind;
    unsigned line;         ///< 0 where it is not known.
    const char* variable;  ///< Null where it is not known.
};

/// Which object an address was made from, as the memory checker is told: the number of a parameter, or one of these. A
/// known one has a size; a given one is an array of the launch or shared memory, but which is decided as the kernel
/// runs.
inline constexpr int unknown_object = -1, known_object = -2, shared_object = -3, given_object = -4;

}  // namespace cuprum::cuda_on_cpu
