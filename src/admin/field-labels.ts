import { statements } from '../content/blog.ts';

/** The labels of the post form's controls, by the API's field names. */
export const FIELD_LABELS = {
  title: 'Title',
  slug: 'URL Slug',
  description: 'Description',
  content: 'Content (HTML or Markdown)',
  coverImage: 'Image URL',
  coverImageCaption: 'Image Caption',
  tags: 'Tags',
  references: 'References',
  citationStyle: 'Citations',
  status: 'Status',
  author: 'Author',
  publishDate: 'Publish Date',
  isResearch: 'Research article',
  ...statements.labels,
  reviewedBy: 'Reviewed by',
  reviewedOn: 'Reviewed on',
} as const;

/** The choices of how a text cites its references. */
export const CITATION_LABELS = {
  numbered: 'Numbered: [1]',
  'author-date': 'Author and year: (Smith 2020)',
} as const;
