import {unreachable} from '../../lib/unreachable.ts';

/** The shells that `gantry env` supports. */
export const SHELLS = ['sh', 'bash', 'zsh', 'fish', 'powershell'] as const;
/** A shell for which `gantry env` prints lines. */
export type Shell = (typeof SHELLS)[number];

/** Returns the line that sets an environment variable in a shell. The value is quoted, so that the shell does not evaluate it. */
export function exportLine(shell: Shell, name: string, value: string): string {
  switch (shell) {
    case 'sh':
    case 'bash':
    case 'zsh':
      return `export ${name}=${posixWord(value)}`;
    case 'fish':
      return `set -gx ${name} ${fishWord(value)}`;
    case 'powershell':
      return `$env:${name} = ${powershellWord(value)}`;
    default:
      return unreachable(shell);
  }
}

/** Returns the line that removes a variable in a shell. */
export function unsetLine(shell: Shell, name: string): string {
  switch (shell) {
    case 'sh':
    case 'bash':
    case 'zsh':
      return `unset ${name}`;
    case 'fish':
      return `set -e ${name}`;
    case 'powershell':
      return `Remove-Item -ErrorAction SilentlyContinue Env:${name}`;
    default:
      return unreachable(shell);
  }
}

/** Returns a line that fails. An `eval` of an empty output succeeds, and the next command would run with the former variables. */
export const failureLine = (shell: Shell): string => (shell === 'powershell' ? "throw 'gantry env failed'" : 'false');

/** Returns the shell of a path: `/usr/bin/zsh`, `pwsh.exe`. Other POSIX shells are `sh`. */
export function shellOf(path: string): Shell | undefined {
  const name = path.replace(/^.*[/\\]/, '').replace(/\.exe$/i, '');
  const known = SHELLS.find((shell) => shell === name);
  if (known !== undefined) return known;
  if (/^(?:dash|ash|ksh|ksh93|mksh|oksh|yash|busybox)$/.test(name)) return 'sh';
  return name === 'pwsh' ? 'powershell' : undefined;
}

/** Quotes a value for a POSIX shell, in single quotes. */
export const posixWord = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** Quotes a value for fish. In its single quotes, a backslash escapes a quote and itself. */
export const fishWord = (value: string): string => `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/** Quotes a value for PowerShell, which also treats typographic single quotes as quotes. */
const powershellWord = (value: string): string => `'${value.replaceAll(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
