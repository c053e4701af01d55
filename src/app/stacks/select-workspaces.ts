import {resolve} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import {globPattern} from '../../core/selection/glob.ts';
import {matchesLabels} from '../../core/selection/label-selector.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
import {isWorkspacePattern} from '../../core/workspace/workspace-pattern.ts';
import {nameOfReference, parseReference, scopedName} from '../../core/workspace/workspace-scope.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {Deps} from '../deps.ts';
import {askedLabels} from '../workspace/asked-labels.ts';
import type {KnownWorkspace} from '../workspace/known-workspace.ts';
import {knownNames, knownWorkspaces, selectedBy, type WorkspacePlaces} from '../workspace/known-workspaces.ts';
import {readWorkspace} from '../workspace/read-workspace.ts';
import {placesOf} from '../workspace/workspace-locations.ts';
import type {WantedWorkspaces} from './wanted-workspaces.ts';

/** One of several workspaces of a run. */
export type SelectedWorkspace = {
  readonly name: string;
  /** The value of `-w` that leads to it. */
  readonly reference: string;
  /** The `workspaces/` directories where a glob or a selector found it. Absent if it was named: then all stacks of the run use it. */
  readonly within?: ReadonlySet<string | undefined>;
};

/** The places where workspaces are searched: the directory of the user, and the `workspaces/` of each project of the run. */
export type WorkspacesAround = {readonly directory: string; readonly places: ReadonlySet<string | undefined>};

/**
 * Returns the workspaces of a run in the order of the flags; those of a glob or a selector are sorted by name. A workspace with an invalid
 * file matches every selector, because its labels are unknown: its stacks then report the error.
 * @throws GantryError `input/usage` for a glob or a selector without a match, and for two workspaces with one name.
 */
export async function selectWorkspaces(
  wanted: WantedWorkspaces,
  {directory, places}: WorkspacesAround,
  deps: Deps,
): Promise<readonly SelectedWorkspace[]> {
  const known: Known[] = [];
  for (const place of places) {
    const at = await placesOf(place, deps);
    const all = await knownWorkspaces(at);
    // The name of a hidden workspace leads to another one, whose labels may differ.
    const found = all.filter((one) => one.place !== 'built-in' && selectedBy(one, all) === one);
    known.push(...found.map((one) => ({...one, at})));
  }
  const found =
    'labels' in wanted
      ? await labelled(wanted.labels, known)
      : wanted.names.flatMap((name) => (isWorkspacePattern(name) ? matching(name, known) : [named(name, directory)]));
  return onceEach(found);
}

type Known = KnownWorkspace & {readonly at: WorkspacePlaces};

const named = (text: string, directory: string): SelectedWorkspace => ({
  name: nameOfReference(text),
  reference: looksLikeFile(text) ? resolve(directory, text) : text,
});

function matching(glob: string, known: readonly Known[]): readonly SelectedWorkspace[] {
  const {name, scope} = parseReference(glob);
  const pattern = globPattern(name);
  const found = known.filter((one) => pattern.test(one.name) && (scope === undefined || one.scope === scope));
  if (found.length === 0) throw noMatch(`-w ${glob}: no workspace name matches.`, known);
  return placed(found, (one) => (scope === undefined ? one : scopedName(scope, one)));
}

async function labelled(text: string, known: readonly Known[]): Promise<readonly SelectedWorkspace[]> {
  const selector = askedLabels(text);
  const found: Known[] = [];
  for (const one of known) {
    const labels = await labelsOf(one);
    if (labels === undefined || matchesLabels(selector, {metadata: {labels}})) found.push(one);
  }
  if (found.length === 0) throw noMatch(`-l ${text}: no workspace has matching labels.`, known);
  return placed(found, (name) => name);
}

/** Returns the labels of a workspace; undefined if its file is invalid. @throws every other error: the labels are only unknown now */
async function labelsOf({at, ...entry}: Known): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    return (await readWorkspace(entry, at)).workspace.labels ?? {};
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid') return undefined;
    throw error;
  }
}

const placed = (found: readonly Known[], reference: (name: string) => string): readonly SelectedWorkspace[] =>
  [...Map.groupBy(found, ({name}) => name)]
    .map(([name, alike]) => ({
      name,
      reference: reference(name),
      within: new Set(alike.map(({at}) => at.directory)),
    }))
    .toSorted((a, b) => compareNaturally(a.name, b.name));

const noMatch = (message: string, known: readonly Known[]): GantryError => {
  const names = knownNames(known);
  const hint = names.length === 0 ? 'No workspaces found.' : `Known workspaces: ${names.join(', ')}.`;
  return new GantryError({code: 'input/usage', message, hint});
};

/** Removes repeated workspaces. Two with one name would share their releases. */
function onceEach(found: readonly SelectedWorkspace[]): readonly SelectedWorkspace[] {
  const byName = new Map<string, SelectedWorkspace>();
  for (const one of found) {
    const other = byName.get(one.name);
    if (other !== undefined && other.reference !== one.reference)
      throw new GantryError({
        code: 'input/usage',
        message: `-w ${other.reference} and -w ${one.reference}: both workspaces are named ${one.name}.`,
        hint: 'Select one of them. Both would use the same releases.',
      });
    if (other === undefined || other.within !== undefined) byName.set(one.name, one);
  }
  return [...byName.values()];
}
