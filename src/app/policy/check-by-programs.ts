import {inOrder} from '../../core/diagnostic/in-order.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import type {PolicyFinding} from '../../core/policy/policy-finding.ts';
import {maskedAt} from '../../core/variation/explain-path.ts';
import {defined} from '../../lib/defined.ts';
import {faultsOf} from './describe-policy.ts';
import {type Checked, changeValue, isChecked} from './find-breaches.ts';
import type {ProgramFindings} from './program-findings.ts';
import type {ReadyPolicy, ReadyRule} from './read-policy.ts';

/** The number of objects in one request: each has the time limit of its own. */
const BATCH = 500;

/**
 * Checks objects or changes by the rules that are programs. A program receives no values of Secrets.
 * @throws GantryError input/invalid if a program did not answer: a policy that cannot be evaluated blocks all changes
 */
export async function checkByPrograms(
  all: readonly Checked[],
  {rules}: Pick<ReadyPolicy, 'rules'>,
  plan: JsonObject,
): Promise<ProgramFindings> {
  const findings = new Map<ReadyRule, ReadonlyMap<string, readonly PolicyFinding[]>>();
  for (const rule of rules) {
    const {program, check} = rule;
    if (program === undefined || check.type !== 'program') continue;
    const {programs, path, part} = program;
    const about = all.filter((checked) => isChecked(rule, checked));
    const found = new Map<string, readonly PolicyFinding[]>();
    for (let at = 0; at < about.length; at += BATCH) {
      const batch = about.slice(at, at + BATCH);
      const of = batch.map(({object, change}) => ({
        object: maskedAt(object, []) ?? null,
        ...defined({change: part === 'checkChange' ? changeValue(change) : undefined}),
      }));
      const result = await programs.call('check', path, {part, plan, of});
      if ('faults' in result)
        throw new GantryError({
          code: 'input/invalid',
          diagnostics: inOrder(faultsOf(check.file, check.at, result.faults)),
        });
      const answers = isList(result.value) ? result.value : [];
      for (const [i, {subject}] of batch.entries()) found.set(subject.id, findingsIn(answers[i]));
    }
    findings.set(rule, found);
  }
  return findings;
}

const UNUSABLE: PolicyFinding = {message: 'the policy returned a value that cannot be used', path: []};

/** The maximum length of a message of a program in characters, and the maximum number of findings about one object. */
const LONGEST = 500;
const MOST = 20;

/** Returns the findings of a program about one object. The process is not trusted, so any invalid value is a breach. */
function findingsIn(answer: Json | undefined): readonly PolicyFinding[] {
  if (answer === undefined || !isList(answer)) return [UNUSABLE];
  return answer.slice(0, MOST).map((one): PolicyFinding => {
    const {message, path = []} = isObject(one) ? one : {};
    if (typeof message !== 'string' || message.trim() === '' || !isPath(path)) return UNUSABLE;
    return {message: message.replaceAll(/\s+/g, ' ').slice(0, LONGEST), path};
  });
}

const isPath = (path: Json): path is Json & JsonPath =>
  isList(path) && path.every((step) => typeof step === 'string' || typeof step === 'number');
