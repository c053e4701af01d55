import type {Trouble} from '../failure/trouble.ts';

/** How an object of a stack is. `missing`: the last release left it, and it is not there (or another one has its name). */
export const HEALTHS = ['ready', 'progressing', 'failed', 'terminating', 'unknown', 'missing'] as const;
/** The health of one object, as `gantry status` shows it. */
export type Health = (typeof HEALTHS)[number];

/** One object of a release, as it is now. */
export type ObjectHealth = {
  readonly id: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly health: Health;
  /** What it says of itself, and of something unhealthy the cause; one line. */
  readonly message: string;
  readonly trouble?: Trouble | undefined;
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
