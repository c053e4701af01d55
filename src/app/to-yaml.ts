import {writeYaml} from '../config/yaml/write-yaml.ts';
import type {Json} from '../core/json.ts';

/** Writes one YAML document, or several separated by `---`, for people and for `kubectl`. */
export const toYaml = (documents: readonly unknown[]): string =>
  // Through JSON: what JSON leaves out (undefined) and masks (secrets) is left out and masked here too.
  documents.map((document) => writeYaml(JSON.parse(JSON.stringify(document)) as Json)).join('---\n');
