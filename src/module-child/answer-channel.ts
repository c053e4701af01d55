import {writeSync} from 'node:fs';
import {inspect} from 'node:util';
import type {ModuleAnswer} from '../core/module/module-message.ts';

/** The longest text that a module can print at once. */
const LONGEST = 4_096;

/**
 * Returns the function that writes answers to stdout. Everything that a module prints goes to stderr from now on, so that it never becomes a part of
 * an answer.
 */
export function answerChannel(): (answer: ModuleAnswer) => void {
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const)
    Object.defineProperty(console, name, {value: print});
  for (const stream of [process.stdout, process.stderr])
    Object.defineProperty(stream, 'write', {
      value: (text: unknown) => {
        print(String(text));
        return true;
      },
    });
  return (answer) => {
    let rest = Buffer.from(`${JSON.stringify(answer)}\n`);
    // A pipe takes part of a long text; the parent reads the rest.
    while (rest.length > 0) rest = rest.subarray(written(rest));
  };
}

function print(...values: readonly unknown[]): void {
  const text = values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ');
  writeSync(2, `${text.slice(0, LONGEST)}\n`);
}

function written(bytes: Buffer): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}
