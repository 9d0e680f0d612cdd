/** Ends a cut text with an ellipsis: trailing commas, colons and dashes go, and a whole sentence keeps a space. */
export function ellipsisAfter(text: string): string {
  const told = text.replace(/[\s,:;·–—]+$/u, '');
  return `${told}${/[.?!]$/.test(told) ? ' ' : ''}…`;
}
