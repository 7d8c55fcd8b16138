// Device memory that is mapped to reserved addresses, and which devices may use it. The driver gives peers access to
// such memory piece by piece; what cuCtxEnablePeerAccess says holds for the memory of cuMemAlloc alone.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "backend/cuda/contexts.h"

namespace cuprum::backend::cuda {

class Mappings {
public:
    explicit Mappings(Contexts& contexts) : contexts_(contexts), driver_(driver()) {}

    void* reserve(int device, std::size_t bytes);
    void unreserve(int device, void* address, std::size_t bytes) noexcept;
    void map(int device, void* address, std::size_t bytes, std::size_t piece);
    void unmap(int device, void* address, std::size_t bytes) noexcept;

    /// Lets kernels on `device` use the memory of `owner`, what is mapped later too; or no longer.
    void set_peer_access(int device, int owner, bool allowed);
    /// Whether the address lies in mapped memory.
    bool contain(const void* address);

private:
    CUresult map_pieces(CUdevice owner, CUdeviceptr address, std::size_t bytes, std::size_t piece);

    struct Piece {
        std::size_t bytes;
        int owner;
    };
    Contexts& contexts_;
    const Driver& driver_;
    std::mutex lock_;
    std::map<CUdeviceptr, Piece> pieces_;
    std::set<std::pair<int, int>> peers_;  // A device that has access, and the owner.
};

}  // namespace cuprum::backend::cuda
