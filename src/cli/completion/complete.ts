import type {Command} from 'commander';
import type {Deps} from '../../app/deps.ts';
import {CATALOG, type CatalogEntry} from '../catalog.ts';
import {createProgram} from '../program.ts';
import {type Candidate, candidatesFor, isDirective} from './candidates.ts';
import {joinBroken, prefixKept} from './join-broken.ts';
import {readLine} from './read-line.ts';

/** A question of a shell for completions. */
export type Complete = {
  /** The arguments `SHELL -- WORDS…`. The last word is the one under the cursor. */
  readonly argv: readonly string[];
  readonly version: string;
  readonly cwd: string;
  readonly deps: () => Promise<Deps>;
  readonly catalog?: readonly CatalogEntry[];
};

/** Returns the candidates, one a line, with their meaning after a tab. Never fails, because a shell cannot show an error. */
export async function complete({argv, version, cwd, deps, catalog = CATALOG}: Complete): Promise<string> {
  const [shell = '', , ...typed] = argv;
  const words = shell === 'bash' ? joinBroken(typed) : typed;
  const current = words.at(-1) ?? '';
  try {
    const program = createProgram({
      io: NOBODY,
      version,
      catalog,
      open: () => Promise.reject(new Error('nothing is run')),
    });
    const load = async (command: Command, path: readonly string[]): Promise<void> => {
      const entry = catalog.find((one) => one.path.join(' ') === path.join(' '));
      if (entry !== undefined) (await entry.load())(command, () => Promise.reject(new Error('nothing is run')));
    };
    const line = await readLine(words, program, load);
    const found = await candidatesFor(line, {program, cwd, deps});
    const fitting = found.filter((one) => isDirective(one) || one.word.startsWith(current));
    const cut = shell === 'bash' ? prefixKept(current) : '';
    return fitting.map((one) => lineOf(one, cut)).join('');
  } catch {
    return '';
  }
}

const lineOf = (candidate: Candidate, cut: string): string => {
  if (isDirective(candidate)) return `${candidate.directive}\n`;
  const {word, summary} = candidate;
  return `${word.slice(cut.length)}${summary === undefined ? '' : `\t${summary}`}\n`;
};

const NOBODY = {
  stdout: {write: () => true, isTTY: false, columns: 80},
  stderr: {write: () => true, isTTY: false, columns: 80},
  stdin: {isTTY: false, stream: process.stdin},
  env: {},
};
