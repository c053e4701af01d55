import {resolve} from 'node:path';
import {knownNames} from '../../app/completion/known-names.ts';
import type {PlaceFinder} from '../../app/completion/place.ts';
import type {Environment} from '../../app/deps.ts';
import {SHARED_PROJECT} from '../../core/stacks/shared-stacks.ts';
import {defined} from '../../lib/defined.ts';
import {type Candidate, candidatesFor, isDirective} from './candidates.ts';
import type {CommandTable} from './command-table.ts';
import type {CompletedField} from './completed-field.ts';
import {joinBroken, prefixKept} from './join-broken.ts';
import {type Line, readLine} from './read-line.ts';

/** A question of a shell for completions. */
export type Complete = {
  /** The arguments `SHELL -- WORDS…`. The last word is the one under the cursor. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  /** True if no other user can write the cache below it. */
  readonly isPrivate: boolean;
  readonly table: () => Promise<CommandTable>;
  readonly fields: () => Promise<readonly CompletedField[]>;
  /** Finds what the cache does not have: it loads the whole program. */
  readonly finder: PlaceFinder;
};

/** Returns the candidates, one a line, with their meaning after a tab. Never fails, because a shell cannot show an error. */
export async function complete(asked: Complete): Promise<string> {
  const [shell = '', , ...typed] = asked.argv;
  const words = shell === 'bash' ? joinBroken(typed) : typed;
  const current = words.at(-1) ?? '';
  try {
    const table = await asked.table();
    const line = readLine(words, table.root);
    const names = knownNames({...asked, ...placeIn(line, asked.cwd)});
    const found = await candidatesFor(line, {table, names, fields: asked.fields});
    const fitting = found.filter((one) => isDirective(one) || one.word.startsWith(current));
    const cut = shell === 'bash' ? prefixKept(current) : '';
    return fitting.map((one) => lineOf(one, cut)).join('');
  } catch {
    return '';
  }
}

/**
 * Returns the directory, the stack, the workspace and the backend that the flags before the cursor name. The commands for shared resources mean
 * the default shared stack.
 */
function placeIn({values, path}: Line, cwd: string) {
  const directory = resolve(cwd, values.get('-C') ?? '.');
  const [named, workspace, backend] = ['--stack', '--workspace', '--backend'].map((flag) => values.get(flag));
  const stack = named ?? (path[0] === SHARED_PROJECT ? `${SHARED_PROJECT}/${SHARED_PROJECT}` : undefined);
  return {directory, ...defined({stack}), workspace, backend};
}

const lineOf = (candidate: Candidate, cut: string): string => {
  if (isDirective(candidate)) return `${candidate.directive}\n`;
  const {word, summary} = candidate;
  return `${word.slice(cut.length)}${summary === undefined ? '' : `\t${summary}`}\n`;
};
