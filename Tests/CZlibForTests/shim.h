// zlib for the tests' own PNG decoder.
#pragma once

#include <zlib.h>
