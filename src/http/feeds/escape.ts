const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What XML 1.0 cannot hold, not even as a reference. */
const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be replaced
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Text as it may stand in elements and quoted attributes, of XML and of HTML. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_XML, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Text on one line of Markdown, without any markup of its own. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>]/g, '\\$&');
}
