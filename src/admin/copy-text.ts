/**
 * Without permission, or in an insecure context, a prompt shows the text to be copied by hand.
 *
 * @returns true if the text is on the clipboard
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Undefined in insecure contexts, contrary to its type.
    const clipboard: Clipboard | undefined = navigator.clipboard;
    if (clipboard !== undefined) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // After any failure, the prompt is shown.
  }
  window.prompt('Copy this:', text);
  return false;
}
