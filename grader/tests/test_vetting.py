"""The vetting's parts, each on words of the tools that it reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.vetting.code import vet_code
from grader.vetting.listing import read_listing
from grader.vetting.module_file import parse_readelf
from grader.vetting.rules import read_rules
from grader.vetting.source import Headers, vet_source

KERNEL = "/submission/kernel.cu"
CUDA = Path(__file__).resolve().parents[2] / "common" / "simt" / "include" / "cuda"
RULES = read_rules()


def refused(own: str, written: str = "", before: str = "") -> list[tuple[int, str]]:
    """What is said of a file whose only header is followed by `own`, from line 3 on."""
    headers = Headers(Path("/lab"), CUDA)
    expanded = (
        f'# 1 "{KERNEL}"\n{before}\n# 1 "/lab/lab.h" 1\nvoid asm_in_a_header();\n# 3 "{KERNEL}" 2\n{own}\n'
    )
    return [(f.line, f.message) for f in vet_source(RULES, headers, KERNEL, written, expanded)]


@pytest.mark.parametrize(
    "own",
    [
        "int simple = 1;",
        '__attribute__((visibility("default"))) void k(float* __restrict__ a) { a[b[0]] = 1; }',
        "__attribute__((used)) __constinit thread_local float tile[4];",
        '__attribute__((used, section(".simt_constant." "3"))) int w[3];',
        "struct __attribute__((aligned(16))) P { int x; };",
        "[[maybe_unused]] int x = table[index[3]];",
        'const char* text = "asm __builtin_memcpy #pragma";',
        "#pragma unroll 4",
        "unsigned i = simt_thread_index_x();",
        "float x = __builtin_inff();",
    ],
)
def test_what_honest_kernels_write_is_allowed(own: str) -> None:
    assert refused(own) == []


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ('void f() { __asm__("syscall"); }', "inline assembler"),
        ("__attribute__((used, no_sanitize_thread)) void f();", "the attribute no_sanitize_thread"),
        ("__attribute__((__no_sanitize_thread__)) void f();", "__no_sanitize_thread__"),
        ('__attribute__((section(".text"))) int x;', 'the attribute section(".text")'),
        ('__attribute__((visibility("protected"))) void f();', "the attribute visibility"),
        ("[[gnu::optimize(3)]] void f();", "the attribute gnu::optimize(3)"),
        ("[[using gnu: naked]] void f();", "the attribute usinggnu:naked"),
        ('#pragma GCC optimize ("O3")', "#pragma GCC optimize"),
        ("void f() { __builtin_longjmp(p, 1); }", "`__builtin_longjmp`"),
        ("void f() { __sync_synchronize(); }", "`__sync_synchronize`"),
        ("void __tsan_write4(void*);", "`__tsan_write4`"),
        ("void f() { goto *p; }", "a computed goto"),
    ],
)
def test_what_goes_round_the_machine_is_refused_at_its_line(own: str, says: str) -> None:
    found = refused(own)
    assert found, own
    assert found[0][0] == 3
    assert says in found[0][1]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('#line 3 "x.h"', "#line"),
        ('  #  /* a */ 3 "x.h" 1', "#line"),
        ('%: 3 "x.h"', "#line"),
        ('#li\\\nne 3 "x.h"', "#line"),
        ('#li\\  \r\nne 3 "x.h"', "#line"),
        ('/* a */ # 3 "x.h"', "#line"),
        ('auto s = R"(text)";', "raw strings"),
        ("#if __has_include(<x>)", "__has_include"),
        ("#include_next <x>", "include_next"),
        ('#embed "x"', "#embed"),
        ("int a; ??/", "trigraphs"),
        ("int a;\0", "byte of value 0"),
    ],
)
def test_what_could_deceive_the_vetting_is_refused_before_it(written: str, says: str) -> None:
    found = refused("__asm__ was not looked at;", written)
    assert len(found) == 1
    assert says in found[0][1]


def test_a_define_before_the_headers_is_refused() -> None:
    assert "put the #includes first" in refused("int x;", before="#define inline naked")[0][1]


def test_a_header_from_elsewhere_is_refused() -> None:
    text = f'# 1 "{KERNEL}"\n# 1 "/usr/include/unistd.h" 1\nint x;\n# 2 "{KERNEL}" 2\n'
    found = vet_source(RULES, Headers(Path("/lab"), Path("/cuda")), KERNEL, "", text)
    assert "#include of unistd.h is refused" in found[0].message


STUBS = """\
0000000000001010 <simt_guard_load4@plt>:
    1010:\tjmp    *0x2f02(%rip)        # 3f18 <simt_guard_load4@Base>
    1016:\tpush   $0x0

0000000000001020 <tile>:
    1020:\tbnd jmp *0x2efa(%rip)        # 3f20 <simt_guard_store4@Base>
"""


def asked(kind: str, place: str) -> list[str]:
    """A question, as simtcc --guard puts it."""
    stub = {"load": "1010 <simt_guard_load4@plt>", "store": "1020 <tile>"}[kind]
    return ["push   %rax", f"lea    {place},%rax", f"call   {stub}", "pop    %rax"]


def of_code(*instructions: str) -> list[str]:
    text = f"Disassembly of section .plt:\n\n{STUBS}\n\nDisassembly of section .text:\n\n"
    text += "0000000000001100 <kernel>:\n" + f"{KERNEL}:7\n"
    text += "".join(f"    11{n:02x}:\t{words}\n" for n, words in enumerate(instructions))
    found = vet_code(
        RULES, KERNEL, read_listing(text, {0x3F18: "simt_guard_load4", 0x3F20: "simt_guard_store4"})
    )
    assert all(finding.line == 7 for finding in found)
    return [finding.message for finding in found]


PROLOGUE = ("push   %rbp", "mov    %rsp,%rbp", "push   %rbx", "sub    $0x18,%rsp")


@pytest.mark.parametrize(
    "words",
    [
        "mov    %eax,-0x20(%rbp)",
        "mov    0x10(%rbp),%eax",
        "lea    0x4(%rax,%rbx,4),%rdi",
        "cmpl   $0x1,0x18(%rbp)",
        "data16 rex.W call 1070 <__tls_get_addr@plt>",
        "cs nopw 0x0(%rax,%rax,1)",
        "xchg   %ax,%ax",
        "call   1020 <__tsan_write4@plt>",
        "mov    %ebx,0x8441(%rip)        # 9600 <launches>",
    ],
)
def test_what_compilers_make_of_kernels_is_allowed(words: str) -> None:
    assert of_code(*PROLOGUE, words) == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("syscall", "`syscall`"),
        ("int    $0x80", "`int $0x80`"),
        ("rdtsc", "`rdtsc`"),
        ("movntil %eax,(%rdi)", "`movntil"),
        ("rep stos %al,%es:(%rdi)", "`rep stos"),
        ("mov    %fs:0x0,%rax", "%fs"),
        ("lock cmpxchg %eax,(%rdi)", "`lock"),
        ("xchg   %eax,(%rdi)", "machine's atomics"),
        ("call   *%rax", "computed address"),
        ("jmp    *0x2fe2(%rip)", "computed address"),
        ("(bad)", "(bad)"),
        ("mov    %eax,0x8(%rbp)", "past the function's own"),
        ("mov    %eax,-0x400(%rbp)", "past the function's own"),
        ("movq   $0x0,0x400(%rsp)", "past the function's own"),
        ("mov    %rax,-0x8(%rbp)", "past the function's own"),
        ("mov    %rax,-0xc(%rbp)", "past the function's own"),
        ("mov    %rax,0x14(%rsp)", "past the function's own"),
        ("mov    %rax,%rsp", "alloca()"),
        ("add    %rax,%rbp", "alloca()"),
        ("mov    (%rax),%ecx", "goes past the machine"),
        ("mov    0x601000,%ecx", "at a constant address"),
        ("movss  %xmm0,-0x18(%rbp,%rbx,4)", "goes past the machine"),
    ],
)
def test_what_no_kernel_needs_is_refused(words: str, says: str) -> None:
    found = of_code(*PROLOGUE, words)
    assert len(found) == 1
    assert says in found[0]


@pytest.mark.parametrize(
    ("kind", "place", "words"),
    [
        ("load", "(%rax,%rbx,4)", "movss  (%rax,%rbx,4),%xmm0"),
        ("load", "-0x20(%rbp,%rbx,4)", "cmp    %eax,-0x20(%rbp,%rbx,4)"),
        ("load", "(%rbx)", "movzbl (%rbx),%eax"),
        ("load", "(%rbx)", "imul   (%rbx),%eax"),
        ("store", "(%rbx)", "movl   $0x1,(%rbx)"),
        ("store", "(%rbx)", "add    %eax,(%rbx)"),
        ("store", "(%rbx)", "shll   %cl,(%rbx)"),
    ],
)
def test_an_access_that_is_asked_about_is_allowed(kind: str, place: str, words: str) -> None:
    assert of_code(*PROLOGUE, *asked(kind, place), words) == []


@pytest.mark.parametrize(
    "rows",
    [
        [*asked("load", "(%rbx)"), "mov    (%r12),%eax"],
        [*asked("load", "(%rbx)"), "mov    0x4(%rbx),%eax"],
        [*asked("load", "(%rbx)"), "mov    (%rbx),%rax"],
        [*asked("load", "(%rbx)"), "mov    %eax,(%rbx)"],
        [*asked("load", "(%rbx)"), "nop", "mov    (%rbx),%eax"],
        [
            *asked("load", "(%rbx)")[:2],
            "call   1030 <simt_guard_load4@plt>",
            "pop    %rax",
            "mov    (%rbx),%eax",
        ],
        [*asked("load", "(%rbx)"), "mov    (%rbx),%eax", "jmp    1108 <kernel+0x8>"],
    ],
    ids=["another place", "further on", "wider", "a store", "not at once", "of nobody", "jumped past"],
)
def test_a_question_about_something_else_is_none(rows: list[str]) -> None:
    assert any("goes past the machine" in message for message in of_code(*PROLOGUE, *rows))


def test_tools_that_say_nothing_never_let_a_module_pass() -> None:
    with pytest.raises(GraderError):
        parse_readelf("")
    with pytest.raises(GraderError):
        read_listing("", {})
