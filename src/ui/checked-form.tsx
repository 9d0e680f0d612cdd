import {
  type ComponentProps,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useState,
} from 'react';
import { fieldErrors } from '../content/field-errors.ts';
import { RejectedFieldsContext } from './field.tsx';
import { focusOnMount } from './focus-on-mount.ts';

type CheckedFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  failure?: string | undefined;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

/**
 * Errors of fields stand beside them, and in a summary that takes the focus; if there is only one,
 * its field takes it. Without scripts the browser shows its own messages.
 */
export function CheckedForm({ failure, onSubmit, children, ...form }: CheckedFormProps) {
  const { attempt, summary, beside, clear, handlers } = useRejectedFields();
  const only = summary.length === 1 ? summary[0]?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt moves the focus
  useEffect(() => {
    // After rendering, so that the message is announced with the field.
    if (only !== undefined) document.getElementById(only)?.focus();
  }, [attempt, only]);

  return (
    <form
      {...form}
      {...handlers}
      onSubmit={(event) => {
        clear();
        onSubmit(event);
      }}
    >
      {summary.length > 1 ? <Summary key={attempt} fields={summary} /> : null}
      {summary.length === 0 && failure !== undefined ? <FormError>{failure}</FormError> : null}
      <RejectedFieldsContext value={beside}>{children}</RejectedFieldsContext>
    </form>
  );
}

function Summary({ fields }: { fields: readonly RejectedField[] }) {
  // Following the fragment would be a navigation of the router.
  function focusField(event: MouseEvent, id: string) {
    event.preventDefault();
    document.getElementById(id)?.focus();
  }
  return (
    <FormError>
      <p>{fieldErrors.summary}</p>
      <ul>
        {fields.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => focusField(event, id)}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </FormError>
  );
}

function FormError(props: { children: ReactNode }) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      ref={focusOnMount}
      className="col-span-full scroll-mt-28 rounded-md border border-danger bg-danger-tint px-4 py-3 text-danger"
      {...props}
    />
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type RejectedField = { id: string; name: string; message: string };

/**
 * Holds which fields the browser rejected when a form was last submitted. A message beside a field goes as
 * soon as its value is accepted; the summary stays until the next submit, so that nothing moves above what
 * is being typed.
 */
function useRejectedFields() {
  const [{ attempt, summary, beside }, set] = useState({
    attempt: 0,
    summary: [] as readonly RejectedField[],
    beside: {} as Readonly<Record<string, string>>,
  });

  /** Each rejected control gets an `invalid` event, whose default action is the browser's bubble. */
  function onInvalidCapture(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const rejected = rejectedIn(event.currentTarget);
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

function rejectedIn(form: HTMLFormElement): RejectedField[] {
  return (Array.from(form.elements) as Control[])
    .filter(({ willValidate, validity }) => willValidate && !validity.valid)
    .map((control) => ({
      id: control.id,
      name: control.name,
      message: messageFor(control),
    }));
}

function messageFor({ validity, validationMessage, labels }: Control): string {
  const label = labels?.[0]?.firstChild?.textContent ?? '';
  if (validity.valueMissing) return fieldErrors.required.replace('{label}', label);
  return validity.typeMismatch ? fieldErrors.email : validationMessage;
}
