import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Checkbox } from '../../../admin/checkbox.tsx';
import type { BodyFormat } from '../../../rendering/body.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { insertText, selectionOf } from '../writing/apply-edit.ts';
import { ChooserDialog } from '../writing/chooser-dialog.tsx';
import { patchChildren } from '../writing/patch-children.ts';
import { openInNewTab } from '../writing/preview-pane.tsx';
import type { CitedFields } from '../writing/previewer.ts';
import { usePreview } from '../writing/use-preview.ts';
import { createWrittenText } from '../writing/written-text.ts';
import type { BlockForm, FormField, Values } from './block-form.ts';
import { CellsField } from './cells-field.tsx';
import { freeLabel } from './labels.ts';
import { MoleculesField, NAME_ALONE, ReactionField } from './molecules-field.tsx';

/** What a button writes; the selection, or the caret, takes the place of the first `·`. */
const PIECES: Readonly<Record<string, string>> = {
  Fraction: '\\frac{·}{}',
  Power: '^{·}',
  Index: '_{·}',
  Root: '\\sqrt{·}',
  Words: '\\mathrm{·}',
  Chemistry: '\\ce{·}',
  Quantity: '\\pu{·}',
  'Greek α': '\\alpha ',
  '×': '\\times ',
};

type TexFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** A formula in TeX, with buttons that write it. */
function TexField({ label, value, onChange }: TexFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);

  function insert(piece: string) {
    const area = field.current;
    if (area === null) return;
    const { start, end } = selectionOf(area);
    const selected = area.value.slice(start, end);
    const at = start + piece.indexOf('·');
    insertText(
      area,
      piece.replace('·', () => selected),
    );
    if (piece.includes('·')) area.setSelectionRange(at, at + selected.length);
  }

  return (
    <TextArea
      ref={field}
      label={label}
      hint="LaTeX, without the dollars around it."
      rows={3}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      className="font-mono text-sm"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      tools={
        <fieldset aria-label="Parts of formulas" className="mb-1.5 flex flex-wrap gap-1">
          {Object.entries(PIECES).map(([name, piece]) => (
            <button
              key={name}
              type="button"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => insert(piece)}
              className="min-h-11 cursor-pointer rounded-md border border-line bg-surface px-2.5 text-sm hover:border-teal md:min-h-8"
            >
              {name}
            </button>
          ))}
        </fieldset>
      }
    />
  );
}

/** Findings about the rest of the text, which a fragment lacks. */
const OF_THE_WHOLE = new Set([
  'footnote-undefined',
  'heading-level-skipped',
  'label-not-referred',
  'uncited-reference',
  'unknown-label',
]);

type FragmentPreviewProps = { /** Empty for nothing yet. */ source: string; cited: CitedFields };

/** A part of a text as readers will see it, and what is wrong with it. */
function FragmentPreview({ source, cited }: FragmentPreviewProps) {
  const [text] = useState(() => createWrittenText(source));
  useEffect(() => text.replace(source), [text, source]);
  const { preview, note } = usePreview(text, cited, true);
  const pane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (pane.current !== null) patchChildren(pane.current, preview?.contentHtml ?? '');
  }, [preview]);
  const findings = preview?.findings.filter(({ code }) => !OF_THE_WHOLE.has(code)) ?? [];
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
