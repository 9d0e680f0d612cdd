import type { TitleOfPost } from '../accounts/audit.ts';
import { NOT_FREED } from './rows.ts';

/** The title that a post had when something was done with it. */
export const auditedTitle: TitleOfPost = (event) =>
  event
    .selectFrom('post_versions')
    .select('post_versions.title')
    .where((eb) =>
      eb(
        'post_versions.post_id',
        '=',
        eb.fn.coalesce(
          eb
            .selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.slug', '=', 'audit_events.subject')
            .where('posts.deleted_at', 'is', null),
          eb
            .selectFrom('former_slugs')
            .select('former_slugs.post_id')
            .whereRef('former_slugs.slug', '=', 'audit_events.subject')
            .where('is_freed', '=', NOT_FREED),
        ),
      ),
    )
    // Another post may have had this slug at another time.
    .whereRef('post_versions.slug', '=', 'audit_events.subject')
    .whereRef('post_versions.saved_at', '<=', 'audit_events.at')
    // The version of that moment, else a public one, else unpublished changes.
    .orderBy(({ eb, or }) =>
      eb
        .case()
        .when(
          or([
            eb('post_versions.saved_at', '=', eb.ref('audit_events.at')),
            eb('post_versions.published_at', '=', eb.ref('audit_events.at')),
          ]),
        )
        .then(eb.lit(0))
        .when('post_versions.published_at', 'is not', null)
        .then(eb.lit(1))
        .else(eb.lit(2))
        .end(),
    )
    .orderBy('post_versions.saved_at', 'desc')
    .orderBy('post_versions.version', 'desc')
    .limit(1)
    .$asScalar();
