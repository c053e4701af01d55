import type {Origin} from '../../core/diagnostic/origin.ts';
import type {JsonPath} from '../../core/json.ts';
import {once} from '../../lib/once.ts';
import {sourceText} from '../yaml/source-text.ts';
import {type Literal, type LiteralPart, type Literals, readLiterals} from './read-literals.ts';

/**
 * Returns the position of a value that a program exports. A field has the position of its key in the literal that matches most of its path. A field
 * that the program computes has the position of the nearest field around it, or of `export default`.
 */
export function programOrigin(text: string, file: string): Origin {
  const source = sourceText(text, file);
  const literals = once(() => readLiterals(text));
  return {
    file,
    position: (path) => {
      const {start, end} = partFor(literals(), path) ?? literals().exported;
      return source.position(start, end);
    },
  };
}

/** Returns the part for a path. An application with a computed name is found by its fields, if only one literal has them. */
function partFor(literals: Literals, path: JsonPath): LiteralPart | undefined {
  const found = findPart(literals, path);
  const [, field] = path;
  if (found !== undefined || field === undefined) return found;
  return literals.all.filter(({parts}) => parts.has(field)).length === 1
    ? findPart(literals, path.slice(1))
    : undefined;
}

/** Returns the deepest part of a literal on a path. If several parts match, returns the last one in the file. */
function findPart({all, variables}: Literals, path: JsonPath): LiteralPart | undefined {
  let found: {readonly part: LiteralPart; readonly depth: number} | undefined;
  for (const literal of all) {
    let at: Literal | undefined = literal;
    for (const [depth, step] of path.entries()) {
      const part: LiteralPart | undefined = at?.parts.get(step);
      if (part === undefined) break;
      if (depth >= (found?.depth ?? 0)) found = {part, depth};
      at = part.literal ?? (part.variable === undefined ? undefined : variables.get(part.variable));
    }
  }
  return found?.part;
}
