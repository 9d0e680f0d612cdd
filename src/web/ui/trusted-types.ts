/**
 * The only door through which a text becomes markup or a program in a browser. Pages are sent with
 * `require-trusted-types-for 'script'` (W3C Trusted Types): a text that is handed to `innerHTML` and
 * the like anywhere else is refused.
 */

type Rules = {
  createHTML: (html: string) => string | null;
  createScriptURL?: (address: string) => string;
};

/** What it makes stands wherever the types of the browser take a string. */
type Policy = Required<{ [Rule in keyof Rules]: (text: string) => string }>;

// Servers have none, some browsers neither, and TypeScript does not know it yet.
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Rules) => Policy };
};

const own = trustedTypes?.createPolicy('ligara', {
  createHTML: (html) => html,
  createScriptURL: (address) => address,
});

// Asked wherever a text is used as it is.
trustedTypes?.createPolicy('default', { createHTML: (html) => (isHarmless(html) ? html : null) });

/** Text without markup, and what React writes to make a script element, which does not run by that. */
function isHarmless(html: string): boolean {
  return !html.includes('<') || html === '<script></script>';
}

/**
 * Markup that this program made or sanitized. Each call makes another object, which React takes for
 * another value: what is rendered again keeps the one it has.
 */
export function trustedHtml(html: string): string {
  return own?.createHTML(html) ?? html;
}

/** The address of a program of this site. */
export function trustedScriptUrl(address: string): string {
  return own?.createScriptURL(address) ?? address;
}
