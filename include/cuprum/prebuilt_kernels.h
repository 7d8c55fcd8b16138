// Kernels that are compiled before anybody asks, into packs that the cache reads.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cuprum/kernel_cache.h"

namespace cuprum::kernel {

/// The targets of this machine's devices.
std::vector<std::string> device_targets();

/// How much is compiled before anybody asks.
enum class PrebuiltSet {
    first,   ///< Copies, and what linear algebra runs beside the libraries' routines.
    common,  ///< Also the usual ufuncs, casts and reductions of bool, int32, int64, float32 and float64, and the
             ///< special functions that take a compiler longest; for a GPU all of them for float32 and float64.
    all,     ///< Every loop of NumPy's ufuncs, every cast, the usual reductions of every dtype, and those functions.
};

/// Also has packs of this machine's processor hold what typical calls launch there: functions that sort, search,
/// select, move elements and reduce. Finding these kernels takes ten seconds, and leaves the process with code of them
/// that is not optimised, so it is for programs that build packs and do nothing else.
void add_typical_calls();

/// Also has packs for CPUs hold the includes that most kernels begin with, precompiled: 5 MB, with which a process's
/// first kernels need not read them. Unless the library's own pack has them, a pack of the folder that the cache reads
/// always does.
void add_precompiled_headers();

/// Makes `<folder>/<target>.pack`, with `-first` or `-common` behind the target where it is such a set; an empty folder
/// stands for the one that the cache reads, whose pack leaves out what a pack beside the library already has. Needs no
/// device of the target.
PackSummary build_prebuilt_kernels(const std::string& target, const std::string& folder, unsigned threads,
                                   std::function<void(std::size_t done, std::size_t total)> progress,
                                   PrebuiltSet set = PrebuiltSet::all);

}  // namespace cuprum::kernel
