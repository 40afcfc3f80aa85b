// C++ only: the shim in CJSONTape includes <simdjson.h> itself; this module carries the link flags.
