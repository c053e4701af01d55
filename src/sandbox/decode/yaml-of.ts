import {dump} from 'js-yaml';
import type {Json} from '../../core/json.ts';

/** Returns a document as YAML like the server's: keys in their order, and lists without indentation. */
export const yamlOf = (document: Json): string =>
  dump(document, {sortKeys: true, seqNoIndent: true, noRefs: true, lineWidth: 80, quoteStyle: 'double'});
