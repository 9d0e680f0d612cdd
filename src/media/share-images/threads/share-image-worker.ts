import { serveTasks } from '../../../server/threads/thread-tasks.ts';
import { drawShareImage } from '../share-image.ts';

serveTasks(drawShareImage, (picture) => [picture.buffer]);
