// <assert.h> for kernels, which no compiler of kernels brings along. What they may use of it needs no include, but each
// include says anew whether NDEBUG takes it away.
#ifdef NDEBUG
#undef assert
#define assert(...) static_cast<void>(0)
#elif defined(CUPRUM_ASSERT)
#undef assert
#define assert(...) CUPRUM_ASSERT(__VA_ARGS__)
#endif
