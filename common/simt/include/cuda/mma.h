#error "SIMT machine: <mma.h> is not supported: tensor cores are not modelled"
