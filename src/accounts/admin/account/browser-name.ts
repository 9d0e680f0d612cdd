/** The order of matching: most browsers also claim to be others. */
const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['an iPhone', /\biPhone\b/],
  ['an iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Browsers can claim to be others; the name is good enough to recognize one's own. */
export function browserName(userAgent: string): string {
  const named = (names: typeof BROWSERS) => names.find(([, sign]) => sign.test(userAgent))?.[0];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (browser === undefined) {
    const program = /^(?!Mozilla\/)[\w.-]+/.exec(userAgent)?.[0];
    return program ?? (system === undefined ? 'an unknown browser' : `a browser on ${system}`);
  }
  return system === undefined ? browser : `${browser} on ${system}`;
}
