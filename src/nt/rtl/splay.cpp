// Splay trees: links inside the driver's own structures. A root is its own parent.
#include "src/nt/base/wdk.h"

namespace {

using Node = RTL_SPLAY_LINKS;

bool is_root(const Node* node) { return node->Parent == node; }
bool is_left(const Node* node) { return node->Parent->LeftChild == node; }

// `node` goes where its parent was. The parent becomes its child on the other side.
void rotate(Node* node) {
  Node* parent = node->Parent;
  const bool left = is_left(node);
  const bool to_root = is_root(parent);
  Node* grand = parent->Parent;
  const bool parent_left = !to_root && is_left(parent);
  Node* inner = left ? node->RightChild : node->LeftChild;
  (left ? parent->LeftChild : parent->RightChild) = inner;
  if (inner != nullptr) inner->Parent = parent;
  (left ? node->RightChild : node->LeftChild) = parent;
  parent->Parent = node;
  node->Parent = to_root ? node : grand;
  if (!to_root) (parent_left ? grand->LeftChild : grand->RightChild) = node;
}

// Takes a node with at most one child out of the tree; returns what stands in its place, or null.
Node* bypass(Node* node, Node** root) {
  Node* child = node->LeftChild != nullptr ? node->LeftChild : node->RightChild;
  if (is_root(node)) {
    if (child != nullptr) child->Parent = child;
    *root = child;
    return child;
  }
  (is_left(node) ? node->Parent->LeftChild : node->Parent->RightChild) = child;
  if (child != nullptr) child->Parent = node->Parent;
  return child;
}

// `next` takes the place of `node`, with all its links.
void replace(Node* node, Node* next, Node** root) {
  *next = *node;
  if (is_root(node)) {
    next->Parent = next;
    *root = next;
  } else {
    (is_left(node) ? node->Parent->LeftChild : node->Parent->RightChild) = next;
  }
  if (next->LeftChild != nullptr) next->LeftChild->Parent = next;
  if (next->RightChild != nullptr) next->RightChild->Parent = next;
}

}  // namespace

extern "C" {

PRTL_SPLAY_LINKS RtlSplay(PRTL_SPLAY_LINKS Links) {
  while (!is_root(Links)) {
    auto* parent = Links->Parent;
    // Two steps at a time: the parent first when both lean to the same side.
    if (!is_root(parent)) rotate(is_left(Links) == is_left(parent) ? parent : Links);
    rotate(Links);
  }
  return Links;
}

PRTL_SPLAY_LINKS RtlSubtreeSuccessor(PRTL_SPLAY_LINKS Links) {
  auto* node = Links->RightChild;
  while (node != nullptr && node->LeftChild != nullptr) node = node->LeftChild;
  return node;
}

PRTL_SPLAY_LINKS RtlSubtreePredecessor(PRTL_SPLAY_LINKS Links) {
  auto* node = Links->LeftChild;
  while (node != nullptr && node->RightChild != nullptr) node = node->RightChild;
  return node;
}

PRTL_SPLAY_LINKS RtlRealSuccessor(PRTL_SPLAY_LINKS Links) {
  if (Links->RightChild != nullptr) return RtlSubtreeSuccessor(Links);
  while (!is_root(Links) && !is_left(Links)) Links = Links->Parent;
  return is_root(Links) ? nullptr : Links->Parent;
}

PRTL_SPLAY_LINKS RtlRealPredecessor(PRTL_SPLAY_LINKS Links) {
  if (Links->LeftChild != nullptr) return RtlSubtreePredecessor(Links);
  while (!is_root(Links) && is_left(Links)) Links = Links->Parent;
  return is_root(Links) ? nullptr : Links->Parent;
}

VOID RtlDeleteNoSplay(PRTL_SPLAY_LINKS Links, PRTL_SPLAY_LINKS* Root) {
  if (Links->LeftChild != nullptr && Links->RightChild != nullptr) {
    auto* next = RtlSubtreePredecessor(Links);
    bypass(next, Root);
    replace(Links, next, Root);
  } else {
    bypass(Links, Root);
  }
}

PRTL_SPLAY_LINKS RtlDelete(PRTL_SPLAY_LINKS Links) {
  PRTL_SPLAY_LINKS root = nullptr;
  auto* parent = is_root(Links) ? nullptr : Links->Parent;
  RtlDeleteNoSplay(Links, &root);
  if (parent == nullptr) return root;
  return RtlSplay(parent);
}

}  // extern "C"
