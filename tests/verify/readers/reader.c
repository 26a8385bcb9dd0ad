/* Answers some of the test vectors, one JSON line each: ./reader FOLDER > answers.jsonl
   Memory is left to the end of the program. */
#include "json.h"

static double least(double a, double b) { return a < b ? a : b; }
static double *cells(int n) { return calloc((size_t)n + 1, sizeof(double)); }

static double coordinate(const json *point, int k) { /* a number is a point of one channel */
    return point->type == LIST ? point->items[k]->number : point->number;
}

static double squared(const json *p, const json *q) {
    double sum = 0;
    for (int k = 0; k < (p->type == LIST ? p->n : 1); k++)
        sum += pow(coordinate(p, k) - coordinate(q, k), 2);
    return sum;
}

static double levenshtein(const json *x, const json *y) {
    double *row = cells(y->n);
    for (int j = 0; j <= y->n; j++) row[j] = j;
    for (int i = 0; i < x->n; i++) {
        double *next = cells(y->n);
        next[0] = i + 1;
        for (int j = 0; j < y->n; j++)
            next[j + 1] = least(row[j] + (x->letters[i] != y->letters[j]),
                                1 + least(row[j + 1], next[j]));
        row = next;
    }
    return row[y->n];
}

static double dtw(const json *x, const json *y, int square, const json *window) {
    double band = INFINITY, *row = cells(y->n);
    if (window->type == NUMBER) band = fmax(window->number, abs(x->n - y->n));
    for (int j = 1; j <= y->n; j++) row[j] = INFINITY;
    for (int i = 0; i < x->n; i++) {
        double *next = cells(y->n);
        next[0] = INFINITY;
        for (int j = 0; j < y->n; j++) {
            double cost = squared(x->items[i], y->items[j]);
            next[j + 1] = (square ? cost : sqrt(cost)) + least(row[j], least(row[j + 1], next[j]));
            if (abs(i - j) > band) next[j + 1] = INFINITY;
        }
        row = next;
    }
    return row[y->n];
}

static double directed(const json *u, const json *v) {
    double sum = 0;
    for (int i = 0; i < u->n; i++) {
        double nearest = INFINITY;
        for (int j = 0; j < v->n; j++) nearest = least(nearest, squared(u->items[i], v->items[j]));
        sum += sqrt(nearest);
    }
    return sum / u->n;
}

static double distance(const json *name, const json *x, const json *y, const json *given) {
    if (is(name, "levenshtein")) return levenshtein(x, y);
    if (is(name, "modified_hausdorff")) return fmax(directed(x, y), directed(y, x));
    return dtw(x, y, is(get(given, "local_cost"), "sqeuclidean"), get(given, "window"));
}

static double softmin(const json *f, const json *p, double gamma) {
    double low = INFINITY, sum = 0;
    for (int j = 0; j < f->n; j++)
        if (p->items[j]->number > 0) low = least(low, f->items[j]->number);
    for (int j = 0; j < f->n; j++)
        if (p->items[j]->number > 0)
            sum += p->items[j]->number * exp(-gamma * (f->items[j]->number - low));
    return low - log(sum) / gamma;
}

static double laplacian(const json *v, const json *w, double beta) {
    double sum = 0;
    for (int k = 0; k < v->n; k++) sum += fabs(v->items[k]->number - w->items[k]->number);
    return exp(-sum / beta);
}

static double hash_uniform(double key, const json *a, const json *b, int open) {
    uint64_t add = strtoull(ascii(a), NULL, 16), times = strtoull(ascii(b), NULL, 16);
    double hash = (double)((add + (uint64_t)key * times) >> 32); /* unsigned words wrap around */
    return open ? (hash + 0.5) / 4294967296.0 : hash / 4294967295.0;
}

static void number(double value) {
    if (isfinite(value)) printf("%.17g", value);
    else printf("{\"float\": \"%s\"}", isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
}

/* answers: of each function, from the arguments to what is printed */

typedef double entry(const json *x, const json *y, const json *given, int column);

static void table(const char *rows, const char *columns, const json *given, entry *f) {
    json *X = get(given, rows), *Y = get(given, columns);
    for (int i = 0; i < X->n; i++)
        for (int j = 0; j < Y->n; j++) {
            printf(j ? ", " : i ? ", [" : "[[");
            number(f(X->items[i], Y->items[j], given, j));
            if (j == Y->n - 1) printf(i == X->n - 1 ? "]]" : "]");
        }
}

static double feature(const json *x, const json *omega, const json *given, int column) {
    double d = distance(get(given, "distance"), x, omega, given);
    (void)column;
    return exp(-get(given, "gamma")->number * d) / sqrt(get(given, "omegas")->n);
}

static double similarity(const json *v, const json *w, const json *given, int column) {
    (void)column;
    return laplacian(v, w, get(given, "beta")->number);
}

static double hashed(const json *key, const json *word, const json *given, int column) {
    json *factor = get(given, "array2")->items[column];
    return hash_uniform(key->number, word, factor, is(get(given, "endpoints"), "open"));
}

static void answer_distance(const json *function, const json *given) {
    number(distance(function, get(given, "x"), get(given, "y"), given));
}

static void answer_softmin(const json *function, const json *given) {
    (void)function;
    number(softmin(get(given, "values"), get(given, "weights"), get(given, "gamma")->number));
}

static void answer_table(const json *function, const json *given) {
    if (is(function, "feature_map")) table("X", "omegas", given, feature);
    else if (is(function, "laplacian_kernel")) table("V", "W", given, similarity);
    else table("i", "array1", given, hashed);
}

static const struct {
    const char *name;
    void (*answer)(const json *function, const json *given);
} FUNCTIONS[] = {
    {"levenshtein", answer_distance},   {"dtw", answer_distance},
    {"modified_hausdorff", answer_distance}, {"softmin", answer_softmin},
    {"feature_map", answer_table},      {"laplacian_kernel", answer_table},
    {"hash_uniform", answer_table},     {NULL, NULL},
};

static void answer(const json *vector) {
    json *function = get(vector, "function");
    if (is(get(vector, "result"), "invalid")) return; /* it is there to be refused */
    for (int f = 0; FUNCTIONS[f].name; f++)
        if (is(function, FUNCTIONS[f].name)) {
            printf("{\"id\": \"%s\", \"answer\": ", ascii(get(vector, "id")));
            FUNCTIONS[f].answer(function, get(vector, "arguments"));
            printf("}\n");
        }
}

int main(int argc, char **argv) {
    const char *const files[] = {"d2ke.json", "sfm.json"};
    for (int f = 0; argc == 2 && f < 2; f++) {
        json *vectors = get(load(argv[1], files[f]), "vectors");
        for (int i = 0; i < vectors->n; i++) answer(vectors->items[i]);
    }
    return argc != 2;
}
