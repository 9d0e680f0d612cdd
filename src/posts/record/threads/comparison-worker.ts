import { serveTasks } from '../../../server/threads/thread-tasks.ts';
import { collapseLongRuns, textChanges } from '../text-changes.ts';

serveTasks(async (texts: readonly [string, string]) => collapseLongRuns(textChanges(...texts)));
