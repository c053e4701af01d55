import type {Origin} from '../core/diagnostic/origin.ts';
import {readText} from './read-text.ts';
import {readYaml} from './yaml/read-yaml.ts';

/** Returns the positions in the first document of a YAML file. An empty or missing file has only its first line. */
export function originOfFile(path: string): Origin {
  const {text, file} = readText(path);
  const origin = readYaml(text ?? '', file).documents[0]?.origin;
  return origin ?? {file, position: () => ({file, line: 1, column: 1, endColumn: 2, text: ''})};
}
