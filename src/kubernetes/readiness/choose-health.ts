import {type HealthRule, type HealthSubject, isAbout, specificity} from '../../core/readiness/health-rule.ts';
import type {HealthCheck, UserHealth, UserHealthOf} from '../../core/readiness/user-health.ts';

/** A rule with its expressions ready to be asked. */
export type ReadyRule = {readonly rule: HealthRule; readonly ready?: HealthCheck; readonly failed?: HealthCheck};

/** The health rules of a run, in the order of their priority. */
export type HealthSources = {
  /** What `gantry.dev/ready` of a resource says, by its id. */
  readonly annotations: ReadonlyMap<string, HealthCheck>;
  /** The nearest first: those of the stack, then those of the workspace. */
  readonly levels: readonly (readonly ReadyRule[])[];
};

/**
 * Which rule counts for an object, part by part: its own annotation, then the rules of the stack, then those of the workspace;
 * within one file what says more of the object first, then what stands first. Undefined where there is no rule at all.
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
  return {
    ready,
    failed,
    timeoutMs: seconds === undefined ? undefined : seconds * 1000,
  };
}
