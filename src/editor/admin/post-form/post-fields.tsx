import {
  type ComponentProps,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Checkbox } from '../../../admin/checkbox.tsx';
import { DateTimeField } from '../../../admin/date-time-field.tsx';
import { publishInstant } from '../../../admin/publish-date.ts';
import {
  CITATION_LABELS,
  type FieldName,
  LIMITS,
  POST_FIELDS,
  type PostStatus,
} from '../../../posts/fields.ts';
import type { Post } from '../../../posts/post.ts';
import { CITATION_STYLES, type CitationStyle } from '../../../science/references/reference.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import type { ChangeReferences } from '../writing/citation-dialog.tsx';
import { ContentPart } from '../writing/content-part.tsx';
import type { FullPage } from '../writing/use-full-page.ts';
import { CoverField } from './cover-field.tsx';
import { FormPart } from './form-part.tsx';
import { ReferencesField } from './references-field.tsx';
import { StatementsField } from './statements-field.tsx';
import { TagsField } from './tags-field.tsx';
import { slugForTitle } from './title-slug.ts';
import type { PostValues } from './use-post-values.ts';

type PostFieldsProps = {
  /** The server's post; null for a new one. */
  post: Post | null;
  values: Pick<PostValues, 'fields' | 'typed' | 'knownTags' | 'writing' | 'set' | 'setTyped'>;
  fullPage: FullPage;
  /** Where the bar shows findings and counts. */
  bar: HTMLElement | null;
  issues: Partial<Record<string, string>>;
};

/** The six sections of the form (specification section 2). */
export function PostFields({ post, values, fullPage, bar, issues }: PostFieldsProps) {
  const { fields, typed, set, setTyped } = values;
  const { references, citationStyle, isResearch, license, dataAvailability, contributions } =
    fields;
  /** What the preview needs of the other fields: stays the same while they do. */
  const cited = useMemo(
    () => ({
      ...{ references, citationStyle },
      ...{ isResearch, license, dataAvailability, contributions },
    }),
    [references, citationStyle, isResearch, license, dataAvailability, contributions],
  );
  const changeReferences: ChangeReferences = (change) =>
    set((now) => ({ references: change(now.references) }));
  const issue = (field: string) =>
    issues[field] === undefined ? undefined : <span className="text-danger">{issues[field]}</span>;
  /** The label of a field, and its issue or hint. */
  const about = (field: FieldName, hint?: ReactNode) => {
    const help = issue(field) ?? hint;
    return {
      label: POST_FIELDS[field].label,
      'aria-invalid': issues[field] === undefined ? undefined : true,
      ...(help === undefined ? {} : { hint: help }),
    };
  };
  type TextName = 'slug' | 'description' | 'coverImageCaption' | 'author';
  const text = (field: TextName, maxLength: number) => ({
    ...about(field),
    maxLength,
    value: fields[field],
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  });
  const title = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a post that was just saved is written on
  useLayoutEffect(() => {
    if (post === null) title.current?.focus({ preventScroll: true });
  }, []);
  const instant = publishInstant(fields.publishDate, post?.publishDate ?? null);
  const isAhead = instant !== null && instant > new Date().toISOString();
  return (
    <>
      <section aria-label="Basic Information" className="post-head form-part">
        <div className="text-muted text-xs max-md:flex max-md:justify-between md:text-right">
          <h2>Basic Information</h2>
          <p>Fields marked * are required.</p>
        </div>
        <TextField
          {...about('title')}
          ref={title}
          required
          placeholder="Title *"
          maxLength={LIMITS.title}
          value={fields.title}
          onChange={({ target: { value } }) =>
            set({ title: value, slug: slugForTitle(post === null, fields, value) })
          }
        />
        <SlugField
          {...text('slug', LIMITS.slug)}
          required
          spellCheck={false}
          autoCapitalize="none"
        />
        <TextArea {...text('description', LIMITS.description)} rows={3} />
      </section>
      <ContentPart
        {...about('content')}
        writing={values.writing}
        cited={cited}
        changeReferences={changeReferences}
        fullPage={fullPage}
        bar={bar}
      />
      <FormPart title="Cover Image">
        <CoverField
          {...about('coverImage')}
          value={fields.coverImage}
          onChange={(coverImage) => set({ coverImage })}
        />
        <TextField {...text('coverImageCaption', LIMITS.caption)} />
      </FormPart>
      <FormPart title="Tags">
        <TagsField
          tags={fields.tags}
          typed={typed.tag}
          known={values.knownTags}
          onType={(tag) => setTyped({ tag })}
          onChange={(tags) => set({ tags })}
        />
        {issue('tags')}
      </FormPart>
      <FormPart title="References">
        <ReferencesField
          references={references}
          typed={typed.reference}
          onType={(reference) => setTyped({ reference })}
          onUnread={(pasted) => setTyped({ pasted })}
          onChange={changeReferences}
        >
          <SelectField
            {...about('citationStyle')}
            value={citationStyle}
            onChange={({ target }) => set({ citationStyle: target.value as CitationStyle })}
          >
            {CITATION_STYLES.map((style) => (
              <option key={style} value={style}>
                {CITATION_LABELS[style]}
              </option>
            ))}
          </SelectField>
        </ReferencesField>
        {issue('references')}
      </FormPart>
      <FormPart title="Publishing Options">
        <div className="grid gap-5 sm:grid-cols-2 sm:max-lg:*:last:col-span-2 lg:grid-cols-3">
          <SelectField
            {...about('status')}
            value={fields.status}
            onChange={({ target }) => set({ status: target.value as PostStatus })}
          >
            <option value="published">Published</option>
            <option value="draft">Draft</option>
          </SelectField>
          <TextField {...text('author', LIMITS.author)} />
          <DateTimeField
            {...about('publishDate', 'Leave empty to publish immediately')}
            event={fields.status === 'draft' ? 'Once published, it appears' : 'Appears'}
            required={false}
            field={fields.publishDate}
            instant={isAhead ? instant : null}
            onChange={(publishDate) => set({ publishDate })}
          />
        </div>
        <Checkbox
          checked={isResearch}
          onChange={({ target }) => set({ isResearch: target.checked })}
        >
          {POST_FIELDS.isResearch.label}: described to search engines and reference managers as a
          scholarly article
        </Checkbox>
      </FormPart>
      <FormPart title="Statements" isOpenAtFirst={false}>
        <StatementsField values={fields} issues={issues} set={set} />
      </FormPart>
    </>
  );
}

const PAUSE_MS = 500;

/** Shows the slug of a title when its typing pauses: at each key, it would end what Ctrl+Z takes back of the title. */
function SlugField({ value, ...props }: ComponentProps<typeof TextField> & { value: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [initial] = useState(value);
  const show = useEffectEvent(() => {
    if (field.current === null || field.current.value === value) return;
    field.current.value = value;
    // Tab has selected the former one.
    if (document.activeElement === field.current) field.current.select();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the value is what starts it
  useLayoutEffect(() => {
    if (field.current?.value === '') show();
    const timer = setTimeout(show, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return <TextField ref={field} defaultValue={initial} onFocus={() => show()} {...props} />;
}
