import {execFile} from 'node:child_process';
import {mkdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';

/** Makes the default SSH key of a user, with OpenSSH's own program. Returns the line of its public key. */
export async function makeUserKey(home: string): Promise<string> {
  const directory = join(home, '.ssh');
  await mkdir(directory, {recursive: true, mode: 0o700});
  const file = join(directory, 'id_ed25519');
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file]);
  return (await readFile(`${file}.pub`, 'utf8')).trim();
}
