/* A bot in C: any legal action, drawn by lot.  cc -O2 -o any_legal any_legal.c; aw-env play --opponent exec:./any_legal
   It wishes for nothing besides the legal actions, so that a decision is {"game":7,"number":1,"legal":[3,5],...}. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAMES 65536
static uint64_t luck[GAMES]; /* by game, the state of its own dice */

static long draw(long game, long choices) {
    uint64_t *state = &luck[game % GAMES];
    *state = (*state * 1103515245 + 12345) % 2147483648u;
    return (long)(*state / 256 % (uint64_t)choices);
}

/* The number after a key, from `*at` on, which is moved behind it; -1 where there is none. */
static long long number_after(const char **at, const char *key) {
    const char *found = strstr(*at, key);
    char *end;
    if (!found) return -1;
    long long number = strtoll(found + strlen(key), &end, 10);
    *at = end;
    return number;
}

static void decide(const char *at) {
    const char *comma = "";
    long game;
    printf("{\"type\":\"action\",\"actions\":[");
    while ((game = number_after(&at, "\"game\":")) >= 0) {
        long number = number_after(&at, "\"number\":"), legal = 1, chosen;
        at = strstr(at, "\"legal\":[") + 9;
        for (const char *c = at; *c != ']'; c++) legal += *c == ',';
        for (long skip = draw(game, legal); skip; skip--) at = strchr(at, ',') + 1;
        chosen = strtol(at, NULL, 10);
        printf("%s{\"game\":%ld,\"number\":%ld,\"action\":%ld}", comma, game, number, chosen);
        comma = ",";
    }
    printf("]}\n");
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *at = line;
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"any legal\",\"version\":\"1.0\",\"batch\":64}");
        } else if (strstr(line, "\"type\":\"new game\"")) {
            long game = number_after(&at, "\"game\":");
            luck[game % GAMES] = (uint64_t)number_after(&at, "\"seed\":") % 2147483648u;
        } else if (strstr(line, "\"type\":\"decide\"")) {
            decide(line);
        } else if (strstr(line, "\"type\":\"quit\"")) {
            break;
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
