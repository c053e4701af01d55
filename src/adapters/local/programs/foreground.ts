import {readFileSync} from 'node:fs';

/** Whether keys that are pressed on our terminal (Ctrl-C) reach us, and with us the program that we started. */
export function isInForeground(): boolean {
  const text = attempt();
  if (text === undefined) return [process.stdin, process.stdout, process.stderr].some(({isTTY}) => isTTY);
  // The second field, the program's name in brackets, may hold anything.
  const [, , group, , terminal, foreground] = text.replace(/^.*\) /s, '').split(' ');
  return terminal !== '0' && group === foreground;
}

function attempt(): string | undefined {
  try {
    return process.platform === 'linux' ? readFileSync('/proc/self/stat', 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
