import type { ReactNode } from 'react';
import { LIMITS, type Post, type PostStatus } from '../../domain/posts/post.ts';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { CoverField } from './cover-field.tsx';
import { LABELS } from './field-issues.ts';
import { FormPart } from './form-part.tsx';
import type { FieldValues } from './post-form-values.ts';
import { ReferencesField } from './references-field.tsx';
import { ScheduleNotice } from './schedule-notice.tsx';
import { TagsField } from './tags-field.tsx';
import type { TypedFields } from './typed-fields.ts';
import { ContentPart } from './writing/content-part.tsx';
import type { Writing } from './writing/writing.ts';

type PostFieldsProps = {
  /** The server's post; null for a new one. */
  post: Post | null;
  values: FieldValues;
  typed: TypedFields;
  writing: Writing;
  issues: Partial<Record<string, string>>;
  set: (change: Partial<FieldValues>) => void;
  setTyped: (typed: TypedFields) => void;
  setTitle: (title: string) => void;
  setStatus: (status: PostStatus) => void;
};

/** The six sections of the form (specification section 2). */
export function PostFields(props: PostFieldsProps) {
  const { post, values, typed, writing, issues, set, setTyped, setTitle, setStatus } = props;
  /** The label of a field, and its issue or hint. */
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
      <FormPart title="Basic Information">
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
      </FormPart>
      <ContentPart {...about('content')} writing={writing} />
      <FormPart title="Cover Image">
        <CoverField
          {...about('coverImage')}
          value={values.coverImage}
          onChange={(coverImage) => set({ coverImage })}
        />
        <TextField
          {...about('coverImageCaption')}
          maxLength={LIMITS.caption}
          value={values.coverImageCaption}
          onChange={(event) => set({ coverImageCaption: event.target.value })}
        />
      </FormPart>
      <FormPart title="Tags">
        <TagsField
          tags={values.tags}
          typed={typed.tag}
          onType={(tag) => setTyped({ ...typed, tag })}
          hint={<Issue text={issues.tags} />}
          onChange={(tags) => set({ tags })}
        />
      </FormPart>
      <FormPart title="References">
        <ReferencesField
          references={values.references}
          typed={typed.reference}
          onType={(reference) => setTyped({ ...typed, reference })}
          hint={<Issue text={issues.references} />}
          onChange={(references) => set({ references })}
        />
      </FormPart>
      <FormPart title="Publishing Options">
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
          {...about('publishDate', 'Leave empty to publish immediately')}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={values.publishDate}
          onChange={(event) => set({ publishDate: event.target.value })}
        />
        <ScheduleNotice status={values.status} publishDate={values.publishDate} post={post} />
      </FormPart>
    </>
  );
}

function Issue({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="mt-2 text-danger text-sm">{text}</p>;
}
