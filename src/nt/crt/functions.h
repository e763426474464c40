// The C-runtime functions that include/wdk/crt sends to the host, under the symbols that drivers
// import. A driver's wchar_t has two bytes: char16_t here. Text of drivers is UTF-8 where it is
// narrow; bytes that are none are Latin-1. The first and only
// header of this room.
//
// Cost: that of the C library's. Owner: buffers are the caller's. Threads: any, but for the
// contexts that the C standard has one of in a thread.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <cwchar>

extern "C" {

// Formatted output (print.cpp).
int drydock_printf(const char* format, ...);
int drydock_vprintf(const char* format, va_list args);
int drydock_fprintf(FILE* f, const char* format, ...);
int drydock_vfprintf(FILE* f, const char* format, va_list args);
int drydock_sprintf(char* d, const char* format, ...);
int drydock_vsprintf(char* d, const char* format, va_list args);
int drydock_snprintf(char* d, std::size_t n, const char* format, ...);
int drydock_vsnprintf(char* d, std::size_t n, const char* format, va_list args);
int drydock__snprintf(char* d, std::size_t n, const char* format, ...);
int drydock__vsnprintf(char* d, std::size_t n, const char* format, va_list args);
int drydock_wprintf(const char16_t* format, ...);
int drydock_vwprintf(const char16_t* format, va_list args);
int drydock_fwprintf(FILE* f, const char16_t* format, ...);
int drydock_vfwprintf(FILE* f, const char16_t* format, va_list args);
int drydock_swprintf(char16_t* d, std::size_t n, const char16_t* format, ...);
int drydock_vswprintf(char16_t* d, std::size_t n, const char16_t* format, va_list args);
int drydock_snwprintf(char16_t* d, std::size_t n, const char16_t* format, ...);
int drydock_vsnwprintf(char16_t* d, std::size_t n, const char16_t* format, va_list args);
int drydock_scwprintf(const char16_t* format, ...);
int drydock_vscwprintf(const char16_t* format, va_list args);
int drydock_swprintf_s(char16_t* d, std::size_t n, const char16_t* format, ...);
int drydock_vswprintf_s(char16_t* d, std::size_t n, const char16_t* format, va_list args);
int drydock_snwprintf_s(char16_t* d, std::size_t n, std::size_t count, const char16_t* format, ...);
int drydock_vsnwprintf_s(char16_t* d, std::size_t n, std::size_t count, const char16_t* format,
                         va_list args);

// Formatted input (scan.cpp).
int drydock_sscanf(const char* s, const char* format, ...);
int drydock_swscanf(const char16_t* s, const char16_t* format, ...);
int drydock_vswscanf(const char16_t* s, const char16_t* format, va_list args);
int drydock_wscanf(const char16_t* format, ...);
int drydock_vwscanf(const char16_t* format, va_list args);
int drydock_fwscanf(FILE* f, const char16_t* format, ...);
int drydock_vfwscanf(FILE* f, const char16_t* format, va_list args);

// Wide strings (wide.cpp).
char16_t* drydock_wcscpy(char16_t* d, const char16_t* s);
char16_t* drydock_wcsncpy(char16_t* d, const char16_t* s, std::size_t n);
char16_t* drydock_wcscat(char16_t* d, const char16_t* s);
char16_t* drydock_wcsncat(char16_t* d, const char16_t* s, std::size_t n);
int drydock_wcscmp(const char16_t* a, const char16_t* b);
int drydock_wcsncmp(const char16_t* a, const char16_t* b, std::size_t n);
int drydock_wcsicmp(const char16_t* a, const char16_t* b);
int drydock_wcsnicmp(const char16_t* a, const char16_t* b, std::size_t n);
int drydock_wcscoll(const char16_t* a, const char16_t* b);
std::size_t drydock_wcsxfrm(char16_t* d, const char16_t* s, std::size_t n);
std::size_t drydock_wcslen(const char16_t* s);
std::size_t drydock_wcsnlen(const char16_t* s, std::size_t n);
std::size_t drydock_wcsspn(const char16_t* s, const char16_t* set);
std::size_t drydock_wcscspn(const char16_t* s, const char16_t* set);
char16_t* drydock_wcstok(char16_t* s, const char16_t* delimiters, char16_t** context);
char16_t* drydock_wcschr(const char16_t* s, char16_t c);
char16_t* drydock_wcsrchr(const char16_t* s, char16_t c);
char16_t* drydock_wcspbrk(const char16_t* s, const char16_t* set);
char16_t* drydock_wcsstr(const char16_t* s, const char16_t* what);
char16_t* drydock_wcslwr(char16_t* s);
char16_t* drydock_wcsupr(char16_t* s);
char16_t* drydock_wcsdup(const char16_t* s);
char16_t* drydock_wmemcpy(char16_t* d, const char16_t* s, std::size_t n);
char16_t* drydock_wmemmove(char16_t* d, const char16_t* s, std::size_t n);
char16_t* drydock_wmemset(char16_t* d, char16_t c, std::size_t n);
int drydock_wmemcmp(const char16_t* a, const char16_t* b, std::size_t n);
char16_t* drydock_wmemchr(const char16_t* s, char16_t c, std::size_t n);

// Numbers (number.cpp). A long has four bytes: results saturate there, though the register has
// eight.
long drydock_wcstol(const char16_t* s, char16_t** end, int base);
unsigned long drydock_wcstoul(const char16_t* s, char16_t** end, int base);
long long drydock_wcstoll(const char16_t* s, char16_t** end, int base);
unsigned long long drydock_wcstoull(const char16_t* s, char16_t** end, int base);
double drydock_wcstod(const char16_t* s, char16_t** end);
float drydock_wcstof(const char16_t* s, char16_t** end);
long double drydock_wcstold(const char16_t* s, char16_t** end);
int drydock_wtoi(const char16_t* s);
long long drydock_wtoi64(const char16_t* s);
char16_t* drydock_itow(int value, char16_t* d, int radix);
char16_t* drydock_ultow(unsigned int value, char16_t* d, int radix);
char16_t* drydock_ui64tow(unsigned long long value, char16_t* d, int radix);

// Multibyte text and streams (multibyte.cpp).
std::size_t drydock_mbstowcs(char16_t* d, const char* s, std::size_t n);
std::size_t drydock_wcstombs(char* d, const char16_t* s, std::size_t n);
int drydock_mbtowc(char16_t* d, const char* s, std::size_t n);
int drydock_wctomb(char* d, char16_t c);
int drydock_mbsinit(const std::mbstate_t* state);
std::size_t drydock_mbrlen(const char* s, std::size_t n, std::mbstate_t* state);
std::size_t drydock_mbrtowc(char16_t* d, const char* s, std::size_t n, std::mbstate_t* state);
std::size_t drydock_wcrtomb(char* d, char16_t c, std::mbstate_t* state);
std::size_t drydock_mbsrtowcs(char16_t* d, const char** s, std::size_t n, std::mbstate_t* state);
std::size_t drydock_wcsrtombs(char* d, const char16_t** s, std::size_t n, std::mbstate_t* state);
std::wint_t drydock_btowc(int c);
int drydock_wctob(std::wint_t c);
std::size_t drydock_wcsftime(char16_t* d, std::size_t n, const char16_t* format, const std::tm* t);
std::wint_t drydock_fgetwc(FILE* f);
std::wint_t drydock_getwc(FILE* f);
std::wint_t drydock_getwchar(void);
std::wint_t drydock_fputwc(char16_t c, FILE* f);
std::wint_t drydock_putwc(char16_t c, FILE* f);
std::wint_t drydock_putwchar(char16_t c);
std::wint_t drydock_ungetwc(std::wint_t c, FILE* f);
char16_t* drydock_fgetws(char16_t* d, int n, FILE* f);
int drydock_fputws(const char16_t* s, FILE* f);
int drydock_fwide(FILE* f, int mode);
}
