#include "format.h"

namespace {

constexpr LONG kWidth = 320;
constexpr LONG kHeight = 240;
constexpr LONG kLeastWidth = 32;
constexpr LONG kLeastHeight = 16;
constexpr LONG kMostWidth = 1280;
constexpr LONG kMostHeight = 720;
constexpr LONG kStep = 16;
constexpr LONGLONG kInterval = 333667;         // 29.97 frames a second
constexpr LONGLONG kShortestInterval = 83333;  // 120
constexpr LONGLONG kLongestInterval = 10000000;

constexpr DWORD kFourccYuy2 = 0x32595559;
constexpr DWORD kFourccNv12 = 0x3231564E;

#define VCAM_SUBTYPE(Fourcc) \
  {Fourcc, 0x0000, 0x0010, {0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71}}

// One size by default, others by step, any rate between the limits.
#define VCAM_RANGE(Fourcc, Bits)                                                                   \
  {                                                                                                \
    {{sizeof(KS_DATARANGE_VIDEO),                                                                  \
      0,                                                                                           \
      kWidth * kHeight * (Bits) / 8,                                                               \
      0,                                                                                           \
      {STATICGUIDOF(KSDATAFORMAT_TYPE_VIDEO)},                                                     \
      VCAM_SUBTYPE(Fourcc),                                                                        \
      {STATICGUIDOF(KSDATAFORMAT_SPECIFIER_VIDEOINFO)}}},                                          \
        TRUE, FALSE, KS_VIDEOSTREAM_CAPTURE, 0,                                                    \
        {{STATICGUIDOF(KSDATAFORMAT_SPECIFIER_VIDEOINFO)},                                         \
         KS_AnalogVideo_None,                                                                      \
         {kWidth, kHeight},                                                                        \
         {kLeastWidth, kLeastHeight},                                                              \
         {kMostWidth, kMostHeight},                                                                \
         kStep,                                                                                    \
         kStep,                                                                                    \
         kStep,                                                                                    \
         kStep,                                                                                    \
         {kLeastWidth, kLeastHeight},                                                              \
         {kMostWidth, kMostHeight},                                                                \
         kStep,                                                                                    \
         kStep,                                                                                    \
         0,                                                                                        \
         0,                                                                                        \
         0,                                                                                        \
         0,                                                                                        \
         kShortestInterval,                                                                        \
         kLongestInterval,                                                                         \
         0,                                                                                        \
         0},                                                                                       \
    {                                                                                              \
      {0, 0, kWidth, kHeight}, {0, 0, kWidth, kHeight}, kWidth* kHeight*(Bits) * 30, 0, kInterval, \
          {sizeof(KS_BITMAPINFOHEADER),   kWidth, kHeight, 1, Bits, Fourcc,                        \
           kWidth * kHeight * (Bits) / 8, 0,      0,       0, 0}                                   \
    }                                                                                              \
  }

const KS_DATARANGE_VIDEO kYuy2Range = VCAM_RANGE(kFourccYuy2, 16);
const KS_DATARANGE_VIDEO kNv12Range = VCAM_RANGE(kFourccNv12, 12);

bool is_size(LONG width, LONG height) {
  return width >= kLeastWidth && width <= kMostWidth && width % kStep == 0 &&
         height >= kLeastHeight && height <= kMostHeight && height % kStep == 0;
}

bool is_interval(LONGLONG interval) {
  return interval >= kShortestInterval && interval <= kLongestInterval;
}

ULONG size_of_image(Layout layout, ULONG stride, ULONG height) {
  return layout == Layout::kYuy2 ? stride * height : stride * height * 3 / 2;
}

}  // namespace

const PKSDATARANGE kVideoRanges[2] = {
    reinterpret_cast<PKSDATARANGE>(const_cast<KS_DATARANGE_VIDEO*>(&kNv12Range)),
    reinterpret_cast<PKSDATARANGE>(const_cast<KS_DATARANGE_VIDEO*>(&kYuy2Range))};

NTSTATUS read_format(const KSDATAFORMAT& connection, const KSDATARANGE& range, Format& format) {
  if (connection.FormatSize < sizeof(KS_DATAFORMAT_VIDEOINFOHEADER)) return STATUS_NO_MATCH;
  const auto& video =
      reinterpret_cast<const KS_DATAFORMAT_VIDEOINFOHEADER&>(connection).VideoInfoHeader;
  const auto& mine = reinterpret_cast<const KS_DATARANGE_VIDEO&>(range).VideoInfoHeader;
  const KS_BITMAPINFOHEADER& bitmap = video.bmiHeader;
  if (bitmap.biCompression != mine.bmiHeader.biCompression ||
      bitmap.biBitCount != mine.bmiHeader.biBitCount || bitmap.biPlanes != 1 ||
      !is_size(bitmap.biWidth, bitmap.biHeight) || !is_interval(video.AvgTimePerFrame)) {
    return STATUS_NO_MATCH;
  }
  format.layout = bitmap.biCompression == kFourccYuy2 ? Layout::kYuy2 : Layout::kNv12;
  format.width = static_cast<ULONG>(bitmap.biWidth);
  format.height = static_cast<ULONG>(bitmap.biHeight);
  format.interval = video.AvgTimePerFrame;
  format = with_stride(format, format.layout == Layout::kYuy2 ? format.width * 2 : format.width);
  return bitmap.biSizeImage == format.image_size ? STATUS_SUCCESS : STATUS_NO_MATCH;
}

Format with_stride(const Format& format, ULONG stride) {
  Format out = format;
  out.stride = stride;
  out.image_size = size_of_image(format.layout, stride, format.height);
  return out;
}

namespace {

// The caller's size and rate where this camera has them, its own otherwise.
KS_VIDEOINFOHEADER choose_header(const KSDATARANGE& caller, const KS_VIDEOINFOHEADER& own) {
  KS_VIDEOINFOHEADER out = own;
  if (caller.FormatSize < sizeof(KS_DATARANGE_VIDEO)) return out;
  const auto& asked = reinterpret_cast<const KS_DATARANGE_VIDEO&>(caller).VideoInfoHeader;
  if (is_size(asked.bmiHeader.biWidth, asked.bmiHeader.biHeight)) {
    out.bmiHeader.biWidth = asked.bmiHeader.biWidth;
    out.bmiHeader.biHeight = asked.bmiHeader.biHeight;
  }
  if (is_interval(asked.AvgTimePerFrame)) out.AvgTimePerFrame = asked.AvgTimePerFrame;
  out.bmiHeader.biSizeImage = static_cast<DWORD>(out.bmiHeader.biWidth * out.bmiHeader.biHeight *
                                                 out.bmiHeader.biBitCount / 8);
  out.rcSource = out.rcTarget = {0, 0, out.bmiHeader.biWidth, out.bmiHeader.biHeight};
  out.dwBitRate =
      static_cast<DWORD>(out.bmiHeader.biSizeImage * 8LL * 10000000LL / out.AvgTimePerFrame);
  return out;
}

}  // namespace

NTSTATUS intersect_video(PVOID, PIRP, PKSP_PIN, PKSDATARANGE caller_range, PKSDATARANGE own_range,
                         ULONG buffer_size, PVOID data, PULONG data_size) {
  *data_size = sizeof(KS_DATAFORMAT_VIDEOINFOHEADER);
  if (buffer_size == 0) return STATUS_BUFFER_OVERFLOW;
  if (buffer_size < sizeof(KS_DATAFORMAT_VIDEOINFOHEADER)) return STATUS_BUFFER_TOO_SMALL;
  const auto& own = *reinterpret_cast<const KS_DATARANGE_VIDEO*>(own_range);
  auto& out = *static_cast<PKS_DATAFORMAT_VIDEOINFOHEADER>(data);
  out.DataFormat = own.DataRange;
  out.DataFormat.FormatSize = sizeof out;
  out.VideoInfoHeader = choose_header(*caller_range, own.VideoInfoHeader);
  out.DataFormat.SampleSize = out.VideoInfoHeader.bmiHeader.biSizeImage;
  return STATUS_SUCCESS;
}
