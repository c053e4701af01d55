import {join} from 'node:path';
import {expect} from 'vitest';
import {everythingWritten, leaks} from './canaries.ts';
import type {Stack} from './stack.ts';

const OUTPUTS = [
  [],
  ['-v'],
  ['-o', 'json'],
  ['-o', 'yaml'],
  ['-o', 'jsonl'],
  ['-o', 'markdown'],
] as const satisfies readonly (readonly string[])[];

/** Runs every command in every form, one after the other, and answers all that was printed. */
export async function runAll(
  stack: Stack,
  commands: readonly (readonly string[])[],
  outputs: readonly (readonly string[])[] = OUTPUTS,
): Promise<string> {
  const texts: string[] = [];
  for (const command of commands)
    for (const output of outputs) {
      const {code, stdout, stderr} = await stack.gantry([...command, ...output]);
      expect(code, stderr).not.toBe(70);
      texts.push(`$ gantry ${[...command, ...output].join(' ')}\n${stdout}\n${stderr}`);
    }
  return texts.join('\n');
}

/** None of the secrets, in any form, in what was printed or in any file of the stack's GANTRY_HOME. */
export async function expectNoLeak(
  stack: Stack,
  printed: string,
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  expect(leaks(printed, secrets)).toEqual([]);
  const written = await everythingWritten(join(stack.home, '.gantry'));
  expect([...written].flatMap(([file, text]) => leaks(text, secrets).map((leak) => `${file}: ${leak}`))).toEqual([]);
}
