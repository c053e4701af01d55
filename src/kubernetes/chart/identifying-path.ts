import type {JsonPath} from '../../core/json.ts';

/** Reports whether a field selects or identifies objects. Such a value cannot change in a live object, and is shown. */
export const isIdentifying = (path: JsonPath): boolean =>
  path.some((step) => typeof step === 'string' && /^selector$|Selector$/.test(step)) || NAMES.has(path.join('.'));

const NAMES: ReadonlySet<string> = new Set(['metadata.name', 'metadata.generateName', 'metadata.namespace']);
