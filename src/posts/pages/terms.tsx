import { post as strings } from '../../content/blog.ts';
import type { ShownTerm } from '../../science/glossary/term.ts';
import { textOfHtml } from '../../text/read-tags.ts';
import { Subscripts } from '../../ui/subscripts.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';

/** A longer mention may break over lines, where no button can lie on it. */
const MAX_WHOLE = 32;

/**
 * The HTML of a post with its first mentions of terms as buttons that open their definitions. The words stay beside the
 * buttons, which lie over them: reader modes and printers leave buttons out.
 */
export function linkTerms(html: string, terms: readonly ShownTerm[]): string {
  let [linked, from] = ['', 0];
  for (const [index, { term, start, end }] of terms.entries()) {
    const words = html.slice(start, end);
    const isWhole = textOfHtml(words).length <= MAX_WHOLE;
    const label = escapeAttribute(strings.terms.button.replace('{term}', () => term));
    const button = `<button type="button" popovertarget="${idOf(index)}" aria-label="${label}"></button>`;
    linked += html.slice(from, start);
    linked += `<span class="term${isWhole ? '' : ' term-long'}">${words}${button}</span>`;
    from = end;
  }
  return linked + html.slice(from);
}

/** The definitions that the buttons open. */
export function TermDefinitions({ terms }: { terms: readonly ShownTerm[] }) {
  return terms.map(({ term, definition }, index) => (
    <div key={term} id={idOf(index)} popover="auto" className="text-popover">
      <p dir="auto">
        <strong>
          <Subscripts text={term} />
        </strong>{' '}
        <Unbroken text={definition} />
      </p>
      <a href={`/glossary?q=${encodeURIComponent(term)}`} className="prose-link">
        {strings.terms.glossary}
      </a>
      <button type="button" popoverTarget={idOf(index)} popoverTargetAction="hide">
        {strings.closePopover}
      </button>
    </div>
  ));
}

/** Cannot be an id of an author: those have a prefix. */
function idOf(index: number): string {
  return `term-${index + 1}`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
