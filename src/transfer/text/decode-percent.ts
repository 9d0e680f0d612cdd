/** Decodes percent-encoding; text with a percent sign that encodes nothing stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
