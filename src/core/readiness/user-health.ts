import type {Condition} from './condition.ts';
import type {HealthSubject} from './health-rule.ts';

/** A compiled expression of a rule. */
export type HealthCheck = {readonly expression: string; readonly holds: Condition};

/** The user's rules for an object. Each part comes from the most specific rule that has it. */
export type UserHealth = {
  readonly ready?: HealthCheck | undefined;
  readonly failed?: HealthCheck | undefined;
  readonly timeoutMs?: number | undefined;
};

/** Returns the user's rules for an object; undefined if there are none. */
export type UserHealthOf = (subject: HealthSubject) => UserHealth | undefined;
