import {z} from 'zod';
import {didYouMean} from '../lib/did-you-mean.ts';

/** The fields of one configuration. Only the field `projectSelector` has a meaning of its own. */
const Fields = z.record(z.string(), z.json());

const Module = z
  .strictObject({
    path: z.string().min(1).nullish().meta({
      description:
        'The folder of a module in the project, relative to this file. Modules of registries (oci://…) are stored, but not run yet.',
    }),
    version: z.string().min(1).nullish().meta({description: 'The version of the module. A directory has none.'}),
    configs: z
      .record(z.string(), Fields)
      .nullish()
      .meta({description: 'The configuration `default`, and named configurations for some projects.'}),
  })
  .meta({description: 'The configuration of a module for all projects (`default`) and for some (`projectSelector`).'});
type Module = z.infer<typeof Module>;

/** The schema of `modules` in a workspace, with the rules that Kusion has for it. */
export const Modules = z
  .record(z.string(), Module)
  .nullish()
  .superRefine((modules, context) => {
    for (const [name, module] of Object.entries(modules ?? {}))
      for (const {path, message, hint} of moduleProblems(name, module))
        context.addIssue({code: 'custom', path: [name, ...path], message, params: {hint}});
  })
  .meta({
    description:
      'The configuration of modules by name. The modules of applications are `service`, `job`, `cron` and `network`, and those with a `path`.',
  });

type Problem = {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string | undefined;
};
type Configs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const SELECTOR = 'projectSelector';

function* moduleProblems(name: string, {path, version, configs}: Module): Generator<Problem> {
  if (name === '') yield {path: [], message: 'the name of a module must not be empty'};
  // A built-in module has neither.
  if (version && !path) yield {path: ['version'], message: `module ${name} has a \`version\` but no \`path\``};
  if (path?.startsWith('oci://') && !version)
    yield {path: ['path'], message: `module ${name} is fetched from ${path} and needs a \`version\``};
  yield* configProblems(configs ?? {});
}

function* configProblems(configs: Configs): Generator<Problem> {
  const chosenBy = new Map<string, string>();
  for (const [patcher, fields] of Object.entries(configs)) {
    const path = ['configs', patcher];
    if (patcher === 'default') {
      if (SELECTOR in fields)
        yield {path: [...path, SELECTOR], message: '`default` is for all projects and must not have a projectSelector'};
      continue;
    }
    if (patcher === '') yield {path, message: 'the name of a configuration must not be empty'};
    if (Object.keys(fields).every((field) => field === SELECTOR))
      yield {path, message: `\`${patcher}\` has no effect: it has no field besides projectSelector`};
    yield* selectorProblems(patcher, fields, chosenBy);
  }
}

function* selectorProblems(
  patcher: string,
  fields: Readonly<Record<string, unknown>>,
  chosenBy: Map<string, string>,
): Generator<Problem> {
  const selector = fields[SELECTOR];
  const path = ['configs', patcher, SELECTOR];
  if (selector === undefined || selector === null || (Array.isArray(selector) && selector.length === 0)) {
    const misspelt = Object.keys(fields).find((field) => didYouMean(field, [SELECTOR]) !== undefined);
    const message = `\`${patcher}\` applies to no project: its projectSelector is missing or empty`;
    yield misspelt === undefined || misspelt === SELECTOR
      ? {path: path.slice(0, 2), message}
      : {path: [...path.slice(0, 2), misspelt], message, hint: `Did you mean \`${SELECTOR}\`?`};
    return;
  }
  if (!Array.isArray(selector)) {
    yield {path, message: 'projectSelector must be a list of projects', hint: 'Write [NAME, …].'};
    return;
  }
  for (const [index, project] of (selector as readonly unknown[]).entries()) {
    const problem = projectProblem(project, patcher, chosenBy);
    if (problem !== undefined) yield {path: [...path, index], message: problem};
    if (typeof project === 'string') chosenBy.set(project, patcher);
  }
}

function projectProblem(project: unknown, patcher: string, chosenBy: Map<string, string>): string | undefined {
  if (typeof project !== 'string') return 'the name of a project must be a string: put it in quotes';
  if (project === '') return 'the name of a project must not be empty';
  const other = chosenBy.get(project);
  if (other === undefined) return undefined;
  return other === patcher
    ? `${project} is listed twice`
    : `${project} is already in the projectSelector of \`${other}\`: a project can have only one configuration`;
}
