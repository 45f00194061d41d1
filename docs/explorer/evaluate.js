// Evaluates a tree for one lane, in C's 32-bit int. What C leaves undefined is an error.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});
  const { ExpressionError } = explorer;
  const SMALLEST = -2147483648;
  const LARGEST = 2147483647;

  const COMPARE = {
    "==": (a, b) => a === b,
    "!=": (a, b) => a !== b,
    "<": (a, b) => a < b,
    "<=": (a, b) => a <= b,
    ">": (a, b) => a > b,
    ">=": (a, b) => a >= b,
  };
  // Exact in a double before it is looked at: no product of two ints reaches 2^63, and what is rounded is too large anyway.
  const COMPUTE = {
    "+": (a, b) => a + b,
    "-": (a, b) => a - b,
    "*": (a, b) => a * b,
    "/": (a, b) => Math.trunc(a / b),
    "%": (a, b) => a % b,
    "<<": (a, b) => a * 2 ** b,
    ">>": (a, b) => a >> b, // the sign bit moves in, as nvcc, g++ and clang++ have it
    "&": (a, b) => a & b,
    "|": (a, b) => a | b,
    "^": (a, b) => a ^ b,
  };

  // parameters: a Map from name to int.
  function evaluate(node, lane, parameters) {
    switch (node.kind) {
      case "number":
        return node.value;
      case "lane":
        return lane;
      case "parameter":
        return parameters.get(node.name);
      case "choice":
        return evaluate(evaluate(node.condition, lane, parameters) ? node.yes : node.no, lane, parameters);
      case "unary":
        return unary(node, evaluate(node.of, lane, parameters), lane);
      default:
        return binary(node, lane, parameters);
    }
  }

  function unary(node, value, lane) {
    if (node.sign === "!") return value ? 0 : 1;
    if (node.sign === "~") return ~value;
    return node.sign === "-" ? fitting(-value, node, lane, `-(${value})`) : value;
  }

  function binary(node, lane, parameters) {
    const a = evaluate(node.left, lane, parameters);
    // The right side is not looked at where the left one decides.
    if (node.sign === "&&" && !a) return 0;
    if (node.sign === "||" && a) return 1;
    const b = evaluate(node.right, lane, parameters);
    if (node.sign === "&&" || node.sign === "||") return b ? 1 : 0;
    if (node.sign in COMPARE) return COMPARE[node.sign](a, b) ? 1 : 0;
    refuse(node, a, b, lane);
    return fitting(COMPUTE[node.sign](a, b), node, lane, `${a} ${node.sign} ${b}`);
  }

  function refuse(node, a, b, lane) {
    const shift = node.sign === "<<" || node.sign === ">>";
    if ((node.sign === "/" || node.sign === "%") && b === 0) {
      throw new ExpressionError(`lane ${lane} divides by zero: ${a} ${node.sign} 0`, node.column);
    }
    if (shift && (b < 0 || b > 31)) {
      throw new ExpressionError(`lane ${lane} shifts by ${b}: an int can be shifted by 0 to 31`, node.column);
    }
    if (node.sign === "<<" && a < 0) {
      throw new ExpressionError(`lane ${lane} shifts ${a} to the left, which C leaves undefined for a negative number`, node.column);
    }
    // The quotient does not fit, and with it C leaves the remainder undefined too.
    if (node.sign === "%" && a === SMALLEST && b === -1) fitting(-a, node, lane, `${a} / ${b}`);
  }

  function fitting(value, node, lane, what) {
    if (value < SMALLEST || value > LARGEST) {
      throw new ExpressionError(`lane ${lane}: ${what} does not fit a 32-bit int, so the result is undefined in C`, node.column);
    }
    return value === 0 ? 0 : value; // never -0
  }

  explorer.evaluate = evaluate;
})();
