// Ends what the last pshpackN.h began.
#pragma pack(pop)
