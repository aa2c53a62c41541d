// A YAML document as a tree of values, read by libyaml.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum { SEGUE_YAML_SCALAR, SEGUE_YAML_SEQUENCE, SEGUE_YAML_MAPPING } segue_yaml_kind;

typedef struct {
  segue_yaml_kind kind;
  // Line of the first character, from 1.
  size_t line;
  // For scalars: the offsets of the first character and of the end, in characters of Unicode.
  size_t start, end;
  // For scalars: the text, ended by a NUL, its length without the NUL, and whether it is unquoted.
  const char *text;
  size_t length;
  bool is_plain;
  // For sequences and mappings: the number of children; a key and its value are two.
  size_t count;
  // For mappings: whether it is in braces.
  bool is_flow;
} segue_yaml_node;

typedef struct segue_yaml_document segue_yaml_document;

// Parses one document; NULL if memory is exhausted. Free it with segue_yaml_free.
segue_yaml_document *segue_yaml_parse(const char *text, size_t length);
void segue_yaml_free(segue_yaml_document *document);

// The reason and the line, from 1, if the text is not one YAML document; else NULL.
const char *segue_yaml_error(const segue_yaml_document *document, size_t *line);

// The number of nodes, in postorder: children before their parent, the root last; 0 for an empty text.
size_t segue_yaml_count(const segue_yaml_document *document);
segue_yaml_node segue_yaml_node_at(const segue_yaml_document *document, size_t index);
// The index of a child. An alias is the index of its anchor's node.
size_t segue_yaml_child(const segue_yaml_document *document, size_t node, size_t child);
