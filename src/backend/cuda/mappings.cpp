#include "backend/cuda/mappings.h"

#include <algorithm>
#include <vector>

namespace cuprum::backend::cuda {

namespace {

CUdeviceptr device_pointer(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

CUmemAccessDesc access_of(CUdevice device, bool allowed) {
    CUmemAccessDesc access{};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location.id = device;
    access.flags = allowed ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return access;
}

}  // namespace

void* Mappings::reserve(int device, std::size_t bytes) {
    const Contexts::OnDevice scope(contexts_, device);
    CUdeviceptr address = 0;
    if (driver_.cuMemAddressReserve(&address, bytes, 0, 0, 0) != CUDA_SUCCESS) return nullptr;
    return reinterpret_cast<void*>(address);
}

void Mappings::unreserve(int device, void* address, std::size_t bytes) noexcept {
    contexts_.release_on(device, [&] { driver_.cuMemAddressFree(device_pointer(address), bytes); });
}

// Where a call fails, what was mapped before is unmapped.
CUresult Mappings::map_pieces(CUdevice owner, CUdeviceptr address, std::size_t bytes, std::size_t piece) {
    const CUmemAllocationProp properties = mapped_memory(driver_, owner);
    CUresult result = CUDA_SUCCESS;
    std::size_t done = 0;
    while (done < bytes && result == CUDA_SUCCESS) {
        const std::size_t part = std::min(piece, bytes - done);
        CUmemGenericAllocationHandle memory{};
        result = driver_.cuMemCreate(&memory, part, &properties, 0);
        if (result != CUDA_SUCCESS) break;
        result = driver_.cuMemMap(address + done, part, 0, memory, 0);
        driver_.cuMemRelease(memory);  // The mapping keeps it.
        if (result == CUDA_SUCCESS) done += part;
    }
    if (result == CUDA_SUCCESS) {
        std::vector<CUmemAccessDesc> access{access_of(owner, true)};
        for (auto [device, of] : peers_)
            if (contexts_.at(of).ordinal == owner) access.push_back(access_of(contexts_.at(device).ordinal, true));
        result = driver_.cuMemSetAccess(address, bytes, access.data(), access.size());
    }
    if (result != CUDA_SUCCESS)
        for (std::size_t at = 0; at < done; at += piece) driver_.cuMemUnmap(address + at, std::min(piece, done - at));
    return result;
}

void Mappings::map(int device, void* address, std::size_t bytes, std::size_t piece) {
    const Contexts::OnDevice scope(contexts_, device);
    std::lock_guard guard(lock_);
    std::map<CUdeviceptr, Piece> made;
    for (std::size_t at = 0; at < bytes; at += piece)
        made[device_pointer(address) + at] = {std::min(piece, bytes - at), device};
    const CUresult result = map_pieces(contexts_.at(device).ordinal, device_pointer(address), bytes, piece);
    if (result != CUDA_SUCCESS) [[unlikely]] {
        std::size_t free = 0, total = 0;
        driver_.cuMemGetInfo(&free, &total);
        fail(result, "mapping " + std::to_string(bytes) + " bytes on device " + std::to_string(device) + " (" +
                         std::to_string(free) + " of " + std::to_string(total) + " bytes are free)");
    }
    pieces_.merge(made);
}

void Mappings::unmap(int device, void* address, std::size_t bytes) noexcept {
    contexts_.release_on(device, [&] {
        // cuMemFree waits for kernels that still use the memory; cuMemUnmap does not.
        driver_.cuCtxSynchronize();
        std::lock_guard guard(lock_);
        const auto first = pieces_.lower_bound(device_pointer(address)),
                   last = pieces_.lower_bound(device_pointer(address) + bytes);
        for (auto piece = first; piece != last; ++piece) driver_.cuMemUnmap(piece->first, piece->second.bytes);
        pieces_.erase(first, last);
    });
}

void Mappings::set_peer_access(int device, int owner, bool allowed) {
    const Contexts::OnDevice scope(contexts_, owner);
    std::lock_guard guard(lock_);
    if (allowed == peers_.contains({device, owner})) return;
    const CUmemAccessDesc access = access_of(contexts_.at(device).ordinal, allowed);
    for (auto& [address, piece] : pieces_)
        if (piece.owner == owner)
            check(driver_.cuMemSetAccess(address, piece.bytes, &access, 1),
                  "setting a device's access to another one's memory");
    if (allowed) peers_.emplace(device, owner);
    else peers_.erase({device, owner});
}

bool Mappings::contain(const void* address) {
    std::lock_guard guard(lock_);
    auto after = pieces_.upper_bound(device_pointer(address));
    if (after == pieces_.begin()) return false;
    auto [begin, piece] = *std::prev(after);
    return device_pointer(address) - begin < piece.bytes;
}

}  // namespace cuprum::backend::cuda
