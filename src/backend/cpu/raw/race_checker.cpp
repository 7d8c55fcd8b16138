#include "backend/cpu/raw/race_checker.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cuprum::backend::cpu {
namespace {

std::string place_text(const cuda_on_cpu::Index3& at) {
    return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

std::string thread_text(unsigned rank, const cuda_on_cpu::Block& block) {
    return place_text({rank % block.dim.x, rank / block.dim.x % block.dim.y, rank / block.dim.x / block.dim.y});
}

std::string line_text(const cuda_on_cpu::Access& access) {
    return access.line ? " in line " + std::to_string(access.line) : "";
}

bool writes(const cuda_on_cpu::Access& access) { return access.kind != cuda_on_cpu::AccessKind::read; }

}  // namespace

RaceChecker::RaceChecker() {
    for (auto& warp : known_)
        for (unsigned lane = 0; lane < warp_size; ++lane) warp[lane][lane] = 1;
}

void RaceChecker::begin_block(const char* shared, std::size_t bytes) {
    shared_ = shared;
    bytes_.resize(bytes);
    ++epoch_;  // Whatever was done before, another block did.
}

void RaceChecker::meet(unsigned warp, std::uint32_t lanes) {
    auto& known = known_[warp];
    std::array<std::uint32_t, warp_size> together{};
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
        const auto& lane = known[std::countr_zero(rest)];
        for (unsigned j = 0; j < warp_size; ++j) together[j] = std::max(together[j], lane[j]);
    }
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
        known[lane] = together;
        ++known[lane][lane];
    }
}

/// Whether what happened then is over for this thread now.
bool RaceChecker::is_ordered(const Event& event, unsigned rank) const {
    if (!event.access || event.epoch != epoch_ || event.rank == rank) return true;
    if (event.rank / warp_size != rank / warp_size) return false;
    return known_[rank / warp_size][rank % warp_size][event.rank % warp_size] >= event.clock;
}

std::string RaceChecker::use(const cuda_on_cpu::Access& access, const void* address, std::size_t count, unsigned rank,
                             const void* value, const cuda_on_cpu::Block& block) {
    const std::ptrdiff_t offset = static_cast<const char*>(address) - shared_;
    if (offset < 0 || static_cast<std::size_t>(offset) >= bytes_.size()) return {};
    const bool is_atomic = access.kind == cuda_on_cpu::AccessKind::atomic;
    const bool changes_nothing = value && std::memcmp(address, value, count) == 0;
    // This is over for those who meet the thread after it.
    const Event now{&access, epoch_, known_[rank / warp_size][rank % warp_size][rank % warp_size],
                    static_cast<std::uint16_t>(rank)};
    const std::size_t end = std::min(static_cast<std::size_t>(offset) + count, bytes_.size());
    for (std::size_t i = static_cast<std::size_t>(offset); i < end; ++i) {
        Byte& byte = bytes_[i];
        const bool both_atomic =
            is_atomic && byte.write.access && byte.write.access->kind == cuda_on_cpu::AccessKind::atomic;
        if (!both_atomic && !changes_nothing && !is_ordered(byte.write, rank))
            return describe(access, byte.write, rank, i, block);
        if (writes(access)) {
            for (const Event& read : byte.reads)
                if (!is_ordered(read, rank)) return describe(access, read, rank, i, block);
            byte.write = now;
            continue;
        }
        // Of many readers those are kept that are not over yet, of different warps if there are.
        Event* place = &byte.reads[0];
        for (Event& read : byte.reads) {
            if (read.access && read.epoch == epoch_ && read.rank == rank) {
                place = &read;
                break;
            }
            if (is_ordered(read, rank)) place = &read;
        }
        *place = now;
    }
    return {};
}

std::string RaceChecker::describe(const cuda_on_cpu::Access& access, const Event& before, unsigned rank,
                                  std::size_t offset, const cuda_on_cpu::Block& block) const {
    const char* name = access.variable ? access.variable : before.access->variable;
    std::string text =
        "a race on shared memory: in block " + place_text(block.index) + " thread " + thread_text(before.rank, block);
    text += writes(*before.access) ? " writes " : " reads ";
    text += name ? "'" + std::string(name) + "'" : "byte " + std::to_string(offset);
    text += line_text(*before.access) + ", and thread " + thread_text(rank, block) +
            (writes(access) ? " writes it" : " reads it");
    return text + line_text(access) + ", without a __syncthreads() between the two";
}

}  // namespace cuprum::backend::cpu
