import {dump} from 'js-yaml';
import type {Json} from '../../core/json.ts';
import {quoteUnsafe} from './quote-unsafe.ts';

/**
 * Writes a value as one YAML document. It quotes strings that a YAML 1.1 parser such as kubectl would read as another type, and strings
 * that a terminal or a CI runner would execute.
 */
export function writeYaml(value: Json): string {
  const {value: safe, restore} = quoteUnsafe(value);
  return restore(dump(safe, {noRefs: true, lineWidth: -1}));
}
