import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {isUnreported, reportsConditions} from '../../../../kubernetes/readiness/first-report.ts';
import type {Readiness} from '../../../../kubernetes/readiness/status.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {KnownKind} from '../plan/scheme.ts';

/** The time that a controller has for its first condition. */
const FIRST_REPORT_MS = 5_000;

/** The key in the user info of a sandbox, where no controller reports on custom resources. */
const SANDBOX = 'gantry.dev/sandbox';

/** The first condition of an object whose controller reports late, or never. */
export type FirstReport = {
  /** Reports whether the object may still get its first condition. */
  readonly isExpected: (object: JsonObject) => boolean;
  /** Ends when no condition is expected any more: the time is over, for this object or for another of its kind. */
  readonly given: (wait: {
    readonly leftMs: number;
    readonly isUnreported: () => boolean;
    readonly signal: AbortSignal;
  }) => Promise<void>;
};

/** The expectations about first conditions, shared by the objects of one run. */
export type FirstReports = {
  /** Returns the expectation for an object, or undefined if there is none. */
  readonly about: (asked: {
    readonly readiness: (id: string, object: JsonObject) => Readiness;
    readonly kind: KnownKind;
    readonly id: string;
    readonly written: JsonObject;
  }) => Promise<FirstReport | undefined>;
};

type Asking = {readonly client: Pick<KubernetesClient, 'whoAmI'>; readonly clock: Clock};

/**
 * Determines for which kinds of a run a controller reports. A custom resource without conditions is ready by all rules,
 * even before its controller has seen it. The wait for the first condition is done once for each kind: if one object of
 * a kind gets no report, no other of its kind is waited for.
 */
export function firstReports({client, clock}: Asking): FirstReports {
  const silent = new Map<string, AbortController>();
  let sandbox: Promise<boolean> | undefined;
  const isSandbox = (): Promise<boolean> => (sandbox ??= asked(client));
  const silenceOf = (kind: KnownKind): AbortController => {
    const key = `${kind.resource.apiVersion} ${kind.resource.kind}`;
    const known = silent.get(key) ?? new AbortController();
    silent.set(key, known);
    return known;
  };
  return {
    about: async ({kind, id, written, readiness}) => {
      const isOpen = (object: JsonObject): boolean => isUnreported(object, readiness(id, object));
      if (!reportsConditions(kind.schema) || !isOpen(written)) return undefined;
      const silence = silenceOf(kind);
      if (silence.signal.aborted || (await isSandbox())) return undefined;
      return {
        isExpected: (object) => !silence.signal.aborted && isOpen(object),
        given: async ({leftMs, isUnreported: isStill, signal}) => {
          // A run with little time must not time out because of a report that may never come.
          const ms = Math.min(FIRST_REPORT_MS, leftMs / 2);
          await clock.sleep(ms, AbortSignal.any([signal, silence.signal])).catch(() => undefined);
          if (!signal.aborted && isStill()) silence.abort();
        },
      };
    },
  };
}

/**
 * Reports whether the server is a sandbox. A server that does not answer does not count as one: the object is written, so its step must
 * not fail for this.
 */
async function asked(client: Asking['client']): Promise<boolean> {
  const user = await client.whoAmI().catch((error: unknown) => {
    if (error instanceof GantryError) return undefined;
    throw error;
  });
  return user !== undefined && Object.hasOwn(user.extra, SANDBOX);
}
