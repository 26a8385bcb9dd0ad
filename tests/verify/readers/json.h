/* The least JSON that a reader of the vectors needs. A text becomes an array of code points, so
   that U+0000 ends nothing and letters beyond U+FFFF count once; {"float": "NaN"} is a number. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct json {
    enum { EMPTY, FLAG, NUMBER, TEXT, LIST, OBJECT } type;
    double number;
    uint32_t *letters; /* of a text: n code points */
    char **keys;       /* of an object */
    struct json **items; /* of a list or an object */
    int n;
} json;

static const char *at; /* where the parser is */

static char peek(void) {
    while (strchr(" \n\r\t,:", *at) && *at) at++;
    return *at;
}

static uint32_t unit(void) { /* the four digits after \u */
    char digits[5] = {0};
    memcpy(digits, at, 4);
    at += 4;
    return (uint32_t)strtoul(digits, NULL, 16);
}

static uint32_t letter(void) {
    static const char *const escapes = "\"\\/bfnrt", *const meant = "\"\\/\b\f\n\r\t";
    uint32_t high, c = (unsigned char)*at++;
    if (c != '\\') return c; /* the files are ASCII: all else is escaped */
    c = (unsigned char)*at++;
    if (c != 'u') return (unsigned char)meant[strchr(escapes, (int)c) - escapes];
    high = unit();
    if (high < 0xd800 || high > 0xdbff || at[0] != '\\' || at[1] != 'u') return high;
    at += 2; /* a pair of 16-bit units is one code point */
    return 0x10000 + ((high - 0xd800) << 10) + (unit() - 0xdc00);
}

static void text(json *j) {
    j->type = TEXT;
    for (at++; *at != '"';) {
        j->letters = realloc(j->letters, (size_t)(j->n + 1) * sizeof *j->letters);
        j->letters[j->n++] = letter();
    }
    at++;
}

static char *ascii(const json *j) {
    char *s = calloc((size_t)j->n + 1, 1);
    for (int i = 0; i < j->n; i++) s[i] = (char)j->letters[i];
    return s;
}

static json *parse(void) {
    json *j = calloc(1, sizeof *j);
    char c = peek(), end = c == '[' ? ']' : '}', *stop;
    if (c == '"') {
        text(j);
    } else if (c == '[' || c == '{') {
        j->type = c == '[' ? LIST : OBJECT;
        for (at++; peek() != end; j->n++) {
            j->keys = realloc(j->keys, (size_t)(j->n + 1) * sizeof *j->keys);
            j->items = realloc(j->items, (size_t)(j->n + 1) * sizeof *j->items);
            j->keys[j->n] = c == '{' ? ascii(parse()) : NULL;
            j->items[j->n] = parse();
        }
        at++;
    } else if (strchr("tfn", c)) {
        j->type = c == 'n' ? EMPTY : FLAG;
        j->number = c == 't';
        at += c == 'f' ? 5 : 4;
    } else {
        j->type = NUMBER;
        j->number = strtod(at, &stop);
        at = stop;
    }
    if (j->type == OBJECT && j->n == 1 && !strcmp(j->keys[0], "float")) {
        j->type = NUMBER;
        j->number = strtod(ascii(j->items[0]), NULL);
    }
    return j;
}

static json *get(const json *object, const char *key) {
    for (int i = 0; i < object->n; i++)
        if (!strcmp(object->keys[i], key)) return object->items[i];
    return NULL;
}

static int is(const json *j, const char *word) { return j->type == TEXT && !strcmp(ascii(j), word); }

static json *load(const char *folder, const char *name) {
    char path[4096], *whole = NULL;
    size_t size = 0, n;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) exit((perror(path), 2));
    do {
        whole = realloc(whole, size + 65537);
        size += n = fread(whole + size, 1, 65536, file);
    } while (n);
    whole[size] = 0;
    fclose(file);
    at = whole;
    return parse();
}
