/** Looks for what must not be in a log. */

export type Found = { line: number; what: string; text: string };

/** Something that was used in a run, such as a password: it must not be there in any spelling. */
export type Needle = { what: string; value: string };

/**
 * The spellings in which a value gets into a log: as it is, within JSON, within an address, within a
 * form, and in base64, whatever stands before it.
 */
function spellingsOf(value: string): string[] {
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

/** Three bytes make four characters: what a text begins with there depends on what stands before it. */
function inBase64(value: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(`${' '.repeat(before)}${value}`);
    const whole = bytes.toString('base64').replaceAll('=', '');
    // What shares its character with a neighbour is left off at both ends.
    const inner = whole.slice(before === 0 ? 0 : before + 1, -1);
    return inner.length < 12 ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** What is secret or personal by its looks, whoever used it. */
const LOOKS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an e-mail address', /[\w.!#$&'*+/=?^`{|}~-]+(?:@|%40)[a-z0-9-]+(?:\.[a-z0-9-]+)+/i],
  ['a bearer token', /\bbearer +[\w.~+/-]{16,}/i],
  ['a password hash', /\$argon2/],
  ['a password in a setting', /\w+:\/\/[^\s/:@]+:[^\s/@]+@/],
];

/** A line that the site's log writes, rather than the program that runs the tests. */
const LOGGED = /^\{"level":/;

/**
 * Every place in a text where a needle stands, and every line of a log in it that holds something which
 * is secret or personal by its looks.
 */
export function findSecrets(text: string, needles: readonly Needle[]): Found[] {
  const wanted = needles
    .filter(({ value }) => value !== '')
    // Most are nowhere in it, which one search tells for all lines.
    .map(({ what, value }) => ({
      what,
      spellings: spellingsOf(value).filter((spelling) => text.includes(spelling)),
    }))
    .filter(({ spellings }) => spellings.length > 0);
  return text.split('\n').flatMap((line, at) => {
    const known = wanted
      .filter(({ spellings }) => spellings.some((spelling) => line.includes(spelling)))
      .map(({ what }) => what);
    const looks = LOGGED.test(line)
      ? LOOKS.filter(([, pattern]) => pattern.test(line)).map(([what]) => what)
      : [];
    return [...known, ...looks].map((what) => ({ line: at + 1, what, text: line.slice(0, 400) }));
  });
}
