import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Json} from '../../core/json.ts';
import {plainScalar} from './plain-scalar.ts';

/** Returns the value of a scalar with a tag for its type: `!!str 12`. Refuses other tags. */
export function taggedScalar(text: string, tag: string, report: (problem: Omit<Diagnostic, 'at'>) => void): Json {
  const type = /^(?:!!|!<tag:yaml\.org,2002:)(\w+)>?$/.exec(tag)?.[1];
  if (tag === '!' || type === 'str') return text;
  const value = type === undefined ? undefined : plainScalar(text, report);
  if (type === 'null' && value === null) return value;
  if (type === 'bool' && typeof value === 'boolean') return value;
  if ((type === 'int' || type === 'float') && typeof value === 'number') return value;
  const known = ['null', 'bool', 'int', 'float'].includes(type ?? '');
  report({
    severity: 'error',
    code: 'yaml/tag',
    message: known ? `\`${text}\` is not a valid value for the tag ${tag}` : `the tag ${tag} is not supported`,
  });
  return null;
}
