import type {HistoryNames} from '../../core/release/history-names.ts';
import {globPattern} from '../../core/selection/glob.ts';
import {isWorkspacePattern} from '../../core/workspace/workspace-pattern.ts';
import {nameOfReference, parseReference, scopedName} from '../../core/workspace/workspace-scope.ts';
import {splitStack} from '../release/name-history.ts';

/** The flags that limit a list of stacks in workspaces. */
export type AskedSeries = {
  /** `-s`, repeatable. Empty: all. */
  readonly stacks: readonly string[];
  /** `-w`, repeatable. Empty: all. A pattern selects among the workspaces with releases. */
  readonly workspaces: readonly string[];
};

/** Reports whether the flags select a stack in a workspace. */
export const isAsked = ({stacks, workspaces}: AskedSeries, names: HistoryNames): boolean =>
  (stacks.length === 0 || stacks.some((text) => isOfStack(text, names))) &&
  (workspaces.length === 0 || workspaces.some((text) => isIn(text, names)));

/** Returns the value of `-w` with which the cluster is reached: a file or mine/NAME has releases under its name. */
export function referenceTo({workspaces}: Pick<AskedSeries, 'workspaces'>, names: HistoryNames): string | undefined {
  const text = workspaces.find((one) => isIn(one, names));
  if (text === undefined || !isWorkspacePattern(text)) return text;
  const {scope} = parseReference(text);
  return scope === undefined ? names.workspace : scopedName(scope, names.workspace);
}

/** Returns the flags that none of these stacks in workspaces matches. */
export const withoutMatch = ({stacks, workspaces}: AskedSeries, found: readonly HistoryNames[]): readonly string[] => [
  ...stacks.filter((text) => !found.some((names) => isOfStack(text, names))).map((text) => `-s ${text}`),
  ...workspaces.filter((text) => !found.some((names) => isIn(text, names))).map((text) => `-w ${text}`),
];

function isOfStack(text: string, names: HistoryNames): boolean {
  const {project = names.project, stack} = splitStack(text);
  return project === names.project && stack === names.stack;
}

function isIn(text: string, {workspace}: HistoryNames): boolean {
  const name = nameOfReference(text);
  return isWorkspacePattern(text) ? globPattern(name).test(workspace) : workspace === name;
}
