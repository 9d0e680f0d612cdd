import { codeLabels } from '../../content/page-labels.ts';

type Labels = typeof codeLabels;

/**
 * Puts a button on every block of code in an article; nothing where the browser lets no page write to
 * the clipboard. Pages without the framework carry this function as text: it must use nothing from
 * outside itself.
 */
export function addCopyButtons({ text, name, done }: Labels): void {
  if (!navigator.clipboard) return;
  for (const pre of document.querySelectorAll('.prose pre:not(.code > pre)')) {
    const frame = document.createElement('div');
    const button = document.createElement('button');
    const say = (shown: string, said: string) => {
      button.textContent = shown;
      button.ariaLabel = said;
    };
    say(text, name);
    frame.className = 'code';
    button.ariaLive = 'polite';
    button.onclick = async () => {
      await navigator.clipboard.writeText(pre.textContent);
      say(done, done);
      setTimeout(say, 2000, text, name);
    };
    pre.replaceWith(frame);
    frame.append(pre, button);
  }
}

/** White space matters nowhere in it but between words. */
export const COPY_CODE_SCRIPT = `(${addCopyButtons})(${JSON.stringify(codeLabels)});`
  .replace(/\s+/g, ' ')
  .replace(/ ?([{}();,=]) ?/g, '$1');
