import {rm} from 'node:fs/promises';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {isOfEarlierBoot, isProvablyDead} from '../../lib/process-identity.ts';
import type {StoredTerraform, TerraformStates} from '../../ports/terraform-states.ts';
import {type Begun, objectsIn, type Progress, unconfirmed} from './begun.ts';
import {endOrphan} from './end-orphan.ts';
import {followApply} from './follow-apply.ts';
import {KEPT, type Kept, readIdentity, readJson, STATE, STORED, WATCHER} from './run-files.ts';
import {decodeStored, encodeStored, NOTHING_STORED, type Stored, serialOf} from './stored.ts';

/** The document of a stack, and its version in the backend. */
export type Opened = {readonly stored: Stored; readonly version: string | undefined};

/** A stack whose killed runs may have left directories on this machine. */
export type PickUp = {
  readonly states: TerraformStates;
  readonly lineage: string;
  /** The directories whose Gantry has ended. */
  readonly left: readonly string[];
};

/**
 * Reads the document of a stack. If an apply was killed on this machine, adds the contents of its directory and stores the result at once: a directory
 * in memory is lost when the machine stops. The write is a compare-and-set, because nobody holds the lock for it.
 */
export async function pickUp({states, lineage, left}: PickUp): Promise<Opened> {
  let opened = openedOf(await states.read(lineage));
  for (const directory of left) {
    const kept = (await readJson(directory, KEPT)) as Kept | undefined;
    if (kept?.lineage !== lineage || (await isWatched(directory))) continue;
    await endOrphan(directory);
    opened = await taken(opened, {states, directory, kept});
  }
  return opened;
}

const openedOf = (found: StoredTerraform | undefined): Opened => ({
  stored: found === undefined ? NOTHING_STORED : decodeStored(found.text),
  version: found?.version,
});

/** Reports whether the watcher of a killed run may still be at work. A directory on disk outlives a boot of the machine. */
async function isWatched(directory: string): Promise<boolean> {
  const watcher = await readIdentity(directory, WATCHER);
  return watcher !== undefined && !isOfEarlierBoot(watcher) && !isProvablyDead(watcher);
}

type Left = {readonly states: TerraformStates; readonly directory: string; readonly kept: Kept};

async function taken({stored, version}: Opened, {states, directory, kept}: Left): Promise<Opened> {
  const state = await readJson(directory, STATE);
  const merged =
    stored.run === kept.run
      ? continued(stored, state, await progressIn(directory, kept.apply))
      : {...stored, begun: [...(stored.begun ?? []), ...others(stored, state, await readJson(directory, STORED))]};
  const remove = (): Promise<void> => rm(directory, {recursive: true, force: true});
  if (encodeStored(merged) === encodeStored(stored)) {
    await remove();
    return {stored, version};
  }
  try {
    const next = await states.write(kept.lineage, encodeStored(merged), version);
    await remove();
    return {stored: merged, version: next};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    // Another run has stored a state first: that state counts, and the directory stays.
    if (error.failure.code === 'plan/stale') return openedOf(await states.read(kept.lineage));
    return {stored: merged, version};
  }
}

/** Returns the document that the killed run would have stored next. */
function continued(stored: Stored, left: JsonObject | undefined, progress: Progress): Stored {
  const state = serialOf(left) >= serialOf(stored.state) ? left : stored.state;
  return {...stored, state, begun: unconfirmed(stored.begun ?? [], state, progress)};
}

/**
 * Returns the objects that a run has made and not stored, because another run has stored since. Those that it had stored were known to the
 * other run, which may have deleted them.
 */
function others(stored: Stored, left: JsonObject | undefined, before: JsonObject = {}): readonly Begun[] {
  const known = objectsIn(stored.state);
  return [...objectsIn(left)]
    .filter(([address, object]) => known.get(address) !== object && before[address] !== object)
    .map(([address, id]) => ({address, attributes: {id}, replaces: known.get(address)}));
}

/** Reads the events of an apply that has ended. The answers of the provider to cancelled requests prove nothing. */
async function progressIn(directory: string, apply: string): Promise<Progress> {
  const {progress, end} = await followApply({directory, apply}, () => undefined);
  await end();
  return {...progress, isInterrupted: true};
}
