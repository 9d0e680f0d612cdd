import type { ApiResult } from '../../../admin/api.ts';
import type { AuthoredFields } from '../../../posts/post.ts';
import type { BodyPreview } from '../../../posts/preview.ts';

/** What of a post its text is rendered and checked with. */
export type CitedFields = Pick<
  AuthoredFields,
  'references' | 'citationStyle' | 'isResearch' | 'license' | 'dataAvailability' | 'contributions'
>;

/** A preview and the text that it was rendered from, with the text area's line breaks. */
export type ShownPreview = BodyPreview & { content: string };

type PreviewerDeps = {
  /** Returns the current text. */
  read: () => string;
  /** Returns the current fields; the same object while none has changed. */
  readCited: () => CitedFields;
  render: (content: string, cited: CitedFields) => Promise<ApiResult<BodyPreview>>;
  /** Called with null for an empty text. */
  onPreview: (preview: ShownPreview | null) => void;
  onFailure: (answer: ApiResult<BodyPreview> & { ok: false }) => void;
};

/** Renders previews of a changing text: debounced, one at a time, and again after a change meanwhile. */
export function createPreviewer(deps: PreviewerDeps) {
  const { read, readCited, render, onPreview, onFailure } = deps;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnderWay = false;
  let isWanted = false;
  let isStopped = false;

  async function refresh() {
    if (isUnderWay) {
      isWanted = true;
      return;
    }
    const content = read();
    if (content.trim() === '') {
      onPreview(null);
      return;
    }
    isUnderWay = true;
    const answer = await render(content, readCited());
    isUnderWay = false;
    if (isStopped) return;
    if (answer.ok) onPreview({ ...answer.value, content });
    else onFailure(answer);
    if (!isWanted) return;
    isWanted = false;
    void refresh();
  }

  return {
    /** Call on each change of the text or of the fields. */
    refreshAfter: (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), delay);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
