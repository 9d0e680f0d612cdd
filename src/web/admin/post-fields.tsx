import type { ReactNode } from 'react';
import { LIMITS, type PostStatus } from '../../domain/posts/post.ts';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { CoverThumbnail } from './cover-thumbnail.tsx';
import { LABELS } from './field-issues.ts';
import type { PostFormValues } from './post-form-values.ts';
import { readersZone } from './publish-date.ts';
import { ReferencesField } from './references-field.tsx';
import { TagsField } from './tags-field.tsx';

type PostFieldsProps = {
  values: PostFormValues;
  issues: Partial<Record<string, string>>;
  set: (change: Partial<PostFormValues>) => void;
  setTitle: (title: string) => void;
  setStatus: (status: PostStatus) => void;
};

/** The six parts of the form (specification section 2). */
export function PostFields({ values, issues, set, setTitle, setStatus }: PostFieldsProps) {
  /** The label of a field, and what is wrong with it, in place of its hint. */
  const about = (field: keyof typeof LABELS, hint?: ReactNode) => {
    const issue = issues[field];
    const help = issue === undefined ? hint : <span className="text-danger">{issue}</span>;
    return {
      label: LABELS[field],
      'aria-invalid': issue === undefined ? undefined : true,
      ...(help === undefined ? {} : { hint: help }),
    };
  };
  return (
    <>
      <Part title="Basic Information">
        <TextField
          {...about('title')}
          required
          maxLength={LIMITS.title}
          value={values.title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          {...about('slug')}
          required
          maxLength={LIMITS.slug}
          spellCheck={false}
          autoCapitalize="none"
          value={values.slug}
          onChange={(event) => set({ slug: event.target.value })}
        />
        <TextArea
          {...about('description')}
          rows={3}
          maxLength={LIMITS.description}
          value={values.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Part>
      <Part title="Content">
        <TextArea
          {...about('content')}
          required
          rows={15}
          className="font-mono text-sm"
          value={values.content}
          onChange={(event) => set({ content: event.target.value })}
        />
      </Part>
      <Part title="Cover Image">
        <TextField
          {...about('coverImage')}
          type="url"
          maxLength={LIMITS.url}
          placeholder="https://"
          value={values.coverImage}
          onChange={(event) => set({ coverImage: event.target.value })}
        />
        <CoverThumbnail address={values.coverImage} />
        <TextField
          {...about('coverImageCaption')}
          maxLength={LIMITS.caption}
          value={values.coverImageCaption}
          onChange={(event) => set({ coverImageCaption: event.target.value })}
        />
      </Part>
      <Part title="Tags">
        <TagsField
          tags={values.tags}
          hint={<Issue text={issues.tags} />}
          onChange={(tags) => set({ tags })}
        />
      </Part>
      <Part title="References">
        <ReferencesField
          references={values.references}
          hint={<Issue text={issues.references} />}
          onChange={(references) => set({ references })}
        />
      </Part>
      <Part title="Publishing Options">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            {...about('status')}
            value={values.status}
            onChange={(event) => setStatus(event.target.value as PostStatus)}
          >
            <option value="published">Published</option>
            <option value="draft">Draft</option>
          </SelectField>
          <TextField
            {...about('author')}
            maxLength={LIMITS.author}
            value={values.author}
            onChange={(event) => set({ author: event.target.value })}
          />
        </div>
        <TextField
          {...about('publishDate', <PublishDateHint />)}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={values.publishDate}
          onChange={(event) => set({ publishDate: event.target.value })}
        />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-5 rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 className="font-medium text-lg">{title}</h2>
      {children}
    </section>
  );
}

function Issue({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="mt-2 text-danger text-sm">{text}</p>;
}

function PublishDateHint() {
  return (
    <>
      <span className="block">Leave empty to publish immediately</span>
      <span className="block">In your time zone, {readersZone()}</span>
    </>
  );
}
