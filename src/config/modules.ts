import {z} from 'zod';

/** Fields of one configuration, free but for the names that Kusion gives a meaning. */
const Fields = z.record(z.string(), z.json());

const Patcher = z.looseObject({projectSelector: z.array(z.string()).nullish()});

const Module = z
  .strictObject({
    path: z.string().min(1).nullish().meta({description: 'Where the module lies: oci://…, or a directory.'}),
    version: z.string().min(1).nullish().meta({description: 'Which version of it.'}),
    configs: z.record(z.string(), z.union([Patcher, Fields])).nullish(),
  })
  .meta({description: 'How a module is configured for all projects (`default`) and for some (`projectSelector`).'});

/** Rules that Kusion has, each reported where it is broken. */
export const Modules = z
  .record(z.string(), Module)
  .nullish()
  .superRefine((modules, context) => {
    for (const [name, module] of Object.entries(modules ?? {}))
      for (const {path, message} of moduleProblems(name, module?.configs ?? {}))
        context.addIssue({code: 'custom', path: [name, ...path], message});
  })
  .meta({description: 'Configuration of modules by name. No module is run yet: it is checked and kept.'});

type Problem = {readonly path: readonly (string | number)[]; readonly message: string};
type Configs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function* moduleProblems(name: string, configs: Configs): Generator<Problem> {
  if (name === '') yield {path: [], message: 'a module has a name'};
  const chosenBy = new Map<string, string>();
  for (const [patcher, fields] of Object.entries(configs)) {
    const path = ['configs', patcher];
    const selector = fields['projectSelector'];
    if (patcher === 'default') {
      if (selector !== undefined)
        yield {path: [...path, 'projectSelector'], message: '`default` is for all projects: it has no projectSelector'};
      continue;
    }
    if (patcher === '') yield {path, message: 'what patches the configuration of some projects has a name'};
    if (Object.keys(fields).every((field) => field === 'projectSelector'))
      yield {path, message: `\`${patcher}\` changes nothing: it has no field besides projectSelector`};
    yield* selectorProblems(patcher, selector, chosenBy);
  }
}

function* selectorProblems(patcher: string, selector: unknown, chosenBy: Map<string, string>): Generator<Problem> {
  const path = ['configs', patcher, 'projectSelector'];
  if (!Array.isArray(selector) || selector.length === 0) {
    yield {path: path.slice(0, 2), message: `\`${patcher}\` is for no project: projectSelector names none`};
    return;
  }
  for (const [index, project] of (selector as readonly string[]).entries()) {
    const other = chosenBy.get(project);
    if (project === '') yield {path: [...path, index], message: 'a project has a name'};
    else if (other !== undefined)
      yield {
        path: [...path, index],
        message:
          other === patcher
            ? `${project} stands here twice`
            : `${project} is chosen by \`${other}\` already: one project has one configuration`,
      };
    chosenBy.set(project, patcher);
  }
}
