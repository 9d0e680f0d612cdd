import { parseAst } from 'vite';

type Node = { type: string; start: number } & Record<string, unknown>;

type Fn = { isAsync: boolean; hasAwaited: boolean; outer: Fn | null };

/** What is declared in a block: the function that it is declared in for each `let`, null for the rest. */
type Scope = { names: Map<string, { of: Fn | null } | null>; outer: Scope | null };

const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const LOOP = /^(?:For|ForOf|ForIn|While|DoWhile)Statement$/;
/** Types, and names that are no variables. */
const NO_VALUE = /^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)/;

/**
 * Finds the variables that concurrent calls of an async function share, and that it uses after an
 * `await`: another call may have assigned them meanwhile. These are `let` variables that are declared
 * outside of the function. Objects that are changed, such as a `Map` or a ref, are not seen.
 *
 * @returns the names of the variables
 */
export function findSharedState(file: string, code: string): string[] {
  const found = new Set<string>();
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  visit(parseAst(code, { lang }) as unknown as Node, { names: new Map(), outer: null }, null);
  return [...found].sort();

  function visit(node: Node, scope: Scope, fn: Fn | null): void {
    if (isShared(node, scope, fn)) found.add(node.name as string);
    const own = functionOf(node, fn);
    const inner = scopeBelow(node, scope, own);
    // What stands before an `await` in a loop comes after it in the next round.
    const rounds = LOOP.test(node.type) ? 2 : 1;
    const below = Array.from({ length: rounds }, () => valuesIn(node)).flat();
    for (const child of below) visit(child, inner, own);
    if (node.type === 'AwaitExpression' && fn !== null) fn.hasAwaited = true;
  }
}

/** The function that what stands below a node belongs to. */
function functionOf(node: Node, fn: Fn | null): Fn | null {
  if (FUNCTION.test(node.type)) {
    return { isAsync: node.async === true, hasAwaited: false, outer: fn };
  }
  // `for await`
  if (node.await === true && fn !== null) fn.hasAwaited = true;
  return fn;
}

/** Whether a node is the name of a `let` from outside of an async function that has awaited something. */
function isShared({ type, name }: Node, scope: Scope, fn: Fn | null): boolean {
  return type === 'Identifier' && fn !== null && fn.isAsync && fn.hasAwaited
    ? isFromOutside(name as string, scope, fn)
    : false;
}

function isFromOutside(name: string, scope: Scope, fn: Fn): boolean {
  let place: Scope | null = scope;
  while (place !== null && !place.names.has(name)) place = place.outer;
  const variable = place?.names.get(name);
  if (!variable) return false;
  let within = variable.of;
  while (within !== null && within !== fn) within = within.outer;
  return within === null;
}

/** The nodes below a node that have values, in the order in which they are evaluated. */
function valuesIn(node: Node): Node[] {
  if (NO_VALUE.test(node.type)) return [];
  if (FUNCTION.test(node.type)) return childrenOf(node, 'params', 'body');
  if (node.type === 'AssignmentExpression') return childrenOf(node, 'right', 'left');
  return node.computed === false ? childrenOf(node, 'object', 'value') : childrenOf(node);
}

function scopeBelow(node: Node, outer: Scope, of: Fn | null): Scope {
  const scope: Scope = { names: new Map(), outer };
  const isFunction = FUNCTION.test(node.type);
  if (isFunction) {
    for (const name of childrenOf(node, 'params').flatMap(namesIn)) scope.names.set(name, null);
  }
  const declares = isFunction ? [] : childrenOf(node, 'body', 'init', 'left');
  for (const child of declares) {
    const declared = (child.declaration as Node | null | undefined) ?? child;
    const variable = declared.kind === 'let' ? { of } : null;
    for (const name of declaredIn(declared)) scope.names.set(name, variable);
  }
  return scope;
}

function declaredIn(node: Node): string[] {
  if (node.type === 'VariableDeclaration') {
    return childrenOf(node, 'declarations').flatMap(({ id }) => namesIn(id as Node));
  }
  const isNamed = node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration';
  return isNamed ? childrenOf(node, 'id').flatMap(namesIn) : [];
}

/** The names that a pattern declares. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name as string];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left as Node);
  const keys = pattern.type === 'Property' ? ['value'] : ['properties', 'elements', 'argument'];
  return childrenOf(pattern, ...keys).flatMap(namesIn);
}

/** The nodes below a node, by the names of its fields where there are any. */
function childrenOf(node: Node, ...names: string[]): Node[] {
  const values = names.length === 0 ? Object.values(node) : names.map((name) => node[name]);
  return values.flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
