// What the host hands to a scan kernel. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int scan_block = 256;          // threads
constexpr int scan_value_bytes = 16;     // CPU: room for a carried value
constexpr int scan_group = 32;           // tiles a group, groups a supergroup
constexpr long long scan_chunk = 16384;  // CPU: elements that one thread scans at a time
constexpr int scan_column_rows = 128;    // GPU: rows and columns of a tile of columns
constexpr int scan_columns = 32;
constexpr long long scan_cpu_columns = 512;  // CPU: columns that one thread walks down together

/// GPU: neighbours that a lane moves at once, and how many such vectors it holds, from the sizes of the types in bytes.
constexpr int scan_vector(int in, int out) { return in >= 16 || out >= 16 ? 1 : 16 / (in > out ? in : out); }
constexpr int scan_rounds(int vector, int acc) {
    int by_bytes = 128 / (vector * acc), by_count = 32 / vector;
    int rounds = by_bytes < by_count ? by_bytes : by_count;
    return rounds < 1 ? 1 : rounds > 16 ? 16 : rounds;
}

/// GPU: bytes in which a block tells others of so many bytes, which travel beside flags; none are there while all are
/// zero.
constexpr int scan_message(int bytes) { return (bytes + 3) / 4 * 8; }

/// What a CPU kernel is called for.
enum ScanStage : int {
    scan_lines = 0,       ///< Items are lines, or blocks of columns.
    scan_aggregates = 1,  ///< Items are chunks of one line: combine each.
    scan_chunks = 2,      ///< Items are chunks of one line: scan each, knowing what comes before.
};

/// Contiguous arrays of shape (outer, length, inner), scanned along the middle axis.
struct ScanArgs {
    unsigned long long in, out;
    long long outer, length, inner;
    // GPU: tiles a line, and where tiles, groups of tiles and groups of groups tell what they hold.
    long long tiles;
    unsigned long long ticket;
    unsigned long long tile_messages, group_messages, super_messages;
    // CPU: the chunks of part of a line.
    unsigned long long aggregates;
    unsigned long long carry_in, carry_out;  // what comes before (0: nothing), and what will have come before
    int stage;
};

}  // namespace cuprum
