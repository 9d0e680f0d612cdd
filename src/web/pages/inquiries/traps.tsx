import { trapLabel } from '../../../content/page-labels.ts';
import { TrapField } from '../../ui/trap-field.tsx';
import { SHOWN } from './hurry.ts';

/** What tells programs from people, in a form that reaches the server without scripts too. */
export function Traps() {
  return (
    <>
      <TrapField label={trapLabel} />
      {/* The server's instant and the browser's differ; without scripts the server's is sent. */}
      <input type="hidden" name={SHOWN} defaultValue={present()} suppressHydrationWarning />
    </>
  );
}

function present(): string {
  return new Date().toISOString();
}
