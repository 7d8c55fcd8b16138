// Thrust's <thrust/reduce.h>, for a CPU.
#pragma once

#include <cuprum/thrust/sums.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/pair.h>
