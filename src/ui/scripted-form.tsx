import { type ReactNode, type SubmitEvent, useSyncExternalStore } from 'react';
import { CheckedForm } from './checked-form.tsx';

type ScriptedFormProps = {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Instructions for browsers without scripts. */
  withoutScripts: ReactNode;
  children: ReactNode;
  className: string;
};

const subscribeToNothing = () => () => undefined;

/**
 * A form that a script handles in the browser and that reaches no server. It is disabled until
 * hydration: the browser would submit its values in the URL.
 */
export function ScriptedForm({ onSubmit, withoutScripts, children, className }: ScriptedFormProps) {
  const isReady = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (
    <>
      <noscript>{withoutScripts}</noscript>
      <CheckedForm
        className="space-y-6 noscript:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        <fieldset disabled={!isReady} className={`min-w-0 ${className}`}>
          {children}
        </fieldset>
      </CheckedForm>
    </>
  );
}
