/** A ref callback that focuses its element. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
