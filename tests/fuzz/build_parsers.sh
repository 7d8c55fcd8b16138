#!/bin/sh
# Builds tests/fuzz/parsers.cpp as one file that needs no library but libc and libm: build_parsers.sh [build] [output]
# A build folder of CMake's gives the objects. Those of the parsers are compiled once more, with the counters of
# libFuzzer and with AddressSanitizer and UBSan.
#
#   CUPRUM_BACKEND=cpu build/fuzz_parsers -max_total_time=300 -timeout=20 -max_len=4096 folder_of_sound_inputs
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
output=${2:-$build/fuzz_parsers}
objects=$build/CMakeFiles/cuprum.dir
checked="fuzzer-no-link,address,undefined"
flags="-std=c++20 -O1 -g -fno-sanitize-recover=undefined -fno-sanitize=vptr,function
    -DCUPRUM_WITH_CPU=1 -DCUPRUM_WITH_CUDA=1 -Iinclude -Isrc -Idevice -Ithird_party/xxhash -Ithird_party/lz4"

# A source is an object by itself, or one of those that a source of its folder's name in unity/ includes.
parsers="numpy/files/npy numpy/files/npz numpy/files/text numpy/files/deflate numpy/einsum_subscripts
    numpy/generalized_ufunc kernel/user/parameters core/dtype"
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
replaced=
for parser in $parsers; do
    unity=$(grep -l "src/$parser.cpp\"" "$build"/unity/*.cpp || true)
    source=${unity:-src/$parser.cpp}
    object=$objects/${unity:+unity/$(basename "$unity")}
    [ -n "$unity" ] || object=$objects/$source
    case " $replaced " in *" $object.o "*) continue ;; esac
    replaced="$replaced $object.o"
    clang++ $flags -fsanitize=$checked -c "$source" -o "$parts/$(echo "$parser" | tr / .).o" &
done
wait
others=$(find "$objects" -name '*.o' | sort | while read -r object; do
    case " $replaced " in *" $object "*) ;; *) echo "$object" ;; esac
done)
clang++ $flags -fsanitize=fuzzer,address,undefined -static-libstdc++ -static-libgcc -Wl,--wrap=__cxa_throw \
    tests/fuzz/parsers.cpp "$parts"/*.o $others -ldl -lpthread -o "$output"
