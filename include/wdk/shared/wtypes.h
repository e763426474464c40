// Types of automation that graphics interfaces name.
#ifndef __wtypes_h__
#define __wtypes_h__

#include "wtypesbase.h"

typedef OLECHAR* BSTR;
typedef short VARIANT_BOOL;
#define VARIANT_TRUE ((VARIANT_BOOL) - 1)
#define VARIANT_FALSE ((VARIANT_BOOL)0)

#ifndef PROPERTYKEY_DEFINED
#define PROPERTYKEY_DEFINED
typedef struct _tagpropertykey {
  GUID fmtid;
  DWORD pid;
} PROPERTYKEY;
#endif

#endif
