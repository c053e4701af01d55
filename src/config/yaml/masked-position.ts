import type {Position} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {isList, isObject, type Json, type JsonPath} from '../../core/json.ts';

const MASK = '***';
const KEY_AND_VALUE = /^(\s*(?:-\s+)*(?:"[^"]*"|'[^']*'|[\w./$-]+)\s*:\s+)(\S.*)$/;

/** The place without the value that is written there: diagnostics show a line, and some lines hold secrets. */
export function maskedPosition(position: Position): Position {
  const match = KEY_AND_VALUE.exec(position.text);
  const isKeyAlone = match === null && /^\s*(?:-\s+)*[\w./$"'-]+\s*:\s*$/.test(position.text);
  if (isKeyAlone) return position;
  const key = match?.[1] ?? '';
  const text = key + MASK;
  if (position.endColumn <= key.trimEnd().length + 1) return {...position, text};
  return {...position, text, column: Math.min(position.column, key.length + 1), endColumn: text.length + 1};
}

/** What of a Secret may be shown. */
const OPEN_PATHS = new Set(['apiVersion', 'kind', 'type', 'metadata.name', 'metadata.namespace']);

/** The origin of a Secret: its values, and any line that holds several, are not shown. */
export const maskedOrigin = (origin: Origin): Origin => ({
  file: origin.file,
  position(path: JsonPath, part) {
    const position = origin.position(path, part);
    const isOpen = OPEN_PATHS.has(path.join('.')) && !/[{,]/.test(position.text);
    return isOpen ? position : maskedPosition(position);
  },
});

/** A document that is a Secret, or a list with one. */
export const holdsSecret = (value: Json): boolean =>
  isObject(value) && (value['kind'] === 'Secret' || (isList(value['items']) && value['items'].some(holdsSecret)));

/** The same guess for a text that could not be read. */
export const mayHoldSecret = (text: string): boolean => /kind["']?\s*:\s*["']?(?:Secret|Config)\b/.test(text);
