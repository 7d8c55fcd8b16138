#include "backend/cuda/library_handles.h"

#include <map>
#include <mutex>
#include <vector>

#include "cuprum/error.h"
#include "runtime/vendor_library.h"

namespace cuprum::backend::cuda {

using namespace runtime;

namespace {

struct Kind {
    const char* name;
    std::vector<LibraryNames::Soname> sonames;
    const char* package;  // of PyPI
    const char *create, *set_stream;
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = {
        {"cublas",
         {{13, "libcublas.so.13"}, {12, "libcublas.so.12"}},
         "nvidia-cublas",
         "cublasCreate_v2",
         "cublasSetStream_v2"},
        {"cusolver",
         {{13, "libcusolver.so.12"}, {12, "libcusolver.so.11"}},
         "nvidia-cusolver",
         "cusolverDnCreate",
         "cusolverDnSetStream"},
        {"cusolver_sp",
         {{13, "libcusolver.so.12"}, {12, "libcusolver.so.11"}},
         "nvidia-cusolver",
         "cusolverSpCreate",
         "cusolverSpSetStream"},
        {"cusparse", {{0, "libcusparse.so.12"}}, "nvidia-cusparse", "cusparseCreate", "cusparseSetStream"},
        {"cutensor", {{0, "libcutensor.so.2"}}, "cutensor-cu13", "cutensorCreate", nullptr},
        {"cudss", {{0, "libcudss.so.1"}}, "nvidia-cudss-cu13", "cudssCreate", "cudssSetStream"},
    };
    return all;
}

class Handles {
public:
    explicit Handles(const Kind& kind)
        : library_({kind.name, kind.sonames,
                    std::string("Install it with `pip install ") + kind.package +
                        "`, or install a CUDA toolkit and let CUDA_PATH name its folder."}),
          name_(kind.name),
          create_(library_.symbol<int(void**)>(kind.create)),
          set_stream_(kind.set_stream ? library_.symbol<int(void*, void*)>(kind.set_stream) : nullptr) {}

    void* get(int device, void* stream) {
        thread_local Own own;
        void*& handle = own.handles[{this, device}];
        if (!handle) handle = take(device);
        if (set_stream_) check(set_stream_(handle, stream), "setting the stream of a handle");
        return handle;
    }

private:
    // A thread's handles. Making one takes long, so those of a thread that ends serve the next.
    struct Own {
        std::map<std::pair<Handles*, int>, void*> handles;
        ~Own() {
            for (auto& [key, handle] : handles) {
                std::lock_guard guard(key.first->lock_);
                key.first->idle_.emplace(key.second, handle);
            }
        }
    };

    void* take(int device) {
        {
            std::lock_guard guard(lock_);
            if (auto found = idle_.find(device); found != idle_.end()) {
                void* handle = found->second;
                idle_.erase(found);
                return handle;
            }
        }
        void* handle = nullptr;
        check(create_(&handle), "making a handle");
        return handle;
    }

    void check(int status, const char* what) const {
        if (status) throw Error(std::string(name_) + " gave the status " + std::to_string(status) + " while " + what);
    }

    const Library library_;
    const char* const name_;
    int (*const create_)(void**);
    int (*const set_stream_)(void*, void*);
    std::mutex lock_;
    std::multimap<int, void*> idle_;
};

}  // namespace

void* library_handle(int device, const std::string& library, void* stream) {
    static std::mutex lock;
    static auto* loaded =
        new std::map<std::string, Handles*>;  // Never deleted: threads give handles back at their end.
    Handles* handles = nullptr;
    {
        std::lock_guard guard(lock);
        Handles*& place = (*loaded)[library];
        if (!place)
            for (const Kind& kind : kinds())
                if (library == kind.name) place = new Handles(kind);
        handles = place;
    }
    if (!handles) throw ValueError("there are no handles of '" + library + "'");
    return handles->get(device, stream);
}

}  // namespace cuprum::backend::cuda
