/** A text that goes on, without what would introduce what follows; apart from a whole sentence. */
export function ellipsisAfter(text: string): string {
  const told = text.replace(/[\s,:;·–—]+$/u, '');
  return `${told}${/[.?!]$/.test(told) ? ' ' : ''}…`;
}
