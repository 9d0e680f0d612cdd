export type Found = { line: number; what: string; text: string };

/** A value that was used in a run, such as a password: it must not be logged in any encoding. */
export type Needle = { what: string; value: string };

/**
 * The encodings in which a value may get into a log: plain, in JSON, in a URL, in a form, and in base64
 * at any offset.
 */
function encodingsOf(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  const plain = [
    value,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll('%20', '+'),
  ];
  return [...new Set([...plain, ...inBase64(value)])];
}

/** Three bytes make four characters: the encoding depends on the offset modulo 3. */
function inBase64(value: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(`${' '.repeat(before)}${value}`);
    const whole = bytes.toString('base64').replaceAll('=', '');
    // The characters at both ends share bits with neighbouring bytes.
    const inner = whole.slice(before === 0 ? 0 : before + 1, -1);
    return inner.length < 12 ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Secret or personal data by its format. */
const PATTERNS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an e-mail address', /[\w.!#$&'*+/=?^`{|}~-]+(?:@|%40)[a-z0-9-]+(?:\.[a-z0-9-]+)+/i],
  ['a bearer token', /\bbearer +[\w.~+/-]{16,}/i],
  ['a password hash', /\$argon2/],
  ['a password in a setting', /\w+:\/\/[^\s/:@]+:[^\s/@]+@/],
];

/** A line of the site's log, rather than of the test runner. */
const LOGGED = /^\{"level":/;

/**
 * Every line with a needle, and every line of the site's log with secret or personal data by its
 * format.
 */
export function findSecrets(text: string, needles: readonly Needle[]): Found[] {
  const wanted = needles
    .filter(({ value }) => value !== '')
    // Most occur nowhere: one search of the whole text excludes them for all lines.
    .map(({ what, value }) => ({
      what,
      encodings: encodingsOf(value).filter((encoding) => text.includes(encoding)),
    }))
    .filter(({ encodings }) => encodings.length > 0);
  return text.split('\n').flatMap((line, at) => {
    const known = wanted
      .filter(({ encodings }) => encodings.some((encoding) => line.includes(encoding)))
      .map(({ what }) => what);
    const byFormat = LOGGED.test(line)
      ? PATTERNS.filter(([, pattern]) => pattern.test(line)).map(([what]) => what)
      : [];
    return [...known, ...byFormat].map((what) => ({
      line: at + 1,
      what,
      text: line.slice(0, 400),
    }));
  });
}
