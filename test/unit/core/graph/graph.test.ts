import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {buildGraph, type Graph, type GraphNode, reverse} from '../../../../src/core/graph/graph.ts';
import {countReads} from './count-reads.ts';

const nodes = (text: string): GraphNode[] =>
  text.split(';').map((node) => {
    const [id = '', after = ''] = node.trim().split('<');
    return {id: id.trim(), after: after.split(',').flatMap((need) => need.trim() || [])};
  });

const graphOf = (given: readonly GraphNode[]): Graph => {
  const graph = buildGraph(given);
  if ('cycle' in graph) throw new Error(graph.cycle.join(' → '));
  return graph;
};

/** Any graph, with or without loops. */
const anyNodes = fc
  .integer({min: 1, max: 12})
  .chain((size) =>
    fc
      .array(fc.array(fc.integer({min: 0, max: size - 1}), {maxLength: 4}), {minLength: size, maxLength: size})
      .map((all) => all.map((after, i) => ({id: `n${i}`, after: after.map((need) => `n${need}`)}))),
  );

/** Removes, again and again, whatever needs nothing: something is left iff there is a loop. */
const hasLoop = (given: readonly GraphNode[]): boolean => {
  const left = new Map(given.map(({id, after}) => [id, new Set(after)]));
  for (let free = [...left]; free.length > 0; ) {
    free = [...left].filter(([, after]) => [...after].every((need) => !left.has(need)));
    for (const [id] of free) left.delete(id);
  }
  return left.size > 0;
};

describe('the order', () => {
  it.each([
    {name: 'keeps the order given where nothing is asked', given: 'c; a; b', want: 'c a b'},
    {name: 'keeps an order that fits', given: 'a; b<a; c; d<b', want: 'a b c d'},
    {name: 'brings forward what is needed, and no more', given: 'd<b; a; b; c', want: 'b d a c'},
    {name: 'ignores ids that are no nodes', given: 'a<x; b<a,x', want: 'a b'},
    {name: 'takes an edge named twice as one', given: 'a<b,b; b', want: 'b a'},
  ])('$name', ({given, want}) => expect(graphOf(nodes(given)).order.join(' ')).toBe(want));

  it('respects every edge', () =>
    fc.assert(
      fc.property(anyNodes, (given) => {
        const graph = buildGraph(given);
        fc.pre(!('cycle' in graph));
        const place = new Map(graph.order.map((id, i) => [id, i]));
        expect(place.size).toBe(given.length);
        for (const {id, after} of given)
          for (const need of after) expect(place.get(need)).toBeLessThan(place.get(id) ?? 0);
      }),
    ));

  it('the order is the same each time, and sorting again changes nothing', () =>
    fc.assert(
      fc.property(anyNodes, (given) => {
        const graph = buildGraph(given);
        fc.pre(!('cycle' in graph));
        const {order, after} = graph;
        expect(buildGraph(given)).toEqual(graph);
        expect(graphOf(order.map((id) => ({id, after: after.get(id) ?? []}))).order).toEqual(order);
      }),
    ));

  it('reversed is fit for taking down: every edge the other way', () => {
    const graph = graphOf(nodes('a; b<a; c<a,b'));
    expect(reverse(graph).order).toEqual(['c', 'b', 'a']);
    expect(reverse(graph).after.get('a')).toEqual(['b', 'c']);
    expect(reverse(reverse(graph))).toEqual(graph);
  });
});

describe('a loop', () => {
  it.each([
    {name: 'of one is printed', given: 'a<a', want: 'a → a'},
    {name: 'of two is printed', given: 'a<b; b<a', want: 'a → b → a'},
    {name: 'starts with what was written first', given: 'x; a; c<b; b<a,d; d<c', want: 'c → b → d → c'},
    {name: 'leaves out what only leads to it', given: 'x<a; a<b; b<c; c<b; d<x', want: 'b → c → b'},
    {name: 'is the short way round', given: 'a<b,d; b<c; c<d; d<a', want: 'a → d → a'},
  ])('$name', ({given, want}) => {
    const graph = buildGraph(nodes(given));
    expect('cycle' in graph && graph.cycle.join(' → ')).toBe(want);
  });

  it('a cycle is found if and only if there is one', () =>
    fc.assert(
      fc.property(anyNodes, (given) => {
        const graph = buildGraph(given);
        expect('cycle' in graph).toBe(hasLoop(given));
        if (!('cycle' in graph)) return;
        const needs = new Map(given.map(({id, after}) => [id, after]));
        expect(graph.cycle[0]).toBe(graph.cycle.at(-1));
        expect(new Set(graph.cycle).size).toBe(graph.cycle.length - 1);
        for (const [i, id] of graph.cycle.slice(0, -1).entries()) expect(needs.get(id)).toContain(graph.cycle[i + 1]);
      }),
      {numRuns: 500},
    ));
});

describe('10,000 nodes and 50,000 edges', () => {
  const SIZE = 10_000;
  const large = (): GraphNode[] =>
    Array.from({length: SIZE}, (_, i) => ({
      id: `n${i}`,
      after: i < 5 ? [] : Array.from({length: 5}, (_, k) => `n${(i * 7919 + k * 104_729) % i}`),
    }));

  it('10,000 nodes are sorted with a few reads of each edge, not one read per node', () => {
    const {nodes: counted, reads} = countReads(large());
    expect('cycle' in buildGraph(counted)).toBe(false);
    expect(reads()).toBeLessThanOrEqual(SIZE * 2 + 50_000 * 2);
  });

  it('one chain of 10,000 nodes is sorted', () => {
    const chain = Array.from({length: SIZE}, (_, i) => ({id: `n${i}`, after: i + 1 < SIZE ? [`n${i + 1}`] : []}));
    expect(graphOf(chain).order[0]).toBe(`n${SIZE - 1}`);
  });
});
