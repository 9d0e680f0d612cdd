/** A piece of a formatted reference. `title` leads to its URL, `container` is set in italics. */
export type Run = { text: string; role?: 'title' | 'container' };

/** Joins sentences, each of which ends with one mark; a DOI with none, which would be taken for a part of it. */
export function joinSentences(sentences: readonly (readonly Run[])[]): Run[] {
  const said = sentences
    .map((runs) => runs.filter(({ text }) => text !== ''))
    .filter((runs) => runs.length > 0);
  return said.flatMap((runs, index) => {
    const end =
      /^doi:/.test(runs.at(-1)?.text ?? '') || /[.?!…]["”’)]*$/.test(runsText(runs)) ? '' : '.';
    const space = index < said.length - 1 ? ' ' : '';
    const last = runs.at(-1);
    // In one run with its sentence: no line begins with the mark.
    if (end !== '' && last !== undefined && last.role === undefined) {
      return runs.with(-1, { text: last.text + end + space });
    }
    return end + space === '' ? runs : [...runs, { text: end + space }];
  });
}

export function runsText(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}
