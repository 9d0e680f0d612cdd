/**
 * Redirects fragments of former links, when ids had a prefix; adds copy buttons to code and sort
 * buttons to tables (by numbers where cells begin with one, else by text, empty cells last,
 * stable).
 * Pages without hydration inline this function as text, minified by
 * `scripts/bundle/inline-scripts.ts`: it must not use anything outside itself.
 */
export function enhanceArticle(text: string, name: string, done: string): void {
  const all = <E extends Element>(selector: string) => document.querySelectorAll<E>(selector);
  const [, former] = location.hash.split('user-content-');
  // As `publicId` does.
  if (former) location.replace((/.-/.test(former) ? '#' : '#section-') + former);
  const create = <N extends 'div' | 'button'>(tag: N) => document.createElement(tag);
  for (const pre of navigator.clipboard ? all('.prose pre:not(.code > pre)') : []) {
    const frame = create('div');
    const button = create('button');
    const setLabel = (shown: string, accessibleName: string) => {
      button.textContent = shown;
      button.ariaLabel = accessibleName;
    };
    setLabel(text, name);
    frame.className = 'code';
    button.ariaLive = 'polite';
    button.onclick = async () => {
      await navigator.clipboard.writeText(pre.textContent);
      setLabel(done, done);
      setTimeout(setLabel, 2000, text, name);
    };
    pre.replaceWith(frame);
    frame.append(pre, button);
  }
  for (const heading of all<HTMLTableCellElement>('.data-table thead th')) {
    const button = create('button');
    button.append(...heading.childNodes);
    heading.append(button);
    button.onclick = () => {
      const body = (heading.closest('table') as HTMLTableElement).tBodies[0] as HTMLElement;
      const sign = heading.ariaSort === 'ascending' ? -1 : 1;
      const keys = [...body.children].map((row) => {
        const content = (row.children[heading.cellIndex] as Element).textContent;
        const number = content.replace(/^[^\d−-]+|,(?=\d{3})/g, '').replace(/−/g, '-');
        return [row, content, Number.parseFloat(number)] as const;
      });
      keys.sort(
        ([, a, x], [, b, y]) =>
          (a ? 0 : 1) - (b ? 0 : 1) || sign * (x - y || a.localeCompare(b, [], { numeric: true })),
      );
      for (const other of (heading.parentNode as Element).children) other.ariaSort = null;
      heading.ariaSort = sign > 0 ? 'ascending' : 'descending';
      body.append(...keys.map(([row]) => row));
    };
  }
}
