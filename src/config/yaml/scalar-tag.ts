import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Json} from '../../core/json.ts';
import {plainScalar} from './plain-scalar.ts';

/** The value of a scalar that names its type: `!!str 12`. Other tags belong to other programs and are refused. */
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
    message: known ? `\`${text}\` is not what its tag ${tag} says` : `the tag ${tag} is not supported`,
  });
  return null;
}
