import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {parseIgnore} from '../../core/plan/parse-ignore.ts';
import {unusedIgnore, unusedRevert} from '../../core/plan/unused-flags.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import type {SameRunStacks} from './same-run-stacks.ts';

/** Counts for how many stacks of a run a flag matches nothing: only if it is so for all of them, it is worth a warning. */
export type UnusedFlags = Required<Pick<SameRunStacks, 'onUnusedFlag'>> & {
  /** Returns the warnings that all of so many stacks have, each once. */
  readonly warnings: (stacks: number) => readonly Diagnostic[];
};

/** Counts flags without effect over several stacks: a warning is due only if no stack used the flag. */
export function countUnusedFlags(): UnusedFlags {
  const unused = new Map<string, {readonly warning: Diagnostic; readonly count: number}>();
  return {
    onUnusedFlag: (warning) => {
      const count = (unused.get(warning.message)?.count ?? 0) + 1;
      unused.set(warning.message, {warning: ofTheStacks(warning), count});
    },
    warnings: (stacks) => [...unused.values()].filter(({count}) => count >= stacks).map(({warning}) => warning),
  };
}

const ofTheStacks = ({message, ...rest}: Diagnostic): Diagnostic => ({
  ...rest,
  message: message.replace(' of the stack', ' of these stacks'),
});

/**
 * Returns the diagnostics of one stack. In a run over several stacks, warnings about flags that match nothing are passed to the run
 * instead, because the flag may match in another stack. Warnings about rules of files stay.
 */
export function withoutUnusedFlags(
  found: readonly Diagnostic[],
  {sameRun, permissions, ignore = []}: Pick<PreviewRequest, 'sameRun' | 'permissions' | 'ignore'>,
): readonly Diagnostic[] {
  if (sameRun === undefined) return found;
  const ofFlags = new Set(
    [...(permissions.revertAdded ?? []).map(unusedRevert), ...ignore.flatMap(unusedIgnoreFlag)].map(
      ({message}) => message,
    ),
  );
  const isOfFlag = ({message}: Diagnostic): boolean => ofFlags.has(message);
  for (const one of found.filter(isOfFlag)) sameRun.onUnusedFlag?.(one);
  return found.filter((one) => !isOfFlag(one));
}

function unusedIgnoreFlag(text: string): readonly Diagnostic[] {
  const rule = parseIgnore(text);
  return rule === undefined ? [] : [unusedIgnore(rule)];
}
