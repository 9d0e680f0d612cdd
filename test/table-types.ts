import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';

type Node = { type: string } & Record<string, unknown>;

/** The columns of the type `Tables`, each as `table.column`; views are tables, too. */
export function declaredColumns(): string[] {
  const aliases = new Map<string, Node>();
  for (const file of globSync('src/server/db/{tables.ts,tables/*.ts}')) {
    const { body } = parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }) as unknown as {
      body: Node[];
    };
    for (const statement of body) {
      const declared = (statement.declaration ?? statement) as Node;
      if (declared.type !== 'TSTypeAliasDeclaration') continue;
      aliases.set(nameOf(declared.id), declared.typeAnnotation as Node);
    }
  }
  const tables = aliases.get('Tables');
  if (tables === undefined) throw new Error('src/server/db/tables.ts declares no Tables');
  return membersOf(tables, aliases).flatMap(([table, type]) =>
    membersOf(type, aliases).map(([column]) => `${table}.${column}`),
  );
}

/** The properties of an object type, an intersection or an alias of one. */
function membersOf(type: Node, aliases: ReadonlyMap<string, Node>): [name: string, type: Node][] {
  switch (type.type) {
    case 'TSTypeLiteral':
      return (type.members as Node[]).map(({ key, typeAnnotation }) => [
        nameOf(key),
        (typeAnnotation as { typeAnnotation: Node }).typeAnnotation,
      ]);
    case 'TSIntersectionType':
      return (type.types as Node[]).flatMap((each) => membersOf(each, aliases));
    case 'TSTypeReference': {
      const name = nameOf(type.typeName);
      const named = aliases.get(name);
      if (named !== undefined) return membersOf(named, aliases);
      if (name === 'Omit' || name === 'Pick') {
        const [from, listed] = (type.typeArguments as { params: [Node, Node] }).params;
        const names = literalsOf(listed);
        return membersOf(from, aliases).filter(
          ([member]) => names.includes(member) === (name === 'Pick'),
        );
      }
    }
  }
  throw new Error(`A table is written as ${type.type}: teach test/table-types.ts to read it`);
}

/** The texts of a literal type or a union of them. */
function literalsOf(type: Node): string[] {
  if (type.type === 'TSUnionType') return (type.types as Node[]).flatMap(literalsOf);
  return [(type.literal as { value: string }).value];
}

function nameOf(identifier: unknown): string {
  return (identifier as { name: string }).name;
}
