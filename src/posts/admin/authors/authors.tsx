import { type ComponentProps, useState } from 'react';
import { administratorsLoader } from '../../../accounts/admin/session/verification.ts';
import { caller } from '../../../admin/caller.ts';
import { ChoiceField } from '../../../admin/choice-field.tsx';
import { LoadedPage } from '../../../admin/load-failure.tsx';
import {
  RecordForm,
  type RecordFormProps,
  Records,
  seenIn,
  useRecordForm,
} from '../../../admin/records/records.tsx';
import { orFail } from '../../../admin/session/page-loader.ts';
import { PicturePicker } from '../../../media/admin/picture-picker.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { authors } from '../../api/authors.ts';
import {
  AUTHOR_LIMITS,
  type AuthorFields,
  authorPath,
  type ListedAuthor,
  NEW_AUTHOR,
} from '../../authors/author.ts';
import type { Route } from './+types/authors.ts';

const api = caller<typeof authors>();

export const meta: Route.MetaFunction = () => privateMeta('Authors');

export const clientLoader = administratorsLoader(
  'Failed to load the authors. Please try again.',
  async (_: Route.ClientLoaderArgs) => {
    return orFail(await api('GET', '/admin/authors')).authors;
  },
);

export default function AuthorsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage title="Authors" intro={INTRO} of={loaderData}>
      {(loaded) => <Records {...authorRecords} records={loaded} />}
    </LoadedPage>
  );
}

const INTRO =
  'Everyone here has a public page. A post links to it when its Author field has that name; separate several names with commas.';

const authorRecords: Omit<ComponentProps<typeof Records<ListedAuthor>>, 'records'> = {
  one: 'an author',
  label: 'Authors',
  empty: { title: 'No authors yet', text: 'Posts show the names of their authors without links.' },
  words: ({ name, affiliation }) => [name, affiliation],
  row: (author) => ({
    name: author.name,
    anchor: author.slug,
    path: authorPath(author),
    badge: author.kind === 'group' ? 'Group' : undefined,
    uses: postsBy(author),
    details: (
      <>
        {author.affiliation === '' ? null : <p dir="auto">{author.affiliation}</p>}
        {author.orcid === '' ? null : (
          <p>
            ORCID{' '}
            <a href={author.orcid} className="prose-link whitespace-nowrap font-mono">
              {author.orcid.replace('https://orcid.org/', '')}
            </a>
          </p>
        )}
        <p dir="auto" className="line-clamp-2">
          {author.biography}
        </p>
      </>
    ),
  }),
  removal: {
    consequence: (author) =>
      `This author has ${postsBy(author).toLowerCase()}. The name stays in the posts; the public page and the biography are removed.`,
    send: (author) => api('DELETE', '/admin/authors/:id', seenIn(author)),
  },
  form: (form) => <AuthorForm {...form} />,
};

function postsBy({ postCount }: ListedAuthor): string {
  if (postCount === 0) return 'No public posts';
  return postCount === 1 ? '1 public post' : `${postCount} public posts`;
}

function fieldsOf(stored: ListedAuthor | undefined): AuthorFields {
  if (stored === undefined) return NEW_AUTHOR;
  const { id, slug, version, updatedAt, postCount, ...fields } = stored;
  return fields;
}

function AuthorForm(props: RecordFormProps<ListedAuthor>) {
  const [isChoosing, setChoosing] = useState(false);
  const { opened, fields, change, text, isChangedByOthers, form } = useRecordForm({
    ...props,
    fieldsOf,
    send: (json, seen) =>
      seen === undefined
        ? api('POST', '/admin/authors', { json })
        : api('PUT', '/admin/authors/:id', { ...seenIn(seen), json }),
    fallback: 'The author could not be saved. Please try again.',
    done: ({ name }) => `${name} is saved.`,
  });

  return (
    <>
      <RecordForm
        title={opened === undefined ? 'Add an author' : `Edit ${opened.name}`}
        form={form}
        theirs={isChangedByOthers ? 'Someone else saved this author in the meantime.' : null}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...text('name', 'Name')} required maxLength={AUTHOR_LIMITS.name} />
          <ChoiceField
            label="Kind"
            value={fields.kind}
            choices={{ person: 'Person', group: 'Group or institution' }}
            onChange={({ target }) => change({ kind: target.value as AuthorFields['kind'] })}
          />
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
          <TextField {...text('link', 'Link')} placeholder="https://" />
        </div>
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
