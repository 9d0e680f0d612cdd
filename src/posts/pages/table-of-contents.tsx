import { Fragment } from 'react';
import { post as strings } from '../../content/blog.ts';
import { type Heading, type Section, sectionsOf } from './headings.ts';

/**
 * The sections of a longer post: folded above the text, and beside it where there is room (blog.css). Empty for a
 * short one.
 */
export function TableOfContents({ contentHtml }: { contentHtml: string }) {
  const sections = sectionsOf(contentHtml);
  if (sections.length === 0) return null;
  return (
    <nav aria-label={strings.contents} className="post-contents">
      <p aria-hidden="true" className="eyebrow">
        {strings.contents}
      </p>
      <details>
        <summary>{strings.contents}</summary>
        <ol>
          {sections.map((section) => (
            <ContentsSection key={(section.heading ?? section.parts[0])?.id} section={section} />
          ))}
        </ol>
      </details>
    </nav>
  );
}

function ContentsSection({ section: { heading, parts } }: { section: Section }) {
  return (
    <li>
      {heading === null ? null : <ContentsLink heading={heading} />}
      {parts.length === 0 ? null : (
        <ol>
          {parts.map((part) => (
            <li key={part.id}>
              <ContentsLink heading={part} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

function ContentsLink({ heading: { id, text } }: { heading: Heading }) {
  return (
    <a href={`#${id}`} dir="auto">
      {text.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a heading do not move
        <Fragment key={index}>
          {typeof each === 'string' ? each : <each.tag>{each.text}</each.tag>}
        </Fragment>
      ))}
    </a>
  );
}
