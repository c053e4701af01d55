import type {JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {compareObjects, type FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {dropServerFields} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {isGuess, type TakeOver, takeOver} from '../../../../kubernetes/plan/take-over.ts';
import {metadataOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import {isTakeOverPending} from '../../../../kubernetes/plan/take-over-pending.ts';
import {withMaps} from './local-result.ts';
import type {HelmReleases} from './take-over-release.ts';
import type {Target} from './target.ts';
import {withoutDropped} from './without-dropped.ts';

/** Fields of older tools that become ours with the next write of an object. */
export type TakingOver = {
  /** Computed from the object as it is: once more when it moved before the write. */
  readonly of: (live: JsonObject) => TakeOver | undefined;
  readonly adopting: boolean;
  /** A message about the part of the take-over that cannot be known. */
  readonly note: string | undefined;
  /** The same without the fields that the server does not release; absent where nothing was guessed. */
  readonly timid: TakingOver | undefined;
};

/** An object whose fields older tools hold. */
export type TakingOverRequest = {
  readonly target: Target;
  readonly live: JsonObject;
  /** The object is not ours yet. */
  readonly adopting: boolean;
  readonly releases: HelmReleases;
};

/** Undefined where nothing is to be taken over. */
export async function takingOver({
  target,
  live,
  adopting,
  releases,
}: TakingOverRequest): Promise<TakingOver | undefined> {
  const {desired, kind, left} = target;
  if (!isTakeOverPending({live, desired, adopting})) return undefined;
  const release = await releases(live);
  const released = release?.kind === 'found' ? release.objects : undefined;
  const of = (timid: boolean) => (now: JsonObject) =>
    takeOver({live: now, desired, schema: kind.schema, adopting, released, timid, left});
  if (!isGuess({live, adopting, released})) return {of: of(false), adopting, note: undefined, timid: undefined};
  const why = release?.kind === 'unreadable' ? release.why : undefined;
  const kept = 'fields that it set and that the stack does not name are kept, except labels and annotations';
  return {
    of: of(false),
    adopting,
    note: why,
    timid: {of: of(true), adopting, note: why === undefined ? kept : `${why}: ${kept}`, timid: undefined},
  };
}

/** Returns the differences beside the fields that we would set, as far as they are known without the server. */
export function takenDifferences(
  taking: TakingOver | undefined,
  live: JsonObject,
  target: Target,
): readonly FieldDifference[] {
  const plan = taking?.of(live);
  if (plan === undefined) return [];
  // Entry by entry also where the last annotation goes: of kubectl's copy of a Secret nothing may be shown.
  return compareObjects(
    withMaps(dropServerFields(live)),
    withMaps(dropServerFields(withoutDropped(live, target, plan))),
    target.kind.schema,
  );
}

/** Returns the taken fields without those whose removal a user requested. */
const takenOver = (taking: TakingOver | undefined, live: JsonObject): TakeOver['taken'] =>
  (taking?.of(live)?.taken ?? []).filter(({reverted}) => reverted !== true);

/** The live object as the fields of older managers are ours in it. */
export function withTaken(live: JsonObject, taking: TakingOver | undefined): JsonObject {
  const plan = taking?.of(live);
  return plan === undefined ? live : {...live, metadata: {...metadataOf(live), managedFields: plan.managedFields}};
}

/** The managed fields of an object that is ours change, though none of its values does. */
export const takenEntries = (taking: TakingOver | undefined, live: JsonObject): readonly FieldChange[] =>
  takenOver(taking, live)
    .slice(0, 1)
    .map(({manager}) => ({
      path: 'metadata.managedFields',
      cause: 'takeover',
      manager,
    }));

/** Returns the texts about the take-over that a user needs beside the fields. */
export function takeOverTexts(
  taking: TakingOver | undefined,
  live: JsonObject,
  fields: readonly FieldChange[],
): readonly string[] {
  const managers = new Set(takenOver(taking, live).map(({manager}) => manager));
  if (managers.size === 0) return [];
  return [
    `Gantry takes ownership of the fields that ${[...managers].join(' and ')} set`,
    ...(fields.every(({cause}) => cause === 'ownership') ? ['no field changes'] : []),
    ...(taking?.note === undefined ? [] : [taking.note]),
  ];
}
