import type {Position} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {isList, isObject, type Json, type JsonPath} from '../../core/json.ts';

const MASK = '***';
const KEY_AND_VALUE = /^(\s*(?:-\s+)*(?:"[^"]*"|'[^']*'|(?:[\w./$-]|:(?=\S))+)\s*:\s+)(\S.*)$/;

/** Masks the value in the line of a position. Diagnostics show the line, and it may contain a secret. */
export function maskedPosition(position: Position): Position {
  const match = KEY_AND_VALUE.exec(position.text);
  const isKeyAlone = match === null && /^\s*(?:-\s+)*[\w./$"'-]+\s*:\s*$/.test(position.text);
  if (isKeyAlone) return position;
  const key = match?.[1] ?? '';
  const text = key + MASK;
  if (position.endColumn <= key.trimEnd().length + 1) return {...position, text};
  return {...position, text, column: Math.min(position.column, key.length + 1), endColumn: text.length + 1};
}

/** The fields of a Secret that may be shown. */
const OPEN_PATHS = new Set(['apiVersion', 'kind', 'type', 'metadata.name', 'metadata.namespace']);

/** Returns an origin that masks the values of a Secret, and any line with several values. */
export const maskedOrigin = (origin: Origin): Origin => ({
  file: origin.file,
  position(path: JsonPath, part) {
    const position = origin.position(path, part);
    const isOpen = OPEN_PATHS.has(path.join('.')) && !/[{,]/.test(position.text);
    return isOpen ? position : maskedPosition(position);
  },
});

/** Reports whether a document is a Secret, or a list with a Secret. */
export const holdsSecret = (value: Json): boolean =>
  isObject(value) && (value['kind'] === 'Secret' || (isList(value['items']) && value['items'].some(holdsSecret)));

/** Reports whether a text that could not be parsed may be a Secret or a kubeconfig. */
export const mayHoldSecret = (text: string): boolean => /kind["']?\s*:\s*["']?(?:Secret|Config)\b/.test(text);
