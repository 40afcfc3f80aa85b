#include "CTileCodec.h"
typedef int ctc_placeholder;
