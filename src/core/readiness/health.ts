import type {Diagnosis} from '../failure/diagnosis.ts';

/** The health states of an object. `missing`: the object of the last release does not exist, or another one has its name. */
export const HEALTHS = ['ready', 'progressing', 'failed', 'terminating', 'unknown', 'missing'] as const;
/** The health of one object, as `gantry status` shows it. */
export type Health = (typeof HEALTHS)[number];

/** The present health of an object of a release. */
export type ObjectHealth = {
  readonly id: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly health: Health;
  /** The status of the object, with the cause if it is unhealthy, in one line. */
  readonly message: string;
  readonly trouble?: Diagnosis | undefined;
};

/** The number of objects of each health. */
export type HealthSummary = Readonly<Record<Health, number>>;

/** Counts objects by their health. */
export function healthSummary(objects: readonly Pick<ObjectHealth, 'health'>[]): HealthSummary {
  const of = (health: Health): number => objects.filter((object) => object.health === health).length;
  return {
    ready: of('ready'),
    progressing: of('progressing'),
    failed: of('failed'),
    terminating: of('terminating'),
    unknown: of('unknown'),
    missing: of('missing'),
  };
}

/** The message of an object that is gone because it had finished. */
export const PASSED = 'done, removed after its ttl';
