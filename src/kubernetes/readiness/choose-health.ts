import {type HealthRule, type HealthSubject, isAbout, specificity} from '../../core/readiness/health-rule.ts';
import type {HealthCheck, UserHealth, UserHealthOf} from '../../core/readiness/user-health.ts';

/** A health rule with its compiled expressions. */
export type ReadyRule = {readonly rule: HealthRule; readonly ready?: HealthCheck; readonly failed?: HealthCheck};

/** The health rules of a run, in the order of their priority. */
export type HealthSources = {
  /** The conditions of `gantry.dev/ready` annotations, by the id of their resource. */
  readonly annotations: ReadonlyMap<string, HealthCheck>;
  /** The rules of the stack, followed by those of the workspace. */
  readonly levels: readonly (readonly ReadyRule[])[];
};

/**
 * Returns the health rule of an object. Each part is chosen separately: its own annotation first, then the rules of the
 * stack, then those of the workspace. Within one file the more specific rule wins, then the first one. Returns
 * undefined if no rule applies.
 */
export function chooseHealth({annotations, levels}: HealthSources): UserHealthOf | undefined {
  if (annotations.size === 0 && levels.every((level) => level.length === 0)) return undefined;
  const ordered = levels.flatMap((level) => level.toSorted((a, b) => specificity(b.rule) - specificity(a.rule)));
  return (subject) => partsFor(subject, annotations.get(subject.id), ordered);
}

function partsFor(
  subject: HealthSubject,
  annotated: HealthCheck | undefined,
  ordered: readonly ReadyRule[],
): UserHealth | undefined {
  const about = ordered.filter(({rule}) => isAbout(rule, subject));
  if (annotated === undefined && about.length === 0) return undefined;
  const ready = annotated ?? about.find((one) => one.ready !== undefined)?.ready;
  const failed = about.find((one) => one.failed !== undefined)?.failed;
  const seconds = about.find(({rule}) => rule.timeoutSeconds !== undefined)?.rule.timeoutSeconds;
  return {ready, failed, timeoutMs: seconds === undefined ? undefined : seconds * 1000};
}
