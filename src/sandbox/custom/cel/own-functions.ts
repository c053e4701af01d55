import type {ASTNode} from '@marcbachmann/cel-js';
import {celEnvironment} from './environment.ts';
import {OWN_HAS, OWN_MATCHES} from './own-names.ts';

/** Returns an expression that calls this program's functions in place of those of the library. */
export function withOwnFunctions(expression: string): string {
  if (!/\b(?:matches|has)\b/.test(expression)) return expression;
  const letters = Array.from({length: expression.length}, (_, i) => expression.charAt(i));
  const rename = (at: number, name: string): void => {
    for (let i = 0; i < name.length; i++) letters[at + i] = name.charAt(i);
  };
  visit(celEnvironment().parse(expression).ast, (node) => {
    if (node.op === 'call' && node.args[0] === 'has' && !isPath(node.args[1][0])) rename(node.start, OWN_HAS);
    if (node.op === 'rcall' && node.args[0] === 'matches') {
      const at = methodAt(expression, node.args[1].end);
      if (at !== undefined) rename(at, OWN_MATCHES);
    }
  });
  return letters.join('');
}

/** Reports whether a node is a path like `a.b.c`, for which the library's own `has` is enough. */
function isPath(node: ASTNode | undefined): boolean {
  let at = node;
  while (at !== undefined && (at.op === '.' || at.op === '.?')) at = at.args[0];
  return at?.op === 'id';
}

/** Returns the offset of the method name after a receiver that ends at `end`. */
function methodAt(expression: string, end: number): number | undefined {
  const between = /^(?:[\s)]|\/\/[^\n]*\n)*\.(?:\s|\/\/[^\n]*\n)*/.exec(expression.slice(end))?.[0];
  return between === undefined ? undefined : end + between.length;
}

/** Visits every node of an expression as written, including those inside macros. */
function visit(node: ASTNode, look: (node: ASTNode) => void): void {
  const open: unknown[] = [node];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (Array.isArray(one)) open.push(...one.filter((inner) => inner !== undefined));
    else if (isNode(one)) {
      look(one);
      open.push(one.args);
    }
  }
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
