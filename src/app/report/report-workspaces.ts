import {GantryError} from '../../core/failure/failure.ts';
import {nameOfReference, scopedName} from '../../core/workspace/workspace-scope.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {Deps} from '../deps.ts';
import {type ListedWorkspace, listWorkspaces} from '../workspace/list-workspace.ts';
import type {ReportRequest, ReportWorkspace} from './report.ts';
import type {ReportedStacks} from './report-stacks.ts';

/** A column of a report, with the value of `-w` that leads to its workspace. */
export type ReportColumn = ReportWorkspace & {
  readonly wanted: string;
  /** `-w` names it, and no project and no release has it. */
  readonly isUnknown?: boolean;
};

/**
 * Returns the workspaces of a report: those that `-w` names, in that order. Without `-w`: those of the project and of its backend, the current
 * one, and every other workspace in which a stack of the report has releases.
 * @param released the names of the workspaces with releases
 * @throws GantryError workspace/not-chosen if no workspace is found; input/usage for two workspaces with the same name, which share their releases
 */
export async function reportWorkspaces(
  {places, workspaces: wanted}: Pick<ReportedStacks, 'places'> & Pick<ReportRequest, 'workspaces'>,
  released: ReadonlySet<string>,
  deps: Deps,
): Promise<readonly ReportColumn[]> {
  const lists = await Promise.all(places.map((directory) => listWorkspaces({directory}, deps)));
  const listed = lists.flatMap(({workspaces}) => workspaces);
  if (wanted.length > 0) return namedColumns(wanted, new Set([...released, ...listed.map(({name}) => name)]), listed);
  const byName = Map.groupBy(
    listed.filter((one) => one.scope === 'shared' || one.current || released.has(one.name)),
    ({name}) => name,
  );
  const gone = [...released].filter((name) => !byName.has(name));
  const columns = [
    ...[...byName].map(([name, alike]) => columnOf(name, alike)),
    ...gone.map((name) => ({name, suspended: false, wanted: name})),
  ];
  if (columns.length > 0) return columns.toSorted((a, b) => compareNaturally(a.name, b.name));
  throw new GantryError({code: 'workspace/not-chosen', known: [...new Set(listed.map(({name}) => name))]});
}

function namedColumns(
  wanted: readonly string[],
  known: ReadonlySet<string>,
  listed: readonly ListedWorkspace[],
): readonly ReportColumn[] {
  const columns = wanted.map((text) => ({
    name: nameOfReference(text),
    isUnknown: !known.has(nameOfReference(text)),
    suspended: listed.some(({name, suspended}) => name === nameOfReference(text) && suspended),
    wanted: text,
  }));
  const twice = columns.find(({name}, i) => columns.findIndex((other) => other.name === name) < i);
  if (twice === undefined) return columns;
  const message = `-w names two workspaces with the name ${twice.name}, which would share their releases.`;
  throw new GantryError({code: 'input/usage', message, hint: 'Name one of them.'});
}

function columnOf(name: string, alike: readonly ListedWorkspace[]): ReportColumn {
  const [first] = alike;
  const isAmbiguous = alike.some(({scope}) => scope !== first?.scope);
  const wanted = isAmbiguous ? scopedName('shared', name) : name;
  return {name, suspended: first?.suspended === true, wanted};
}
