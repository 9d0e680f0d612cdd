import { expect, type Locator, type Page } from '@playwright/test';

/**
 * The caret's line on the screen, and the band that nothing covers: the field's own box, less what is
 * drawn over it. Measured apart from the site's own code, by a copy of the text.
 */
export async function caretLine(field: Locator) {
  return field.evaluate((area: HTMLTextAreaElement) => {
    const style = getComputedStyle(area);
    const copy = document.createElement('div');
    const font = ['fontFamily', 'fontSize', 'fontWeight', 'fontVariantLigatures'] as const;
    const spacing = ['letterSpacing', 'lineHeight', 'padding', 'tabSize'] as const;
    // `font` is empty where it cannot say all of these.
    for (const name of [...font, ...spacing]) copy.style[name] = style[name];
    Object.assign(copy.style, { position: 'fixed', top: '0', left: '0', visibility: 'hidden' });
    Object.assign(copy.style, { boxSizing: 'border-box', width: `${area.clientWidth}px` });
    Object.assign(copy.style, { whiteSpace: 'pre-wrap', overflowWrap: 'break-word' });
    const caret = document.createElement('span');
    caret.textContent = '|';
    copy.append(area.value.slice(0, area.selectionEnd), caret);
    document.body.append(copy);
    const line = caret.getBoundingClientRect();
    copy.remove();
    const box = area.getBoundingClientRect();
    const top = line.top + box.top + area.clientTop - area.scrollTop;
    const bottom = top + line.height;
    const middle = (top + bottom) / 2;
    const hit = document.elementFromPoint(box.left + box.width / 2, middle);
    return { top, bottom, isOnTop: hit === area };
  });
}

export async function expectCaretVisible(page: Page, field: Locator, after: string): Promise<void> {
  await expect
    .poll(async () => {
      const { top, bottom, isOnTop } = await caretLine(field);
      const height = page.viewportSize()?.height ?? 0;
      return isOnTop && top >= 0 && bottom <= height;
    }, `the caret's line is visible after ${after}`)
    .toBe(true);
}
