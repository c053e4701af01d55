import {dump} from 'js-yaml';
import type {Json} from '../../core/json.ts';

/** A document as the server writes YAML: in the order of its keys, with lists that are not indented. */
export const yamlOf = (document: Json): string =>
  dump(document, {sortKeys: true, seqNoIndent: true, noRefs: true, lineWidth: 80, quoteStyle: 'double'});
