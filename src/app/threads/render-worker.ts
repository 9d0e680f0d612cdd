import { renderBody } from '../../rendering/body.ts';
import { scienceBy } from '../../science/threads/science-tasks.ts';
import { type Ask, serveTasks } from '../../server/threads/serve-tasks.ts';
import type { RenderTask } from './threads.ts';

serveTasks(async (task: RenderTask, ask) => {
  switch (task.kind) {
    case 'body':
      return renderBody(task.content, { ...task.context, ...scienceOf(ask) });
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
