// What the SIMT machine does not have says so.
#pragma once

#error "SIMT machine: <mma.h> is not supported: tensor cores are not modelled"
