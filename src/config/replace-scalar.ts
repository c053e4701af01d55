import {isObject} from '../core/json.ts';
import {readYaml} from './yaml/read-yaml.ts';

/**
 * Returns a YAML text with another value for a top-level key. Every other byte stays. Undefined if the value is not a string on one
 * line.
 */
export function replaceScalar(text: string, file: string, key: string, value: string): string | undefined {
  const document = readYaml(text, file).documents[0];
  if (document === undefined || !isObject(document.value) || typeof document.value[key] !== 'string') return undefined;
  const {line, column, endColumn} = document.origin.position([key], 'value');
  const lines = text.split('\n');
  const old = lines[line - 1];
  if (old === undefined) return undefined;
  lines[line - 1] = `${old.slice(0, column - 1)}${JSON.stringify(value)}${old.slice(endColumn - 1)}`;
  const changed = lines.join('\n');
  const read = readYaml(changed, file).documents[0]?.value;
  return isObject(read) && read[key] === value ? changed : undefined;
}
