/**
 * Puts a text on the clipboard.
 *
 * @returns whether it is there. Browsers have no clipboard on plain http addresses, and may refuse:
 *   then the text is shown, to be copied by hand.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Missing outside secure contexts, whatever its type says.
    const clipboard: Clipboard | undefined = navigator.clipboard;
    if (clipboard !== undefined) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // Whatever the reason, the text can be copied by hand.
  }
  window.prompt('Copy this:', text);
  return false;
}
