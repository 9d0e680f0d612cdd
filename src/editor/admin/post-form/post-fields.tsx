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
import { ChoiceField } from '../../../admin/choice-field.tsx';
import { DateTimeField } from '../../../admin/date-time-field.tsx';
import { publishInstant } from '../../../admin/publish-date.ts';
import { storedSession } from '../../../admin/session/session.ts';
import { site } from '../../../content/site.ts';
import type { FieldValues } from '../../../posts/admin/post-form-values.ts';
import {
  type AiUse,
  CITATION_LABELS,
  type FieldName,
  LIMITS,
  POST_FIELDS,
  type TextName,
} from '../../../posts/fields.ts';
import type { Post } from '../../../posts/post.ts';
import { LICENSES, STATEMENT_TEXTS } from '../../../posts/statements.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { store } from '../../../ui/storage.ts';
import { ContentPart } from '../writing/content-part.tsx';
import { type FullPage, useStoredSwitch } from '../writing/full-page.tsx';
import { type ChangeReferences, ReferencesField } from './references-field.tsx';
import { CoverField, TagsField } from './small-fields.tsx';
import { type PostValues, slugForTitle } from './use-post-values.ts';

const LICENSE_NAMES = Object.fromEntries(LICENSES.map((name) => [name, name || 'Not stated']));

const AI_LABELS: Record<AiUse, string> = {
  '': 'Not stated',
  none: 'None: people wrote it',
  assisted: 'AI helped to write it',
  generated: 'AI wrote it',
};

const HINTS: Partial<Record<FieldName, string>> = {
  publishDate: 'Leave empty to publish immediately',
  license: 'What others may do with the text.',
  dataAvailability: 'Where the data can be found, or that there are none.',
  codeAvailability: 'Where the code can be found.',
  funding: 'Who paid for the work, with grant numbers.',
  competingInterests: 'What a reader should know of the authors’ interests, or “None”.',
  contributions:
    'A line for each author, such as “Ada Berg: Software, Validation”. The roles of CRediT: Conceptualization, Data curation, Formal analysis, Funding acquisition, Investigation, Methodology, Project administration, Resources, Software, Supervision, Validation, Visualization, Writing – original draft, Writing – review & editing.',
  reviewedBy:
    'The person who has checked what AI wrote. If AI wrote the post and nobody is named, readers are told so at the top.',
};

type PostFieldsProps = {
  post: Post | null;
  values: Pick<PostValues, 'fields' | 'writing' | 'set'>;
  fullPage: FullPage;
  bar: HTMLElement | null;
  issues: Partial<Record<string, string>>;
};

export function PostFields({ post, values, fullPage, bar, issues }: PostFieldsProps) {
  const { fields, set } = values;
  const { references, citationStyle, isResearch } = fields;
  /** What the preview needs of the other fields: stays the same while they do. */
  const cited = useMemo(() => ({ references, citationStyle }), [references, citationStyle]);
  const changeReferences: ChangeReferences = (change) =>
    set((now) => ({ references: change(now.references) }));
  const about = (name: FieldName, hint: ReactNode = HINTS[name]) => ({
    name,
    label: POST_FIELDS[name].label,
    error: issues[name],
    ...(hint === undefined ? {} : { hint }),
  });
  const control = (name: keyof FieldValues) => ({
    ...about(name),
    value: fields[name] as string,
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const text = (name: TextName | 'slug') => ({
    ...control(name),
    maxLength: POST_FIELDS[name].limit ?? LIMITS.slug,
  });
  const sign = (author: string) => set({ author });
  const isUnsigned = fields.author === '' || fields.author === site.aiAuthor;
  const own = localStorage.getItem(ownNameKey());
  const unsigned = (
    <>
      The default is {site.aiAuthor}.{' '}
      {own ? (
        <button type="button" className="cursor-pointer py-1 underline" onClick={() => sign(own)}>
          Sign as {own}
        </button>
      ) : null}
    </>
  );
  const title = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a post that was just saved is written on
  useLayoutEffect(() => {
    if (post === null) title.current?.focus({ preventScroll: true });
  }, []);
  const instant = publishInstant(fields.publishDate, post?.publishDate ?? null);
  const isAhead = instant !== null && instant > new Date().toISOString();
  return (
    <>
      {fullPage.isOn ? <h1 className="sr-only">{fields.title || 'Untitled'}</h1> : null}
      <section
        aria-label="Basic Information"
        className="form-part grid gap-x-5 gap-y-1.5 max-md:contents md:grid-cols-[2fr_3fr] max-md:[&>:nth-child(n+3)]:mb-4 [&_label]:mb-0 [&_label]:text-muted [&_label]:text-xs [&_textarea]:py-1 [&_textarea]:leading-snug [&_:is(input,textarea)]:text-sm"
      >
        <div className="z-1 flex justify-between gap-x-4 text-muted text-xs max-md:-order-2 md:col-span-full md:row-start-1 md:block md:self-center md:justify-self-end md:text-right">
          <h2>Basic Information</h2>
          <p>Fields marked * are required.</p>
        </div>
        <div className="max-md:-order-2 max-md:mb-1.5 md:col-span-full md:row-start-1 md:pe-48 [&_input]:rounded-none! [&_input]:border-0! [&_input]:border-b! [&_input]:bg-transparent! [&_input]:p-0! [&_input]:font-display [&_input]:text-xl! [&_input]:leading-tight [&_input]:outline-offset-0 [&_label]:sr-only">
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
        </div>
        <SlugField {...text('slug')} required spellCheck={false} autoCapitalize="none" />
        <TextArea {...text('description')} rows={3} />
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
        <TextField {...text('coverImageCaption')} />
      </FormPart>
      <FormPart title="Tags">
        <TagsField tags={fields.tags} onChange={(tags) => set({ tags })} />
        <p className="text-danger text-sm empty:hidden">{issues.tags}</p>
      </FormPart>
      <FormPart title="References">
        <ReferencesField references={references} onChange={changeReferences}>
          <ChoiceField {...control('citationStyle')} choices={CITATION_LABELS} />
        </ReferencesField>
        <p className="text-danger text-sm empty:hidden">{issues.references}</p>
      </FormPart>
      <FormPart title="Publishing Options">
        <div className="grid gap-5 sm:grid-cols-2 sm:max-lg:*:last:col-span-2 lg:grid-cols-3">
          <ChoiceField
            {...control('status')}
            choices={{ published: 'Published', draft: 'Draft' }}
          />
          <TextField
            {...text('author')}
            {...about('author', isUnsigned ? unsigned : undefined)}
            onChange={({ target }) => {
              store(localStorage, ownNameKey(), target.value);
              sign(target.value);
            }}
          />
          <DateTimeField
            {...about('publishDate')}
            event={fields.status === 'draft' ? 'Once published, it appears' : 'Appears'}
            required={false}
            value={fields.publishDate}
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
        <div className="grid gap-5 sm:grid-cols-2">
          <ChoiceField {...control('license')} choices={LICENSE_NAMES} />
          <ChoiceField {...control('aiUse')} choices={AI_LABELS} />
          {fields.aiUse === 'assisted' || fields.aiUse === 'generated' ? (
            <>
              <TextField {...text('reviewedBy')} />
              <TextField {...control('reviewedOn')} type="date" />
            </>
          ) : null}
          {STATEMENT_TEXTS.map((field) => (
            <TextArea key={field} {...text(field)} rows={2} />
          ))}
        </div>
      </FormPart>
    </>
  );
}

const ownNameKey = () => `author:${storedSession()?.email}`;

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

type FormPartProps = { title: string; isOpenAtFirst?: boolean; children: ReactNode };

/** A section of the post form below its text. Whether it is open is remembered. */
function FormPart({ title, isOpenAtFirst = true, children }: FormPartProps) {
  const [isOpen, toggle] = useStoredSwitch(`part:${title}`, isOpenAtFirst);
  return (
    <details
      className="form-part rounded-card border border-line bg-surface px-5 py-2"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) toggle();
      }}
    >
      <summary className="min-h-11 cursor-pointer content-center">
        <h2 className="inline font-medium text-lg">{title}</h2>
      </summary>
      <div className="space-y-4 pt-2 pb-3">{children}</div>
    </details>
  );
}
