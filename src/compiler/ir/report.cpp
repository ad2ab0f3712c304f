// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/report.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugLoc.h>

namespace heddle::compiler {

void LaneReport::note(std::string sentence) {
  if (!llvm::is_contained(notes, sentence)) notes.push_back(std::move(sentence));
}

void LaneReport::note(std::string sentence, const llvm::Instruction& where) {
  if (const llvm::DebugLoc& location = where.getDebugLoc())
    sentence += " (line " + std::to_string(location.getLine()) + ")";
  note(std::move(sentence));
}

std::string LaneReport::text() const {
  std::string text;
  if (lanes.are_used()) {
    text += "  width " + std::to_string(lanes.width) + " along dimension " +
            std::to_string(lanes.dimension);
    if (lanes.rows > 1) text += ", tiles of " + std::to_string(lanes.rows) + " rows";
    text += "\n  memory: " + std::to_string(contiguous) + " contiguous, " +
            std::to_string(strided) + " strided, " + std::to_string(gathers) + " gathers, " +
            std::to_string(scatters) + " scatters, " + std::to_string(uniform) + " uniform\n";
    if (!accesses.empty()) text += "  cycles of a vector: " + accesses + "\n";
  } else {
    text += "  width 1: one work-item at a time\n";
  }
  for (const std::string& sentence : notes) text += "  " + sentence + "\n";
  return text;
}

}  // namespace heddle::compiler
