import {randomBytes} from 'node:crypto';
import {resolve} from 'node:path';
import {NOT_SUPPORTED} from '../../config/issues/not-supported-text.ts';
import {wrongInput} from '../../config/stack-search.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import {interrupted} from '../report/interrupted.ts';
import {eachStack} from '../stacks/each-stack.ts';
import {selectStacks} from '../stacks/select-stacks.ts';
import type {StackSelection} from '../stacks/selection.ts';
import {inFolder} from './find-module.ts';
import {type StackImpact, stackImpact} from './stack-impact.ts';

/** Request of `gantry module impact NAME=FOLDER`. */
export type ModuleImpactRequest = StackSelection & {
  /** `NAME=FOLDER`. A relative folder begins at the directory of the selection. */
  readonly change: string;
};

/** The answer of `gantry module impact`. */
export type ModuleImpact = {
  readonly formatVersion: 1;
  readonly name: string;
  /** The version of the module in the folder. */
  readonly version: string;
  /** The absolute path of the folder. */
  readonly folder: string;
  /** The number of stacks that were built. In several workspaces, each counts. */
  readonly among: number;
  /** The stacks that use the module, and those that cannot be built, in the order of the selection. */
  readonly stacks: readonly StackImpact[];
};

/**
 * Builds stacks with their own module and with the module in another folder, and compares the objects. Contacts no cluster.
 * @throws GantryError `input/usage` for an argument in another form, `input/invalid` if the folder is not the module
 */
export async function moduleImpact({change, ...selection}: ModuleImpactRequest, deps: Deps): Promise<ModuleImpact> {
  const {name, path} = readChange(change);
  const folder = resolve(selection.directory, path);
  const {description} = await inFolder(folder, deps);
  if (description.name !== name)
    throw wrongInput(
      'module/unusable',
      `${path} contains the module ${description.name}, not ${name}`,
      `Write ${description.name}=${path}, or correct \`name\` in the module.`,
    );
  const {stacks} = await selectStacks(selection, deps);
  const key = randomBytes(32).toString('hex');
  const open = openOnce(deps);
  const runs = await eachStack<StackImpact | undefined>(
    {
      stacks,
      step: 'look',
      dependants: 'run',
      parallel: selection.parallel,
      run: (stack, own) => stackImpact(stack, {name, folder, key, open}, own),
    },
    deps,
  );
  const impacts = runs.flatMap((run): readonly StackImpact[] => {
    if (run.kind === 'done') return run.value === undefined ? [] : [run.value];
    if (run.kind === 'failed') throw run.error;
    throw interrupted(deps.signal);
  });
  return {formatVersion: 1, name, version: description.version, folder, among: stacks.length, stacks: impacts};
}

/** Opens each folder once, so that one process serves all stacks. */
function openOnce({modules}: Pick<Deps, 'modules'>): Deps['modules'] {
  const opened = new Map<string, ReturnType<Deps['modules']>>();
  return (name, folder) => {
    const known = opened.get(folder) ?? modules(name, folder);
    opened.set(folder, known);
    return known;
  };
}

function readChange(change: string): {readonly name: string; readonly path: string} {
  const [, name = '', path = ''] = /^([^=@]+)=(.+)$/.exec(change) ?? [];
  if (name !== '') return {name, path};
  if (/^[^=@]+@.+$/.test(change))
    throw wrongInput(
      'config/not-supported',
      `versions of modules (\`${change}\`) are ${NOT_SUPPORTED}`,
      'Write the folder of the other version: NAME=FOLDER, for example cache=./modules/cache-2.',
    );
  throw new GantryError({
    code: 'input/usage',
    message: `${JSON.stringify(change)} is not in the form NAME=FOLDER.`,
    hint: 'For example cache=./modules/cache-2.',
  });
}
