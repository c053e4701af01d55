import {dump} from 'js-yaml';
import type {Json} from '../../core/json.ts';

/** A value as one YAML document. Strings that YAML 1.1 readers (kubectl among them) would take for something else are quoted. */
export const writeYaml = (value: Json): string => dump(value, {noRefs: true, lineWidth: -1});
