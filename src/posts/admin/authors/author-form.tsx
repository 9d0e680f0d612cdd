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

/** As the form has them: other names by line. */
type Typed = Omit<AuthorFields, 'otherNames'> & { otherNames: string };

const NEW: Typed = {
  kind: 'person',
  name: '',
  familyName: '',
  otherNames: '',
  orcid: '',
  affiliation: '',
  ror: '',
  biography: '',
  picture: '',
};

function typedOf(stored: ListedAuthor | undefined): Typed {
  if (stored === undefined) return NEW;
  const { id, slug, version, updatedAt, postCount, ...fields } = stored;
  return { ...fields, otherNames: fields.otherNames.join('\n') };
}

/** Adds or edits an author. What is typed stays when somebody else has changed the author: the next save replaces it. */
export function AuthorForm(props: RecordFormProps<ListedAuthor>) {
  const { stored, onSaved, onStale, onCancel } = props;
  const [opened] = useState(stored);
  const [fields, setFields] = useState(() => typedOf(stored));
  const [isChoosing, setChoosing] = useState(false);
  const { isBusy, cause, submit } = useSubmit();
  const issues = cause?.kind === 'rejected' ? issuesByField(cause.issues) : {};
  const isChangedByOthers = stored !== undefined && stored.version !== opened?.version;

  async function save() {
    const otherNames = fields.otherNames.split('\n').filter((line) => line.trim() !== '');
    const json = { ...fields, otherNames };
    const answer = await submit(
      () =>
        stored === undefined
          ? api('POST', '/admin/authors', { json })
          : api('PUT', '/admin/authors/:id', {
              param: { id: stored.id },
              query: { version: stored.version },
              json,
            }),
      'The author could not be saved. Please try again.',
    );
    if (answer.ok) onSaved(`${answer.value.name} is saved.`);
    else if (answer.failure.kind === 'rejected') onStale();
  }

  const text = (field: Exclude<keyof Typed, 'kind'>, label: string) => ({
    label,
    value: fields[field],
    error: issues[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setFields({ ...fields, [field]: target.value }),
  });
  return (
    <>
      <RecordForm
        title={opened === undefined ? 'Add an author' : `Edit ${opened.name}`}
        isNew={opened === undefined}
        isDirty={JSON.stringify(fields) !== JSON.stringify(typedOf(opened))}
        theirs={isChangedByOthers ? 'Someone else saved this author in the meantime.' : null}
        onSave={() => void save()}
        {...{ isBusy, cause, onCancel }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Kind"
            value={fields.kind}
            onChange={({ target }) =>
              setFields({ ...fields, kind: target.value as AuthorFields['kind'] })
            }
          >
            <option value="person">Person</option>
            <option value="group">Group or institution</option>
          </SelectField>
          <TextField {...text('name', 'Name')} required maxLength={AUTHOR_LIMITS.name} />
          {fields.kind === 'person' ? (
            <>
              <TextField
                {...text('familyName', 'Family name')}
                hint="As it stands in the name; for citations."
              />
              <TextField {...text('orcid', 'ORCID iD')} placeholder="0000-0000-0000-0000" />
            </>
          ) : null}
          <TextField
            {...text('affiliation', 'Affiliation')}
            maxLength={AUTHOR_LIMITS.affiliation}
          />
          <TextField {...text('ror', 'ROR ID of the affiliation')} placeholder="https://ror.org/" />
        </div>
        <TextArea
          {...text('otherNames', 'Also published as')}
          rows={2}
          hint="One name per line. Posts with any of them link to this author."
        />
        <TextArea
          {...text('biography', 'Biography')}
          className="field-sizing-content max-h-80 min-h-[calc(3lh+1.375rem)]"
          maxLength={AUTHOR_LIMITS.biography}
        />
        <div className="grid items-end gap-2 sm:grid-cols-[1fr_auto]">
          <TextField {...text('picture', 'Picture')} placeholder="https://" />
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
            setFields({ ...fields, picture: address });
          }}
          onCancel={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}
