import {execFile} from 'node:child_process';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {atEndOfTest} from './end-of-test.ts';

const started = promisify(execFile);

/** Makes a key pair in a file with OpenSSH's own program. Returns the line of its public key. */
export async function makeKey(file: string, passphrase = ''): Promise<string> {
  await started('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', '', '-f', file]);
  return (await readFile(`${file}.pub`, 'utf8')).trim();
}

/** Starts an SSH agent that holds a key. Returns the address of its socket, and the function that ends it. */
export async function agentWith(file: string): Promise<{readonly socket: string; readonly end: () => Promise<void>}> {
  // The path of a socket has at most 108 characters.
  const directory = await mkdtemp(join(tmpdir(), 'agent-'));
  const socket = join(directory, 's');
  const {stdout} = await started('ssh-agent', ['-s', '-a', socket]);
  const pid = Number(/SSH_AGENT_PID=(\d+)/.exec(stdout)?.[1]);
  let isOver = false;
  const end = async (): Promise<void> => {
    if (!isOver) process.kill(pid);
    isOver = true;
    await rm(directory, {recursive: true, force: true});
  };
  atEndOfTest(end);
  await started('ssh-add', ['-q', file], {env: {...process.env, SSH_AUTH_SOCK: socket}});
  return {socket, end};
}
