import { serveTasks } from '../../../server/threads/thread-tasks.ts';
import { readPasted } from '../read-pasted.ts';

serveTasks(async (text: string) => readPasted(text));
