// Packs structures on 2 bytes until poppack.h. Included as often as needed.
#pragma pack(push, 2)
