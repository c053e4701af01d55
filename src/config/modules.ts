import {isAbsolute} from 'node:path';
import {z} from 'zod';
import {didYouMean} from '../lib/did-you-mean.ts';
import {HttpsAddress} from './https-address.ts';

/** The fields of one configuration. Only the field `projectSelector` has a meaning of its own. */
const Fields = z.record(z.string(), z.json());

const Repository = z.strictObject({
  url: z.string().min(1).meta({
    description: 'The address of the repository: https://…, ssh://… or user@host:path, without a login.',
  }),
  ref: z.string().min(1).nullish().meta({
    description: 'A branch, a tag or a full commit hash. Default: the default branch of the repository.',
  }),
  commit: z.string().min(1).nullish().meta({description: 'The full hash of the commit that `ref` must point to.'}),
  path: z.string().min(1).nullish().meta({description: 'The directory of the module in it. Default: its root.'}),
});

const Module = z
  .strictObject({
    path: z.string().min(1).nullish().meta({
      description:
        'The folder of a module in the project, relative to this file. Modules of registries (oci://…) are stored, but not run yet.',
    }),
    npm: z
      .string()
      .regex(/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/, {
        error: 'must be the name of a package: `NAME` or `@SCOPE/NAME`',
      })
      .nullish()
      .meta({description: 'The name of the npm package of the module: `@acme/cache`.'}),
    registry: HttpsAddress.nullish().meta({
      description: "The npm registry of the package. Default: that of the user's npm configuration.",
    }),
    git: Repository.nullish().meta({description: 'The git repository of the module.'}),
    version: z
      .string()
      .min(1)
      .nullish()
      .meta({description: 'The version of the package, or a range: `^1.2`. A directory has none.'}),
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
      'The configuration of modules by name. The modules of applications are `service`, `job`, `cron` and `network`, and those with `path`, `npm` or `git`.',
  });

type Problem = {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string | undefined;
};
type Configs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const SELECTOR = 'projectSelector';

function* moduleProblems(name: string, module: Module): Generator<Problem> {
  if (name === '') yield {path: [], message: 'the name of a module must not be empty'};
  yield* placeProblems(name, module);
  yield* configProblems(module.configs ?? {});
}

/** The fields that name the place of a module. A built-in module has none of them. */
const PLACES = ['path', 'npm', 'git'] as const;

function* placeProblems(name: string, module: Module): Generator<Problem> {
  const {path, npm, git, version} = module;
  const [first, second] = PLACES.filter((place) => module[place]);
  if (first !== undefined && second !== undefined)
    yield {path: [second], message: `module ${name} has both \`${first}\` and \`${second}\`: only one is allowed`};
  if (version && git)
    yield {
      path: ['version'],
      message: `module ${name} has a \`version\`, but its place is a git repository`,
      hint: 'Write a tag: `git: {url: URL, ref: v1.4.0}`.',
    };
  else if (version && !path && !npm)
    yield {path: ['version'], message: `module ${name} has a \`version\` but no \`path\` or \`npm\``};
  yield* packageProblems(name, module);
  if (path?.startsWith('oci://') && !version)
    yield {path: ['path'], message: `module ${name} is fetched from ${path} and needs a \`version\``};
  if (git?.path && leavesDirectory(git.path))
    yield {path: ['git', 'path'], message: `\`${git.path}\` is outside of the repository`};
}

function* packageProblems(name: string, {npm, version, registry}: Module): Generator<Problem> {
  if (npm && !version)
    yield {
      path: ['npm'],
      message: `module ${name} is a package and needs a \`version\`: a version, or a range like ^1.2`,
    };
  if (registry && !npm) yield {path: ['registry'], message: `module ${name} has a \`registry\` but no \`npm\``};
}

const leavesDirectory = (path: string): boolean => isAbsolute(path) || path.split(/[/\\]/).includes('..');

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
