/**
 * The only code that may turn text into markup or script. Pages are sent with
 * `require-trusted-types-for 'script'` (W3C Trusted Types): browsers reject plain strings in `innerHTML`
 * and similar sinks.
 */

type Rules = {
  createHTML: (html: string) => string | null;
  createScriptURL?: (url: string) => string;
};

/** Trusted values are typed as strings: TypeScript's DOM types do not know them. */
type Policy = Required<{ [Rule in keyof Rules]: (text: string) => string }>;

// Undefined on the server and in some browsers; TypeScript's DOM types lack it.
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Rules) => Policy };
};

const policy = trustedTypes?.createPolicy('ligara', {
  createHTML: (html) => html,
  createScriptURL: (url) => url,
});

// Browsers apply the default policy to plain strings.
trustedTypes?.createPolicy('default', { createHTML: (html) => (isPlainText(html) ? html : null) });

/** Also true for what React assigns to create a script element, which does not run then. */
function isPlainText(html: string): boolean {
  return !html.includes('<') || html === '<script></script>';
}

/**
 * Trusts markup that our own code generated or sanitized. Each call returns a new object, and React
 * compares by identity: memoize it across renders.
 */
export function trustedHtml(html: string): string {
  return policy?.createHTML(html) ?? html;
}

export function trustedScriptUrl(url: string): string {
  return policy?.createScriptURL(url) ?? url;
}
