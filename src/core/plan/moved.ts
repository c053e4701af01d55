import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Diagnostic, Position} from '../diagnostic/diagnostic.ts';
import type {ResourceState} from '../release/resource-state.ts';
import {identityOf} from '../resource/identity.ts';
import type {Resource} from '../resource/resource.ts';
import type {Change} from './plan.ts';

/** An entry of `moved` in stack.yaml: the object with the former id `from` has the id `to` now. */
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

/** Returns the problems of the entries, by themselves and compared with the desired resources. */
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
      return [wrong(at.from, `${from} is moved twice`, 'Keep one of the entries: an object can have only one new id.')];
    if (before.some((other) => other.to === to))
      return [
        wrong(
          at.to,
          `two resources are moved to ${to}`,
          'Keep one of the entries: an id can belong to only one object.',
        ),
      ];
    if (runsInCircle(move, next))
      return [wrong(at.from, `the moves of ${from} form a cycle`, 'Remove one of the entries.')];
    if (ids.has(from))
      return [
        wrong(
          at.from,
          `${from} is still in the files, so it was not moved`,
          'Remove the entry, or remove the resource from the files.',
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
    nearest === undefined ? 'Remove the entry if the resource was removed from the files.' : `Did you mean ${nearest}?`;
  return wrong(at.to, `no resource in the files has the id ${to}`, hint);
}

/** Declared moves, and the resources and states that they connect. */
export type Moving = {
  readonly moves: readonly Move[];
  readonly resources: readonly Resource[];
  /** The states of the last release. */
  readonly states: readonly ResourceState[];
  /** The states of the release that is applied again. A resource that was moved since has the same address there. */
  readonly earlier?: readonly ResourceState[] | undefined;
};

/**
 * Returns the former id of each wanted Terraform resource that has a new id, by the new one. A Kubernetes object is found by its identity
 * instead.
 */
export function movedTerraform({moves, resources, states, earlier = []}: Moving): ReadonlyMap<string, string> {
  const next = new Map(moves.map(({from, to}) => [from, to]));
  const idThen = new Map(earlier.flatMap((state) => (state.type === 'Terraform' ? [[state.address, state.id]] : [])));
  const held = new Set(states.map(({id}) => id));
  const wanted = new Set(resources.flatMap(({id, type}) => (type === 'Terraform' ? [id] : [])));
  return new Map(
    states.flatMap((state): [string, string][] => {
      if (state.type !== 'Terraform') return [];
      const {id, address} = state;
      const now = next.has(id) ? finalName(id, next) : idThen.get(address);
      return now !== undefined && wanted.has(now) && !held.has(now) && !wanted.has(id) ? [[now, id]] : [];
    }),
  );
}

/** Compares the entries with the last release: reports moves between different objects, and moves that are already done. */
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
  message: `the move of ${from} is done in this workspace: no object has this id`,
  at: at.from,
  hint: 'Remove the entry when the move is done in every workspace of the stack.',
});

/** Returns the part of the identity in which two objects differ: kind, namespace or name. Group and version may change. */
function difference(state: ResourceState, {attributes}: Resource): string | undefined {
  if (state.type !== 'Kubernetes') return undefined;
  const {kind, namespace, name} = identityOf(attributes);
  if (kind !== state.kind) return `kind (${state.kind}, ${kind})`;
  if (name !== state.name) return `name (${state.name}, ${name})`;
  // An object without a namespace in the files is in that of the kubeconfig.
  return namespace === undefined || namespace === state.namespace
    ? undefined
    : `namespace (${state.namespace ?? 'none'}, ${namespace})`;
}

const otherObject = ({from, to, at}: Move, differs: string): Diagnostic =>
  wrong(
    at.to,
    `${from} and ${to} are two objects with a different ${differs}: Kubernetes cannot convert one to the other`,
    'Remove the entry, and copy the data of the object first: the plan then creates the new object and deletes the old one.',
  );

/** Reports moves that the cluster contradicts: the objects with the old and the new id both exist. */
export const movesNotMade = (moves: readonly Move[], changes: readonly Change[]): readonly Diagnostic[] =>
  moves.flatMap((move) =>
    changes.some(({id, action}) => id === move.from && action === 'delete')
      ? [
          wrong(
            move.at.to,
            `${move.from} and ${move.to} are two different objects in the cluster`,
            'Remove the entry: the plan then keeps the new object and deletes the old one.',
          ),
        ]
      : [],
  );
