// Packs structures on 4 bytes until poppack.h. Included as often as needed.
#pragma pack(push, 4)
