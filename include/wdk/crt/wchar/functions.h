// The wide functions of the C standard.
#pragma once

#define DRYDOCK_WIDE(name) __asm__("drydock_" #name)

struct tm;

#ifdef __cplusplus
extern "C" {
#endif

wchar_t* wcscpy(wchar_t* d, const wchar_t* s) DRYDOCK_WIDE(wcscpy);
wchar_t* wcsncpy(wchar_t* d, const wchar_t* s, size_t n) DRYDOCK_WIDE(wcsncpy);
wchar_t* wcscat(wchar_t* d, const wchar_t* s) DRYDOCK_WIDE(wcscat);
wchar_t* wcsncat(wchar_t* d, const wchar_t* s, size_t n) DRYDOCK_WIDE(wcsncat);
int wcscmp(const wchar_t* a, const wchar_t* b) DRYDOCK_WIDE(wcscmp);
int wcsncmp(const wchar_t* a, const wchar_t* b, size_t n) DRYDOCK_WIDE(wcsncmp);
int wcscoll(const wchar_t* a, const wchar_t* b) DRYDOCK_WIDE(wcscoll);
size_t wcsxfrm(wchar_t* d, const wchar_t* s, size_t n) DRYDOCK_WIDE(wcsxfrm);
size_t wcslen(const wchar_t* s) DRYDOCK_WIDE(wcslen);
size_t wcsnlen(const wchar_t* s, size_t n) DRYDOCK_WIDE(wcsnlen);
size_t wcsspn(const wchar_t* s, const wchar_t* set) DRYDOCK_WIDE(wcsspn);
size_t wcscspn(const wchar_t* s, const wchar_t* set) DRYDOCK_WIDE(wcscspn);
wchar_t* wcstok(wchar_t* s, const wchar_t* delimiters, wchar_t** context) DRYDOCK_WIDE(wcstok);
wchar_t* wmemcpy(wchar_t* d, const wchar_t* s, size_t n) DRYDOCK_WIDE(wmemcpy);
wchar_t* wmemmove(wchar_t* d, const wchar_t* s, size_t n) DRYDOCK_WIDE(wmemmove);
wchar_t* wmemset(wchar_t* d, wchar_t c, size_t n) DRYDOCK_WIDE(wmemset);
int wmemcmp(const wchar_t* a, const wchar_t* b, size_t n) DRYDOCK_WIDE(wmemcmp);
long wcstol(const wchar_t* s, wchar_t** end, int base) DRYDOCK_WIDE(wcstol);
unsigned long wcstoul(const wchar_t* s, wchar_t** end, int base) DRYDOCK_WIDE(wcstoul);
long long wcstoll(const wchar_t* s, wchar_t** end, int base) DRYDOCK_WIDE(wcstoll);
unsigned long long wcstoull(const wchar_t* s, wchar_t** end, int base) DRYDOCK_WIDE(wcstoull);
double wcstod(const wchar_t* s, wchar_t** end) DRYDOCK_WIDE(wcstod);
float wcstof(const wchar_t* s, wchar_t** end) DRYDOCK_WIDE(wcstof);
long double wcstold(const wchar_t* s, wchar_t** end) DRYDOCK_WIDE(wcstold);
int swprintf(wchar_t* d, size_t n, const wchar_t* format, ...) DRYDOCK_WIDE(swprintf);
int vswprintf(wchar_t* d, size_t n, const wchar_t* format, va_list args) DRYDOCK_WIDE(vswprintf);
int wprintf(const wchar_t* format, ...) DRYDOCK_WIDE(wprintf);
int vwprintf(const wchar_t* format, va_list args) DRYDOCK_WIDE(vwprintf);
int fwprintf(FILE* f, const wchar_t* format, ...) DRYDOCK_WIDE(fwprintf);
int vfwprintf(FILE* f, const wchar_t* format, va_list args) DRYDOCK_WIDE(vfwprintf);
int swscanf(const wchar_t* s, const wchar_t* format, ...) DRYDOCK_WIDE(swscanf);
int vswscanf(const wchar_t* s, const wchar_t* format, va_list args) DRYDOCK_WIDE(vswscanf);
int wscanf(const wchar_t* format, ...) DRYDOCK_WIDE(wscanf);
int vwscanf(const wchar_t* format, va_list args) DRYDOCK_WIDE(vwscanf);
int fwscanf(FILE* f, const wchar_t* format, ...) DRYDOCK_WIDE(fwscanf);
int vfwscanf(FILE* f, const wchar_t* format, va_list args) DRYDOCK_WIDE(vfwscanf);
size_t wcsftime(wchar_t* d, size_t n, const wchar_t* format, const struct tm* t)
    DRYDOCK_WIDE(wcsftime);
int mbsinit(const mbstate_t* state) DRYDOCK_WIDE(mbsinit);
size_t mbrlen(const char* s, size_t n, mbstate_t* state) DRYDOCK_WIDE(mbrlen);
size_t mbrtowc(wchar_t* d, const char* s, size_t n, mbstate_t* state) DRYDOCK_WIDE(mbrtowc);
size_t wcrtomb(char* d, wchar_t c, mbstate_t* state) DRYDOCK_WIDE(wcrtomb);
size_t mbsrtowcs(wchar_t* d, const char** s, size_t n, mbstate_t* state) DRYDOCK_WIDE(mbsrtowcs);
size_t wcsrtombs(char* d, const wchar_t** s, size_t n, mbstate_t* state) DRYDOCK_WIDE(wcsrtombs);
wint_t btowc(int c) DRYDOCK_WIDE(btowc);
int wctob(wint_t c) DRYDOCK_WIDE(wctob);
wint_t fgetwc(FILE* f) DRYDOCK_WIDE(fgetwc);
wint_t getwc(FILE* f) DRYDOCK_WIDE(getwc);
wint_t getwchar(void) DRYDOCK_WIDE(getwchar);
wint_t fputwc(wchar_t c, FILE* f) DRYDOCK_WIDE(fputwc);
wint_t putwc(wchar_t c, FILE* f) DRYDOCK_WIDE(putwc);
wint_t putwchar(wchar_t c) DRYDOCK_WIDE(putwchar);
wint_t ungetwc(wint_t c, FILE* f) DRYDOCK_WIDE(ungetwc);
wchar_t* fgetws(wchar_t* d, int n, FILE* f) DRYDOCK_WIDE(fgetws);
int fputws(const wchar_t* s, FILE* f) DRYDOCK_WIDE(fputws);
int fwide(FILE* f, int mode) DRYDOCK_WIDE(fwide);

#ifdef __cplusplus
}

#define __CORRECT_ISO_CPP_WCHAR_H_PROTO
// C++ has these in two forms, one that keeps the const of its argument.
extern "C++" {
const wchar_t* wcschr(const wchar_t* s, wchar_t c) DRYDOCK_WIDE(wcschr);
wchar_t* wcschr(wchar_t* s, wchar_t c) DRYDOCK_WIDE(wcschr);
const wchar_t* wcsrchr(const wchar_t* s, wchar_t c) DRYDOCK_WIDE(wcsrchr);
wchar_t* wcsrchr(wchar_t* s, wchar_t c) DRYDOCK_WIDE(wcsrchr);
const wchar_t* wcspbrk(const wchar_t* s, const wchar_t* set) DRYDOCK_WIDE(wcspbrk);
wchar_t* wcspbrk(wchar_t* s, const wchar_t* set) DRYDOCK_WIDE(wcspbrk);
const wchar_t* wcsstr(const wchar_t* s, const wchar_t* what) DRYDOCK_WIDE(wcsstr);
wchar_t* wcsstr(wchar_t* s, const wchar_t* what) DRYDOCK_WIDE(wcsstr);
const wchar_t* wmemchr(const wchar_t* s, wchar_t c, size_t n) DRYDOCK_WIDE(wmemchr);
wchar_t* wmemchr(wchar_t* s, wchar_t c, size_t n) DRYDOCK_WIDE(wmemchr);
}
#else
wchar_t* wcschr(const wchar_t* s, wchar_t c) DRYDOCK_WIDE(wcschr);
wchar_t* wcsrchr(const wchar_t* s, wchar_t c) DRYDOCK_WIDE(wcsrchr);
wchar_t* wcspbrk(const wchar_t* s, const wchar_t* set) DRYDOCK_WIDE(wcspbrk);
wchar_t* wcsstr(const wchar_t* s, const wchar_t* what) DRYDOCK_WIDE(wcsstr);
wchar_t* wmemchr(const wchar_t* s, wchar_t c, size_t n) DRYDOCK_WIDE(wmemchr);
#endif
