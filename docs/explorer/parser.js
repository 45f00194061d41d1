// Reads an index expression such as `tile[tid][col ^ tid]` into a tree: C's operators, precedence and associativity.
"use strict";
(() => {
  const explorer = (globalThis.explorer ??= {});

  // column: from 1, of the error in the text.
  class ExpressionError extends Error {
    constructor(message, column) {
      super(message);
      this.column = column;
    }
  }

  // All of these are the number of the lane, 0 to 31: the picture is of the first warp of a block.
  const LANE = new Set(["lane", "tid", "threadIdx.x", "i"]);
  const BUILT_IN = /^(threadIdx|blockIdx|blockDim|gridDim)\.[xyz]$/;
  const NUMBER = /^(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)$/;
  const TOKEN = /([0-9][\w.]*)|([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)|(\+\+|--)|(<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>()[\]?:])|(\S)/y;
  const LARGEST = 2147483647;
  const LANES = 32;

  // From the loosest to the tightest: C++17, [expr.log.or] to [expr.mul].
  const LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];
  const DEEPEST = 100; // of brackets in brackets: more would end in the browser's own error

  function tokens(text) {
    const found = [];
    for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, TOKEN.lastIndex)) {
      TOKEN.lastIndex = at;
      const [, number, name, twice, sign, strange] = TOKEN.exec(text);
      const column = at + 1;
      if (number) found.push({ kind: "number", text: number, value: numberOf(number, column), column });
      else if (name) found.push({ kind: "name", text: name.replace(/\s/g, ""), column });
      else found.push({ kind: sign ? "sign" : "strange", text: sign ?? twice ?? strange, column });
    }
    found.push({ kind: "end", text: "", column: text.length + 1 });
    return found;
  }

  function skipSpace(text, at) {
    while (at < text.length && /\s/.test(text[at])) ++at;
    return at;
  }

  // Messages about what no expression here can hold, whatever was expected in its place.
  const NO_PLACE = new Map([
    ["++", "‘++’ changes a variable, which an index here cannot do. For two signs leave a space: + +1"],
    ["--", "‘--’ changes a variable, which an index here cannot do. For two signs leave a space: - -1"],
    ["=", "‘=’ stores a value. Type one side only, since the explorer shows one access at a time. To compare, write =="],
    [";", "remove the ‘;’"],
    [",", "‘,’ is not supported. Put a second index into its own brackets: tile[row][col]"],
    [".", "members are not supported. For a struct of 7 floats write p[i * 7 + field]"],
    ["[", "an index read from memory is not supported: the explorer does not have its values"],
  ]);

  function numberOf(text, column) {
    if (!NUMBER.test(text)) throw new ExpressionError(`‘${text}’ is not a C integer such as 32 or 0x20. Leave out suffixes: every number is an int`, column);
    const octal = /^0[0-7]/.test(text);
    const value = octal ? parseInt(text, 8) : Number(text);
    if (value > LARGEST) throw new ExpressionError(`${text} does not fit a 32-bit int: ${LARGEST} is the largest`, column);
    return value;
  }

  class Parser {
    constructor(text) {
      this.tokens = tokens(text);
      this.at = 0;
      this.depth = 0;
      this.names = [];
    }

    get next() {
      return this.tokens[this.at];
    }

    take(...signs) {
      const token = this.next;
      if (token.kind !== "sign" || !signs.includes(token.text)) return null;
      ++this.at;
      return token;
    }

    expect(sign, opened) {
      if (this.take(sign)) return;
      const what = this.next.kind === "end" ? "the text ends here" : `found ‘${this.next.text}’`;
      this.fail(`‘${sign}’ is missing, to close the ‘${opened.text}’ in column ${opened.column}: ${what}`);
    }

    // At the next token, which may say by itself what is wrong.
    fail(message) {
      const { kind, text, column } = this.next;
      throw new ExpressionError(NO_PLACE.get(text) ?? (kind === "strange" ? `‘${text}’ is not supported` : message), column);
    }

    // The whole text: `index`, `array[index]` or `array[row][column]`.
    access() {
      if (this.next.kind === "end") throw new ExpressionError("type an index such as in[i * stride + offset]", 1);
      const array = this.next.kind === "name" && this.tokens[1].text === "[" ? this.tokens[this.at++].text : "";
      const subscripts = array ? this.subscripts() : [this.choice()];
      if (this.next.kind !== "end") this.fail(this.leftOver(array));
      if (subscripts.length === 2) this.uses("pitch");
      return { array, subscripts, names: this.names };
    }

    subscripts() {
      const found = [];
      for (let opened = this.take("["); opened; opened = this.take("[")) {
        if (found.length === 2) throw new ExpressionError("a third index is not supported. Combine two, as in tile[a * 32 + b][c]", opened.column);
        found.push(this.choice());
        this.expect("]", opened);
      }
      return found;
    }

    leftOver(array) {
      const text = this.next.text;
      if (array) return `the access ends at ‘]’, but ‘${text}’ follows: the explorer shows one access at a time`;
      if (text === "]" || text === ")") return `‘${text}’ has no opening bracket`;
      return `an operator is missing before ‘${text}’`;
    }

    choice() {
      if (++this.depth > DEEPEST) throw new ExpressionError("this is nested too deeply", this.next.column);
      const condition = this.binary(0);
      const mark = this.take("?");
      let node = condition;
      if (mark) {
        const yes = this.choice();
        this.expect(":", mark);
        node = { kind: "choice", condition, yes, no: this.choice() };
      }
      --this.depth;
      return node;
    }

    binary(level) {
      if (level === LEVELS.length) return this.unary();
      let left = this.binary(level + 1);
      for (let sign = this.take(...LEVELS[level]); sign; sign = this.take(...LEVELS[level])) {
        left = { kind: "binary", sign: sign.text, column: sign.column, left, right: this.binary(level + 1) };
      }
      return left;
    }

    unary() {
      const signs = [];
      for (let sign = this.take("-", "+", "~", "!"); sign; sign = this.take("-", "+", "~", "!")) signs.push(sign);
      if (signs.length > DEEPEST) throw new ExpressionError("this is nested too deeply", signs[DEEPEST].column);
      return signs.reduceRight((of, sign) => ({ kind: "unary", sign: sign.text, column: sign.column, of }), this.primary());
    }

    primary() {
      const token = this.next;
      const opened = this.take("(");
      if (opened) {
        const inside = this.choice();
        this.expect(")", opened);
        return inside;
      }
      if (token.kind === "number" || token.kind === "name") {
        ++this.at;
        return token.kind === "number" ? { kind: "number", value: token.value } : this.name(token);
      }
      const what = token.kind === "end" ? "the text ends where" : `found ‘${token.text}’ where`;
      return this.fail(`${what} a number, a name or ‘(’ is expected`);
    }

    name(token) {
      if (LANE.has(token.text)) return { kind: "lane" };
      if (token.text.includes(".") && !BUILT_IN.test(token.text)) {
        throw new ExpressionError(NO_PLACE.get("."), token.column);
      }
      if (this.next.text === "(") throw new ExpressionError(`functions such as ‘${token.text}’ are not supported`, token.column);
      this.uses(token.text);
      return { kind: "parameter", name: token.text };
    }

    uses(name) {
      if (!this.names.includes(name)) this.names.push(name);
    }
  }

  // The addresses of a recorded request: `{0 132 264}` or `{0, 132, 264}`, in bytes, one for each lane from lane 0 on. A lane that
  // takes no part has any number.
  function list(text) {
    const found = [];
    const item = /\s*([^\s,{}]+)\s*,?/y;
    let at = text.indexOf("{") + 1;
    const closed = text.indexOf("}");
    if (closed < 0) throw new ExpressionError("‘}’ is missing, to close the list of addresses", text.length + 1);
    const rest = text.slice(closed + 1).search(/\S/);
    if (rest >= 0) throw new ExpressionError("the list of addresses ends at ‘}’", closed + 2 + rest);
    while (text.slice(at, closed).trim() !== "") {
      item.lastIndex = at;
      const token = item.exec(text);
      const column = at + 1 + text.slice(at).search(/\S/);
      if (!token || !/^\d{1,15}$/.test(token[1])) throw new ExpressionError("a list holds the lanes’ addresses in bytes, such as {0 128 256}", column);
      if (found.length === LANES) throw new ExpressionError(`a warp has ${LANES} lanes, and the list has more addresses`, column);
      found.push(Number(token[1]));
      at = item.lastIndex;
    }
    if (found.length === 0) throw new ExpressionError("the list is empty: type each lane’s address in bytes, such as {0 128 256}", 1);
    return { array: "", subscripts: [], names: [], bytes: found };
  }

  explorer.ExpressionError = ExpressionError;
  // {array, subscripts, names}: '' or the array's name, one or two trees, the parameters in the order of their use. Of a list of
  // addresses also {bytes}.
  explorer.parse = (text) => (/^\s*\{/.test(text) ? list(text) : new Parser(text).access());
})();
