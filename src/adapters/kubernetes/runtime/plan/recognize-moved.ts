import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {idOf, objectKey} from '../../../../core/resource/id.ts';
import type {Candidate} from './candidate.ts';
import {type LiveObjects, uidOf} from './live-objects.ts';
import type {Past} from './past.ts';

/** The results of earlier runs, in which objects with another id are distinguished from removed ones. */
export type RecognizedPast = Past & {
  /** The ids of the spec, with the ids that the last release used for the same objects. */
  readonly formerIds: ReadonlyMap<string, string>;
  /** The own ids under which moved objects can still be read. */
  readonly aliases: readonly string[];
};

/**
 * Recognizes objects whose id changed: a file may use another version (same key), another group (same uid in the
 * cluster: `extensions` and `apps`), or add a namespace. It is still the same object: deleting the object with the old
 * id would delete it.
 */
export function recognizeMoved(past: Past, candidates: readonly Candidate[], live: LiveObjects): RecognizedPast {
  const byUid = new Map(candidates.flatMap((one) => entryFor(uidOf(live.get(one.ownId)), one)));
  const moved = past.removed.flatMap(({state}) => {
    const candidate = byUid.get(uidOf(live.get(idOf(state))) ?? state.uid);
    return candidate === undefined ? [] : [{state, candidate}];
  });
  const grouped = new Map(moved.map(({state, candidate}) => [objectKey(candidate.identity), state]));
  const released = new Map([...past.released, ...grouped]);
  const formerIds = new Map(
    candidates.flatMap(({resource, identity}) => {
      const former = released.get(objectKey(identity))?.id;
      return former === undefined || former === resource.id ? [] : [[resource.id, former] as const];
    }),
  );
  const renamed = renaming(formerIds);
  const left = new Set(moved.map(({state}) => state));
  return {
    released: new Map([...released].map(([key, state]) => [key, renamed(state)])),
    known: new Set([...past.known, ...grouped.keys()]),
    wantedThen: alsoFor(past.wantedThen, moved),
    ownThen: alsoFor(past.ownThen, moved),
    removed: past.removed
      .filter(({state}) => !left.has(state))
      .map(({state, wanted}) => ({state: renamed(state), wanted})),
    formerIds,
    aliases: moved.map(({state}) => idOf(state)),
  };
}

const entryFor = <T>(uid: string | undefined, value: T): readonly (readonly [string, T])[] =>
  uid === undefined || uid === '' ? [] : [[uid, value]];

/** Returns a function that converts a state to the current ids: its own, and those of the objects before it. */
function renaming(formerIds: ReadonlyMap<string, string>): (state: KubernetesState) => KubernetesState {
  if (formerIds.size === 0) return (state) => state;
  const today = new Map([...formerIds].map(([id, former]) => [former, id]));
  const named = (id: string): string => today.get(id) ?? id;
  return (state) => ({...state, id: named(state.id), dependsOn: state.dependsOn.map(named)});
}

type Moved = {readonly state: KubernetesState; readonly candidate: Candidate};

/** Copies records from the old key to the new one. */
const alsoFor = <T>(known: ReadonlyMap<string, T>, moved: readonly Moved[]): ReadonlyMap<string, T> =>
  new Map([
    ...known,
    ...moved.flatMap(({state, candidate}) => {
      const then = known.get(objectKey(state));
      return then === undefined ? [] : [[objectKey(candidate.identity), then] as const];
    }),
  ]);
