// Streaming: who picks the allocator.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming06Lessons[] = {
    {.rule = "S-073",
     .why = "Frames in kernel memory are of no use to a pin whose data goes to a program; the "
            "program brings its own buffers.",
     .check = "Assigning an allocator to a pin that is no source of a connection between two pins "
              "is told when the property is set.",
     .wrong = R"(property.Set = KSPROPSETID_Stream;
property.Id = KSPROPERTY_STREAM_ALLOCATOR;
property.Flags = KSPROPERTY_TYPE_SET;
SetProperty(sink_pin, &property, &allocator, sizeof(allocator));)",
     .right = R"(property.Set = KSPROPSETID_Stream;
property.Id = KSPROPERTY_STREAM_ALLOCATOR;
property.Flags = KSPROPERTY_TYPE_SET;
SetProperty(source_pin, &property, &allocator, sizeof(allocator));)"},
    {.rule = "S-075",
     .why = "The faster segment takes every frame, the other waits for one, and the first waits "
            "for the other to consume: the graph stands still.",
     .check = "An allocator remembers the source it was assigned to; assigning it to a second one "
              "is told at that request.",
     .wrong = R"(KsCreateAllocator(first_sink, &framing, &allocator);
SetAllocator(first_source, allocator);
SetAllocator(second_source, allocator);)",
     .right = R"(KsCreateAllocator(first_sink, &framing, &first);
KsCreateAllocator(second_sink, &framing, &second);
SetAllocator(first_source, first);
SetAllocator(second_source, second);)"},
    {.rule = "S-080",
     .why = "A graph that cannot assign the allocator it made has to fall back to another, and the "
            "device's own memory is never used.",
     .check =
         "A pin type with an allocator whose own property table answers this property without a "
         "set handler is told when it is made; without such an item the class driver answers.",
     .wrong =
         R"(DEFINE_KSPROPERTY_ITEM(KSPROPERTY_STREAM_ALLOCATOR, OnGetAllocator, sizeof(KSPROPERTY),
    sizeof(HANDLE), NULL, NULL, 0, NULL, NULL, 0))",
     .right =
         R"(DEFINE_KSPROPERTY_ITEM(KSPROPERTY_STREAM_ALLOCATOR, OnGetAllocator, sizeof(KSPROPERTY),
    sizeof(HANDLE), OnSetAllocator, NULL, 0, NULL, NULL, 0))"},
    {.rule = "S-081",
     .why = "The frame is missing from the stream while the format travels, and a sink that counts "
            "frames loses one for good.",
     .check = "The buffer of a TYPECHANGED header is looked up among the frames that the pin's "
              "allocators have out.",
     .wrong = R"(table.AllocateFrame(allocator_file, &header.Data);
header.OptionsFlags = KSSTREAM_HEADER_OPTIONSF_TYPECHANGED;)",
     .right = R"(header.Data = ExAllocatePoolWithTag(NonPagedPoolNx, format->FormatSize, TAG);
header.OptionsFlags = KSSTREAM_HEADER_OPTIONSF_TYPECHANGED;)"},
};

}  // namespace

Lessons streaming_06() { return kStreaming06Lessons; }

}  // namespace drydock::rules::lessons
