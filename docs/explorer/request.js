// Turns what the reader set into the request of a warp: 32 byte addresses, or the fault in them.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  // The most shared memory that a block can have on sm_90 (CUDA C++ Programming Guide, Technical Specifications).
  const SHARED_BYTES = 227 * 1024;

  // An access that no GPU carries out. It has no column: no part of the text is to blame more than others.
  class AccessFault extends Error {}

  function elementOf(access, lane, parameters) {
    const [first, second] = access.subscripts.map((tree) => explorer.evaluate(tree, lane, parameters));
    return second === undefined ? first : first * parameters.get("pitch") + second;
  }

  function listed(bytes, lane) {
    if (lane < bytes.length) return bytes[lane];
    throw new AccessFault(`the list has ${bytes.length} addresses, and none for lane ${lane}. Add it, or take the lane out of the request`);
  }

  const MATRIX_ROW_BYTES = 16;

  function checked(state, lane, address, width) {
    if (address < 0) {
      throw new AccessFault(`lane ${lane} is at byte ${address}, before the array. Let the array start later, or make the index larger`);
    }
    if (width !== state.size && address % width !== 0) {
      throw new AccessFault(
        `lane ${lane} gives byte ${address} for its row, which is not a multiple of ${width}. A GPU stops the kernel with a misaligned address. ` +
          `Let each row begin at a multiple of ${width / state.size} halves`,
      );
    }
    if (address % width !== 0) {
      throw new AccessFault(
        `lane ${lane} is at byte ${address}, which is not a multiple of ${state.size}. A GPU stops the kernel with a misaligned address. ` +
          `Let the array start at a multiple of ${state.size}`,
      );
    }
    if (state.space === "shared" && address + width > SHARED_BYTES) {
      throw new AccessFault(`lane ${lane} is at byte ${address}: a block has at most ${SHARED_BYTES} bytes of shared memory on an H200`);
    }
    return address;
  }

  // {request, elements}: the elements' numbers stand beside the addresses, null where a lane is not active.
  // parametersOf: the names' values for a lane, where they are not the same for all.
  function requestOf(state, access, parametersOf = () => state.parameters) {
    const { LANES } = explorer.counting;
    const matrices = explorer.state.matricesOf(state.op);
    const giving = matrices ? matrices * explorer.counting.MATRIX_ROWS : LANES; // further lanes of an ldmatrix give no address
    const each = (of) => Array.from({ length: LANES }, (_, lane) => (lane < giving && (state.mask >>> lane) & 1 ? of(lane) : null));
    const width = matrices ? MATRIX_ROW_BYTES : state.size;
    const { bytes } = access;
    const elements = bytes ? null : each((lane) => elementOf(access, lane, parametersOf(lane)));
    const addresses = each((lane) => checked(state, lane, state.base + (bytes ? listed(bytes, lane) : elements[lane] * state.size), width));
    const request = { space: state.space, op: matrices ? "load" : state.op, width, addresses, matrices };
    return { request, elements: elements ?? each((lane) => addresses[lane] / state.size) };
  }

  explorer.AccessFault = AccessFault;
  explorer.requestOf = requestOf;
})();
