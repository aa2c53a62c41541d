// A YAML document as a tree of values, read by libyaml.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum { SEGUE_YAML_SCALAR, SEGUE_YAML_SEQUENCE, SEGUE_YAML_MAPPING } segue_yaml_kind;

typedef struct {
  segue_yaml_kind kind;
  // Line of the first character, from 1.
  size_t line;
  // Scalars: the text, which ends with a NUL, its bytes without that NUL, and whether quotes are missing.
  const char *text;
  size_t length;
  bool is_plain;
  // Sequences and mappings: how many children; a key and its value are two.
  size_t count;
} segue_yaml_node;

typedef struct segue_yaml_document segue_yaml_document;

// Parses one document. NULL if memory is out; else free it with segue_yaml_free.
segue_yaml_document *segue_yaml_parse(const char *text, size_t length);
void segue_yaml_free(segue_yaml_document *document);

// The reason why the text is not one YAML document, and its line, from 1; NULL if it is.
const char *segue_yaml_error(const segue_yaml_document *document, size_t *line);

// Nodes in the order of their ends: children before their parent, the root last. None: the text is empty.
size_t segue_yaml_count(const segue_yaml_document *document);
segue_yaml_node segue_yaml_node_at(const segue_yaml_document *document, size_t index);
// The index of a child. An alias is the index of its anchor's node.
size_t segue_yaml_child(const segue_yaml_document *document, size_t node, size_t child);
