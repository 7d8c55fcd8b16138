#include "kernel/cache/trust.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>

#include "cuprum/environment.h"

namespace cuprum::kernel {
namespace {

bool trusts_all() {
    static const bool asked = runtime::environment_says_yes("CACHE_TRUST");
    return asked;
}

void tell_once(const std::filesystem::path& path, const char* why) {
    static std::atomic<bool> told{false};
    if (told.exchange(true)) return;
    std::fprintf(stderr,
                 "cuprum: the compiled kernel '%s' is not used, as %s; it is compiled again. Set CUPRUM_CACHE_DIR to a "
                 "folder of your own, or CUPRUM_CACHE_TRUST=1 where you trust all who can write there.\n",
                 path.c_str(), why);
}

}  // namespace

int open_trusted(const std::filesystem::path& path) {
    // A pipe must not make the process wait.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | (trusts_all() ? 0 : O_NOFOLLOW));
    if (file < 0) return -1;
    struct stat status;
    const char* why = nullptr;
    bool usable = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    if (usable && !trusts_all()) {
        if (status.st_uid != geteuid() && status.st_uid != 0) why = "it belongs to another user";
        else if (status.st_mode & (S_IWGRP | S_IWOTH)) why = "other users may write it";
        usable = !why;
    }
    if (usable) return file;
    if (why) tell_once(path, why);
    close(file);
    return -1;
}

}  // namespace cuprum::kernel
