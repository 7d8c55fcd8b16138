// A person who waits for the compiler sees that it works: a line on stderr with the kernel's name and the seconds.
#pragma once

#include <string>

namespace cuprum::kernel {

/// While it lives, a kernel compiles. After a second stderr tells so, if it is a terminal or `show_compilations` was
/// called with true; the line goes when the kernel is ready. CUPRUM_PROGRESS=0 turns that off, CUPRUM_PROGRESS=1 on
/// for files and pipes too. One line at a time: of kernels that compile together, one is told.
class CompileNotice {
public:
    explicit CompileNotice(const std::string& name);
    ~CompileNotice();
    CompileNotice(const CompileNotice&) = delete;

    /// From now on no notice is shown for what this thread compiles, as no caller waits for it.
    static void keep_quiet();

private:
    struct Watch;
    Watch* watch_ = nullptr;
};

}  // namespace cuprum::kernel
