import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {expect} from 'vitest';
import {ErrorOutput} from '../../../src/ui/output/error-output.ts';
import type {GantryOptions, Ran, Stack} from '../../rig/stack.ts';

export type Refusal = {
  readonly exit: number;
  readonly code: string;
  /** What both people and machines are told. */
  readonly says: readonly (string | RegExp)[];
};

/**
 * The command fails in the same way for people (words on stderr, nothing on stdout) and for machines (one valid error document
 * on stdout, the words on stderr as well). Answers both runs.
 */
export async function expectRefused(
  stack: Stack,
  args: readonly string[],
  {exit, code, says}: Refusal,
  options?: GantryOptions,
): Promise<{readonly human: Ran; readonly machine: Ran & {readonly document: ErrorOutputDocument}}> {
  const human = await stack.gantry(args, options);
  expect({code: human.code, stdout: human.stdout}, human.stderr).toEqual({code: exit, stdout: ''});
  const machine = await stack.json(args, options);
  const document = ErrorOutput.parse(machine.document);
  expect({exit: machine.code, code: document.error.code}).toEqual({exit, code});
  const told = spoken(document);
  for (const words of says) {
    expect(human.stderr).toMatch(words);
    expect(told).toMatch(words);
  }
  expect(timeless(human.stderr)).toContain(timeless(document.error.message));
  return {human, machine: {...machine, document}};
}

/** The machine's run is a moment later: how long ago something was, it says with another number. */
const timeless = (text: string): string => text.replaceAll(/\b(?:just now|\d[\d.a-z ]*? ago)\b/g, 'some time ago');

export type ErrorOutputDocument = ReturnType<typeof ErrorOutput.parse>;

/** The words of an error document, as a reader would join them. */
function spoken({error}: ErrorOutputDocument): string {
  const {message, hint = '', diagnostics, ...facts} = error;
  const remarks = diagnostics.map((diagnostic) => {
    const {file, line, column} = diagnostic.at ?? {};
    return [`${file}:${line}:${column}`, ...Object.values({...diagnostic, at: ''})].join('\n');
  });
  return [message, hint, ...remarks, JSON.stringify(facts)].join('\n');
}

/** No release, no entry of the index, no lock: as if the command had not been run. */
export async function expectNothingRecorded(stack: Stack): Promise<void> {
  const found = await Promise.all(
    ['releases', 'index', 'locks', 'shared'].map((name) => filesBelow(join(stack.home, '.gantry', name))),
  );
  expect(found.flat()).toEqual([]);
}

/** Every file below a directory, by its whole path; none when the directory does not exist. */
export async function filesBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true}).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({parentPath, name}) => join(parentPath, name));
}
