#ifndef CTILECODEC_H
#define CTILECODEC_H
#endif
