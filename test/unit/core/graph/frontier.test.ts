import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {startFrontier} from '../../../../src/core/graph/frontier.ts';
import {buildGraph, type Graph, type GraphNode} from '../../../../src/core/graph/graph.ts';
import {counted} from './count-reads.ts';

const graphOf = (nodes: readonly GraphNode[]): Graph => buildGraph(nodes) as Graph;
const diamond = graphOf([
  {id: 'base', after: []},
  {id: 'left', after: ['base']},
  {id: 'right', after: ['base']},
  {id: 'top', after: ['left', 'right']},
  {id: 'alone', after: []},
]);

const acyclic = fc
  .array(fc.array(fc.nat(), {maxLength: 3}), {minLength: 1, maxLength: 15})
  .map((all) => all.map((after, i) => ({id: `n${i}`, after: i === 0 ? [] : after.map((need) => `n${need % i}`)})));

const descendants = (graph: Graph, id: string): Set<string> =>
  new Set((graph.before.get(id) ?? []).flatMap((next) => [next, ...descendants(graph, next)]));

describe('the frontier', () => {
  it('hands out what needs nothing, then what has become free', () => {
    const frontier = startFrontier(diamond);
    expect(frontier.ready).toEqual(['base', 'alone']);
    expect(frontier.done('base')).toEqual(['left', 'right']);
    expect(frontier.done('left')).toEqual([]);
    expect(frontier.pending()).toBe(3);
    expect(frontier.done('right')).toEqual(['top']);
    expect(frontier.done('top')).toEqual([]);
    expect(frontier.done('alone')).toEqual([]);
    expect(frontier.pending()).toBe(0);
  });

  it('skips what stands on a failure, and says on which', () => {
    const frontier = startFrontier(diamond);
    expect(frontier.failed('base')).toEqual([
      {id: 'left', because: 'base'},
      {id: 'right', because: 'base'},
      {id: 'top', because: 'base'},
    ]);
    expect(frontier.pending()).toBe(1);
  });

  it('never skips a sibling, nor frees what was skipped', () => {
    const frontier = startFrontier(diamond);
    frontier.done('base');
    expect(frontier.failed('left')).toEqual([{id: 'top', because: 'left'}]);
    expect(frontier.done('right')).toEqual([]);
    expect(frontier.pending()).toBe(1);
  });

  it('skips each id once, for the first failure', () => {
    const frontier = startFrontier(diamond);
    frontier.done('base');
    frontier.failed('left');
    expect(frontier.failed('right')).toEqual([]);
  });

  it('refuses an end told twice, or of a stranger: that is a bug of the caller', () => {
    const frontier = startFrontier(diamond);
    frontier.done('base');
    expect(() => frontier.done('base')).toThrow('ended already');
    expect(() => frontier.failed('base')).toThrow('ended already');
    expect(() => frontier.done('x')).toThrow('not in the graph');
  });

  it('whatever ends in whatever order: each id starts once, after all it needs, and a failure skips exactly its descendants', () =>
    fc.assert(
      fc.property(acyclic, fc.infiniteStream(fc.nat()), fc.func(fc.nat({max: 5})), (nodes, choices, luck) => {
        const graph = graphOf(nodes);
        const frontier = startFrontier(graph);
        const [running, done, doomed] = [[...frontier.ready], new Set<string>(), new Set<string>()];
        const [started, skipped, failed] = [new Set(running), new Set<string>(), new Set<string>()];
        while (running.length > 0) {
          const [id = ''] = running.splice(choices.next().value % running.length, 1);
          if (luck(id) === 0) {
            failed.add(id);
            for (const each of descendants(graph, id)) doomed.add(each);
            for (const each of frontier.failed(id)) {
              expect(failed.has(each.because) && descendants(graph, each.because).has(each.id)).toBe(true);
              expect(skipped.has(each.id)).toBe(false);
              skipped.add(each.id);
            }
          } else {
            done.add(id);
            for (const next of frontier.done(id)) {
              expect(started.has(next)).toBe(false);
              expect((graph.after.get(next) ?? []).every((need) => done.has(need))).toBe(true);
              started.add(next);
              running.push(next);
            }
          }
        }
        expect(skipped).toEqual(doomed);
        expect(frontier.pending()).toBe(0);
        expect(done.size + failed.size + skipped.size).toBe(nodes.length);
      }),
      {numRuns: 300},
    ));

  it('looks at each of 50,000 edges once in a whole run', () => {
    const graph = graphOf(
      Array.from({length: 10_000}, (_, i) => ({
        id: `n${i}`,
        after: i < 5 ? [] : Array.from({length: 5}, (_, k) => `n${(i * 7919 + k * 104_729) % i}`),
      })),
    );
    let [reads, edges] = [0, 0];
    for (const after of graph.after.values()) edges += after.length;
    const before = new Map([...graph.before].map(([id, list]) => [id, counted(list, () => reads++)]));
    const frontier = startFrontier({...graph, before});
    const queue = [...frontier.ready];
    for (const id of queue) queue.push(...frontier.done(id));
    expect(queue.length).toBe(10_000);
    // `filter` reads an element once; a has-check before it does not read.
    expect(reads).toBe(edges);
  });
});
