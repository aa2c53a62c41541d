// A YAML document as a tree of values, read by libyaml.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum { SEGUE_YAML_SCALAR, SEGUE_YAML_SEQUENCE, SEGUE_YAML_MAPPING } segue_yaml_kind;

typedef struct {
  segue_yaml_kind kind;
  // The line of the first character, counted from 1.
  size_t line;
  // For scalars: the offsets in the document of the first character and of the end, in Unicode characters.
  size_t start, end;
  // For scalars: the text, ended by a NUL; its length in bytes without the NUL; and whether the scalar is
  // plain, neither quoted nor a block.
  const char *text;
  size_t length;
  bool is_plain;
  // For sequences and mappings: the number of children; a key and its value are two children.
  size_t count;
  // For mappings: whether the mapping is in braces (flow style).
  bool is_flow;
} segue_yaml_node;

typedef struct segue_yaml_document segue_yaml_document;

// Parses one document; returns NULL if memory is exhausted. The caller frees the document with
// segue_yaml_free.
segue_yaml_document *segue_yaml_parse(const char *text, size_t length);
void segue_yaml_free(segue_yaml_document *document);

// Returns the reason why the text is not one YAML document within the limits of nesting and of values, and
// sets `line` to the line of the error, counted from 1. Returns NULL if there is no error.
const char *segue_yaml_error(const segue_yaml_document *document, size_t *line);

// Returns the number of nodes, which are in postorder: children before their parent, and the root last; 0 for
// an empty text.
size_t segue_yaml_count(const segue_yaml_document *document);
segue_yaml_node segue_yaml_node_at(const segue_yaml_document *document, size_t index);
// Returns the node index of the child with number `child`, counted from 0; if the child is an alias, the
// index of the node with the anchor.
size_t segue_yaml_child(const segue_yaml_document *document, size_t node, size_t child);
