// Thrust's <thrust/binary_search.h>, for a CPU.
#pragma once

#include <cuprum/thrust/searches.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/pair.h>
