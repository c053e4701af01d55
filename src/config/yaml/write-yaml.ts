import {dump} from 'js-yaml';
import type {Json} from '../../core/json.ts';
import {quoteUnsafe} from './quote-unsafe.ts';

/**
 * A value as one YAML document. Strings that YAML 1.1 readers (kubectl among them) would take for something else are quoted, and so
 * is what a terminal or the runner of a pipeline would obey: the document holds the same data wherever it is printed.
 */
export function writeYaml(value: Json): string {
  const {value: safe, restore} = quoteUnsafe(value);
  return restore(dump(safe, {noRefs: true, lineWidth: -1}));
}
