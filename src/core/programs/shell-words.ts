import {unreachable} from '../../lib/unreachable.ts';

/** The shells for which variables can be written. */
export const SHELLS = ['sh', 'bash', 'zsh', 'fish', 'powershell'] as const;
/** A shell for which `gantry env` prints lines. */
export type Shell = (typeof SHELLS)[number];

/** A line that sets a variable for the shell and its programs. Whatever the value holds, it is a text and nothing is run. */
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

/** A line that fails: `eval` of nothing succeeds, and what comes next would run with what was set before. */
export const failureLine = (shell: Shell): string =>
  shell === 'powershell' ? "throw 'gantry env gave nothing'" : 'false';

/** The shell of a path: `/usr/bin/zsh`, `pwsh.exe`. Those that read POSIX words are `sh`. */
export function shellOf(path: string): Shell | undefined {
  const name = path.replace(/^.*[/\\]/, '').replace(/\.exe$/i, '');
  const known = SHELLS.find((shell) => shell === name);
  if (known !== undefined) return known;
  if (/^(?:dash|ash|ksh|ksh93|mksh|oksh|yash|busybox)$/.test(name)) return 'sh';
  return name === 'pwsh' ? 'powershell' : undefined;
}

/** Between single quotes nothing means anything but the quote itself. */
export const posixWord = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** In fish a backslash still means something before a quote and before itself. */
export const fishWord = (value: string): string => `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/** PowerShell takes the typographic single quotes for quotes, too. */
const powershellWord = (value: string): string => `'${value.replaceAll(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
