#include <gtest/gtest.h>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/synchronization.h"
#include "cuprum/ufunc.h"

namespace cuprum::cuda {
namespace {

TEST(Synchronization, IsForbiddenToAThreadAsLongAsTheGuardLives) {
    const ndarray a = arange(3);
    {
        const AllowSynchronize none(false);
        const ndarray b = a + 1;
        EXPECT_THROW(b.item(), ValueError);
        EXPECT_THROW(b.to_vector<std::int64_t>(), DeviceSynchronized);
        EXPECT_THROW(b(0).item(), DeviceSynchronized);
        EXPECT_THROW(Device().synchronize(), DeviceSynchronized);
        EXPECT_THROW(get_current_stream().synchronize(), DeviceSynchronized);
        EXPECT_THROW(get_current_stream().record().synchronize(), DeviceSynchronized);
        {
            const AllowSynchronize again(true);
            EXPECT_EQ(b(0).item().to_int(), 1);
        }
        EXPECT_FALSE(may_synchronize());
    }
    EXPECT_EQ((a + 1).to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 2, 3}));
}

}  // namespace
}  // namespace cuprum::cuda
