import type {Command, Option} from 'commander';

/** A command line up to the cursor. */
export type Line = {
  /** The word under the cursor, as far as it is typed. */
  readonly current: string;
  /** The words before it. */
  readonly before: readonly string[];
  readonly command: Command;
  readonly path: readonly string[];
  /** How many arguments stand before the cursor. */
  readonly args: number;
  /** The flag whose value is under the cursor. */
  readonly flag?: Option;
  /** What of `current` is the flag: `--output=`. */
  readonly flagPart: string;
  /** `--` was typed: no more flags. */
  readonly isOver: boolean;
};

type Load = (command: Command, path: readonly string[]) => Promise<void>;

export async function readLine(words: readonly string[], program: Command, load: Load): Promise<Line> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  let [command, args, isOver] = [program, 0, false];
  let flag: Option | undefined;
  const path: string[] = [];
  for (const word of before) {
    if (flag !== undefined) flag = undefined;
    else if (isOver) args++;
    else if (word === '--') isOver = true;
    else if (word.startsWith('-')) flag = waiting(word, program, command);
    else {
      const next =
        args === 0 ? command.commands.find((one) => one.name() === word || one.aliases().includes(word)) : undefined;
      if (next === undefined) args++;
      else {
        command = next;
        path.push(next.name());
        await load(command, path);
      }
      // From its command on all words are another program's.
      if (path[0] === 'exec' && args > 0) isOver = true;
    }
  }
  const flagPart = isOver || flag !== undefined ? '' : (/^--[a-z-]+=/.exec(current)?.[0] ?? '');
  const inWord = flagPart === '' ? undefined : optionOf(flagPart.slice(0, -1), program, command);
  const value = flag ?? inWord;
  return {current, before, command, path, args, flagPart, isOver, ...(value === undefined ? {} : {flag: value})};
}

/** The flag that takes the next word as its value. */
function waiting(word: string, program: Command, command: Command): Option | undefined {
  const option = optionOf(word, program, command);
  return option?.required === true ? option : undefined;
}

const optionOf = (word: string, program: Command, command: Command): Option | undefined =>
  [...command.options, ...program.options].find(({long, short}) => word === long || word === short);
