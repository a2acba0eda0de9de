#include <string>
#include <vector>

#include "driver/cli.h"

int main(int argc, char** argv) {
  return plait::RunCommand(std::vector<std::string>(argv + 1, argv + argc));
}
