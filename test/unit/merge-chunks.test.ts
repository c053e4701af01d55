import {array, assert, boolean, integer, nat, property, record} from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Chunk, mergeChunks} from '../../scripts/merge-chunks.ts';

const chunk = (name: string, imports: readonly string[] = [], more: Partial<Chunk> = {}): Chunk => ({
  name,
  size: 100,
  imports,
  isEntry: false,
  isFixed: false,
  ...more,
});
const entry = (name: string, imports: readonly string[]): Chunk => chunk(name, imports, {isEntry: true, isFixed: true});

/** The graphs in which each chunk imports only later ones: those without cycles. */
const graphs = array(
  record({
    size: integer({min: 1, max: 1000}),
    isEntry: boolean(),
    isFixed: boolean(),
    to: array(nat(30), {maxLength: 5}),
  }),
  {minLength: 1, maxLength: 25},
).map((list) =>
  list.map(({to, ...rest}, i): Chunk => {
    const later = to.map((step) => i + 1 + step).filter((one) => one < list.length);
    return {name: `c${i}`, imports: later.map((one) => `c${one}`), ...rest};
  }),
);

describe('merging the chunks of the build', () => {
  it('chunks that the same entries load are merged first', () => {
    const chunks = [entry('a', ['x', 'y']), entry('b', ['z']), chunk('x'), chunk('y'), chunk('z')];
    expect(mergeChunks(chunks, 4)).toContainEqual(expect.arrayContaining(['x', 'y']));
  });

  it('two chunks with another between them are not merged, because they would import each other', () => {
    const between = entry('between', ['x']);
    const chunks = [entry('a', ['z', 'between', 'x']), between, chunk('x'), chunk('z', ['between'])];
    expect(mergeChunks(chunks, 1)).toHaveLength(4);
  });

  it('each chunk stays in exactly one group, fixed chunks stay alone, and no import cycle is created', () => {
    assert(
      property(graphs, integer({min: 1, max: 20}), (chunks, most) => {
        const groups = mergeChunks(chunks, most);
        expect(groups.flat().toSorted()).toEqual(chunks.map(({name}) => name).toSorted());
        const fixed = chunks.filter(({isFixed}) => isFixed).map(({name}) => name);
        for (const name of fixed) expect(groups).toContainEqual([name]);
        expect(hasCycle(groups, chunks)).toBe(false);
      }),
    );
  });

  it('unrelated chunks are merged until the asked number is left', () => {
    const chunks = Array.from({length: 9}, (_, i) => chunk(`c${i}`));
    expect(mergeChunks(chunks, 4)).toHaveLength(4);
  });
});

/** Reports whether groups import each other: groups without imports are removed until none is left, or none can be. */
function hasCycle(groups: readonly (readonly string[])[], chunks: readonly Chunk[]): boolean {
  const groupOf = new Map(groups.flatMap((group) => group.map((name) => [name, group])));
  let left = new Set(groups);
  for (;;) {
    const next = [...left].filter((group) =>
      chunks
        .filter(({name}) => group.includes(name))
        .flatMap(({imports}) => imports.map((name) => groupOf.get(name)))
        .some((to) => to !== undefined && to !== group && left.has(to)),
    );
    if (next.length === left.size) return next.length > 0;
    left = new Set(next);
  }
}
