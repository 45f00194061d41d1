#error \
    "SIMT machine: <cooperative_groups/memcpy_async.h> is not supported: copy through registers, and sync() the group"
