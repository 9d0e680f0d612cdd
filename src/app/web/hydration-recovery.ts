type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Preserves what a failed hydration destroys. When a translator, an extension or a password manager has
 * changed the page first, React renders all of it again, removes attributes of `html` and `body` that it
 * does not know, and creates new, empty fields.
 *
 * @returns the `onRecoverableError` callback, which restores the attributes and the typed values
 */
export function createHydrationRecovery(): (error: unknown) => void {
  const attributes = [document.documentElement, document.body].map((element) => ({
    element,
    before: [...element.attributes].map(({ name, value }) => ({ name, value })),
  }));
  const fields = [...document.querySelectorAll<Field>('main input, main textarea')];

  return (error) => {
    console.warn('The page could not be hydrated and was rendered again.', error);
    for (const { element, before } of attributes) {
      for (const { name, value } of before) element.setAttribute(name, value);
    }
    for (const field of fields) {
      // A removed element still holds its typed value.
      if (!field.isConnected && field.value !== field.defaultValue) restoreValue(field);
    }
  };
}

function restoreValue({ name, value }: Field): void {
  const field = document.querySelector<Field>(`main [name="${CSS.escape(name)}"]`);
  if (field === null || field.value !== field.defaultValue) return;
  // React overrides each element's own setter, and ignores changes made through it.
  const { prototype } =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
