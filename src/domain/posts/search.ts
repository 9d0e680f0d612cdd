import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

/** Posts that hold every word of `q` in title, description, slug or a tag, whatever the case. */
export function mentions(q: string, engine: Engine) {
  const words = q.split(/\s+/).filter(Boolean);
  return (eb: ExpressionBuilder<Tables, 'posts'>): Expression<SqlBool> =>
    eb.and(
      words.map((word) =>
        eb.or([
          containsWord('posts.title', word, engine),
          containsWord('posts.description', word, engine),
          containsWord('posts.slug', word, engine),
          eb.exists(
            eb
              .selectFrom('post_tags')
              .select('post_tags.post_id')
              .whereRef('post_tags.post_id', '=', 'posts.id')
              .where(containsWord('post_tags.tag', word, engine)),
          ),
        ]),
      ),
    );
}

/** Whether a column holds a word, whatever the case. */
export function containsWord(column: string, word: string, engine: Engine): Expression<SqlBool> {
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  // The columns sort by bytes, and under that collation PostgreSQL's `lower` knows ASCII only.
  const text = engine === 'postgres' ? sql`${sql.ref(column)} collate "default"` : sql.ref(column);
  // The escape character must be named: SQLite has none by default.
  return sql<SqlBool>`lower(${text}) like ${pattern} escape '\\'`;
}
