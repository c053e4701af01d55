import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {isUnreported, reportsConditions} from '../../../../kubernetes/readiness/first-report.ts';
import type {Readiness} from '../../../../kubernetes/readiness/status.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {KnownKind} from '../plan/scheme.ts';

/** How long a controller has for its first condition. */
const FIRST_REPORT_MS = 5_000;

/** What the user info of a sandbox says: nobody there reports on custom resources. */
const SANDBOX = 'gantry.dev/sandbox';

/** The first condition of an object whose controller reports late, or not at all. */
export type FirstReport = {
  /** Whether the object may still get its first condition. */
  readonly isExpected: (object: JsonObject) => boolean;
  /** Ends when no condition is expected any more: the time is over, for this object or for another of its kind. */
  readonly given: (wait: {
    readonly leftMs: number;
    readonly isUnreported: () => boolean;
    readonly signal: AbortSignal;
  }) => Promise<void>;
};

/** Expectations about first conditions, shared by the objects of one run. */
export type FirstReports = {
  /** Undefined: nothing is to be expected about the object. */
  readonly about: (asked: {
    readonly readiness: (id: string, object: JsonObject) => Readiness;
    readonly kind: KnownKind;
    readonly id: string;
    readonly written: JsonObject;
  }) => Promise<FirstReport | undefined>;
};

type Asking = {readonly client: Pick<KubernetesClient, 'whoAmI'>; readonly clock: Clock};

/**
 * Knows for which kinds of a run a controller reports. A custom resource without conditions is ready by all rules, also in the moment
 * before its controller looks at it. The time that this takes is paid once for each kind: where one object stayed without a report,
 * no other of its kind is waited for.
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
          // A run with less time than that is not to fail for what may never come.
          const ms = Math.min(FIRST_REPORT_MS, leftMs / 2);
          await clock.sleep(ms, AbortSignal.any([signal, silence.signal])).catch(() => undefined);
          if (!signal.aborted && isStill()) silence.abort();
        },
      };
    },
  };
}

/** A server that does not say is none, and one that does not answer: the object is written, and its step must not fail for this. */
async function asked(client: Asking['client']): Promise<boolean> {
  const user = await client.whoAmI().catch((error: unknown) => {
    if (error instanceof GantryError) return undefined;
    throw error;
  });
  return user !== undefined && Object.hasOwn(user.extra, SANDBOX);
}
