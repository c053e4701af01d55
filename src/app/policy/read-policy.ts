import {policyOf} from '../../config/policy.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {inOrder} from '../../core/diagnostic/in-order.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {POD_SECURITY_CONTROLS} from '../../core/policy/pod-security.ts';
import type {PolicyRule, PolicyWaiver} from '../../core/policy/policy.ts';
import type {Condition} from '../../core/readiness/condition.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Conditions} from '../../ports/conditions.ts';
import type {Deps} from '../deps.ts';
import {expressionCompiler} from '../plan/expression-compiler.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {type ProgramRule, readPrograms} from './read-programs.ts';

/** A rule that can be evaluated. */
export type ReadyRule = ProgramRule & {
  /** The compiled expression of a rule with one. */
  readonly holds?: Condition | undefined;
  /** True if the rule reads a plan, so that it is not checked without a cluster. */
  readonly needsPlan: boolean;
};

/** The rules and waivers of a workspace, checked. */
export type ReadyPolicy = {readonly rules: readonly ReadyRule[]; readonly waivers: readonly PolicyWaiver[]};

/** The values of expressions. */
const VALUES = ['object', 'change', 'plan'];

/**
 * Reads the policy of a workspace. The language of expressions is loaded only if a rule has one.
 * @throws GantryError input/invalid with everything that is wrong in expressions, names and waivers.
 */
export async function readPolicy(
  chosen: Pick<FoundWorkspace, 'workspace' | 'origin' | 'place' | 'file'>,
  deps: Pick<Deps, 'conditions' | 'openPrograms'>,
): Promise<ReadyPolicy> {
  const {rules: written, mutations, waivers} = policyOf(chosen.workspace.policy, chosen.origin);
  const {rules, problems: unusable} = written.some(({check}) => check.type === 'program')
    ? await readPrograms(written, chosen, deps.openPrograms)
    : {rules: written, problems: []};
  const compiled = rules.some(({check}) => check.type === 'expression')
    ? compileAll(rules, await deps.conditions())
    : {rules: rules.map((rule) => ({...rule, needsPlan: needsPlan(rule)})), problems: []};
  const problems = [
    ...unusable,
    ...compiled.problems,
    ...sameNames([...rules, ...mutations]),
    // The name of a program that cannot be read is not known.
    ...(unusable.length > 0 ? [] : waivers.flatMap((one) => unknownRule(one, rules))),
  ];
  if (problems.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: inOrder(problems)});
  return {rules: compiled.rules, waivers};
}

const needsPlan = ({check, program}: ProgramRule): boolean => check.on === 'change' || program?.part === 'checkChange';

function compileAll(rules: readonly ProgramRule[], conditions: Conditions) {
  const compiler = expressionCompiler((text) => conditions.compileOver(VALUES, text), 'policy/expression');
  const ready = rules.map((rule): ReadyRule => {
    const {check} = rule;
    if (check.type !== 'expression') return {...rule, needsPlan: needsPlan(rule)};
    const compiled = compiler.compile(check.expression, {about: `the rule ${rule.name}`, at: check.at});
    // An expression that compiles without them does not read the change and the plan.
    const readsPlan = conditions.compileOver(['object'], check.expression).kind === 'wrong';
    return {...rule, holds: compiled?.holds, needsPlan: readsPlan};
  });
  return {rules: ready, problems: compiler.problems};
}

function sameNames(rules: readonly Pick<PolicyRule, 'name' | 'at'>[]): readonly Diagnostic[] {
  const seen = new Map<string, PolicyRule['at']>();
  return rules.flatMap(({name, at}) => {
    const first = seen.get(name);
    // A program with two checks is two rules at one place.
    if (first === undefined || first === at) {
      seen.set(name, at);
      return [];
    }
    return [
      {
        severity: 'error' as const,
        code: 'policy/same-name',
        message: `two rules of the policy have the name ${name}`,
        at,
        hint: 'Set `name` of one of them. The rules of a base workspace count, too.',
      },
    ];
  });
}

function unknownRule({rule, at}: PolicyWaiver, rules: readonly PolicyRule[]): readonly Diagnostic[] {
  const known = new Set(
    rules.flatMap(({name, check}) =>
      check.type === 'podSecurity' ? [name, ...POD_SECURITY_CONTROLS.map((control) => `${name}/${control}`)] : [name],
    ),
  );
  if (known.has(rule)) return [];
  const nearest = didYouMean(rule, known);
  return [
    {
      severity: 'error',
      code: 'policy/unknown-rule',
      message: `the waiver names the rule ${rule}, which was not found in the policy`,
      at,
      ...defined({hint: nearest === undefined ? undefined : `Did you mean \`${nearest}\`?`}),
    },
  ];
}
