import { codeLabels } from '../../content/page-labels.ts';

type Labels = typeof codeLabels;

/**
 * Adds a copy button to every code block of an article, if the page may write to the clipboard. Pages
 * without hydration inline this function as text: it must not use anything outside itself.
 */
export function addCopyButtons({ text, name, done }: Labels): void {
  if (!navigator.clipboard) return;
  for (const pre of document.querySelectorAll('.prose pre:not(.code > pre)')) {
    const frame = document.createElement('div');
    const button = document.createElement('button');
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
}

/** Minified: white space in it matters only between words. */
export const COPY_CODE_SCRIPT = `(${addCopyButtons})(${JSON.stringify(codeLabels)});`
  .replace(/\s+/g, ' ')
  .replace(/ ?([{}();,=]) ?/g, '$1');
