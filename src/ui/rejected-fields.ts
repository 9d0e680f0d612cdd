import { type FormEvent, useState } from 'react';
import type { fieldErrors } from '../content/field-errors.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type RejectedField = { id: string; name: string; message: string };

/**
 * Holds which fields the browser rejected when a form was last submitted. A message beside a field goes as
 * soon as its value is accepted; the summary stays until the next submit, so that nothing moves above what
 * is being typed.
 */
export function useRejectedFields(messages: typeof fieldErrors) {
  const [{ attempt, summary, beside }, set] = useState({
    attempt: 0,
    summary: [] as readonly RejectedField[],
    beside: {} as Readonly<Record<string, string>>,
  });

  /** Each rejected control gets an `invalid` event, whose default action is the browser's bubble. */
  function onInvalidCapture(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const rejected = rejectedIn(event.currentTarget, messages);
    if (rejected[0]?.id !== (event.target as Control).id) return;
    set({
      attempt: attempt + 1,
      summary: rejected,
      beside: Object.fromEntries(rejected.map(({ name, message }) => [name, message])),
    });
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name, validity } = event.target as Control;
    if (beside[name] === undefined || !validity.valid) return;
    const { [name]: _, ...others } = beside;
    set({ attempt, summary, beside: others });
  }

  const clear = () => set({ attempt, summary: [], beside: {} });
  return { attempt, summary, beside, clear, handlers: { onInvalidCapture, onInput } };
}

function rejectedIn(form: HTMLFormElement, messages: typeof fieldErrors): RejectedField[] {
  return (Array.from(form.elements) as Control[])
    .filter(({ willValidate, validity }) => willValidate && !validity.valid)
    .map((control) => ({
      id: control.id,
      name: control.name,
      message: messageFor(control, messages),
    }));
}

function messageFor(
  { validity, validationMessage, labels }: Control,
  { required, email }: typeof fieldErrors,
): string {
  const label = labels?.[0]?.firstChild?.textContent ?? '';
  if (validity.valueMissing) return required.replace('{label}', label);
  return validity.typeMismatch ? email : validationMessage;
}
