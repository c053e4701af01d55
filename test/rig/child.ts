import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';

/** A real process that runs a TypeScript file of the rig, ready to be talked to; it ends with the test at the latest. */
export async function startChild(
  file: string,
  args: readonly string[],
  options: readonly string[] = [],
): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [...args], {
    execArgv: ['--no-warnings', ...options],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await nextMessage(child);
  return child;
}

export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const answered = new AbortController();
  const {signal} = answered;
  const ended = once(child, 'exit', {signal}).then(() => {
    throw new Error('the process ended without an answer');
  });
  try {
    const [message] = (await Promise.race([once(child, 'message', {signal}), ended])) as [T];
    return message;
  } finally {
    answered.abort();
  }
}

export async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  const answer = nextMessage<T>(child);
  child.send(message);
  return answer;
}

/** kill -9, and the process is really gone. */
export async function killNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
