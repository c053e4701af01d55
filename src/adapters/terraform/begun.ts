import {isObject, type JsonObject} from '../../core/json.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {sha256} from '../../lib/sha256.ts';
import {instancesIn} from './instances.ts';
import type {Said, StreamEvent} from './stream.ts';

/** A creation that an apply has begun. Until the state has the object, it may exist at the provider without Gantry knowing its id. */
export type Begun = {
  readonly address: string;
  /** The known attributes of the new object. Secrets are redacted. */
  readonly attributes?: JsonObject | undefined;
  /** The object in the state that the new one replaces: while the state has this one, the new one is not confirmed. */
  readonly replaces?: string | undefined;
  /** The apply, to know which stream of events is about it. */
  readonly apply?: string | undefined;
};

/** The progress of one apply, from its stream of events. */
export type Progress = {
  readonly apply: string;
  /** The addresses whose creation was sent to the provider. */
  readonly started: Set<string>;
  /** The addresses whose object was made or changed. */
  readonly completed: Set<string>;
  readonly said: Said[];
  /** True if requests in progress were cancelled. */
  isInterrupted: boolean;
};

/** Makes the progress of an apply that has not begun. */
export const newProgress = (apply: string): Progress => ({
  apply,
  started: new Set(),
  completed: new Set(),
  said: [],
  isInterrupted: false,
});

/** Adds an event to the progress. */
export function note(progress: Progress, event: StreamEvent): void {
  if (event.kind === 'diagnostic') progress.said.push(event.said);
  else if (event.kind === 'start' && event.action === 'create') progress.started.add(event.address);
  // A replacement is not complete when the earlier object is deleted.
  else if (event.kind === 'complete' && event.action !== 'delete') progress.completed.add(event.address);
  // The earlier object may be deleted after the new one is made, and fail then.
  else if (event.kind === 'error') progress.completed.delete(event.address);
}

/**
 * Returns the creations that the state does not have. Those that were not sent, or that the provider has refused, are left out, if
 * the event stream of their apply is available.
 */
export function unconfirmed(
  begun: readonly Begun[],
  state: JsonObject | undefined,
  progress?: Progress,
): readonly Begun[] {
  const found = objectsIn(state);
  return begun.filter(({address, replaces, apply}) => {
    if (found.has(address) && found.get(address) !== replaces) return false;
    if (progress === undefined || progress.apply !== apply) return true;
    return progress.started.has(address) && (progress.isInterrupted || !isRefused(address, progress));
  });
}

/** Reports whether the provider answered that it did not create the object. A provider that crashed did not answer. */
const isRefused = (address: string, {said}: Progress): boolean =>
  said.some((one) => one.severity === 'error' && one.address === address && !NO_ANSWER.test(one.summary));

/** The errors of Terraform about a provider whose answer did not arrive. */
const NO_ANSWER = /^(?:Plugin did not respond|Plugin error|Request cancelled|Failed to save|Error saving)/;

/** Returns the identity of the object at each address of a state. */
export function objectsIn(state: JsonObject | undefined): ReadonlyMap<string, string> {
  return new Map(
    instancesIn(state)
      .filter(({instance}) => instance['deposed'] === undefined)
      .map(({address, instance}) => [address, identityOf(instance['attributes'] ?? null)]),
  );
}

/** Returns the text of the file `STORED`. */
export const encodeObjects = (state: JsonObject | undefined): string =>
  canonicalJson(Object.fromEntries(objectsIn(state)));

const identityOf = (attributes: JsonObject[string]): string =>
  isObject(attributes) && typeof attributes['id'] === 'string' ? attributes['id'] : sha256(canonicalJson(attributes));
