/** The mirror must break lines where the text area does, so it has all of these. */
const COPIED = [
  'fontFamily',
  'fontSize',
  'fontWeight',
  'lineHeight',
  'letterSpacing',
  'tabSize',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'direction',
  'textAlign',
] as const;

/**
 * Lays the text of a text area out in a hidden element of the same style, since the DOM does not expose where
 * a text area's characters are. Offsets in it are offsets from the top of the text area's content.
 *
 * @param read is called while the parts are laid out
 */
export function mirror<T>(field: HTMLTextAreaElement, parts: readonly Node[], read: () => T): T {
  const copy = document.createElement('div');
  const style = getComputedStyle(field);
  copy.ariaHidden = 'true';
  copy.dir = field.dir;
  Object.assign(copy.style, Object.fromEntries(COPIED.map((name) => [name, style[name]])), {
    position: 'absolute',
    insetBlockStart: '0',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${field.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  copy.append(...parts);
  field.after(copy);
  const result = read();
  copy.remove();
  return result;
}
