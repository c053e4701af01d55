import {homedir} from 'node:os';
import {dirname, resolve} from 'node:path';
import {
  asWorkspace,
  type ExtendedWorkspace,
  extendWorkspace,
  unextended,
  withWholePaths,
} from '../../config/extend-workspace.ts';
import {listWorkspaceFiles} from '../../config/list-workspace-files.ts';
import {probeFile} from '../../config/probe-file.ts';
import {projectAbove} from '../../config/project-link.ts';
import {shownPath} from '../../config/read-text.ts';
import {trustedPath} from '../../config/untrusted/checkout.ts';
import {type LoadedWorkspace, loadWorkspaceFile, parseWorkspaceText} from '../../config/workspace-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import type {Overridden} from '../../core/workspace/extend-context.ts';
import {looksLikeFile, nameOfWorkspaceFile} from '../../core/workspace/workspace-name.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Backend} from '../../ports/backend.ts';
import {repositoryRoot} from '../release/find-origin.ts';
import {isBelow} from '../trust/trust-origin-of.ts';
import type {KnownWorkspace} from './known-workspace.ts';
import {knownNames, knownWorkspaces} from './known-workspaces.ts';

/** A workspace merged with its bases. */
export type WithBases = Pick<LoadedWorkspace, 'workspace' | 'origin'> & {
  /** The files (or keys of the backend) that it extends, the nearest first. */
  readonly bases: readonly string[];
  readonly overridden: readonly Overridden[];
};

/**
 * Reads what a workspace extends, and lays it over that.
 * @throws GantryError `input/invalid` where a base is missing, wrong, or leads back
 */
export async function readBases(known: KnownWorkspace, loaded: LoadedWorkspace, backend: Backend): Promise<WithBases> {
  const {extended, bases} = await extendedBy({known, loaded}, backend, [known.file]);
  return {...asWorkspace(extended), bases, overridden: extended.overridden};
}

type Read = {readonly known: KnownWorkspace; readonly loaded: LoadedWorkspace};

async function extendedBy(
  {known, loaded}: Read,
  backend: Backend,
  chain: readonly string[],
): Promise<{readonly extended: ExtendedWorkspace; readonly bases: readonly string[]}> {
  const own = unextended(loaded);
  const wanted = loaded.workspace.extends;
  if (!wanted) return {extended: own, bases: []};
  const base = await findBase(wanted, {known, loaded});
  await refuseOutside(base, {known, loaded});
  if (chain.includes(base.file)) throw ring(loaded, [...chain, base.file]);
  const read = {known: base, loaded: await readBase(base, {known, loaded}, backend)};
  const above = await extendedBy(read, backend, [...chain, base.file]);
  const theirs = base.place === 'file' ? withWholePaths(above.extended, base.file, known.file) : above.extended;
  return {extended: extendWorkspace(own, theirs), bases: [base.file, ...above.bases]};
}

/** Finds a base: a file beside the one that extends it, or (by its name) a workspace of the same place. */
async function findBase(wanted: string, read: Read): Promise<KnownWorkspace> {
  const {known} = read;
  if (known.place === 'backend') {
    if (!looksLikeFile(wanted)) return {name: wanted, place: 'backend', file: workspaceKey(wanted)};
    const hint = 'Name a workspace that is stored in the backend, too.';
    throw wrong(
      read.loaded,
      `a workspace in the backend is not in a directory, so it cannot extend the file ${wanted}`,
      hint,
    );
  }
  const directory = dirname(known.file);
  if (looksLikeFile(wanted)) {
    const file = resolve(directory, wanted);
    return {name: nameOfWorkspaceFile(file), place: 'file', file};
  }
  const beside = (await listWorkspaceFiles(directory)).filter(({name}) => name === wanted);
  return {name: wanted, place: 'file', file: beside[0]?.path ?? resolve(directory, `${wanted}.yaml`)};
}

/**
 * Refuses a base outside of the project for a workspace of a project: messages show lines of an invalid file, which could be a file of the
 * user.
 */
async function refuseOutside(base: KnownWorkspace, {known, loaded}: Read): Promise<void> {
  const project = base.place === 'file' && known.place === 'file' ? projectAbove(known.file) : undefined;
  if (project === undefined) return;
  const around = (await repositoryRoot(project)) ?? project;
  const isHome = isBelow(around, homedir()) || around === homedir();
  const within = isHome ? project : around;
  if (isBelow(within, base.file)) return;
  const hint = `Move it below ${shownPath(within)}.`;
  throw wrong(loaded, `a workspace of a project cannot extend a file outside of it: ${shown(base.file)}`, hint);
}

async function readBase(base: KnownWorkspace, {known, loaded}: Read, backend: Backend): Promise<LoadedWorkspace> {
  if (base.place === 'backend') {
    const stored = await backend.get(base.file);
    if (stored !== undefined) return parseWorkspaceText(new TextDecoder().decode(stored.value), base.file);
  } else if ((await probeFile(trustedPath(base.file))) !== 'missing') return loadWorkspaceFile(base.file);
  const directory = base.place === 'file' ? dirname(known.file) : undefined;
  const names = knownNames((await knownWorkspaces({directory, backend})).filter(({place}) => place === base.place));
  const others = names.filter((name) => name !== known.name);
  const nearest = didYouMean(base.name, others);
  const hint = nearest === undefined ? `There are: ${others.join(', ') || 'none'}.` : `Did you mean \`${nearest}\`?`;
  throw wrong(loaded, `there is no workspace to extend at ${shown(base.file)}`, hint);
}

const shown = (file: string): string => (file.startsWith('workspaces/') ? file : shownPath(file));

function ring(loaded: LoadedWorkspace, chain: readonly string[]): GantryError {
  const way = chain.slice(chain.indexOf(chain.at(-1) ?? '')).map(shown);
  return wrong(loaded, `workspaces extend each other in a cycle: ${way.join(' → ')}`, 'Remove one of these `extends`.');
}

function wrong({origin}: LoadedWorkspace, message: string, hint: string): GantryError {
  const at = origin.position(['extends']);
  const diagnostic = {severity: 'error', code: 'workspace/extends', message, at, path: 'extends', hint} as const;
  return new GantryError({code: 'input/invalid', diagnostics: [diagnostic]});
}
