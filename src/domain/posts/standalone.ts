/**
 * The markup that `renderBody` writes: every value of an attribute stands in double quotes, and every
 * `<` that begins no tag is escaped. Only for such markup do these patterns hold.
 */
const ATTRIBUTES = '(?:\\s+[^\\s=>"]+(?:="[^"]*")?)*';
const TAG = new RegExp(`<[a-z][a-z0-9]*${ATTRIBUTES}\\s*/?>`, 'g');
const ATTRIBUTE = /([^\s=>"]+)="([^"]*)"/g;
const HEADING_LINK = new RegExp(`<a class="heading-anchor"${ATTRIBUTES}>#</a>`, 'g');

const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'cite']);

/**
 * A rendered body to be read away from its page, which is at `address`: every address in it is
 * absolute, and the links beside headings are gone.
 */
export function standaloneBody(contentHtml: string, address: string): string {
  return contentHtml
    .replace(HEADING_LINK, '')
    .replace(TAG, (tag) =>
      tag.replace(ATTRIBUTE, (attribute, name: string, value: string) =>
        ADDRESSES.has(name)
          ? `${name}="${absolute(value, address)}"`
          : name === 'srcset'
            ? `${name}="${absoluteCandidates(value, address)}"`
            : attribute,
      ),
    );
}

function absoluteCandidates(srcset: string, base: string): string {
  return srcset
    .split(', ')
    .map((candidate) => {
      const [source = '', ...descriptor] = candidate.split(' ');
      return [absolute(source, base), ...descriptor].join(' ');
    })
    .join(', ');
}

/** What is absolute already, or no address at all, stays to the letter. */
function absolute(escaped: string, base: string): string {
  const written = unescapeValue(escaped);
  if (URL.canParse(written)) return escaped;
  return escapeValue(URL.parse(written, base)?.href ?? written);
}

/** The writer escapes by number alone. */
function unescapeValue(value: string): string {
  return value.replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

function escapeValue(value: string): string {
  return value.replaceAll('&', '&#x26;').replaceAll('"', '&#x22;');
}
