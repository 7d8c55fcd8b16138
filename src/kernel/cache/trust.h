// Which files are trusted, by owner and permissions: a cached kernel is machine code that this process will run.
#pragma once

#include <filesystem>

namespace cuprum::kernel {

/// Opens a file for reading; -1 unless it is a regular file that nobody but this user and root can have written: it
/// belongs to one of them, and neither its group nor others may write it. A link is not followed. What is refused for
/// its owner or its permissions is told once on standard error. CUPRUM_CACHE_TRUST=1 uses the files of all users.
int open_trusted(const std::filesystem::path& path);

}  // namespace cuprum::kernel
