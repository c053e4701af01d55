import type {Condition} from './condition.ts';
import type {HealthSubject} from './health-rule.ts';

/** One expression of a rule, ready to be asked. */
export type HealthCheck = {readonly expression: string; readonly holds: Condition};

/** What the user's rules say of one object: each part from the nearest rule that has it. */
export type UserHealth = {
  readonly ready?: HealthCheck | undefined;
  readonly failed?: HealthCheck | undefined;
  readonly timeoutMs?: number | undefined;
};

/** Answers what the user's rules say of an object; undefined where none is about it. */
export type UserHealthOf = (subject: HealthSubject) => UserHealth | undefined;
