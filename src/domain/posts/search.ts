import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

/** Posts that hold every word of `q` in title, description, slug or a tag, whatever the case. */
export function mentions(q: string, engine: Engine) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return (eb: ExpressionBuilder<Tables, 'posts'>): Expression<SqlBool> =>
    eb.and(
      words.map((word) => {
        const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
        return eb.or([
          contains(sql.ref('posts.title'), pattern, engine),
          contains(sql.ref('posts.description'), pattern, engine),
          contains(sql.ref('posts.slug'), pattern, engine),
          eb.exists(
            eb
              .selectFrom('post_tags')
              .select('post_tags.post_id')
              .whereRef('post_tags.post_id', '=', 'posts.id')
              .where(contains(sql.ref('post_tags.tag'), pattern, engine)),
          ),
        ]);
      }),
    );
}

function contains(column: Expression<unknown>, pattern: string, engine: Engine) {
  // The columns sort by bytes, and under that collation PostgreSQL's `lower` knows ASCII only.
  const text = engine === 'postgres' ? sql`${column} collate "default"` : column;
  // The escape character must be named: SQLite has none by default.
  return sql<SqlBool>`lower(${text}) like ${pattern} escape '\\'`;
}
