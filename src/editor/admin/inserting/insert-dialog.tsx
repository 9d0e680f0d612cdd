import { useState } from 'react';
import { Checkbox } from '../../../admin/checkbox.tsx';
import type { BodyFormat } from '../../../rendering/body.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { ChooserDialog } from '../writing/chooser-dialog.tsx';
import type { CitedFields } from '../writing/previewer.ts';
import type { BlockForm, FormField, Values } from './block-form.ts';
import { CellsField } from './cells-field.tsx';
import { FragmentPreview } from './fragment-preview.tsx';
import { freeLabel } from './labels.ts';
import { MoleculesField, NAME_ALONE, ReactionField } from './molecules-field.tsx';
import { TexField } from './tex-field.tsx';

type InsertDialogProps = {
  /** `Structure` */
  name: string;
  form: BlockForm;
  /** The values of a block that there is; null for a new one. */
  existing: Values | null;
  /** The text that the block is for. */
  text: string;
  language: BodyFormat;
  /** It is written into a line of text. */
  isInline: boolean;
  cited: CitedFields;
  onWrite: (source: string) => void;
  onCancel: () => void;
};

/** Asks for what a block has, shows it as readers will see it, and writes its syntax. */
export function InsertDialog(props: InsertDialogProps) {
  const { name, form, existing, text, language, isInline, cited, onWrite, onCancel } = props;
  const [start] = useState<Values>(existing ?? form.start ?? {});
  const [values, setValues] = useState(start);
  const [isNumbered, setNumbered] = useState(form.isAlwaysNumbered || !!start.label);
  const { body = '', caption = '' } = values;
  const isMissing =
    body.trim() === '' ||
    (existing === null && body === start.body) ||
    (form.fields[0]?.type === 'molecules' && NAME_ALONE.test(body));
  const source = isMissing ? '' : write();

  function write(): string {
    // Of formulas the letters, of molecules the names.
    const words = caption || body.replace(form.label === 'eq' ? /\\\w+/g : /^\S+ /gm, ' ');
    const label = isNumbered && form.label ? start.label || freeLabel(form.label, words, text) : '';
    const written = { ...values, label };
    const write = (isInline ? form.writeInline : undefined) ?? form.write;
    return write(written, language);
  }

  return (
    <ChooserDialog
      title={existing === null ? name : `Edit ${name.toLowerCase()}`}
      width="wide"
      action={existing === null ? 'Insert' : 'Apply changes'}
      isDisabled={isMissing}
      onSubmit={() => {
        if (!isMissing) onWrite(source);
      }}
      onCancel={() => {
        if (values === start || window.confirm('Discard what you filled in?')) onCancel();
      }}
    >
      <div className="grid gap-6 *:min-w-0 md:grid-cols-2">
        <div className="space-y-4">
          {form.fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              onChange={(value) => setValues((now) => ({ ...now, [field.name]: value }))}
            />
          ))}
          {form.label === undefined || form.isAlwaysNumbered ? null : (
            <Checkbox checked={isNumbered} onChange={({ target }) => setNumbered(target.checked)}>
              Number it, so that the text can refer to it
            </Checkbox>
          )}
        </div>
        <FragmentPreview source={source} cited={cited} />
      </div>
    </ChooserDialog>
  );
}

type FieldProps = { field: FormField; value: string; onChange: (value: string) => void };

function Field({ field: { type, name: _, ...shown }, value, onChange }: FieldProps) {
  const props = { ...shown, value };
  if (type === 'cells') return <CellsField {...props} onChange={onChange} />;
  if (type === 'molecules') return <MoleculesField value={value} onChange={onChange} />;
  if (type === 'reaction') return <ReactionField value={value} onChange={onChange} />;
  if (type === 'tex') return <TexField {...props} onChange={onChange} />;
  if (type === 'lines') {
    return <TextArea {...props} rows={6} onChange={({ target }) => onChange(target.value)} />;
  }
  return (
    <TextField {...props} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
  );
}
