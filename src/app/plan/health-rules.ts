import {healthRulesOf} from '../../config/health-rules.ts';
import {type Diagnostic, isError, type Position} from '../../core/diagnostic/diagnostic.ts';
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
import type {Conditions} from '../../ports/conditions.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';

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
  const compiler = compilerOf(await deps.conditions());
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

function readyRule(rule: HealthRule, {compile}: Compiler): ReadyRule {
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

type Place = {
  /** The field that holds the expression, for messages. */
  readonly about: string;
  readonly at: Position | undefined;
  readonly resource?: string | undefined;
  readonly from?: string;
};

type Compiler = {
  readonly compile: (expression: string, place: Place) => HealthCheck | undefined;
  readonly problems: readonly Diagnostic[];
};

function compilerOf(conditions: Conditions): Compiler {
  const problems: Diagnostic[] = [];
  return {
    problems,
    compile: (expression, place) => {
      const compiled = conditions.compile(expression);
      if (compiled.kind === 'condition') return {expression, holds: compiled.holds};
      const {message, hint, ...range} = compiled;
      const where = place.at === undefined ? undefined : within(place.at, expression, range);
      problems.push({
        severity: 'error',
        code: 'health/expression',
        message: `${place.about}${place.at === undefined && place.from !== undefined ? ` in ${place.from}` : ''}: ${message}${where?.note ?? ''}`,
        ...defined({at: where?.at, resource: place.resource, hint}),
      });
      return undefined;
    },
  };
}

type Range = {readonly start: number; readonly end: number};

/**
 * Finds the position of the wrong part of an expression. If the expression is not in the file literally, the position is that of the whole
 * expression, with a note.
 */
function within(at: Position, expression: string, {start, end}: Range): {readonly at: Position; readonly note: string} {
  const lines = expression.split('\n');
  const offset = at.text.indexOf(lines[0] ?? '', at.column - 1);
  if (offset !== -1) return {at: placed(at, lines, {start, end, offset}), note: ''};
  const part = expression.slice(start, end).trim();
  return {at, note: part === '' || part === expression.trim() ? '' : ` (at \`${part}\`)`};
}

/**
 * Returns the position in a line of the file. `offset`: the column of the first line of the expression; in a block all lines have the same
 * indent.
 */
function placed(
  at: Position,
  lines: readonly string[],
  {start, end, offset}: Range & {readonly offset: number},
): Position {
  let [line, before] = [0, 0];
  while (line < lines.length - 1 && start > before + (lines[line]?.length ?? 0)) {
    before += (lines[line]?.length ?? 0) + 1;
    line++;
  }
  const column = offset + start - before + 1;
  const text = line === 0 ? at.text : `${' '.repeat(offset)}${lines[line]}`;
  const endColumn = Math.min(Math.max(column + 1, offset + end - before + 1), Math.max(column + 1, text.length + 1));
  return {...at, line: at.line + line, column, endColumn, text};
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
