import {STACK_FILE} from '../../config/own-files.ts';
import {nearestWith, stackDirectory, stackNamesIn} from '../../config/stack-search.ts';
import {stacksIn} from '../../config/stacks/known-stacks.ts';
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
};

/**
 * Selects the stacks of a report: those of `-s`. Without `-s`: the stack around the directory. With `--all`, or outside of a stack: every
 * stack at and below the directory, and those that only the backend knows, of the same projects or, without files, of all.
 */
export function reportedStacks(
  {directory, stacks, all}: Pick<ReportRequest, 'directory' | 'stacks' | 'all'>,
  histories: readonly HistoryNames[],
): ReportedStacks {
  if (stacks.length > 0)
    return {named: stacks, withFiles: new Set(stacks.flatMap((stack) => nameHere(stack, directory) ?? []))};
  const around = all ? undefined : nearestWith(STACK_FILE, directory);
  const found = stacksIn(around ?? directory);
  const [withFiles, projects] = [new Set(found.map(stackText)), new Set(found.map(({project}) => project))];
  if (around !== undefined) return {below: around, named: [], withFiles};
  const others = histories.filter(
    (one) => !withFiles.has(stackText(one)) && (projects.size === 0 || projects.has(one.project)),
  );
  const named = [...new Set(others.map(stackText))].toSorted(compareNaturally);
  return {...defined({below: found.length === 0 ? undefined : directory}), named, withFiles};
}

/** Reports whether a release history is of one of the stacks. */
export const isReported = ({named, withFiles}: ReportedStacks, history: HistoryNames): boolean =>
  withFiles.has(stackText(history)) || named.includes(stackText(history));

/** Returns PROJECT/STACK of a value of `-s`; undefined if no such stack has files here. */
function nameHere(stack: string, directory: string): string | undefined {
  try {
    return stackText(stackNamesIn(stackDirectory({directory, stack})));
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}

/** Returns the stacks of a report in one workspace, each after the stacks that it depends on. */
export async function stacksInWorkspace(
  {below, named}: ReportedStacks,
  {directory, workspace}: {readonly directory: string; readonly workspace: string},
  deps: Deps,
): Promise<readonly SelectedStack[]> {
  const selection = {workspace, operation: 'apply', withoutFiles: true} as const;
  const found = [
    ...(below === undefined ? [] : [selectStacks({...selection, directory: below, stacks: []}, deps)]),
    ...(named.length === 0 ? [] : [selectStacks({...selection, directory, stacks: named}, deps)]),
  ];
  return (await Promise.all(found)).flatMap(({stacks}) => stacks);
}
