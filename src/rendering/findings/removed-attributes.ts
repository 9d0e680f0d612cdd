import type { Element } from 'hast';
import { type Place, quoted, type Report } from '../../text/finding.ts';
import type { AllowedMarkup } from '../../text/sanitizer/allowlist.ts';
import { isAllowedUrl } from '../../text/sanitizer/refine.ts';

/** Attributes that only style; `class` is not among them, since pasted HTML always has it. */
const STYLING = new Set(
  'align bgColor border cellPadding cellSpacing color face hSpace style vAlign vSpace'.split(/\s+/),
);
const LINKS = new Set(['href', 'cite']);
const SOURCES = new Set(['src', 'poster', 'srcSet']);

/** Addresses of ordinary hosts, which need no second parsing. */
const ORDINARY_URL = /^https?:\/\/(?:[a-z]\w*\.)+[a-z]+(?:[/?#]|$)/i;

function isPassing(key: string, url: string): boolean {
  return (key !== 'srcSet' && ORDINARY_URL.test(url)) || isAllowedUrl(key, url);
}

/** Reports what is taken out of the attributes of elements that stay. */
export function createAttributeCheck(allowed: AllowedMarkup, report: Report) {
  const ids = new Set<string>();

  function checkId(id: string, place: Place): void {
    const message = `The id ${quoted(id)} is used twice: links lead to the first one.`;
    if (ids.has(id)) report('duplicate-id', place, message);
    ids.add(id);
  }

  function checkAttribute(tagName: string, key: string, value: unknown, place: Place): void {
    const isUrl = LINKS.has(key) || SOURCES.has(key);
    const isAllowed = allowed.isProperty(tagName, key);
    if (key === 'id') checkId(String(value), place);
    else if (isUrl && isAllowed && !isPassing(key, String(value))) {
      report(...refusedUrl(key, String(value), place));
    } else if (STYLING.has(key) && !isAllowed) report('removed-styling', place, STYLING_REMOVED);
    else if (/^on[A-Z]/.test(key)) {
      report('removed-script', place, `The script in ${key.toLowerCase()} is removed.`);
    }
  }

  return ({ tagName, properties }: Element, place: Place): void => {
    for (const key in properties) checkAttribute(tagName, key, properties[key], place);
  };
}

const STYLING_REMOVED =
  'Styling in the markup (style, align, colours) is removed: the site’s own style applies.';

function refusedUrl(key: string, url: string, place: Place): Parameters<Report> {
  if (LINKS.has(key)) {
    const message = `The address ${quoted(url)} is removed: links can lead to pages (http, https), email addresses or telephone numbers.`;
    return ['refused-link', place, message];
  }
  const message = /^\s*data:/i.test(url)
    ? 'A picture embedded in the text (data:) is not shown. Upload it instead.'
    : `${quoted(url)} is not shown: its address must be on this site or on the web.`;
  return ['refused-source', place, message, 'error'];
}
