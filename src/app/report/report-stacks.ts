import {STACK_FILE} from '../../config/own-files.ts';
import {nearestWith, stackDirectory, stackNamesIn} from '../../config/stack-search.ts';
import {type KnownStack, stacksIn} from '../../config/stacks/known-stacks.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {selectStacks} from '../stacks/select-stacks.ts';
import type {SelectedStack} from '../stacks/selection.ts';
import type {ReportRequest} from './report.ts';

/** The stacks of a report. */
export type ReportedStacks = {
  /** The directory whose stacks are all selected. Absent: only named stacks are. */
  readonly below?: string;
  /** The stacks that are selected by name: those of `-s`, or those that only the backend knows. */
  readonly named: readonly string[];
  /** The stacks that have files here, by PROJECT/STACK. */
  readonly withFiles: ReadonlySet<string>;
  /** A directory in each of their projects, where workspaces are searched. */
  readonly places: readonly string[];
};

/**
 * Selects the stacks of a report. `-s` names them. Without `-s`, the report has the stack that contains the directory. With `--all`, or outside of
 * a stack, it has every stack at and below the directory, and the stacks of their projects that only the backend knows. Without files, it has every
 * stack of the backend.
 */
export function reportedStacks(
  {directory, stacks, all}: Pick<ReportRequest, 'directory' | 'stacks' | 'all'>,
  histories: readonly HistoryNames[],
): ReportedStacks {
  const around = all ? undefined : nearestWith(STACK_FILE, directory);
  const here = stacksIn(around ?? directory);
  const found =
    stacks.length > 0
      ? stacks.flatMap((stack) => knownHere(stack, directory) ?? [])
      : here.filter(({dir}) => around === undefined || dir === around);
  const withFiles = new Set(found.map(stackText));
  const projects = new Map(found.map(({project, dir}) => [project, dir]));
  const facts = {withFiles, places: projects.size === 0 ? [directory] : [...projects.values()]};
  if (stacks.length > 0) return {...facts, named: stacks};
  if (around !== undefined) return {...facts, below: around, named: []};
  const others = histories.filter(
    (one) => !withFiles.has(stackText(one)) && (projects.size === 0 || projects.has(one.project)),
  );
  const named = [...new Set(others.map(stackText))].toSorted(compareNaturally);
  return {...facts, ...defined({below: found.length === 0 ? undefined : directory}), named};
}

/** Reports whether a release history is of one of the stacks. */
export const isReported = ({named, withFiles}: ReportedStacks, history: HistoryNames): boolean =>
  withFiles.has(stackText(history)) || named.includes(stackText(history));

/** Returns the stack of a value of `-s`; undefined if no such stack has files here. */
function knownHere(stack: string, directory: string): KnownStack | undefined {
  try {
    const dir = stackDirectory({directory, stack});
    return {...stackNamesIn(dir), dir};
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}

/** Returns the stacks of a report in one workspace, each after the stacks that it depends on. */
export async function stacksInWorkspace(
  {below, named, withFiles}: ReportedStacks,
  {directory, workspace}: {readonly directory: string; readonly workspace: string},
  deps: Deps,
): Promise<readonly SelectedStack[]> {
  // A deleted workspace may have releases, and must not hide the others.
  const selection = {workspace, operation: 'apply', withoutFiles: true, mayBeUnknown: true} as const;
  const found = [
    ...(below === undefined ? [] : [selectStacks({...selection, directory: below, stacks: []}, deps)]),
    ...(named.length === 0 ? [] : [selectStacks({...selection, directory, stacks: named}, deps)]),
  ];
  // Stacks below the directory of a stack are not part of it.
  return (await Promise.all(found))
    .flatMap(({stacks}) => stacks)
    .filter(({name}) => named.length > 0 || withFiles.has(name));
}
