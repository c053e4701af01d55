import type {Position} from '../../core/diagnostic/diagnostic.ts';
import {readText} from '../read-text.ts';

/** A file of `KEY=value` lines. A line with a key alone takes its value from the environment. */
export type EnvFile = {
  readonly values: readonly string[];
  readonly fromEnvironment: readonly {readonly name: string; readonly at: Position}[];
};

export function readEnvFile(path: string): EnvFile {
  const {text = '', file} = readText(path);
  const values: string[] = [];
  const fromEnvironment: {name: string; at: Position}[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = written.trimStart();
    if (line === '' || line.startsWith('#')) continue;
    const [name = '', ...rest] = line.split('=');
    if (rest.length > 0) values.push(rest.join('='));
    else
      fromEnvironment.push({
        name,
        at: {file, line: index + 1, column: 1, endColumn: written.length + 1, text: written},
      });
  }
  return {values, fromEnvironment};
}
