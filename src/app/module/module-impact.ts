import {randomBytes} from 'node:crypto';
import {resolve} from 'node:path';
import {shownLock} from '../../config/sources/fetched/locked-module.ts';
import type {LockedModule} from '../../config/sources/fetched/locked-module-model.ts';
import {wrongInput} from '../../config/stack-search.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Deps} from '../deps.ts';
import {interrupted} from '../report/interrupted.ts';
import {eachStack} from '../stacks/each-stack.ts';
import {selectStacks} from '../stacks/select-stacks.ts';
import type {StackSelection} from '../stacks/selection.ts';
import {inFolder} from './find-module.ts';
import {fetchVersion} from './other-version.ts';
import {type FetchVersion, type OtherModule, type StackImpact, stackImpact} from './stack-impact.ts';

/** Request of `gantry module impact`. */
export type ModuleImpactRequest = StackSelection & {
  /** `NAME=FOLDER`, or `NAME@VERSION` of a published module. A relative folder begins at the directory of the selection. */
  readonly change: string;
};

/** The answer of `gantry module impact`. */
export type ModuleImpact = {
  readonly formatVersion: 1;
  readonly name: string;
  /** The other version of the module. Of a published one: the versions that were fetched, or the first digits of commits. */
  readonly version: string;
  /** The absolute path of the folder. Absent: the module is published. */
  readonly folder?: string;
  /** The version, the range or the ref of a published module. */
  readonly wanted?: string;
  /** The number of stacks that were built. In several workspaces, each counts. */
  readonly among: number;
  /** The stacks that use the module, and those that cannot be built, in the order of the selection. */
  readonly stacks: readonly StackImpact[];
};

/**
 * Builds stacks with their own module and with another version of it, and compares the objects. Contacts no cluster, and writes no lock file.
 * @throws GantryError `input/usage` for an argument in another form, `input/invalid` if the folder is not the module or the version cannot
 * be fetched
 */
export async function moduleImpact({change, ...selection}: ModuleImpactRequest, deps: Deps): Promise<ModuleImpact> {
  const {name, wanted, path} = readChange(change);
  const other = path === undefined ? fetched(name, wanted, deps) : await inDirectory(name, path, {selection, deps});
  const {stacks} = await selectStacks(selection, deps);
  const key = randomBytes(32).toString('hex');
  const {open, names} = openOnce(deps);
  const runs = await eachStack<StackImpact | undefined>(
    {
      stacks,
      step: 'look',
      dependants: 'run',
      parallel: selection.parallel,
      run: (stack, own) => stackImpact(stack, {name, from: other.from, key, open}, own),
    },
    deps,
  );
  const impacts = runs.flatMap((run): readonly StackImpact[] => {
    if (run.kind === 'done') return run.value === undefined ? [] : [run.value];
    if (run.kind === 'failed') throw run.error;
    throw interrupted(deps.signal);
  });
  const meant = impacts.length === 0 ? didYouMean(name, names) : undefined;
  if (meant !== undefined)
    throw wrongInput('module/not-found', `no selected stack uses module ${name}`, `Did you mean \`${meant}\`?`);
  return {formatVersion: 1, name, ...(await other.about()), among: stacks.length, stacks: impacts};
}

type Other = {
  readonly from: OtherModule['from'];
  /** Returns the version for the answer, after all stacks were built. */
  readonly about: () => Promise<Pick<ModuleImpact, 'version' | 'folder' | 'wanted'>>;
};

/** Returns the module in a folder. */
async function inDirectory(
  name: string,
  path: string,
  {selection, deps}: {readonly selection: StackSelection; readonly deps: Deps},
): Promise<Other> {
  const folder = resolve(selection.directory, path);
  const {description} = await inFolder(folder, deps);
  if (description.name !== name)
    throw wrongInput(
      'module/unusable',
      `${path} contains the module ${description.name}, not ${name}`,
      `Write ${description.name}=${path}, or correct \`name\` in the module.`,
    );
  return {from: {folder}, about: async () => ({version: description.version, folder})};
}

/** Returns a version of a published module. It is fetched once for each workspace that uses it. */
function fetched(name: string, wanted: string, deps: Deps): Other {
  const known = new Map<string, Promise<readonly LockedModule[]>>();
  const fetch: FetchVersion = (location, workspace) => {
    const key = canonicalJson([location.project.dir, workspace.name, workspace.modules?.value ?? null]);
    const entries = known.get(key) ?? fetchVersion(location, {workspace, name}, deps);
    known.set(key, entries);
    return entries;
  };
  return {
    from: {wanted, fetch},
    about: async () => {
      const versions = new Set((await Promise.all(known.values())).flat().map(shownLock));
      return {version: [...versions].join(', ') || wanted, wanted};
    },
  };
}

/** Opens each folder once, so that one process serves all stacks. `names`: the modules that were opened. */
function openOnce({modules}: Pick<Deps, 'modules'>): {
  readonly open: Deps['modules'];
  readonly names: ReadonlySet<string>;
} {
  const opened = new Map<string, ReturnType<Deps['modules']>>();
  const names = new Set<string>();
  return {
    names,
    open: (name, folder) => {
      names.add(name);
      const known = opened.get(folder) ?? modules(name, folder);
      opened.set(folder, known);
      return known;
    },
  };
}

/** Reads `NAME=FOLDER` or `NAME@VERSION`. */
function readChange(change: string): {readonly name: string; readonly wanted: string; readonly path?: string} {
  const [, name = '', sign, rest = ''] = /^([^=@]+)([=@])(.+)$/.exec(change) ?? [];
  if (name !== '') return {name, wanted: rest, ...defined({path: sign === '=' ? rest : undefined})};
  throw new GantryError({
    code: 'input/usage',
    message: `${JSON.stringify(change)} is not in the form NAME=FOLDER or NAME@VERSION.`,
    hint: 'For example cache=./modules/cache-2, or "cache@^2" for a published module.',
  });
}
