import type { Action } from './action.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Blog | ${site.name}`,
  description:
    'Notes on predicting binding, toxicity and biology, on designing molecules, and on testing models so that their results can be trusted.',
  keywords:
    'AI drug discovery blog, machine learning in chemistry, medicinal chemistry, model validation',
  canonical: '/blog',
};

export const list = {
  title: 'Blog',
  lead: 'Methods, measurements and what they taught us, written for people who will check.',
  loading: 'Loading posts',
  empty: {
    title: 'No posts yet',
    hint: 'The first is being written. Until then, the glossary explains the terms that we use.',
    action: { label: 'Read the glossary', href: '/glossary' } satisfies Action,
  },
  follow: {
    title: 'When the next post is out',
    text: 'An email when there is something worth reading, or every post in your feed reader.',
    newsletter: { label: 'Newsletter', href: '/newsletter' } satisfies Action,
    feed: 'Atom feed',
  },
  newer: 'Newer posts',
  older: 'Older posts',
};

/** Placeholders: `{q}` is the search query, `{count}` a number. */
export const search = {
  label: 'Search the blog',
  submit: 'Search',
  pageTitle: 'Search: {q}',
  found: { one: '1 post for “{q}”', many: '{count} posts for “{q}”' },
  empty: {
    title: 'No posts for “{q}”',
    hint: 'A post must contain every word. Try fewer words, or different ones.',
  },
  tooMany: {
    title: 'Too many searches',
    hint: 'The site is busy. Please try again in a minute.',
  },
  all: { label: 'All posts', href: '/blog' } satisfies Action,
  pages: 'Pages of results',
  better: 'Previous results',
  worse: 'More results',
};

export const cite = {
  title: 'Cite this post',
  files: 'The citation as a file',
  formats: [
    { ending: 'bib', label: 'BibTeX' },
    { ending: 'ris', label: 'RIS' },
    { ending: 'json', label: 'CSL-JSON' },
  ],
};

/** `{number}` is replaced by that of a version. */
export const record = {
  title: 'Version of record',
  version: 'Version {number}',
  frozen: 'frozen on',
  newest: 'It is the latest; the post may have been edited since.',
  older: 'There is a newer version:',
  changed: 'What changed:',
  toPost: 'Read the post as it is now',
  toHistory: 'All versions',
  history: 'Versions of record',
  file: 'the file with this hash',
  notices: 'Notices about this post',
  issuedBy: 'Issued by',
};

export const statements = {
  title: 'Statements',
  labels: {
    license: 'Licence',
    dataAvailability: 'Data availability',
    codeAvailability: 'Code availability',
    funding: 'Funding',
    competingInterests: 'Competing interests',
    contributions: 'Contributions',
    aiUse: 'Use of AI',
  },
  ai: {
    none: 'People wrote this post, without AI.',
    assisted: 'AI helped to write this post.',
    generated: 'AI wrote this post.',
  },
  notReviewed: 'No person has reviewed it.',
  reviewedBy: 'Reviewed by {name}',
  on: 'on',
};

export const author = {
  person: 'Author',
  group: 'Group author',
  orcid: 'ORCID iD',
  posts: 'Posts',
  noPosts: 'No posts yet.',
  newest: 'The newest of {total} posts.',
  description: `Who {name} is, and the posts by {name} on the blog of ${site.name}.`,
};

export const post = {
  back: { label: 'Back to Blog', href: '/blog' } satisfies Action,
  loading: 'Loading post',
  readingTime: '{minutes} min read',
  byline: 'By',
  tags: 'Tags',
  contents: 'In this post',
  references: 'References',
  neighbours: { label: 'More posts', newer: 'Newer post', older: 'Older post' },
  backToCitation: 'Back to citation {citation} of reference {number}',
  toReference: 'Reference {number} in the list',
  closePopover: 'Close',
  draft: 'Draft',
  changes: 'Unpublished changes: only people who are signed in see them.',
  typed: 'Unsaved text from the form: only you see it.',
  shared: {
    /** `{until}` is replaced by a date and time. */
    banner: 'Draft, not published: anyone with this link can read it until {until}, Brisbane time.',
    changesBanner:
      'Unpublished changes: anyone with this link can read them until {until}, Brisbane time.',
    card: {
      title: 'A draft for review',
      description: 'This link opens a draft for its reviewers, for a limited time.',
    },
  },
  /** Stands at the first mention of each term of the glossary; `{term}` is replaced by it. */
  terms: {
    button: 'Definition of {term}',
    glossary: 'In the glossary',
  },
  notFound: {
    title: 'Post Not Found',
    message: 'There is no post at “{slug}”. It may have been moved or withdrawn.',
  },
};

/** The cover of a post without one, or whose image fails to load. */
export const fallbackImage = '/images/blog-fallback.jpg';
