import type { BodyPreview } from '../../../domain/posts/preview.ts';
import type { Answer } from '../api.ts';

/** A preview and its source, with the text area's line breaks. */
export type ShownPreview = BodyPreview & { content: string };

type PreviewerDeps = {
  /** Returns the current text. */
  read: () => string;
  render: (content: string) => Promise<Answer<BodyPreview>>;
  /** Called with null for an empty text. */
  onPreview: (preview: ShownPreview | null) => void;
  onFailure: (answer: Answer<BodyPreview> & { ok: false }) => void;
};

/** Renders previews of a changing text: debounced, one at a time, and again after a change meanwhile. */
export function createPreviewer({ read, render, onPreview, onFailure }: PreviewerDeps) {
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
    const answer = await render(content);
    isUnderWay = false;
    if (isStopped) return;
    if (answer.ok) onPreview({ ...answer.value, content });
    else onFailure(answer);
    if (!isWanted) return;
    isWanted = false;
    void refresh();
  }

  return {
    /** Call on each change of the text. */
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
