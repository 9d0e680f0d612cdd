import { renderBody } from '../../domain/posts/body.ts';
import { chemistryBy } from './chemistry-task.ts';
import type { RenderTask } from './render-pool.ts';
import { serveTasks } from './thread-tasks.ts';

serveTasks(({ content, context, asksForChemistry }: RenderTask, ask) =>
  renderBody(content, { ...context, chemistry: asksForChemistry ? chemistryBy(ask) : undefined }),
);
