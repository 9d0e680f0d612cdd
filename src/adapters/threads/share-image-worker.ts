import { drawShareImage } from '../../domain/share-images/share-image.ts';
import { serveTasks } from './thread-tasks.ts';

serveTasks(drawShareImage, (picture) => [picture.buffer]);
