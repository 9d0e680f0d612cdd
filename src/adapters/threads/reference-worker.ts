import { readPasted } from '../../domain/science/references/read-pasted.ts';
import { serveTasks } from './thread-tasks.ts';

serveTasks(async (text: string) => readPasted(text));
