import {posixWord} from '../programs/shell-words.ts';

/** A program with all of its arguments, as a shell would be given them: one reading, and no word is left out. */
export const shellLine = (command: readonly string[]): string =>
  command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : posixWord(word))).join(' ');
