import {posixWord} from '../programs/shell-words.ts';

/** Returns a command with all arguments, quoted as for a shell, so that it is unambiguous. */
export const shellLine = (command: readonly string[]): string =>
  command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : posixWord(word))).join(' ');
