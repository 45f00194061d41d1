# Reads a compiler's assembly (x86-64, AT&T syntax) and puts a question to the machine before each instruction that accesses
# memory at a computed address: simt_guard_load4, simt_guard_store16 and so on, with the address in %rax (src/guard.cpp). A
# constant place in the function's own frame or in the module needs none. The questions change no register and no flag.
BEGIN {
  reg = "%[a-z0-9]+"
  memory = "[-+A-Za-z0-9_.$@]*\\((" reg ")?(," reg "(,[1248])?)?\\)"
}

function is_constant_place(place) { return place ~ /\((%rip|%rbp|%rsp)\)$/ }

# As `leaq` has it once %rax was pushed: a place that counts from %rsp is 8 bytes further.
function after_push(place) { return place ~ /\(%rsp/ ? "8+" place : place }

function bytes_of_register(name) {
  if (name ~ /^%xmm/) return 16
  if (name ~ /^%([a-d][lh]|[sd]il|[sb]pl|r[0-9]+b)$/) return 1
  if (name ~ /^%([a-d]x|[sd]i|[sb]p|r[0-9]+w)$/) return 2
  if (name ~ /^%(e[a-z]+|r[0-9]+d)$/) return 4
  return 8
}

function bytes_of_suffix(name) {
  if (name ~ /b$/) return 1
  if (name ~ /w$/) return 2
  if (name ~ /l$/) return 4
  if (name ~ /q$/) return 8
  return 16
}

# grader/vetting/guarded.py reckons the same from the finished module.
function bytes_of(name, others) {
  if (name ~ /^mov[sz]b/ || name ~ /^set/) return 1
  if (name ~ /^mov[sz]w/) return 2
  if (name ~ /^movsl/ || name == "movd") return 4
  if (name == "movq" || name ~ /^mov[lh]p[sd]$/) return 8
  if (name ~ /^cvtsi2s[sd]/) return name ~ /q$/ ? 8 : 4
  if (name ~ /^cvtt?ss2/) return 4
  if (name ~ /^cvtt?sd2/ || name ~ /^cvt(ps2pd|dq2pd)$/) return 8
  if (name ~ /^p(ins|ext)r/) return bytes_of_suffix(name == "pinsrd" || name == "pextrd" ? "l" : name)
  if (name ~ /^(sh|sa|ro)[lr]/) return bytes_of_suffix(name)
  if (others ~ /%xmm/) return name ~ /ss$/ ? 4 : name ~ /sd$/ ? 8 : 16
  if (match(others, reg)) return bytes_of_register(substr(others, RSTART, RLENGTH))
  return bytes_of_suffix(name)
}

function only_reads(name) {
  return name ~ /^(cmp|test|push|u?comis|bt[wlq]?$|i?mul|i?div)/ && name !~ /^(mulp|divp)/
}

# Of "mov", stores are those whose last operand is the memory.
/^\t[a-z]/ && match($0, memory) {
  place = substr($0, RSTART, RLENGTH)
  rest = substr($0, RSTART + RLENGTH)
  sub(/[ \t]*#.*/, "", rest)
  name = $1
  others = substr($0, 1, RSTART - 1) rest
  sub(/^\t[a-z0-9]+/, "", others)
  if (!is_constant_place(place) && name !~ /^(lea|nop|call|jmp|data16|cs|prefetch)/) {
    stores = rest !~ /[%$]/ && !only_reads(name)
    printf "\tpushq\t%%rax\n\tleaq\t%s, %%rax\n", after_push(place)
    printf "\tcall\tsimt_guard_%s%d@PLT\n\tpopq\t%%rax\n", stores ? "store" : "load", bytes_of(name, others)
  }
}
{ print }
