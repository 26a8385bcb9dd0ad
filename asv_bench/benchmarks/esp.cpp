// Edit sensitive parsing (variant "cm") of a corpus in plain C++: what asv sets ESP beside.
// The rules are those of gramcheck/reference/sfm/esp.py, string by string. Nodes get their names
// from the hash map of the standard library, or from a table made for the purpose.
#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using Names = std::vector<u32>;
using Children = std::array<u32, 3>;  // the third is MISSING in a block of two
constexpr u32 MISSING = ~0u;

struct Hash {
    std::size_t operator()(const Children& c) const {
        u64 h = (u64(c[0]) << 32 | c[1]) * 0x9E3779B97F4A7C15ull;
        h = ((h ^ h >> 32) + c[2]) * 0xD6E8FEB86659FD93ull;
        return h ^ h >> 32;
    }
};

struct StandardMap {
    std::unordered_map<Children, u32, Hash> names;
    u32 name(const Children& c) { return names.try_emplace(c, names.size()).first->second; }
    u64 size() const { return names.size(); }
};

struct OpenAddressing {
    std::vector<Children> nodes;  // by name
    Names slots = Names(1 << 12, MISSING);

    u64 slot(const Children& c) const {
        u64 i = Hash()(c) & (slots.size() - 1);
        while (slots[i] != MISSING && nodes[slots[i]] != c) i = (i + 1) & (slots.size() - 1);
        return i;
    }
    u32 name(const Children& c) {
        const u64 i = slot(c);
        if (slots[i] != MISSING) return slots[i];
        const u32 name = slots[i] = nodes.size();
        nodes.push_back(c);
        if (2 * nodes.size() > slots.size()) {
            slots.assign(2 * slots.size(), MISSING);
            for (u32 k = 0; k < nodes.size(); ++k) slots[slot(nodes[k])] = k;
        }
        return name;
    }
    u64 size() const { return nodes.size(); }
};

int rounds_needed(u64 names) {
    return names <= 6 ? 0 : names <= 8 ? 1 : names <= 16 ? 2 : names <= 256 ? 3 : 4;
}

void threes(int n, Names& blocks) {
    const int twos = n % 3 == 1 && n > 1 ? 2 : 0, rest = n - 2 * twos;
    blocks.insert(blocks.end(), rest / 3, 3);
    blocks.insert(blocks.end(), twos, 2);
    if (rest % 3) blocks.push_back(rest % 3);
}

// A piece without equal neighbors, cut around its landmarks.
void by_landmarks(const u32* piece, int n, int rounds, Names& labels, Names& blocks) {
    if (n < rounds + 2) return threes(n, blocks);
    threes(rounds, blocks);
    labels.assign(piece, piece + n);
    for (int r = 0; r < rounds; ++r)
        for (int i = n - 1; i > r; --i) {
            const u32 l = __builtin_ctz(labels[i] ^ labels[i - 1]);
            labels[i] = 2 * l + (labels[i] >> l & 1);
        }
    const int m = n - rounds;
    u32* v = labels.data() + rounds;
    for (u32 high = 3; high < 6; ++high)
        for (int i = 0; i < m; ++i)
            if (v[i] == high)
                for (v[i] = 0; (i && v[i - 1] == v[i]) || (i < m - 1 && v[i + 1] == v[i]);) ++v[i];
    auto maximum = [=](int i) {
        return i >= 0 && i < m && (!i || v[i] > v[i - 1]) && (i == m - 1 || v[i] > v[i + 1]);
    };
    int begin = 0;
    bool first = true;
    for (int i = 0; i < m; ++i) {
        const bool minimum = (!i || v[i] < v[i - 1]) && (i == m - 1 || v[i] < v[i + 1]);
        if (!maximum(i) && (!minimum || maximum(i - 1) || maximum(i + 1))) continue;
        if (!first) {
            blocks.push_back(i - 1 - begin);
            begin = i - 1;
        }
        first = false;
    }
    blocks.push_back(m - begin);
}

void join_single(const Names& blocks, Names& joined) {
    joined.clear();
    for (u32 block : blocks) {
        if (joined.empty() || (block > 1 && !(joined.size() == 1 && joined[0] == 1))) {
            joined.push_back(block);
        } else if ((joined.back() += block) > 3) {
            joined.back() = 2;
            joined.push_back(2);
        }
    }
}

void parse(const u32* x, int n, int rounds, Names& labels, Names& raw, Names& blocks) {
    raw.clear();
    for (int i = 0, j; i < n; i = j) {
        j = i + 1;
        if (j < n && x[j] == x[i]) {
            while (j < n && x[j] == x[i]) ++j;
            threes(j - i, raw);
        } else {
            while (j < n && !(j + 1 < n && x[j] == x[j + 1])) ++j;
            by_landmarks(x + i, j - i, rounds, labels, raw);
        }
    }
    join_single(raw, blocks);
}

// Characteristic vectors of strings of letters 0 ... n_letters - 1 that follow one another.
// Written to summary: columns, nonzeros, sum of the counts, sum of counts times columns.
template <class NameTable>
void esp(const u32* text, const u64* lengths, u64 n, u64 n_letters, u64* summary) {
    std::vector<Names> levels(n), rows(n);
    for (u64 s = 0; s < n; text += lengths[s++]) levels[s].assign(text, text + lengths[s]);
    Names labels, raw, blocks;
    u64 column = 0;
    for (u64 names = n_letters; names;) {
        const int rounds = rounds_needed(names);
        NameTable name_of;
        for (u64 s = 0; s < n; ++s) {
            Names& level = levels[s];
            for (u32 name : level) rows[s].push_back(column + name);
            if (level.size() < 2) {
                level.clear();
                continue;
            }
            parse(level.data(), level.size(), rounds, labels, raw, blocks);
            u32* child = level.data();
            for (u64 b = 0; b < blocks.size(); ++b) {
                const Children c{child[0], child[1], blocks[b] == 3 ? child[2] : MISSING};
                child += blocks[b];
                level[b] = name_of.name(c);
            }
            level.resize(blocks.size());
        }
        column += names;
        names = name_of.size();
    }
    summary[0] = column, summary[1] = summary[2] = summary[3] = 0;
    for (Names& row : rows) {
        std::sort(row.begin(), row.end());
        for (u64 i = 0, j; i < row.size(); i = j) {
            for (j = i; j < row.size() && row[j] == row[i];) ++j;
            summary[1] += 1, summary[2] += j - i, summary[3] += u64(row[i]) * (j - i);
        }
    }
}

extern "C" {
void standard_map(const u32* text, const u64* lengths, u64 n, u64 n_letters, u64* summary) {
    esp<StandardMap>(text, lengths, n, n_letters, summary);
}
void open_addressing(const u32* text, const u64* lengths, u64 n, u64 n_letters, u64* summary) {
    esp<OpenAddressing>(text, lengths, n, n_letters, summary);
}
}
