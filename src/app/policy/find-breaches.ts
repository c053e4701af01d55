import type {Origins} from '../../core/diagnostic/origin.ts';
import type {JsonObject} from '../../core/json.ts';
import type {Action, Change} from '../../core/plan/plan.ts';
import type {Breach} from '../../core/policy/breach.ts';
import type {PolicySubject} from '../../core/policy/policy.ts';
import type {PolicyFinding} from '../../core/policy/policy-finding.ts';
import {isAbout} from '../../core/policy/select.ts';
import {findWaiver} from '../../core/policy/waive.ts';
import {showPath} from '../../core/reference/path.ts';
import {checkChange} from '../../kubernetes/policy/check-change.ts';
import {checkObject} from '../../kubernetes/policy/check-object.ts';
import {defined} from '../../lib/defined.ts';
import type {ProgramFindings} from './program-findings.ts';
import type {ReadyPolicy, ReadyRule} from './read-policy.ts';

/** An object to check, with its planned change if there is a plan. */
export type Checked = {
  readonly subject: PolicySubject;
  /** The desired object; for a deletion the object of the last release, as far as it is recorded. */
  readonly object: JsonObject;
  readonly change?: Change | undefined;
};

/** The facts of the run that rules read. */
export type PolicyRun = {
  readonly origins: Origins;
  readonly now: Date;
  readonly isRollback: boolean;
  /** The value `plan` of expressions. */
  readonly plan: JsonObject;
  /** The findings of the programs of the policy. */
  readonly found: ProgramFindings;
};

/** The actions that a rule without `match.actions` is about. */
const WRITES: ReadonlySet<Action> = new Set(['create', 'update', 'replace', 'adopt', 'run']);

/** Returns the breaches of all rules by an object or change. `deletions`: how many objects each rule sees deleted. */
export function findBreaches(
  checked: Checked,
  {rules, waivers}: ReadyPolicy,
  run: PolicyRun,
  deletions: ReadonlyMap<ReadyRule, number>,
): readonly Breach[] {
  const {subject} = checked;
  return rules.flatMap((rule) => {
    if (!isChecked(rule, checked)) return [];
    return findingsOf(rule, checked, run, deletions.get(rule) ?? 0).map((finding) => {
      const name = finding.control === undefined ? rule.name : `${rule.name}/${finding.control}`;
      return {
        rule: name,
        resource: subject.id,
        message: finding.message,
        ...placeOf(finding, subject.id, run.origins),
        action: rule.action,
        isUnchanged: subject.action === 'unchanged',
        waiver: findWaiver(waivers, {rule: name, resource: subject.id}, run.now),
      };
    });
  });
}

/** Reports whether a rule is about an object or change. */
export function isChecked(rule: ReadyRule, {subject}: Checked): boolean {
  if (!isAbout(rule, subject)) return false;
  const {action} = subject;
  if (action === undefined) return !rule.needsPlan;
  if (rule.match.actions !== undefined || rule.check.on === 'change') return true;
  return WRITES.has(action) || (action === 'unchanged' && !rule.needsPlan);
}

function findingsOf(
  rule: ReadyRule,
  {subject, object, change}: Checked,
  {isRollback, plan, found}: PolicyRun,
  deletions: number,
): readonly PolicyFinding[] {
  const {check, holds} = rule;
  if (check.on === 'program') return found.get(rule)?.get(subject.id) ?? [];
  if (check.on === 'object') return checkObject(check, object);
  if (check.on === 'change')
    return change === undefined ? [] : checkChange(check, {subject, change, deletions, isRollback});
  const answer = holds?.({object, change: changeValue(change), plan});
  if (answer === false || answer === undefined) return [];
  // A rule that cannot be evaluated does not let a change pass.
  if (answer !== true) return [{message: `the expression cannot be evaluated: ${problemText(answer)}`, path: []}];
  return [{message: check.message ?? `\`${check.expression}\` is true`, path: []}];
}

const problemText = ({problem, absent}: {readonly problem: string; readonly absent: boolean}): string =>
  absent ? `${problem} (use has() or .? for fields that may be absent, or limit the rule with "match")` : problem;

/** Returns the value `change` of expressions. */
export const changeValue = (change: Change | undefined): JsonObject =>
  change === undefined
    ? {}
    : {
        id: change.id,
        action: change.action,
        verified: change.verified,
        effects: change.effects ?? [],
        fields: change.fields.map(({path, before, after, cause}) => ({path, cause, ...defined({before, after})})),
      };

function placeOf({path, field}: PolicyFinding, id: string, origins: Origins): Pick<Breach, 'path' | 'at'> {
  if (field !== undefined)
    return {path: field.path, at: field.at && {...field.at, endColumn: field.at.column, text: ''}};
  const at = origins.get(id)?.position(path);
  return {path: path.length === 0 ? undefined : showPath(path), at};
}
