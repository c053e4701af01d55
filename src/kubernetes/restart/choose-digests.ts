import {type ConfigDigests, configName, NOT_THERE} from './config-digests.ts';
import type {ConfigReference} from './config-references.ts';

/** The knowledge about one ConfigMap or Secret before the apply. */
export type KnownConfig =
  /** An object of the stack. */
  | {readonly is: 'planned'; readonly digest: string}
  /** An object that is only in the cluster. */
  | {readonly is: 'live'; readonly digest: string}
  /** The content takes values that are known only after apply, or another stack of the same run changes it. */
  | {readonly is: 'unknown'}
  | {readonly is: 'absent'}
  /** The user has no permission to read it. */
  | {readonly is: 'forbidden'}
  /** The object is applied after the workload. */
  | {readonly is: 'later'};

/** The configuration that the pods of one workload use, and the digests on its live object. */
export type DigestChoice = {
  readonly configs: readonly (readonly [ConfigReference, KnownConfig])[];
  readonly before: ConfigDigests | undefined;
  /** The pods restart in any case, because the pod template changes or the workload does not exist yet. */
  readonly rollsOut: boolean;
};

/**
 * Returns the digests to write. A digest that the live object lacks restarts the pods, even if the content did not change. An object outside the
 * stack may be newer than the pods (a certificate), or this user may be the first who can read it. So its digest is added only if the pods restart
 * for another reason, too. A digest that cannot be determined stays.
 */
export function chooseDigests({configs, before, rollsOut}: DigestChoice): ConfigDigests {
  const restarts = ([reference, known]: DigestChoice['configs'][number]): boolean => {
    const [old, now] = [before?.get(configName(reference)), digestNow(reference, known)];
    return now !== undefined && now !== old && (old !== undefined || known.is === 'planned');
  };
  const mayAdd = rollsOut || before === undefined || configs.some(restarts);
  return new Map(
    configs.flatMap(([reference, known]) => {
      const name = configName(reference);
      const old = before?.get(name);
      const digest = digestNow(reference, known) ?? old;
      const isShown = known.is === 'planned' || old !== undefined || mayAdd;
      return digest === undefined || !isShown ? [] : [[name, digest] as const];
    }),
  );
}

function digestNow({isOptional}: ConfigReference, known: KnownConfig): string | undefined {
  if (known.is === 'planned' || known.is === 'live') return known.digest;
  // Pods cannot start without an object that is not optional.
  return known.is === 'absent' && isOptional ? NOT_THERE : undefined;
}

/** Returns the names whose digests differ, and those that are recorded for the first time. */
export function comparedDigests(
  before: ConfigDigests | undefined,
  after: ConfigDigests,
): {readonly changed: readonly string[]; readonly added: readonly string[]} {
  const names = [...after.keys()];
  return {
    changed: names.filter((name) => before?.has(name) === true && before.get(name) !== after.get(name)),
    added: names.filter((name) => before?.has(name) !== true),
  };
}
