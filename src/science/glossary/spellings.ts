/** The normalized spelling: two terms may not share one. */
export function spellingKey(spelling: string): string {
  return plainForm(spelling).toLowerCase().trim().replace(/ +/g, ' ');
}

const SUBSCRIPT_ZERO = 0x2080;

/** Replaces characters one for one: any white space, hyphens, apostrophes and subscripts. */
export function plainForm(text: string): string {
  return text
    .replace(/\s/g, ' ')
    .replace(/[\u2010-\u2013]/g, '-')
    .replace(/\u2019/g, "'")
    .replace(/\u00b5/g, '\u03bc')
    .replace(/[\u2080-\u2089]/g, (digit) => `${digit.charCodeAt(0) - SUBSCRIPT_ZERO}`);
}
