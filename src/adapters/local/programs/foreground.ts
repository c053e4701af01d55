import {readFileSync} from 'node:fs';

/** Reports whether key presses on the terminal (Ctrl-C) reach this process and the program that it started. */
export function isInForeground(): boolean {
  const text = attempt();
  if (text === undefined) return [process.stdin, process.stdout, process.stderr].some(({isTTY}) => isTTY);
  // The second field, the program name in brackets, may contain any characters.
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
