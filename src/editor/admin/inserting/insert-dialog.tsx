import { useEffect, useState } from 'react';
import { Checkbox } from '../../../admin/checkbox.tsx';
import { AskingDialog } from '../../../admin/dialog.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { openInNewTab, useRendered } from '../writing/preview-pane.tsx';
import { type CitedFields, usePreview } from '../writing/use-preview.ts';
import { createWrittenText } from '../writing/written-text.ts';
import { type BlockForm, type FormField, STRUCTURE, type Values } from './forms.ts';
import { MoleculesField, NAME_ALONE } from './molecules-field.tsx';
import { freeLabel } from './suggestions.ts';

/** Findings about the rest of the text, which a fragment lacks. */
const OF_THE_WHOLE =
  /^(?:footnote-undefined|heading-level-skipped|label-not-referred|uncited-reference|unknown-label)$/;

function FragmentPreview({ source, cited }: { source: string; cited: CitedFields }) {
  const [text] = useState(() => createWrittenText(source));
  useEffect(() => text.replace(source), [text, source]);
  const { preview, note } = usePreview(text, cited, true);
  const findings = preview?.findings.filter(({ code }) => !OF_THE_WHOLE.test(code)) ?? [];
  // What is refused would be its source, and the refusal once more.
  const isRefused = findings.some(({ severity }) => severity === 'error');
  const pane = useRendered<HTMLDivElement>(isRefused ? '' : (preview?.contentHtml ?? ''));
  return (
    <section aria-label="Result">
      <h3 className="mb-1.5 font-medium text-sm">As readers see it</h3>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: for the links in it */}
      <div
        ref={pane}
        onClick={openInNewTab}
        className="prose max-w-none rounded-md border border-line bg-surface px-4 py-3 empty:hidden"
      />
      {preview === null ? <p className="text-muted text-sm">Nothing yet.</p> : null}
      <div role="status" className="mt-2 text-danger text-sm [overflow-wrap:anywhere] empty:hidden">
        {note}
        {findings.map(({ code, message }) => (
          <p key={code + message}>{message}</p>
        ))}
      </div>
    </section>
  );
}

type InsertDialogProps = {
  name: string;
  form: BlockForm;
  existing: Values | null;
  text: string;
  cited: CitedFields;
  onWrite: (source: string) => void;
  onCancel: () => void;
};

export function InsertDialog(props: InsertDialogProps) {
  const { name, form, existing, text, cited, onWrite, onCancel } = props;
  const [start] = useState<Values>(existing ?? {});
  const [values, setValues] = useState(start);
  const [isNumbered, setNumbered] = useState(!!start.label);
  const { body = '', caption = '' } = values;
  const isMissing = body.trim() === '' || (form === STRUCTURE && NAME_ALONE.test(body));
  const label = start.label || freeLabel(form.label, caption || body.replace(/^\S+ /gm, ' '), text);
  const source = isMissing ? '' : form.write({ ...values, label: isNumbered ? label : '' });
  const fieldsOf = (isMore: boolean) =>
    form.fields
      .filter((field) => (field.isMore ?? false) === isMore)
      .map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          onChange={(value) => setValues((now) => ({ ...now, [field.name]: value }))}
        />
      ));

  return (
    <AskingDialog
      title={existing === null ? name : `Edit ${name.toLowerCase()}`}
      width="wide"
      action={existing === null ? 'Insert' : 'Apply changes'}
      isDisabled={isMissing}
      onSubmit={() => {
        if (!isMissing) onWrite(source);
      }}
      isFilledIn={values !== start}
      onCancel={onCancel}
    >
      <div className="grid gap-6 *:min-w-0 md:grid-cols-2">
        <div className="space-y-4">
          {fieldsOf(false)}
          <Checkbox checked={isNumbered} onChange={({ target }) => setNumbered(target.checked)}>
            Number it, so that the text can refer to it
          </Checkbox>
          {form.fields.some(({ isMore }) => isMore) ? (
            <details>
              <summary className="min-h-11 cursor-pointer content-center text-sm">More</summary>
              <div className="space-y-4 pt-2">{fieldsOf(true)}</div>
            </details>
          ) : null}
        </div>
        <FragmentPreview source={source} cited={cited} />
      </div>
    </AskingDialog>
  );
}

type FieldProps = { field: FormField; value: string; onChange: (value: string) => void };

function Field({ field, value, onChange }: FieldProps) {
  const { type, name: _, isMore: __, ...shown } = field;
  const control = {
    ...shown,
    value,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (type === 'cells') return <TextArea {...control} rows={8} className="font-mono text-sm" />;
  if (type === 'molecules') return <MoleculesField value={value} onChange={onChange} />;
  if (type === undefined) return <TextField {...control} />;
  return (
    <Checkbox
      checked={value !== ''}
      onChange={({ target }) => onChange(target.checked ? 'yes' : '')}
    >
      {shown.label}
    </Checkbox>
  );
}
