// Thrust's <thrust/sequence.h>, for a CPU.
#pragma once

#include <cuprum/thrust/changes.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/pair.h>
