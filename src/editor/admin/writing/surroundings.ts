/** Whether a Markdown text ends within fenced code. */
export function isInCode(before: string): boolean {
  let fence = '';
  for (const line of before.split('\n')) {
    const [, marks = '', rest = ''] =
      /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === '') fence = marks.startsWith('`') && rest.includes('`') ? '' : marks;
    else if (marks.startsWith(fence) && rest.trim() === '') fence = '';
  }
  return fence !== '';
}
