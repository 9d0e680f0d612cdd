import { type ReactNode, type SubmitEvent, useSyncExternalStore } from 'react';

type ScriptedFormProps = {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** What to do instead, for a reader whose browser runs no scripts. */
  withoutScripts: ReactNode;
  children: ReactNode;
  /** Lays out the controls. */
  className: string;
};

const never = () => () => undefined;

/**
 * A form that a script answers in the browser and that reaches no server. Until that script runs
 * the form is disabled, so that nothing typed into it ends up in an address.
 */
export function ScriptedForm({ onSubmit, withoutScripts, children, className }: ScriptedFormProps) {
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <>
      <noscript>{withoutScripts}</noscript>
      <form
        className="noscript:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        <fieldset disabled={!isReady} className={`min-w-0 ${className}`}>
          {children}
        </fieldset>
      </form>
    </>
  );
}
