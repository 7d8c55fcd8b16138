// Thrust's <thrust/sort.h>, for a CPU.
#pragma once

#include <cuprum/thrust/searches.h>
#include <cuprum/thrust/sorted.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/pair.h>
