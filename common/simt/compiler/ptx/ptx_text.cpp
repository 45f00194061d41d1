#include "ptx/ptx_text.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace simtcc::ptx {
namespace {

// Constants of PTX: integers in four bases, and floating-point numbers in decimals or as their bits. PTX ISA,
// "Constants".

constexpr std::uint64_t kFloatSign = std::uint64_t{1} << 31U;
constexpr std::uint64_t kDoubleSign = std::uint64_t{1} << 63U;

std::optional<std::uint64_t> digits(std::string_view text, unsigned base) {
  if (text.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    const int digit = std::isdigit(static_cast<unsigned char>(c)) != 0    ? c - '0'
                      : std::isxdigit(static_cast<unsigned char>(c)) != 0 ? std::tolower(c) - 'a' + 10
                                                                          : 99;
    if (digit >= static_cast<int>(base)) return std::nullopt;
    value = value * base + static_cast<unsigned>(digit);
  }
  return value;
}

Operand number(Operand::Kind kind, std::uint64_t bits) { return {kind, "", bits, false, {}}; }

// 0f and eight digits, 0d and sixteen.
std::optional<Operand> bits_of(std::string_view word) {
  constexpr std::size_t kFloat = 2 + 8;
  constexpr std::size_t kDouble = 2 + 16;
  const int letter = std::tolower(word[1]);
  if (!(letter == 'f' && word.size() == kFloat) && !(letter == 'd' && word.size() == kDouble))
    return std::nullopt;
  const auto bits = digits(word.substr(2), 16);
  if (!bits) return std::nullopt;
  return number(letter == 'f' ? Operand::Kind::float_bits : Operand::Kind::double_value, *bits);
}

std::optional<Operand> decimal_fraction(std::string_view word) {
  if (word.find_first_not_of("0123456789.eE+-") != std::string_view::npos ||
      word.find_first_of(".eE") == std::string_view::npos)
    return std::nullopt;
  const std::string text(word);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) return std::nullopt;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return number(Operand::Kind::double_value, bits);
}

std::optional<Operand> number_of(std::string_view word) {
  if (word.empty() || std::isdigit(static_cast<unsigned char>(word.front())) == 0) return std::nullopt;
  if (word.size() > 2 && word[0] == '0') {
    if (auto read = bits_of(word)) return read;
  }
  if (auto read = decimal_fraction(word)) return read;
  if (word.back() == 'U') word.remove_suffix(1);
  std::optional<std::uint64_t> value;
  if (word.size() > 2 && word[0] == '0' && std::tolower(word[1]) == 'x') {
    value = digits(word.substr(2), 16);
  } else if (word.size() > 2 && word[0] == '0' && std::tolower(word[1]) == 'b') {
    value = digits(word.substr(2), 2);
  } else {
    value = digits(word, word.size() > 1 && word[0] == '0' ? 8 : 10);
  }
  if (!value) return std::nullopt;
  return number(Operand::Kind::integer, *value);
}

Operand negative_of(Operand number) {
  switch (number.kind) {
    case Operand::Kind::float_bits:
      number.bits ^= kFloatSign;
      break;
    case Operand::Kind::double_value:
      number.bits ^= kDoubleSign;
      break;
    default:
      number.bits = 0 - number.bits;
  }
  return number;
}

constexpr std::size_t kMostBytes = std::size_t{64} << 10U;
constexpr std::size_t kMostStatements = 4096;
constexpr std::size_t kMostRegisters = 4096;
constexpr std::size_t kMostParts = 256;  // the operands of one instruction, and what is in their brackets
constexpr unsigned kDeepest = 64;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' ||
         c == kOperandMark;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string shown(text.substr(0, kMost));
  std::replace(shown.begin(), shown.end(), kOperandMark, '%');
  return text.size() > kMost ? shown + "…" : shown;
}

// Comments become blanks.
std::string without_comments(std::string_view text) {
  std::string code(text);
  for (std::size_t at = 0; at + 1 < code.size(); ++at) {
    const bool is_line = code[at] == '/' && code[at + 1] == '/';
    if (!is_line && (code[at] != '/' || code[at + 1] != '*')) continue;
    std::size_t end = is_line ? code.find('\n', at) : code.find("*/", at + 2);
    if (end == std::string::npos && !is_line) throw BadText("a comment does not end");
    end = end == std::string::npos ? code.size() : is_line ? end : end + 2;
    std::fill(code.begin() + static_cast<std::ptrdiff_t>(at), code.begin() + static_cast<std::ptrdiff_t>(end),
              ' ');
    at = end - 1;
  }
  return code;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Text run() {
    result_.parents.push_back(0);
    std::vector<unsigned> open{0};
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      if (result_.statements.size() > kMostStatements)
        throw BadText("more than 4096 statements in one asm statement");
      if (take(';')) continue;
      if (take('{')) {
        if (open.size() > kDeepest) throw BadText("braces are nested too deeply");
        result_.parents.push_back(open.back());
        open.push_back(static_cast<unsigned>(result_.parents.size() - 1));
      } else if (take('}')) {
        if (open.size() == 1) throw BadText("`}` has no `{`");
        open.pop_back();
      } else {
        scope_ = open.back();
        statement();
      }
    }
    if (open.size() > 1) throw BadText("`{` has no `}`");
    return std::move(result_);
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool is_next(char c) {
    skip_blanks();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool take(char c) {
    if (!is_next(c)) return false;
    ++at_;
    return true;
  }
  [[noreturn]] void unexpected() const {
    const std::string_view rest = std::string_view(text_).substr(std::min(at_, text_.size()));
    throw BadText(rest.empty() ? std::string("the text ends in the middle of a statement")
                               : "no PTX at `" + shortened(rest.substr(0, rest.find('\n'))) + "`");
  }
  std::string word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  // "tid.x" of "%tid.x".
  std::string dotted_word() {
    std::string all = word();
    while (!all.empty() && at_ + 1 < text_.size() && text_[at_] == '.' && is_word(text_[at_ + 1])) {
      ++at_;
      all += "." + word();
    }
    return all;
  }

  void statement() {
    Statement made;
    made.scope = scope_;
    if (is_next('.')) {
      if (!directive(made)) return;
    } else if (!label(made)) {
      instruction(made.instruction);
    }
    result_.statements.push_back(std::move(made));
  }

  // Reads a directive. Returns false if it means nothing to the machine.
  bool directive(Statement& made) {
    ++at_;
    const std::string name = word();
    if (name == "pragma") {
      at_ = std::min(text_.find(';', at_), text_.size());
      return false;
    }
    if (name != "reg") throw BadText("`." + name + "` is not supported in an asm statement");
    made.kind = Statement::Kind::registers;
    if (!take('.')) unexpected();
    made.registers.type = word();
    do {
      declare(made.registers.names);
    } while (take(','));
    if (!take(';')) unexpected();
    return true;
  }

  void declare(std::vector<std::string>& names) {
    const std::string name = word();
    if (name.empty()) unexpected();
    std::uint64_t count = 1;
    const bool is_numbered = take('<');
    if (is_numbered) {
      const auto number = number_of(word());
      if (!number || number->kind != Operand::Kind::integer || !take('>')) unexpected();
      count = number->bits;
    }
    if (count > kMostRegisters || registers_ + count > kMostRegisters)
      throw BadText("more than 4096 registers in one asm statement");
    registers_ += count;
    for (std::uint64_t i = 0; i < count; ++i) names.push_back(is_numbered ? name + std::to_string(i) : name);
  }

  bool label(Statement& made) {
    const std::size_t begin = at_;
    const std::string name = word();
    const bool is_label = !name.empty() && is_next(':') && (at_ + 1 >= text_.size() || text_[at_ + 1] != ':');
    if (!is_label) {
      at_ = begin;
      return false;
    }
    ++at_;
    made.kind = Statement::Kind::label;
    made.label = name;
    return true;
  }

  void instruction(Instruction& made) {
    if (take('@')) {
      const bool is_negated = take('!');
      made.guard = Operand{Operand::Kind::name, word(), 0, is_negated, {}};
      if (made.guard->name.empty()) unexpected();
    }
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || text_[at_] == '.' || text_[at_] == ':') &&
           text_[at_] != kOperandMark && text_[at_] != '%')
      ++at_;
    made.opcode = text_.substr(begin, at_ - begin);
    if (made.opcode.empty()) unexpected();
    split(made);
    parts_ = 0;
    if (!is_next(';') && at_ < text_.size()) {
      do {
        made.operands.push_back(operand(0));
      } while (take(','));
    }
    made.is_ended = take(';');
    if (!made.is_ended && at_ < text_.size()) unexpected();
  }

  static void split(Instruction& made) {
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
      end = made.opcode.find('.', begin);
      made.parts.push_back(made.opcode.substr(begin, end == std::string::npos ? end : end - begin));
    }
  }

  Operand operand(unsigned depth) {
    if (depth > kDeepest || ++parts_ > kMostParts) throw BadText("an instruction has too many operands");
    if (take('{')) return braced(depth);
    if (take('[')) return address(depth);
    Operand made;
    made.is_negated = take('!');
    if (is_next('-') || (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0))
      return sum();
    made.name = dotted_word();
    if (made.name.empty()) unexpected();
    if (!take('|')) return made;
    Operand both;
    both.kind = Operand::Kind::pair;
    both.parts.push_back(made);
    both.parts.push_back(operand(depth + 1));
    return both;
  }

  Operand braced(unsigned depth) {
    Operand made;
    made.kind = Operand::Kind::list;
    do {
      made.parts.push_back(operand(depth + 1));
    } while (take(','));
    if (!take('}')) unexpected();
    return made;
  }

  Operand address(unsigned depth) {
    Operand made;
    made.kind = Operand::Kind::address;
    Operand base = operand(depth + 1);
    if (base.is_name()) {
      made.name = base.name;
      if (is_next('+') || is_next('-')) {
        take('+');
        made.bits = sum().bits;
      }
    } else if (base.kind == Operand::Kind::integer) {
      made.bits = base.bits;
    } else {
      unexpected();
    }
    while (take(',')) made.parts.push_back(operand(depth + 1));
    if (!take(']')) unexpected();
    return made;
  }

  // A number, or integers with + - * between them.
  Operand sum() {
    Operand total = product();
    while (is_next('+') || is_next('-')) {
      const bool is_minus = take('-');
      if (!is_minus) take('+');
      const Operand next = product();
      if (total.kind != Operand::Kind::integer || next.kind != Operand::Kind::integer) unexpected();
      total.bits = is_minus ? total.bits - next.bits : total.bits + next.bits;
    }
    return total;
  }

  Operand product() {
    Operand total = number();
    while (take('*')) {
      const Operand next = number();
      if (total.kind != Operand::Kind::integer || next.kind != Operand::Kind::integer) unexpected();
      total.bits *= next.bits;
    }
    return total;
  }

  Operand number() {
    const bool is_negative = take('-');
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || text_[at_] == '.' || is_exponent_sign(begin))) ++at_;
    const std::optional<Operand> read = number_of(std::string_view(text_).substr(begin, at_ - begin));
    if (!read) {
      at_ = begin;
      unexpected();
    }
    return is_negative ? negative_of(*read) : *read;
  }

  // Whether a sign belongs to a number, as in 1.0e-3. In 0x1e-3 it begins a subtraction.
  bool is_exponent_sign(std::size_t begin) const {
    const bool is_decimal =
        at_ > begin + 1 && std::isalpha(static_cast<unsigned char>(text_[begin + 1])) == 0;
    return is_decimal && (text_[at_] == '-' || text_[at_] == '+') &&
           (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E');
  }

  const std::string text_;
  std::size_t at_ = 0;
  unsigned scope_ = 0;
  std::size_t parts_ = 0;
  std::uint64_t registers_ = 0;
  Text result_;
};

}  // namespace

std::optional<unsigned> Operand::asm_operand() const {
  if (name.empty() || name.front() != kOperandMark) return std::nullopt;
  unsigned number = 0;
  for (const char digit : name.substr(1)) {
    if (std::isdigit(static_cast<unsigned char>(digit)) == 0 || number > 1000) return std::nullopt;
    number = number * 10 + static_cast<unsigned>(digit - '0');
  }
  return number;
}

bool Instruction::has(std::string_view part) const {
  return std::find(parts.begin() + 1, parts.end(), part) != parts.end();
}

Text parse(std::string_view text) {
  if (text.size() > kMostBytes) throw BadText("an asm statement of more than 64 KiB");
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < ' ' && std::isspace(static_cast<unsigned char>(c)) == 0 &&
        c != kOperandMark)
      throw BadText("a control character in an asm statement");
  }
  return Parser(without_comments(text)).run();
}

}  // namespace simtcc::ptx
