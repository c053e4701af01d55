import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {exportLine, shellOf, unsetLine} from '../../../../src/core/programs/shell-words.ts';

const NASTY = [
  '',
  ' ',
  "'",
  "''",
  '"',
  '\\',
  "\\'",
  '$HOME ${HOME} $(echo no) `echo no`',
  '\n',
  'a\nb\n',
  '\r\n\t',
  '!history ; & | > < * ? [a] {a,b} ~ #',
  '-n',
  'é \u2019 \u{1F680}',
  '\u001b[31m',
];

/** Not chosen by anybody: every run the same. */
function* made(count: number): Generator<string> {
  const letters = Array.from('\'"\\$`()\n !#;&|a=\t~*\u2019é');
  let state = 42;
  for (let i = 0; i < count; i++) {
    let text = '';
    for (let length = i % 12; length >= 0; length--) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      text += letters[state % letters.length];
    }
    yield text;
  }
}

describe.each(['sh', 'bash'] as const)('export lines for %s', (shell) => {
  it('a shell that evaluates export lines gets any value unchanged and runs nothing', () => {
    const values = [...NASTY, ...made(300)];
    const directory = mkdtempSync(join(tmpdir(), 'gantry-words-'));
    onTestFinished(() => rmSync(directory, {recursive: true}));
    const file = join(directory, 'script');
    const lines = values.map((value, i) => `${exportLine(shell, `V${i}`, value)}\n`).join('');
    // As people type it: through a variable and eval.
    writeFileSync(join(directory, 'lines'), lines);
    const shown = values.map((_, i) => `printf '%s\\0' "$V${i}"\n`).join('');
    writeFileSync(file, `eval "$(cat "$1")"\n${shown}`);
    const said = execFileSync(shell, [file, join(directory, 'lines')], {encoding: 'utf8'});
    expect(said.split('\0').slice(0, -1)).toEqual(values);
  });
});

it.each([
  {shell: 'fish', want: String.raw`set -gx A 'it\'s a \\ $HOME'`, unset: 'set -e A'},
  {
    shell: 'powershell',
    want: String.raw`$env:A = 'it''s a \ $HOME'`,
    unset: 'Remove-Item -ErrorAction SilentlyContinue Env:A',
  },
  {shell: 'zsh', want: String.raw`export A='it'\''s a \ $HOME'`, unset: 'unset A'},
] as const)('$shell has words of its own', ({shell, want, unset}) => {
  expect(exportLine(shell, 'A', String.raw`it's a \ $HOME`)).toBe(want);
  expect(unsetLine(shell, 'A')).toBe(unset);
});

it.each([
  {path: '/usr/bin/zsh', want: 'zsh'},
  {path: '/bin/dash', want: 'sh'},
  {path: 'pwsh.exe', want: 'powershell'},
  {path: '/usr/bin/nu', want: undefined},
  {path: '', want: undefined},
])('the shell of $path is $want', ({path, want}) => expect(shellOf(path)).toBe(want));
