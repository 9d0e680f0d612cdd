import { useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { issuesByField } from '../../../admin/field-issues.ts';
import { RecordForm } from '../../../admin/records/record-form.tsx';
import type { RecordFormProps } from '../../../admin/records/records.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { PicturePicker } from '../../../media/admin/picture-picker.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import type { authors } from '../../api/authors.ts';
import { AUTHOR_LIMITS, type AuthorFields, type ListedAuthor } from '../../authors/author.ts';

const api = caller<typeof authors>();

/** Adds or edits an author. What is typed stays when somebody else has changed the author: the next save replaces it. */
export function AuthorForm(props: RecordFormProps<ListedAuthor>) {
  const { stored, onSaved, onStale, onCancel } = props;
  const [opened] = useState(stored);
  const [fields, setFields] = useState(() => toFields(stored));
  const [otherNames, setOtherNames] = useState(() => fields.otherNames.join('\n'));
  const [isChoosing, setChoosing] = useState(false);
  const { isBusy, cause, submit } = useSubmit();
  const edited = {
    ...fields,
    otherNames: otherNames.split('\n').filter((line) => line.trim() !== ''),
  };
  const isDirty = JSON.stringify(edited) !== JSON.stringify(toFields(opened));
  const issues = cause?.kind === 'rejected' ? issuesByField(cause.issues) : {};
  const isChangedByOthers = stored !== undefined && stored.version !== opened?.version;

  async function save() {
    const answer = await submit(
      () =>
        stored === undefined
          ? api('POST', '/admin/authors', { json: edited })
          : api('PUT', '/admin/authors/:id', {
              param: { id: stored.id },
              query: { version: stored.version },
              json: edited,
            }),
      'The author could not be saved. Please try again.',
    );
    if (answer.ok) onSaved(`${answer.value.name} is saved.`);
    else if (answer.failure.kind === 'rejected') onStale();
  }

  const change = (part: Partial<AuthorFields>) => setFields({ ...fields, ...part });
  /** A field of one line. */
  const text = (field: 'name' | 'familyName' | 'orcid' | 'affiliation' | 'ror' | 'picture') => ({
    value: fields[field],
    error: issues[field],
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
  });
  return (
    <>
      <RecordForm
        title={opened === undefined ? 'Add an author' : `Edit ${opened.name}`}
        isNew={opened === undefined}
        theirs={isChangedByOthers ? 'Someone else saved this author in the meantime.' : null}
        onSave={() => void save()}
        {...{ isDirty, isBusy, cause, onCancel }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Kind"
            value={fields.kind}
            onChange={({ target }) => change({ kind: target.value as AuthorFields['kind'] })}
          >
            <option value="person">Person</option>
            <option value="group">Group or institution</option>
          </SelectField>
          <TextField label="Name" required maxLength={AUTHOR_LIMITS.name} {...text('name')} />
        </div>
        <TextArea
          label="Also published as"
          rows={2}
          value={otherNames}
          error={issues.otherNames}
          hint="One name per line. Posts with any of them link to this author."
          onChange={(event) => setOtherNames(event.target.value)}
        />
        {fields.kind === 'person' ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Family name"
              hint="As it stands in the name; for citations."
              {...text('familyName')}
            />
            <TextField label="ORCID iD" placeholder="0000-0000-0000-0000" {...text('orcid')} />
          </div>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Affiliation"
            maxLength={AUTHOR_LIMITS.affiliation}
            {...text('affiliation')}
          />
          <TextField
            label="ROR ID of the affiliation"
            placeholder="https://ror.org/"
            {...text('ror')}
          />
        </div>
        <TextArea
          label="Biography"
          className="field-sizing-content max-h-80 min-h-[calc(3lh+1.375rem)]"
          maxLength={AUTHOR_LIMITS.biography}
          value={fields.biography}
          error={issues.biography}
          onChange={(event) => change({ biography: event.target.value })}
        />
        <div className="grid items-end gap-2 sm:grid-cols-[1fr_auto]">
          <TextField label="Picture" placeholder="https://" {...text('picture')} />
          <Button variant="secondary" className="min-h-12" onClick={() => setChoosing(true)}>
            Choose a picture
          </Button>
        </div>
      </RecordForm>
      {isChoosing ? (
        <PicturePicker
          action="Use this picture"
          files={[]}
          onChoose={({ address }) => {
            setChoosing(false);
            change({ picture: address });
          }}
          onCancel={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}

function toFields(stored: ListedAuthor | undefined): AuthorFields {
  if (stored === undefined) return NEW;
  const { id, slug, version, updatedAt, postCount, ...fields } = stored;
  return fields;
}

const NEW: AuthorFields = {
  kind: 'person',
  name: '',
  familyName: '',
  otherNames: [],
  orcid: '',
  affiliation: '',
  ror: '',
  biography: '',
  picture: '',
};
