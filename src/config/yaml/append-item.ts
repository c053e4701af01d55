import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {editYaml} from './edit-yaml.ts';
import {readYaml} from './read-yaml.ts';
import {writeYaml} from './write-yaml.ts';

/**
 * Adds an item to a list at the top of a YAML text, and keeps its comments. If the list is not in block style, it is rewritten as a whole.
 * Without the list it is added to the text.
 */
export function appendItem(text: string, key: string, item: Json): string {
  const document = readYaml(text, 'stack.yaml').documents.find(({value}) => value !== null);
  const before: JsonObject = isObject(document?.value) ? document.value : {};
  const list = before[key];
  const items = isList(list) ? list : [];
  const wanted = {...before, [key]: [...items, item]};
  const at = items.length === 0 ? undefined : document?.origin.position([key, items.length - 1]);
  const appended = at && inserted(text.split('\n'), at.line - 1, item);
  if (appended !== undefined && deepEqual(readYaml(appended, 'stack.yaml').documents[0]?.value, wanted))
    return appended;
  return editYaml(text, [{path: [key], value: wanted[key] ?? null}]);
}

/** Inserts an item after the one that begins in a line. Returns undefined if that line has no dash. */
function inserted(lines: readonly string[], start: number, item: Json): string | undefined {
  const dash = /^( *)- /.exec(lines[start] ?? '');
  if (dash === null) return undefined;
  const indent = dash[1] ?? '';
  let end = start + 1;
  for (let at = end; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (line.length - line.trimStart().length <= indent.length) break;
    end = at + 1;
  }
  const written = writeYaml([item]).trimEnd().split('\n');
  return lines.toSpliced(end, 0, ...written.map((line) => (line === '' ? '' : `${indent}${line}`))).join('\n');
}
