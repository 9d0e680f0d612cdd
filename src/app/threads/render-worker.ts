import { renderBody } from '../../rendering/body.ts';
import { scienceBy } from '../../science/threads/science-tasks.ts';
import { type Ask, serveTasks } from '../../server/threads/serve-tasks.ts';
import type { RenderTask } from './threads.ts';

/** UTF-16 code units. Twice what 2,000 formulas take: to send more would hold up all that others ask. */
const MAX_HTML = 6_000_000;

serveTasks(async (task: RenderTask, ask) => {
  switch (task.kind) {
    case 'body': {
      const body = await renderBody(task.content, { ...task.context, ...scienceOf(ask) });
      return body.html.length > MAX_HTML ? null : body;
    }
    // Few threads ever load these.
    case 'pasted': {
      const { readPasted } = await import('../../science/references/read-pasted.ts');
      return readPasted(task.text);
    }
    case 'share-image': {
      const { drawShareImage } = await import('../../media/share-images/share-image.ts');
      return drawShareImage(task.subject);
    }
  }
});

/** RDKit and MathJax take 120 MB, and have a thread for all bodies. */
function scienceOf(ask: Ask) {
  const science = scienceBy(ask);
  return { chemistry: science, typesetFormula: science.typesetFormula };
}
