// Packs structures on 1 byte until poppack.h. Included as often as needed.
#pragma pack(push, 1)
