import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {EdgeReason, Edges} from '../../../../src/core/graph/edges.ts';
import {buildGraph} from '../../../../src/core/graph/graph.ts';
import {breakCycles} from '../../../../src/kubernetes/graph/break-cycles.ts';
import {orderResources} from '../../../../src/kubernetes/graph/order-resources.ts';
import {readOrder} from '../../../../src/kubernetes/graph/read-order.ts';
import {object, resource} from './make-resource.ts';

const A = 'v1:ConfigMap:shop:a';
const B = 'v1:ConfigMap:shop:b';
const C = 'v1:ConfigMap:shop:c';
const map = (name: string, order?: string, dependsOn: readonly string[] = []) =>
  resource(
    object(
      `v1 ConfigMap shop/${name}`,
      order === undefined ? {} : {metadata: {annotations: {'gantry.dev/order': order}}},
    ),
    dependsOn,
  );

describe('the order that the user asks for', () => {
  it.each([
    {name: 'dependsOn', resources: [map('a', undefined, [B]), map('b')], want: [B, A], rule: 'depends-on'},
    {name: 'after', resources: [map('a', `after ${B}`), map('b')], want: [B, A], rule: 'order'},
    {name: 'before', resources: [map('a'), map('b', `before ${A}`)], want: [B, A], rule: 'order'},
  ])('the order follows $name', ({resources, want, rule}) => {
    const {ordered, problems} = orderResources({resources});
    expect(problems).toEqual([]);
    expect(ordered?.graph.order).toEqual(want);
    expect(ordered?.edges.get(A)?.get(B)?.rule).toBe(rule);
  });

  it('the order follows references', () => {
    const references = new Map([[A, [{id: B, path: ['data', 'x'], at: ['data', 'y'], text: ''}]]]);
    const {ordered} = orderResources({resources: [map('a'), map('b')], references});
    expect(ordered?.graph.order).toEqual([B, A]);
    expect(ordered?.edges.get(A)?.get(B)).toEqual({rule: 'reference', because: 'takes its data.x'});
  });

  it('an unknown id is reported with the nearest known id, and does not prevent an order', () => {
    const {ordered, problems} = orderResources({
      resources: [map('a', 'after v1:ConfigMap:shop:x', ['v1:ConfigMap:shap:b']), map('b')],
    });
    expect(problems).toMatchObject([
      {
        code: 'order/unknown-id',
        resource: A,
        path: 'dependsOn[0]',
        message: '`dependsOn` names v1:ConfigMap:shap:b, but no resource of this stack has that id',
        hint: `Did you mean ${B}?`,
      },
      {code: 'order/unknown-id', resource: A, path: 'metadata.annotations["gantry.dev/order"]'},
    ]);
    expect(ordered?.graph.order).toEqual([A, B]);
  });

  it.each(['nonsense', 'beside x', 'after', 'after ,', 'after "x'])('the order annotation %j is refused', (order) => {
    expect(orderResources({resources: [map('a', order)]}).problems).toMatchObject([
      {code: 'order/syntax', resource: A},
    ]);
  });

  it('a dependency cycle is reported with the reason for each step', () => {
    const {ordered, problems} = orderResources({
      resources: [map('a', `after ${B}`), map('b', undefined, [C]), map('c', `after ${A}`)],
    });
    expect(ordered).toBeUndefined();
    expect(problems).toMatchObject([
      {
        severity: 'error',
        code: 'order/loop',
        resource: A,
        message: `dependency cycle: ${A} → ${B} → ${C} → ${A}`,
        hint: `Remove one of these dependencies: ${A} after ${B}: names it with "after" in gantry.dev/order; ${B} after ${C}: names it in dependsOn; ${C} after ${A}: names it with "after" in gantry.dev/order.`,
      },
    ]);
  });

  it('a resource that depends on itself is reported as a cycle', () => {
    expect(orderResources({resources: [map('a', undefined, [A])]}).problems).toMatchObject([
      {message: `dependency cycle: ${A} → ${A}`},
    ]);
  });

  it('an order of the user has precedence over inferred edges', () => {
    const space = object('v1 Namespace shop', {metadata: {annotations: {'gantry.dev/order': `after ${A}`}}});
    const {ordered, problems} = orderResources({resources: [map('a'), resource(space)]});
    expect(problems).toEqual([]);
    expect(ordered?.graph.order).toEqual([A, 'v1:Namespace:shop']);
    expect(ordered?.dropped).toMatchObject([{id: A, needs: 'v1:Namespace:shop', reason: {rule: 'namespace'}}]);
  });
});

describe('the order annotation', () => {
  it.each([
    {text: 'after a', want: ['after a']},
    {text: ' before  a , after b,c ', want: ['before a', 'after b', 'after c']},
    {text: 'after "a,b\\"", before rbac:x y', want: ['after a,b"', 'before rbac:x y']},
  ])('the order annotation is parsed: $text', ({text, want}) =>
    expect(readOrder(text)?.map(({direction, id}) => `${direction} ${id}`)).toEqual(want),
  );
});

const reason = (rule: EdgeReason['rule']): EdgeReason => ({rule, because: ''});

const edges = (...list: readonly (readonly [string, string, EdgeReason['rule']])[]): Edges => {
  const all = new Map<string, Map<string, EdgeReason>>();
  for (const [id, needs, rule] of list)
    all.set(id, (all.get(id) ?? new Map<string, EdgeReason>()).set(needs, reason(rule)));
  return all;
};

describe('loops of inferred edges', () => {
  it('a cycle of inferred edges loses its weakest edge', () => {
    const found = breakCycles(['a', 'b', 'c'], edges(['a', 'b', 'pod'], ['b', 'c', 'grant'], ['c', 'a', 'backend']));
    expect(found).toMatchObject({dropped: [{id: 'b', needs: 'c'}], graph: {order: ['b', 'a', 'c']}});
  });

  const ids = Array.from({length: 14}, (_, i) => `n${i}`);
  const rules = ['reference', 'depends-on', 'namespace', 'pod', 'grant', 'namespace-policy'] as const;
  const anyEdges = fc
    .array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids), fc.constantFrom(...rules)), {maxLength: 150})
    .map((list) => edges(...list.filter(([id, needs]) => id !== needs)));
  const asked = (all: Edges) =>
    ids.map((id) => ({
      id,
      after: [...(all.get(id) ?? [])].flatMap(([needs, {rule}]) =>
        /^(reference|depends-on)$/.test(rule) ? [needs] : [],
      ),
    }));

  it('breaking cycles fails only on explicit cycles, keeps explicit edges, and always drops the same edges', () =>
    fc.assert(
      fc.property(anyEdges, (all) => {
        const found = breakCycles(ids, all);
        expect('cycle' in found).toBe('cycle' in buildGraph(asked(all)));
        expect(breakCycles(ids, all)).toEqual(found);
        if ('cycle' in found) return;
        for (const {id, after} of asked(all)) expect(found.graph.after.get(id)).toEqual(expect.arrayContaining(after));
        for (const {reason} of found.dropped) expect(reason.rule).not.toMatch(/^(reference|depends-on)$/);
        expect('cycle' in buildGraph(ids.map((id) => ({id, after: [...(found.edges.get(id)?.keys() ?? [])]})))).toBe(
          false,
        );
      }),
      {numRuns: 300},
    ));

  it('very many cycles are broken, too', () => {
    const all = Array.from({length: 200}, (_, i) => [
      [`x${i}`, `y${i}`, 'pod'] as const,
      [`y${i}`, `x${i}`, 'depends-on'] as const,
    ]).flat();
    const names = all.map(([id]) => id);
    const found = breakCycles(names, edges(...all));
    expect(found).toMatchObject({dropped: {length: 200}});
  });
});
