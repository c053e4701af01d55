import {healthRulesOf} from '../../config/health-rules.ts';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {inOrder} from '../../core/diagnostic/in-order.ts';
import type {Origins} from '../../core/diagnostic/origin.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {type HealthRule, isAbout} from '../../core/readiness/health-rule.ts';
import type {HealthCheck, UserHealthOf} from '../../core/readiness/user-health.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {annotationOf} from '../../kubernetes/plan/ownership.ts';
import {chooseHealth, type ReadyRule} from '../../kubernetes/readiness/choose-health.ts';
import {READY_ANNOTATION} from '../../kubernetes/resource/labels.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {type ExpressionCompiler, expressionCompiler} from './expression-compiler.ts';

/** The sources of health rules. */
export type HealthSource = {
  /** The rules of the stack. */
  readonly health?: readonly HealthRule[] | undefined;
  /** Absent: no workspace is chosen. */
  readonly chosen?: Pick<FoundWorkspace, 'workspace' | 'origin'>;
  readonly resources: readonly Resource[];
  readonly origins: Origins;
};

/** The health rules for the objects of a stack. */
export type ReadHealth = {
  /** Absent if no rule exists; the language of conditions was not loaded. */
  readonly health?: UserHealthOf | undefined;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Reads the health rules of the user: in annotations, in the stack, in its workspace.
 * @throws GantryError input/invalid with everything that is wrong in any expression.
 */
export async function readHealth(source: HealthSource, deps: Pick<Deps, 'conditions'>): Promise<ReadHealth> {
  const {chosen, resources, health: own = []} = source;
  const shared = chosen === undefined ? [] : healthRulesOf(chosen.workspace.health, chosen.origin);
  const annotated = resources.flatMap((resource) => {
    const expression = annotationOf(resource.attributes, READY_ANNOTATION);
    return expression === undefined ? [] : [{resource, expression}];
  });
  if (own.length + shared.length + annotated.length === 0) return {diagnostics: []};
  const compiler = expressionCompiler((await deps.conditions()).compile, 'health/expression');
  const annotations = annotated.map(({resource, expression}) => {
    const at = source.origins.get(resource.id)?.position(['metadata', 'annotations', READY_ANNOTATION]);
    return [resource.id, compiler.compile(expression, {about: READY_ANNOTATION, resource: resource.id, at})] as const;
  });
  const levels = [own, shared].map((rules) => rules.map((rule) => readyRule(rule, compiler)));
  if (compiler.problems.some(isError))
    throw new GantryError({code: 'input/invalid', diagnostics: inOrder(compiler.problems)});
  const known = annotations.flatMap(([id, check]) => (check === undefined ? [] : [[id, check] as const]));
  const health = chooseHealth({annotations: new Map(known), levels});
  const unused = resources.length === 0 ? [] : own.filter((rule) => !resources.some((one) => isAboutOne(rule, one)));
  return {health, diagnostics: unused.map(unusedRule)};
}

function readyRule(rule: HealthRule, {compile}: ExpressionCompiler): ReadyRule {
  const part = (name: 'ready' | 'failed'): {[P in typeof name]?: HealthCheck} => {
    const expression = rule[name];
    const check =
      expression === undefined
        ? undefined
        : compile(expression, {about: `\`${name}\``, at: rule.at?.[name], from: rule.from});
    return check === undefined ? {} : {[name]: check};
  };
  return {rule, ...part('ready'), ...part('failed')};
}

const isAboutOne = (rule: HealthRule, {attributes}: Resource): boolean => isAbout(rule, identityOf(attributes));

const unusedRule = ({kind, apiVersion, group, name, at}: HealthRule): Diagnostic => ({
  severity: 'warning',
  code: 'health/unused',
  message: `this \`health\` rule matches no object of the stack: there is no ${kind ?? 'object'}${name === undefined ? '' : ` ${name}`}${
    (apiVersion ?? group) === undefined ? '' : ` of ${apiVersion ?? group}`
  }`,
  ...defined({at: at?.rule}),
  hint: 'Correct its `kind`, `group` or `name`, or remove the rule.',
});
