import type { BodyPreview } from '../../../domain/posts/preview.ts';
import type { ApiResult } from '../api.ts';
import type { CitedFields } from '../posts-api.ts';

/** A preview and what it was rendered from; the content with the text area's line breaks. */
export type ShownPreview = BodyPreview & { content: string; cited: CitedFields };

type PreviewerDeps = {
  /** Returns the current text. */
  read: () => string;
  /** Returns the current fields; the same object while none has changed. */
  readCited: () => CitedFields;
  render: (content: string, cited: CitedFields) => Promise<ApiResult<BodyPreview>>;
  /** Called with null for an empty text. */
  onPreview: (preview: ShownPreview | null) => void;
  onFailure: (answer: ApiResult<BodyPreview> & { ok: false }) => void;
  /** Renders what has changed since a preview; null when all must be rendered. Called for long texts alone. */
  renderChanges: (before: ShownPreview, content: string) => Promise<ShownPreview | null>;
};

/** Characters from which rendering all of a text takes long enough to be seen. */
const LONG_TEXT = 10_000;

/** Counts from the last change that was rendered by itself. */
const COMPLETE_DELAY_MS = 1_500;

/**
 * Renders previews of a changing text: debounced, one at a time, and again after a change meanwhile. Of a long
 * text the changed blocks at first, and in a pause all of it.
 */
export function createPreviewer(deps: PreviewerDeps) {
  const { read, readCited, render, onPreview, onFailure, renderChanges } = deps;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnderWay = false;
  let isWanted = false;
  let isStopped = false;
  let shown: ShownPreview | null = null;
  let completion: ReturnType<typeof setTimeout> | undefined;
  let isCompleting = false;

  async function refresh() {
    if (isUnderWay) {
      isWanted = true;
      return;
    }
    const content = read();
    if (content.trim() === '') {
      shown = null;
      onPreview(null);
      return;
    }
    isUnderWay = true;
    const partial = await renderPart(shown, content);
    const answer = partial ?? (await renderAll(content));
    isUnderWay = false;
    if (isStopped) return;
    if (answer !== null) {
      shown = answer;
      onPreview(answer);
    }
    if (partial !== null) completeLater();
    if (!isWanted) return;
    isWanted = false;
    void refresh();
  }

  /** Null when all must be rendered. */
  async function renderPart(before: ShownPreview | null, content: string) {
    if (before === null || content.length < LONG_TEXT) return null;
    if (before.cited !== readCited()) return null;
    return before.content === content ? before : renderChanges(before, content);
  }

  function completeLater() {
    clearTimeout(completion);
    completion = setTimeout(() => void complete(), COMPLETE_DELAY_MS);
  }

  /** Renders all of a text whose parts are shown. Meanwhile further parts are, which it must not undo. */
  async function complete() {
    const content = read();
    if (isCompleting || content.trim() === '') return;
    isCompleting = true;
    const answer = await renderAll(content);
    isCompleting = false;
    if (isStopped) return;
    if (read() !== content) completeLater();
    else if (answer !== null && answer.cited === readCited()) {
      shown = answer;
      onPreview(answer);
    }
  }

  /** Null when it failed, which is reported. */
  async function renderAll(content: string): Promise<ShownPreview | null> {
    const cited = readCited();
    const answer = await render(content, cited);
    if (answer.ok) return { ...answer.value, content, cited };
    if (!isStopped) onFailure(answer);
    return null;
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
      clearTimeout(completion);
    },
  };
}
