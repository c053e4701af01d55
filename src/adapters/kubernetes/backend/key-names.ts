import {defined} from '../../../lib/defined.ts';
import {sha256} from '../../../lib/sha256.ts';

/** The annotation of a value that is too large for one Secret: the generation and number of its parts. */
export const PARTS_ANNOTATION = 'gantry.dev/backend-parts';
/** The label of every stored value: the first segment of its key (`releases`, `locks`), for selection. */
export const BACKEND_LABEL = 'gantry.dev/backend';
/** The label with the second segment of a key that has three (the lineage of a release). */
export const GROUP_LABEL = 'gantry.dev/backend-group';
/** The label of the parts of a large value: the name of the Secret that they belong to. */
export const PART_OF_LABEL = 'gantry.dev/backend-part-of';
/** The label of a part: the write of the value that it belongs to. */
export const GENERATION_LABEL = 'gantry.dev/backend-generation';

/** Returns the name of the Secret that stores a key. Every key gives a valid Kubernetes name, and two keys never give the same. */
export const secretName = (key: string): string => `gantry-${sha256(key).slice(0, 40)}`;

/** Returns the name of the Secret that stores a part of a large value. The generation separates two writes. */
export const partName = (name: string, generation: string, index: number): string => `${name}-${generation}-${index}`;

/** Returns the labels by which a key can be selected. */
export function labelsOf(key: string): Readonly<Record<string, string>> {
  const [first = '', second, ...rest] = key.split('/');
  const grouped = second !== undefined && rest.length > 0;
  return {[BACKEND_LABEL]: labelValue(first), ...defined({[GROUP_LABEL]: grouped ? labelValue(second) : undefined})};
}

/** Returns a selector for all keys with a prefix. It may select other keys, too, as labels do not hold whole keys. */
export function selectorOf(prefix: string): string {
  const segments = prefix.split('/').slice(0, -1);
  const [first, second] = segments;
  if (first === undefined) return BACKEND_LABEL;
  const group = second === undefined ? '' : `,${GROUP_LABEL}=${labelValue(second)}`;
  return `${BACKEND_LABEL}=${labelValue(first)}${group}`;
}

/** Returns a segment if it is a valid label value, otherwise its digest. */
const labelValue = (segment: string): string =>
  /^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(segment) ? segment : `sha256-${sha256(segment).slice(0, 40)}`;
