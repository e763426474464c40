// One function a chapter of the catalogue; each stands in a file of its own.
#pragma once

#include "src/rules/catalogue.h"

namespace drydock::rules::chapter {

Chapter kernel_01();
Chapter kernel_02();
Chapter kernel_03();
Chapter kernel_04();
Chapter kernel_05();
Chapter kernel_06();
Chapter kernel_07();
Chapter kernel_08();
Chapter kernel_09();
Chapter kernel_10();
Chapter kernel_11();
Chapter kernel_12();
Chapter kernel_13();
Chapter kernel_14();
Chapter kernel_15();
Chapter kernel_16();
Chapter kernel_17();
Chapter kernel_18();
Chapter kernel_19();
Chapter kernel_20();
Chapter kernel_21();
Chapter kernel_22();
Chapter kernel_23();
Chapter kernel_24();
Chapter kernel_25();
Chapter kernel_26();
Chapter kernel_27();
Chapter kernel_28();
Chapter kernel_29();
Chapter user_mode_01();
Chapter user_mode_02();
Chapter user_mode_03();
Chapter user_mode_04();
Chapter user_mode_05();
Chapter user_mode_06();
Chapter user_mode_07();
Chapter user_mode_08();
Chapter user_mode_09();
Chapter user_mode_10();
Chapter user_mode_11();
Chapter user_mode_12();
Chapter user_mode_13();
Chapter user_mode_14();
Chapter user_mode_15();
Chapter streaming_01();
Chapter streaming_02();
Chapter streaming_03();
Chapter streaming_04();
Chapter streaming_05();
Chapter streaming_06();
Chapter streaming_07();
Chapter streaming_08();
Chapter streaming_09();
Chapter streaming_10();
Chapter streaming_11();
Chapter streaming_12();
Chapter streaming_13();
Chapter streaming_14();
Chapter streaming_15();
Chapter streaming_16();
Chapter streaming_17();
Chapter streaming_18();
Chapter streaming_19();
Chapter streaming_20();
Chapter streaming_21();
Chapter streaming_22();
Chapter executive();

}  // namespace drydock::rules::chapter
