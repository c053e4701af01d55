import {z} from 'zod';
import {didYouMean} from '../lib/did-you-mean.ts';

/** Fields of one configuration, free but for the name that Kusion gives a meaning. */
const Fields = z.record(z.string(), z.json());

const Module = z
  .strictObject({
    path: z.string().min(1).nullish().meta({description: 'Where the module lies: oci://…, or a directory.'}),
    version: z.string().min(1).nullish().meta({description: 'Which version of it; a directory has none.'}),
    configs: z
      .record(z.string(), Fields)
      .nullish()
      .meta({description: '`default`, and configurations for some projects by name.'}),
  })
  .meta({description: 'How a module is configured for all projects (`default`) and for some (`projectSelector`).'});
type Module = z.infer<typeof Module>;

/** Rules that Kusion has, each reported where it is broken. */
export const Modules = z
  .record(z.string(), Module)
  .nullish()
  .superRefine((modules, context) => {
    for (const [name, module] of Object.entries(modules ?? {}))
      for (const {path, message, hint} of moduleProblems(name, module))
        context.addIssue({code: 'custom', path: [name, ...path], message, params: {hint}});
  })
  .meta({description: 'Configuration of modules by name. No module is run yet: it is checked and kept.'});

type Problem = {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string | undefined;
};
type Configs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const SELECTOR = 'projectSelector';

function* moduleProblems(name: string, {path, version, configs}: Module): Generator<Problem> {
  if (name === '') yield {path: [], message: 'a module has a name'};
  // One that is built in has neither.
  if (version && !path) yield {path: ['version'], message: `of ${name} a version is named, and no \`path\` to it`};
  if (path?.startsWith('oci://') && !version)
    yield {path: ['path'], message: `${name} is fetched from ${path}: a \`version\` must say which one`};
  yield* configProblems(configs ?? {});
}

function* configProblems(configs: Configs): Generator<Problem> {
  const chosenBy = new Map<string, string>();
  for (const [patcher, fields] of Object.entries(configs)) {
    const path = ['configs', patcher];
    if (patcher === 'default') {
      if (SELECTOR in fields)
        yield {path: [...path, SELECTOR], message: '`default` is for all projects: it has no projectSelector'};
      continue;
    }
    if (patcher === '') yield {path, message: 'what patches the configuration of some projects has a name'};
    if (Object.keys(fields).every((field) => field === SELECTOR))
      yield {path, message: `\`${patcher}\` changes nothing: it has no field besides projectSelector`};
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
    const message = `\`${patcher}\` is for no project: projectSelector names none`;
    yield misspelt === undefined || misspelt === SELECTOR
      ? {path: path.slice(0, 2), message}
      : {path: [...path.slice(0, 2), misspelt], message, hint: `Did you mean \`${SELECTOR}\`?`};
    return;
  }
  if (!Array.isArray(selector)) {
    yield {path, message: 'projectSelector is a list of projects', hint: 'Write [NAME, …].'};
    return;
  }
  for (const [index, project] of (selector as readonly unknown[]).entries()) {
    const problem = projectProblem(project, patcher, chosenBy);
    if (problem !== undefined) yield {path: [...path, index], message: problem};
    if (typeof project === 'string') chosenBy.set(project, patcher);
  }
}

function projectProblem(project: unknown, patcher: string, chosenBy: Map<string, string>): string | undefined {
  if (typeof project !== 'string') return 'a project is named by a text: put it in quotes';
  if (project === '') return 'a project has a name';
  const other = chosenBy.get(project);
  if (other === undefined) return undefined;
  return other === patcher
    ? `${project} stands here twice`
    : `${project} is chosen by \`${other}\` already: one project has one configuration`;
}
