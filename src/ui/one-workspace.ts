import {isWorkspacePattern} from '../core/workspace/workspace-pattern.ts';

/** Flags that select workspaces, as one word or as two: `-w prod`, `-wprod`, `--workspace=prod`, `-l tier=staging`. */
const ALONE = /^(?:-w|--workspace|-l|--selector)$/;
const JOINED = /^(?:-w|--workspace=|-l|--selector=)(.+)$/;

/**
 * Returns a command line for one of the workspaces that it selects: for commands that people copy from the result of that workspace. A command
 * line that selects at most one workspace stays as it is.
 */
export function inOneWorkspace(
  words: readonly string[] | undefined,
  workspace: string | undefined,
): readonly string[] | undefined {
  if (words === undefined || workspace === undefined) return words;
  const isValue = (i: number): boolean => ALONE.test(words[i - 1] ?? '');
  const isFlag = (i: number): boolean => !isValue(i) && (ALONE.test(words[i] ?? '') || JOINED.test(words[i] ?? ''));
  const flags = words.flatMap((word, i) => {
    if (!isFlag(i)) return [];
    return [{word, value: ALONE.test(word) ? (words[i + 1] ?? '') : (JOINED.exec(word)?.[1] ?? '')}];
  });
  const isSeveral = flags.length > 1 || flags.some(({word, value}) => SELECTOR.test(word) || isWorkspacePattern(value));
  if (!isSeveral) return words;
  return [...words.filter((_, i) => !isFlag(i) && !isValue(i)), '-w', workspace];
}

const SELECTOR = /^(?:-l|--selector)/;
