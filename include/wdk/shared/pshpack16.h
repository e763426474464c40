// Packs structures on 16 bytes until poppack.h. Included as often as needed.
#pragma pack(push, 16)
