import {resolve} from 'node:path';
import {readText} from '../../config/read-text.ts';
import {INHERITED} from '../../core/workspace/child-environment.ts';
import type {Programs} from '../../ports/programs.ts';
import {endOf} from '../programs/run-command.ts';

/** A text to sign with `ssh-keygen -Y sign`. */
export type SignText = {
  readonly text: string;
  readonly namespace: string;
  /** A private key, or a public key whose private key an SSH agent holds. */
  readonly key: string;
  readonly cwd: string;
};

/**
 * Signs a text with `ssh-keygen`, so that passphrases and SSH agents work as usual. The program asks for a passphrase on the terminal, and
 * prints its own errors. Returns the armored signature; undefined if it made none.
 * @throws GantryError program/missing, program/not-executable
 */
export async function signText({text, namespace, key, cwd}: SignText, programs: Programs): Promise<string | undefined> {
  const directory = await programs.temporary();
  try {
    const path = await directory.write('text', text);
    const args = ['-q', '-Y', 'sign', '-n', namespace, '-f', resolve(cwd, key), path];
    const ended = await endOf(programs, {command: 'ssh-keygen', args, cwd, environment: INHERITED});
    return ended === 0 ? readText(`${path}.sig`, 1, true).text : undefined;
  } finally {
    await directory.remove();
  }
}
