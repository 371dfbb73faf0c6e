/* A line of JSON, read as far as it is plain: an object without odd keys, nested at most DEEPEST deep. Of the fields that
 * a map reads the text is noted where it is. Whatever else a line has is left to the reader in Python, which tells what is
 * wrong with it. Each line ends with a line feed, at which everything here stops.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DEEPEST = 32, MOST_KEYS = 256, LONGEST_NUMBER = 300, MOST_FIELDS = 64 };

#define TRUE 0x65757274u /* words, as after_word takes them */
#define FALSE 0x65736c6166u
#define NULLS 0x6c6c756eu

struct line {
    const uint8_t *begins[MOST_FIELDS]; /* of each field that is read its value; NULL where it is absent */
    const uint8_t *ends[MOST_FIELDS];
    const uint8_t *keys[MOST_KEYS]; /* of the objects that are open: each key, behind its quote */
    uint64_t lengths[MOST_KEYS];
    uint64_t key_count;
};
struct fields {
    const uint8_t *names;  /* of all fields that are read, one after another */
    const uint64_t *ends;
    uint64_t count;
};

static bool same_bytes(const uint8_t *a, const uint8_t *b, uint64_t length) {
    for (uint64_t k = 0; k < length; k++)
        if (a[k] != b[k])
            return false;
    return true;
}

static const uint8_t *after_space(const uint8_t *at) {
    while (*at == ' ' || *at == '\t' || *at == '\r')
        at++;
    return at;
}

static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

/* The end of a character of several bytes; NULL where it is not UTF-8. */
static const uint8_t *after_character(const uint8_t *at) {
    uint8_t first = *at, least = 0x80, most = 0xbf;
    uint64_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4)
        return NULL;
    if (first == 0xe0)
        least = 0xa0;
    else if (first == 0xed)
        most = 0x9f;
    else if (first == 0xf0)
        least = 0x90;
    else if (first == 0xf4)
        most = 0x8f;
    for (at++; more; more--, at++, least = 0x80, most = 0xbf)
        if (*at < least || *at > most)
            return NULL;
    return at;
}

static bool is_hexadecimal(uint8_t c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static const uint8_t *after_escape(const uint8_t *at) {
    switch (at[1]) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
        return at + 2;
    case 'u':
        for (uint64_t k = 2; k < 6; k++)
            if (!is_hexadecimal(at[k]))
                return NULL;
        return at + 6;
    }
    return NULL;
}

/* The end of a string, from behind its first quote. is_plain: whether it has no escape. */
static const uint8_t *after_string(const uint8_t *at, uint64_t *is_plain) {
    *is_plain = 1;
    while (at && *at != '"') {
        if (*at < ' ')
            return NULL;
        if (*at == '\\') {
            *is_plain = 0;
            at = after_escape(at);
        } else
            at = *at < 0x80 ? at + 1 : after_character(at);
    }
    return at ? at + 1 : NULL;
}

static const uint8_t *after_number(const uint8_t *begin) {
    const uint8_t *at = begin + (*begin == '-');
    if (!is_digit(*at) || (*at == '0' && is_digit(at[1])))
        return NULL;
    while (is_digit(*at))
        at++;
    if (*at == '.') {
        if (!is_digit(*++at))
            return NULL;
        while (is_digit(*at))
            at++;
    }
    if (*at == 'e' || *at == 'E') {
        at += at[1] == '+' || at[1] == '-' ? 2 : 1;
        if (!is_digit(*at))
            return NULL;
        while (is_digit(*at))
            at++;
    }
    return at - begin > LONGEST_NUMBER ? NULL : at;
}

/* word: its characters, the first one in the lowest byte. */
static const uint8_t *after_word(const uint8_t *at, uint64_t word) {
    for (; word; word >>= 8, at++)
        if (*at != (word & 255))
            return NULL;
    return at;
}

static const uint8_t *after_object(struct line *line, const struct fields *fields, const uint8_t *at, uint64_t depth);

static const uint8_t *after_value(struct line *line, const uint8_t *at, uint64_t depth) {
    uint64_t is_plain;
    switch (*at) {
    case '"':
        return after_string(at + 1, &is_plain);
    case 't':
        return after_word(at, TRUE);
    case 'f':
        return after_word(at, FALSE);
    case 'n':
        return after_word(at, NULLS);
    case '{':
        return after_object(line, NULL, at, depth + 1);
    case '[':
        if (depth >= DEEPEST)
            return NULL;
        at = after_space(at + 1);
        if (*at == ']')
            return at + 1;
        for (;; at = after_space(at + 1)) {
            if (!(at = after_value(line, at, depth + 1)))
                return NULL;
            at = after_space(at);
            if (*at == ']')
                return at + 1;
            if (*at != ',')
                return NULL;
        }
    }
    return after_number(at);
}

/* Notes a key of an object whose keys begin at `first`; gives whether it is new. */
static bool add_key(struct line *line, uint64_t first, const uint8_t *key, uint64_t length) {
    if (line->key_count == MOST_KEYS)
        return false;
    for (uint64_t k = first; k < line->key_count; k++)
        if (line->lengths[k] == length && same_bytes(line->keys[k], key, length))
            return false;
    line->keys[line->key_count] = key;
    line->lengths[line->key_count++] = length;
    return true;
}

/* The number of a field by its name; MOST_FIELDS where it is not read. */
static uint64_t field_number(const struct fields *fields, const uint8_t *key, uint64_t length) {
    uint64_t begin = 0;
    for (uint64_t k = 0; k < fields->count; begin = fields->ends[k++])
        if (fields->ends[k] - begin == length && same_bytes(fields->names + begin, key, length))
            return k;
    return MOST_FIELDS;
}

/* The end of an object; NULL where it is odd. fields: those whose values are to be noted. */
static const uint8_t *after_object(struct line *line, const struct fields *fields, const uint8_t *at, uint64_t depth) {
    uint64_t first = line->key_count;
    uint64_t is_plain;
    if (*at != '{' || depth >= DEEPEST)
        return NULL;
    at = after_space(at + 1);
    if (*at == '}')
        return at + 1;
    for (;; at = after_space(at + 1)) {
        const uint8_t *key = at + 1;
        if (*at != '"' || !(at = after_string(key, &is_plain)) || !is_plain)
            return NULL;
        uint64_t length = (uint64_t)(at - key) - 1;
        if (!add_key(line, first, key, length))
            return NULL;
        at = after_space(at);
        if (*at != ':')
            return NULL;
        const uint8_t *value = after_space(at + 1);
        if (!(at = after_value(line, value, depth)))
            return NULL;
        if (fields) {
            uint64_t number = field_number(fields, key, length);
            if (number < MOST_FIELDS) {
                line->begins[number] = value;
                line->ends[number] = at;
            }
        }
        at = after_space(at);
        if (*at == '}') {
            line->key_count = first;
            return at + 1;
        }
        if (*at != ',')
            return NULL;
    }
}

/* A number as Python's float() has it; false where this does not know how it is rounded. */
static bool read_double(const uint8_t *at, const uint8_t *end, double *result) {
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    uint64_t digits = 0, mantissa = 0, fraction = 0;
    bool is_negative = *at == '-', is_behind = false;
    for (at += is_negative; at < end && (*at == '.' || is_digit(*at)); at++) {
        if (*at == '.') {
            is_behind = true;
            continue;
        }
        if (mantissa && ++digits > 18)
            return false;
        mantissa = 10 * mantissa + (*at - '0');
        fraction += is_behind;
    }
    if (at != end || fraction > 18)
        return false; /* it has an exponent, or more digits than a word holds */
    double value = (double)mantissa;
    if (fraction && mantissa <= (uint64_t)1 << 53)
        value /= tens[fraction];
    else if (fraction) { /* divided bit by bit; the last bit says whether anything is left */
        uint64_t divisor = 1, shift = 0;
        for (uint64_t k = 0; k < fraction; k++)
            divisor *= 10;
        uint64_t quotient = mantissa / divisor, rest = mantissa % divisor;
        for (; quotient >> 63 == 0; shift++) {
            rest *= 2;
            quotient = 2 * quotient + (rest >= divisor);
            rest -= rest >= divisor ? divisor : 0;
        }
        value = (double)(quotient | (rest != 0));
        for (; shift; shift--)
            value /= 2;
    }
    *result = is_negative ? -value : value;
    return true;
}
