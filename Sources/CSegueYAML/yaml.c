#include "CSegueYAML.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

// The maximum number of values, including repetitions by aliases: nested aliases multiply values
// exponentially.
enum { MAX_VALUES = 1000000 };

// The maximum nesting of sequences and mappings; Debian's libyaml has no limit of its own.
enum { MAX_DEPTH = 1000 };

typedef struct {
  segue_yaml_node node;
  // The index of the first child in `children`.
  size_t first_child;
  // The number of values in the subtree, including its root and repetitions by aliases.
  size_t weight;
} value;

typedef struct {
  char *name;
  size_t node;
} anchor;

// A sequence or mapping that is still being read.
typedef struct {
  segue_yaml_node node;
  char *anchor;
  // The index in `pending` at which the children of this value begin.
  size_t first_pending;
} open_value;

typedef struct {
  void *items;
  size_t count, capacity;
} list;

struct segue_yaml_document {
  list values, children, anchors, open, pending;
  const char *error;
  size_t error_line;
  bool is_out_of_memory;
};

static void *append(segue_yaml_document *document, list *list, size_t size) {
  if (list->count == list->capacity) {
    const size_t capacity = list->capacity ? 2 * list->capacity : 16;
    void *items = realloc(list->items, capacity * size);
    if (!items) {
      document->is_out_of_memory = true;
      return NULL;
    }
    list->items = items;
    list->capacity = capacity;
  }
  return (char *)list->items + list->count++ * size;
}

#define ITEM(type, list, index) (((type *)(list).items)[index])

static void fail(segue_yaml_document *document, const char *reason, size_t line) {
  document->error = reason;
  document->error_line = line;
}

static char *copy(segue_yaml_document *document, const void *bytes, size_t count) {
  char *text = malloc(count + 1);
  if (!text) {
    document->is_out_of_memory = true;
    return NULL;
  }
  memcpy(text, bytes, count);
  text[count] = 0;
  return text;
}

// Adds a child to the innermost open sequence or mapping; does nothing for the root, which has no parent.
static void place(segue_yaml_document *document, size_t node) {
  if (!document->open.count) return;
  size_t *child = append(document, &document->pending, sizeof *child);
  if (!child) return;
  *child = node;
  ITEM(open_value, document->open, document->open.count - 1).node.count++;
}

// Adds a completed value and its anchor; takes ownership of the anchor's name.
static void finish(segue_yaml_document *document, segue_yaml_node node, size_t first_child, char *name) {
  size_t weight = 1;
  for (size_t i = 0; i < node.count && weight <= MAX_VALUES; i++) {
    weight += ITEM(value, document->values, ITEM(size_t, document->children, first_child + i)).weight;
  }
  if (weight > MAX_VALUES) fail(document, "more than a million values, repeated by aliases", node.line);
  value *finished = append(document, &document->values, sizeof *finished);
  if (!finished) {
    free(name);
    return;
  }
  *finished = (value){.node = node, .first_child = first_child, .weight = weight};
  const size_t index = document->values.count - 1;
  if (name) {
    anchor *named = append(document, &document->anchors, sizeof *named);
    if (named) {
      *named = (anchor){.name = name, .node = index};
    } else {
      free(name);
    }
  }
  place(document, index);
}

static void begin(
    segue_yaml_document *document, segue_yaml_kind kind, size_t line, const yaml_char_t *name, bool is_flow) {
  if (document->open.count == MAX_DEPTH) {
    fail(document, "nested more than 1000 deep", line);
    return;
  }
  open_value *begun = append(document, &document->open, sizeof *begun);
  if (!begun) return;
  *begun = (open_value){
      .node = {.kind = kind, .line = line, .is_flow = is_flow},
      .anchor = name ? copy(document, name, strlen((const char *)name)) : NULL,
      .first_pending = document->pending.count,
  };
}

static void end(segue_yaml_document *document) {
  const open_value ended = ITEM(open_value, document->open, --document->open.count);
  const size_t first_child = document->children.count;
  for (size_t i = ended.first_pending; i < document->pending.count; i++) {
    size_t *child = append(document, &document->children, sizeof *child);
    if (child) *child = ITEM(size_t, document->pending, i);
  }
  document->pending.count = ended.first_pending;
  if (document->is_out_of_memory) {
    free(ended.anchor);
  } else {
    finish(document, ended.node, first_child, ended.anchor);
  }
}

static void alias(segue_yaml_document *document, const char *name, size_t line) {
  // Searches backwards, since an alias refers to the last anchor with its name.
  for (size_t i = document->anchors.count; i-- > 0;) {
    if (strcmp(ITEM(anchor, document->anchors, i).name, name) == 0) {
      place(document, ITEM(anchor, document->anchors, i).node);
      return;
    }
  }
  fail(document, "found undefined alias", line);
}

static void scalar(segue_yaml_document *document, const yaml_event_t *event, size_t line) {
  char *text = copy(document, event->data.scalar.value, event->data.scalar.length);
  const yaml_char_t *anchor = event->data.scalar.anchor;
  char *name = anchor ? copy(document, anchor, strlen((const char *)anchor)) : NULL;
  const size_t count = document->values.count;
  if (!document->is_out_of_memory) {
    finish(
        document,
        (segue_yaml_node){
            .kind = SEGUE_YAML_SCALAR,
            .line = line,
            .start = event->start_mark.index,
            .end = event->end_mark.index,
            .text = text,
            .length = event->data.scalar.length,
            .is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE,
        },
        0, name);
    name = NULL;
  }
  if (document->values.count == count) {
    free(text);
    free(name);
  }
}

static size_t line_at(const char *text, size_t offset) {
  size_t line = 1;
  for (size_t i = 0; i < offset; i++) {
    line += text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
  }
  return line;
}

static void fail_as_parser(
    segue_yaml_document *document, const yaml_parser_t *parser, const char *text, size_t length) {
  switch (parser->error) {
    case YAML_MEMORY_ERROR: document->is_out_of_memory = true; return;
    case YAML_READER_ERROR: {
      const size_t offset = parser->problem_offset < length ? parser->problem_offset : length;
      fail(document, parser->problem, line_at(text, offset));
      return;
    }
    default: fail(document, parser->problem, parser->problem_mark.line + 1);
  }
}

static void read(segue_yaml_document *document, yaml_parser_t *parser, const char *text, size_t length) {
  bool has_document = false;
  while (!document->error && !document->is_out_of_memory) {
    yaml_event_t event;
    if (!yaml_parser_parse(parser, &event)) {
      fail_as_parser(document, parser, text, length);
      return;
    }
    const yaml_event_type_t type = event.type;
    const size_t line = event.start_mark.line + 1;
    switch (type) {
      case YAML_DOCUMENT_START_EVENT:
        if (has_document) fail(document, "but found another document", line);
        has_document = true;
        break;
      case YAML_ALIAS_EVENT: alias(document, (const char *)event.data.alias.anchor, line); break;
      case YAML_SCALAR_EVENT: scalar(document, &event, line); break;
      case YAML_SEQUENCE_START_EVENT:
        begin(document, SEGUE_YAML_SEQUENCE, line, event.data.sequence_start.anchor, false);
        break;
      case YAML_MAPPING_START_EVENT:
        begin(
            document, SEGUE_YAML_MAPPING, line, event.data.mapping_start.anchor,
            event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
        break;
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: end(document); break;
      default: break;
    }
    yaml_event_delete(&event);
    if (type == YAML_STREAM_END_EVENT) return;
  }
}

segue_yaml_document *segue_yaml_parse(const char *text, size_t length) {
  segue_yaml_document *document = calloc(1, sizeof *document);
  yaml_parser_t parser;
  if (!document || !yaml_parser_initialize(&parser)) {
    free(document);
    return NULL;
  }
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
  read(document, &parser, text, length);
  yaml_parser_delete(&parser);
  if (document->is_out_of_memory) {
    segue_yaml_free(document);
    return NULL;
  }
  return document;
}

void segue_yaml_free(segue_yaml_document *document) {
  if (!document) return;
  for (size_t i = 0; i < document->values.count; i++) free((char *)ITEM(value, document->values, i).node.text);
  for (size_t i = 0; i < document->anchors.count; i++) free(ITEM(anchor, document->anchors, i).name);
  for (size_t i = 0; i < document->open.count; i++) free(ITEM(open_value, document->open, i).anchor);
  free(document->values.items);
  free(document->children.items);
  free(document->anchors.items);
  free(document->open.items);
  free(document->pending.items);
  free(document);
}

const char *segue_yaml_error(const segue_yaml_document *document, size_t *line) {
  *line = document->error_line;
  return document->error;
}

size_t segue_yaml_count(const segue_yaml_document *document) { return document->values.count; }

segue_yaml_node segue_yaml_node_at(const segue_yaml_document *document, size_t index) {
  return ITEM(value, document->values, index).node;
}

size_t segue_yaml_child(const segue_yaml_document *document, size_t node, size_t child) {
  return ITEM(size_t, document->children, ITEM(value, document->values, node).first_child + child);
}
