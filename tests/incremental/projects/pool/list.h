#ifndef LIST_H
#define LIST_H

struct link {
  struct link* next;
  struct link* previous;
};

static inline void list_init(struct link* list) {
  list->next = list;
  list->previous = list;
}

static inline void list_append(struct link* list, struct link* item) {
  item->previous = list->previous;
  item->next = list;
  list->previous->next = item;
  list->previous = item;
}

static inline struct link* list_take(struct link* list) {
  struct link* item = list->next;
  if (item == list) return 0;
  list->next = item->next;
  item->next->previous = list;
  return item;
}

#endif
