// Answers some of the test vectors, one JSON line each: node reader.js FOLDER > answers.jsonl
const fs = require("fs");
const path = require("path");

const sum = (values) => values.reduce((total, value) => total + value, 0);
const points = (x) => x.map((point) => [].concat(point)); // a vector is one channel
const squared = (p, q) => sum(p.map((coordinate, k) => (coordinate - q[k]) ** 2));
const table = (X, Y, f) => X.map((x) => Y.map((y) => f(x, y)));

function levenshtein({ x, y }) {
  const [a, b] = [Array.from(x), Array.from(y)]; // code points, not 16-bit units
  let row = [...b.keys(), b.length];
  a.forEach((letter, i) => {
    const next = [i + 1];
    b.forEach((other, j) => {
      next.push(Math.min(row[j + 1] + 1, next[j] + 1, row[j] + (letter !== other)));
    });
    row = next;
  });
  return row[b.length];
}

function dtw({ x, y, local_cost, window }) {
  const [a, b] = [points(x), points(y)];
  const band = window === null ? Infinity : Math.max(window, Math.abs(a.length - b.length));
  let row = [0, ...b.map(() => Infinity)];
  a.forEach((p, i) => {
    const next = [Infinity];
    b.forEach((q, j) => {
      const cost = local_cost === "sqeuclidean" ? squared(p, q) : Math.sqrt(squared(p, q));
      const before = Math.min(row[j], row[j + 1], next[j]);
      next.push(Math.abs(i - j) <= band ? cost + before : Infinity);
    });
    row = next;
  });
  return row[b.length];
}

function modified_hausdorff({ x, y }) {
  const D = table(points(x), points(y), (p, q) => Math.sqrt(squared(p, q)));
  const columns = D[0].map((_, j) => D.map((row) => row[j]));
  return Math.max(...[D, columns].map((M) => sum(M.map((row) => Math.min(...row))) / M.length));
}

function feature_map({ X, omegas, gamma, distance, ...options }) {
  const d = { levenshtein, dtw, modified_hausdorff }[distance];
  const feature = (x, y) => Math.exp(-gamma * d({ x, y, ...options }));
  return table(X, omegas, (x, omega) => feature(x, omega) / Math.sqrt(omegas.length));
}

function softmin({ values, weights, gamma }) {
  const least = Math.min(...values.filter((_, j) => weights[j] > 0));
  const terms = values.map((f, j) => weights[j] && weights[j] * Math.exp(-gamma * (f - least)));
  return least - Math.log(sum(terms)) / gamma;
}

function laplacian_kernel({ V, W, beta }) {
  return table(V, W, (v, w) => Math.exp(-sum(v.map((count, k) => Math.abs(count - w[k]))) / beta));
}

function mismatch_kernel({ X, Y, k, m, alphabet }) {
  const letters = Array.from(alphabet ?? new Set([...X, ...Y].join("")));
  let words = [[]];
  for (let i = 0; i < k; i++) words = words.flatMap((w) => letters.map((letter) => [...w, letter]));
  const kmers = (x) => Array.from(x, (_, i) => x.slice(i, i + k)).filter((u) => u.length === k);
  const near = (u, word) => word.filter((letter, i) => letter !== u[i]).length <= m;
  const count = (x, word) => kmers(Array.from(x)).filter((u) => near(u, word)).length;
  return table(X, Y, (x, y) => sum(words.map((word) => count(x, word) * count(y, word))));
}

function hash_uniform({ i, array1, array2, endpoints }) {
  const word = (digits) => BigInt("0x" + digits);
  return i.map((key) =>
    array1.map((digits, k) => {
      const hash = Number(BigInt.asUintN(64, word(digits) + BigInt(key) * word(array2[k])) >> 32n);
      return endpoints === "open" ? (hash + 0.5) / 2 ** 32 : hash / (2 ** 32 - 1);
    }),
  );
}

const FUNCTIONS = {
  d2ke: { levenshtein, dtw, modified_hausdorff, feature_map, softmin },
  sfm: { laplacian_kernel, mismatch_kernel, hash_uniform },
};

// numbers that JSON has not are {"float": "NaN"}, both ways
const read = (key, value) => (value?.float ? Number(value.float) : value);
const write = (key, value) =>
  typeof value === "number" && !Number.isFinite(value) ? { float: String(value) } : value;

for (const [paper, functions] of Object.entries(FUNCTIONS)) {
  const file = path.join(process.argv[2], `${paper}.json`);
  for (const vector of JSON.parse(fs.readFileSync(file, "utf8"), read).vectors) {
    const answer = functions[vector.function];
    if (answer === undefined || vector.result === "invalid") continue;
    console.log(JSON.stringify({ id: vector.id, answer: answer(vector.arguments) }, write));
  }
}
