// Packs structures on 8 bytes until poppack.h. Included as often as needed.
#pragma pack(push, 8)
