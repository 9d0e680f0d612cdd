type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * For a page that something changed before it was hydrated: a translator, an extension, a password
 * manager. React then renders all of it again in place of the server's, removes the attributes of
 * `html` and `body` that it does not know, and makes new, empty fields.
 *
 * @returns what is called after that: it puts back what was set on the two and typed into the fields
 */
export function prepareRecovery(): (error: unknown) => void {
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
      // An element that was removed still holds what was typed into it.
      if (!field.isConnected && field.value !== field.defaultValue) typeAgain(field);
    }
  };
}

function typeAgain({ name, value }: Field): void {
  const field = document.querySelector<Field>(`main [name="${CSS.escape(name)}"]`);
  if (field === null || field.value !== field.defaultValue) return;
  // React replaces the setter of each element, to tell its own changes from a person's.
  const { prototype } =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
