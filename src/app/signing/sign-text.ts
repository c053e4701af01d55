import {resolve} from 'node:path';
import {readText} from '../../config/read-text.ts';
import {INHERITED} from '../../core/workspace/child-environment.ts';
import type {Programs} from '../../ports/programs.ts';

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
 * prints its own errors. Returns the armored signature, or why there is none.
 */
export async function signText(
  {text, namespace, key, cwd}: SignText,
  programs: Programs,
): Promise<{readonly signature: string} | {readonly problem: string}> {
  const directory = await programs.temporary();
  try {
    const path = await directory.write('text', text);
    const args = ['-q', '-Y', 'sign', '-n', namespace, '-f', resolve(cwd, key), path];
    const end = await programs.run({command: 'ssh-keygen', args, cwd, environment: INHERITED});
    if ('notStarted' in end)
      return {problem: `ssh-keygen ${end.notStarted === 'missing' ? 'was not found' : 'is not executable'}`};
    const signature = end.ended === 0 ? readText(`${path}.sig`, 1, true).text : undefined;
    return signature === undefined ? {problem: 'ssh-keygen made no signature'} : {signature};
  } finally {
    await directory.remove();
  }
}
