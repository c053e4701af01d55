import {execFile} from 'node:child_process';
import {mkdir, readFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';

/** Makes the default SSH key of a user, with OpenSSH's own program. Returns the line of its public key. */
export const makeUserKey = (home: string): Promise<string> => makeSshKey({file: join(home, '.ssh', 'id_ed25519')});

type SshKeyFile = {readonly file: string; readonly type?: 'ed25519' | 'rsa'; readonly passphrase?: string};

/** Makes an SSH key, with OpenSSH's own program. Returns the line of its public key. */
export async function makeSshKey({file, type = 'ed25519', passphrase = ''}: SshKeyFile): Promise<string> {
  await mkdir(dirname(file), {recursive: true, mode: 0o700});
  await promisify(execFile)('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-C', '', '-f', file]);
  return (await readFile(`${file}.pub`, 'utf8')).trim();
}
