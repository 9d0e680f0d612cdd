import type { Finding } from '../../text/finding.ts';
import type { Post } from '../post.ts';

/** A post that was saved, with what its readers would miss; that is unknown of one that was found saved. */
export type PostAnswer = Post & { findings?: Finding[] };
