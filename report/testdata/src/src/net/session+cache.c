// Sessions of clients, by name. ä and € before columns.
#include "cache.h"

static struct cache cache = {.limit = 64};
static unsigned long hits;

static struct session *find(const char *name) {
	for (int i = 0; i < cache.size; i++)
		if (strcmp(cache.slots[i]->name, name) == 0)
			return cache.slots[i];
	return NULL;
}

struct session *session_get(const char *name) {
	struct session *found = find(name);
	/* größer als 1 € */ hits++;
	return found;
}

void session_put(struct session *session) {
	pthread_mutex_lock(&cache.lock);
	if (cache.size < cache.limit) {
		cache.slots[cache.size] = session;
		cache.size++;
	}
	pthread_mutex_unlock(&cache.lock);
}

void *client(void *socket) {
	for (;;) {
		struct session *session = session_get(receive_name(socket));
		if (session == NULL)
			session_put(session_new(socket));
	}
}

int main(void) {
	pthread_t thread;
	for (;;)
		pthread_create(&thread, NULL, client, accept_client());
}
