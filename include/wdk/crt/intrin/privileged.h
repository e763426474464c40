// Instructions that only the kernel may run. They are declared so that source with them compiles; a
// driver that reaches one of them is bound to the host's answer, if the host has one.
#pragma once

EXTERN_C_START

// Registers.
ULONG64 __readcr0(void);
ULONG64 __readcr2(void);
ULONG64 __readcr3(void);
ULONG64 __readcr4(void);
ULONG64 __readcr8(void);
void __writecr0(ULONG64 value);
void __writecr3(ULONG64 value);
void __writecr4(ULONG64 value);
void __writecr8(ULONG64 value);
ULONG64 __readdr(unsigned int number);
void __writedr(unsigned int number, ULONG64 value);
ULONG64 __readmsr(unsigned DRYDOCK_LONG number);
void __writemsr(unsigned DRYDOCK_LONG number, ULONG64 value);
ULONG64 __readpmc(unsigned DRYDOCK_LONG counter);

// Descriptor tables, caches and interrupts.
void __sidt(void* destination);
void __lidt(void* source);
void _sgdt(void* destination);
void _lgdt(void* source);
void __wbinvd(void);
void __invlpg(void* address);
void _enable(void);
void _disable(void);

// Ports.
unsigned char __inbyte(unsigned short port);
void __outbyte(unsigned short port, unsigned char value);
void __inbytestring(unsigned short port, unsigned char* buffer, unsigned DRYDOCK_LONG count);
void __outbytestring(unsigned short port, unsigned char* buffer, unsigned DRYDOCK_LONG count);
unsigned short __inword(unsigned short port);
void __outword(unsigned short port, unsigned short value);
void __inwordstring(unsigned short port, unsigned short* buffer, unsigned DRYDOCK_LONG count);
void __outwordstring(unsigned short port, unsigned short* buffer, unsigned DRYDOCK_LONG count);
unsigned DRYDOCK_LONG __indword(unsigned short port);
void __outdword(unsigned short port, unsigned DRYDOCK_LONG value);
void __indwordstring(unsigned short port, unsigned DRYDOCK_LONG* buffer,
                     unsigned DRYDOCK_LONG count);
void __outdwordstring(unsigned short port, unsigned DRYDOCK_LONG* buffer,
                      unsigned DRYDOCK_LONG count);

EXTERN_C_END
