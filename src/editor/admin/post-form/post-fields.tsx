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
import { CITATION_LABELS, FIELD_LABELS } from '../../../admin/field-labels.ts';
import { useNow } from '../../../admin/use-polling.ts';
import type { FieldValues } from '../../../posts/admin/post-form-values.ts';
import { LIMITS, type Post, type PostStatus } from '../../../posts/post.ts';
import { CITATION_STYLES, type CitationStyle } from '../../../science/references/reference.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import type { ChangeReferences } from '../writing/citation-dialog.tsx';
import { ContentPart } from '../writing/content-part.tsx';
import type { FullPage, LivePreview } from '../writing/use-full-page.ts';
import type { Writing } from '../writing/writing.ts';
import { CoverField } from './cover-field.tsx';
import { FormPart } from './form-part.tsx';
import { ReferencesField } from './references-field.tsx';
import { type Planned, schedule } from './schedule.ts';
import { StatementsField } from './statements-field.tsx';
import { TagsField } from './tags-field.tsx';
import type { TypedFields } from './typed-fields.ts';
import type { Change } from './use-post-values.ts';

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

type PostFieldsProps = {
  /** The server's post; null for a new one. */
  post: Post | null;
  values: FieldValues;
  typed: TypedFields;
  knownTags: readonly string[];
  writing: Writing;
  fullPage: FullPage;
  livePreview: LivePreview;
  issues: Partial<Record<string, string>>;
  set: (change: Change<FieldValues>) => void;
  setTyped: (typed: Partial<TypedFields>) => void;
  setTitle: (title: string) => void;
  setStatus: (status: PostStatus) => void;
};

/** The six sections of the form (specification section 2). */
export function PostFields(props: PostFieldsProps) {
  const { post, values, typed, knownTags, writing, fullPage, livePreview } = props;
  const { issues, set, setTyped, setTitle, setStatus } = props;
  const { references, citationStyle, isResearch, license, dataAvailability, contributions } =
    values;
  const cited = useMemo(
    () => ({
      ...{ references, citationStyle },
      ...{ isResearch, license, dataAvailability, contributions },
    }),
    [references, citationStyle, isResearch, license, dataAvailability, contributions],
  );
  const changeReferences: ChangeReferences = (change) =>
    set((now) => ({ references: change(now.references) }));
  /** The label of a field, and its issue or hint. */
  const about = (field: keyof typeof FIELD_LABELS, hint?: ReactNode) => {
    const issue = issues[field];
    const help = issue === undefined ? hint : <span className="text-danger">{issue}</span>;
    return {
      label: FIELD_LABELS[field],
      'aria-invalid': issue === undefined ? undefined : true,
      ...(help === undefined ? {} : { hint: help }),
    };
  };
  return (
    <>
      <FormPart
        title="Basic Information"
        aside={<p className="text-muted text-sm">Fields marked * are required.</p>}
      >
        <div className="post-basics grid gap-x-5 gap-y-4 md:grid-cols-[2fr_1fr] md:*:last:col-span-2">
          <TextField
            {...about('title')}
            required
            maxLength={LIMITS.title}
            value={values.title}
            onChange={(event) => setTitle(event.target.value)}
          />
          <SlugField
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
            className="min-h-[calc(3lh+1.375rem)] [field-sizing:content]"
            maxLength={LIMITS.description}
            value={values.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </div>
      </FormPart>
      <ContentPart
        {...about('content')}
        writing={writing}
        title={values.title || 'Untitled'}
        cited={cited}
        changeReferences={changeReferences}
        fullPage={fullPage}
        livePreview={livePreview}
      />
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
          known={knownTags}
          onType={(tag) => setTyped({ tag })}
          hint={<Issue text={issues.tags} />}
          onChange={(tags) => set({ tags })}
        />
      </FormPart>
      <FormPart title="References">
        <ReferencesField
          references={values.references}
          typed={typed.reference}
          onType={(reference) => setTyped({ reference })}
          onUnread={(pasted) => setTyped({ pasted })}
          hint={<Issue text={issues.references} />}
          onChange={(references) => set({ references })}
          onAdd={changeReferences}
        >
          <SelectField
            {...about('citationStyle')}
            value={values.citationStyle}
            onChange={(event) => set({ citationStyle: event.target.value as CitationStyle })}
          >
            {CITATION_STYLES.map((style) => (
              <option key={style} value={style}>
                {CITATION_LABELS[style]}
              </option>
            ))}
          </SelectField>
        </ReferencesField>
      </FormPart>
      <FormPart title="Publishing Options">
        <div className="grid gap-5 sm:grid-cols-2 sm:max-lg:*:last:col-span-2 lg:grid-cols-3">
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
          <TextField
            {...about('publishDate', 'Leave empty to publish immediately')}
            type="datetime-local"
            max="9999-12-31T23:59"
            value={values.publishDate}
            onChange={(event) => set({ publishDate: event.target.value })}
          />
        </div>
        <Checkbox
          checked={values.isResearch}
          onChange={(event) => set({ isResearch: event.target.checked })}
        >
          {FIELD_LABELS.isResearch}: described to search engines and reference managers as a
          scholarly article
        </Checkbox>
        <StatementsField values={values} issues={issues} set={set} />
        <ScheduleNotice status={values.status} publishDate={values.publishDate} post={post} />
      </FormPart>
    </>
  );
}

function Issue({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="mt-2 text-danger text-sm">{text}</p>;
}

/** When the post will appear. Screen readers announce a change of the plan, not of the remaining time. */
function ScheduleNotice(planned: Planned) {
  const { text, distance } = schedule(planned, useNow());
  return (
    <p className="max-w-[60ch] border-teal border-l-2 pl-3 text-sm">
      <span aria-live="polite">{text}</span>
      {distance === null ? null : <span className="text-muted"> {distance}</span>}
    </p>
  );
}
