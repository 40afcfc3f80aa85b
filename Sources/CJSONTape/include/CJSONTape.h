#ifndef CJSONTAPE_H
#define CJSONTAPE_H
#endif
