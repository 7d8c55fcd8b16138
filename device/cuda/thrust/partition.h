// Thrust's <thrust/partition.h>, for a CPU.
#pragma once

#include <cuprum/thrust/changes.h>
#include <cuprum/thrust/searches.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/pair.h>
