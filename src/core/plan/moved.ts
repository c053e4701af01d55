import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Diagnostic, Position} from '../diagnostic/diagnostic.ts';
import type {ResourceState} from '../release/resource-state.ts';
import {identityOf} from '../resource/identity.ts';
import type {Resource} from '../resource/resource.ts';
import type {Change} from './plan.ts';

/** An entry of `moved` in stack.yaml: the object that was called `from` is called `to` now. */
export type Move = {
  readonly from: string;
  readonly to: string;
  readonly at: {readonly from: Position; readonly to: Position};
};

const wrong = (at: Position, message: string, hint: string): Diagnostic => ({
  severity: 'error',
  code: 'moved/invalid',
  message,
  at,
  hint,
});

/** What is wrong with the entries by themselves, and against what the files want. */
export function moveProblems(
  moves: readonly Move[],
  resources: readonly Pick<Resource, 'id'>[],
): readonly Diagnostic[] {
  const ids = new Set(resources.map(({id}) => id));
  const next = new Map(moves.map(({from, to}) => [from, to]));
  return moves.flatMap((move, i) => {
    const {from, to, at} = move;
    const before = moves.slice(0, i);
    if (from === to) return [wrong(at.to, `${from} is moved to itself`, 'Remove the entry.')];
    if (before.some((other) => other.from === from))
      return [
        wrong(at.from, `${from} is moved twice`, 'One object can be called only one thing: keep one of the entries.'),
      ];
    if (before.some((other) => other.to === to))
      return [
        wrong(at.to, `two resources are moved to ${to}`, 'One id can name only one object: keep one of the entries.'),
      ];
    if (runsInCircle(move, next))
      return [wrong(at.from, `the moves of ${from} lead back to it`, 'Remove one of the entries.')];
    if (ids.has(from))
      return [
        wrong(
          at.from,
          `${from} is still in the files, and so has not moved`,
          'Remove the entry, or the resource from the files.',
        ),
      ];
    return ids.has(to) || next.has(to) ? [] : [unknownTarget(move, ids)];
  });
}

function runsInCircle({from, to}: Move, next: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = to; at !== undefined && !seen.has(at); at = next.get(at)) {
    if (at === from) return true;
    seen.add(at);
  }
  return false;
}

function unknownTarget({to, at}: Move, ids: ReadonlySet<string>): Diagnostic {
  const nearest = didYouMean(to, ids);
  const hint =
    nearest === undefined ? 'Remove the entry when the resource has left the files, too.' : `Did you mean ${nearest}?`;
  return wrong(at.to, `nothing in the files is called ${to}`, hint);
}

/** Declared moves, and the resources and states that they connect. */
export type Moving = {
  readonly moves: readonly Move[];
  readonly resources: readonly Resource[];
  /** Of the last release. */
  readonly states: readonly ResourceState[];
};

/** The same against what the last release left: what is no move at all, and what has moved already. */
export function moveFindings({moves, resources, states}: Moving): readonly Diagnostic[] {
  const next = new Map(moves.map(({from, to}) => [from, to]));
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const held = new Map(states.map((state) => [state.id, state]));
  return moves.flatMap((move): readonly Diagnostic[] => {
    const state = held.get(move.from);
    if (state === undefined) return [done(move)];
    const resource = byId.get(finalName(move.to, next));
    const differs = resource === undefined ? undefined : difference(state, resource);
    return differs === undefined ? [] : [otherObject(move, differs)];
  });
}

const finalName = (id: string, next: ReadonlyMap<string, string>): string => {
  const further = next.get(id);
  return further === undefined ? id : finalName(further, next);
};

const done = ({from, at}: Move): Diagnostic => ({
  severity: 'note',
  code: 'moved/done',
  message: `nothing is called ${from} in this workspace any more`,
  at: at.from,
  hint: 'When that is so in every workspace of the stack, remove the entry.',
});

/** Group and version are ways to speak of an object; its kind, its namespace and its name are the object. */
function difference(state: ResourceState, {attributes}: Resource): string | undefined {
  if (state.type !== 'Kubernetes') return undefined;
  const {kind, namespace, name} = identityOf(attributes);
  if (kind !== state.kind) return `kind (${state.kind}, ${kind})`;
  if (name !== state.name) return `name (${state.name}, ${name})`;
  // Without one in the files, it is the kubeconfig's.
  return namespace === undefined || namespace === state.namespace
    ? undefined
    : `namespace (${state.namespace ?? 'none'}, ${namespace})`;
}

const otherObject = ({from, to, at}: Move, differs: string): Diagnostic =>
  wrong(
    at.to,
    `${from} and ${to} are two objects, of another ${differs}: Kubernetes cannot turn one into the other`,
    'Remove the entry: the plan then creates the one and deletes the other. What it holds has to be carried over first.',
  );

/** Moves that the cluster does not bear out: what it calls by the old id is still there, beside the other. */
export const movesNotMade = (moves: readonly Move[], changes: readonly Change[]): readonly Diagnostic[] =>
  moves.flatMap((move) =>
    changes.some(({id, action}) => id === move.from && action === 'delete')
      ? [
          wrong(
            move.at.to,
            `${move.from} and ${move.to} are two objects in the cluster`,
            'Remove the entry: the plan then keeps the one and deletes the other.',
          ),
        ]
      : [],
  );
