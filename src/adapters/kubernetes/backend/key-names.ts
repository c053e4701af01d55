import {createHash} from 'node:crypto';
import {defined} from '../../../lib/defined.ts';

/** Which parts make up the value, where it is too large for one Secret: their generation and number. */
export const PARTS_ANNOTATION = 'gantry.dev/backend-parts';
/** On every stored value: the first segment of its key, to select by (`releases`, `locks`). */
export const BACKEND_LABEL = 'gantry.dev/backend';
/** The second segment of a key that has three (the lineage of a release). */
export const GROUP_LABEL = 'gantry.dev/backend-group';
/** On the parts of a large value: the name of the Secret that they belong to, and one put's own word. */
export const PART_OF_LABEL = 'gantry.dev/backend-part-of';
/** Label of a part: the write of the value that it belongs to. */
export const GENERATION_LABEL = 'gantry.dev/backend-generation';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The Secret that holds a key: any key makes a name that Kubernetes takes, and two keys never the same. */
export const secretName = (key: string): string => `gantry-${sha256(key).slice(0, 40)}`;

/** Name of the Secret that holds a part of a large value; the generation keeps two writes apart. */
export const partName = (name: string, generation: string, index: number): string => `${name}-${generation}-${index}`;

/** What a key can be selected by. */
export function labelsOf(key: string): Readonly<Record<string, string>> {
  const [first = '', second, ...rest] = key.split('/');
  const grouped = second !== undefined && rest.length > 0;
  return {[BACKEND_LABEL]: labelValue(first), ...defined({[GROUP_LABEL]: grouped ? labelValue(second) : undefined})};
}

/** Selects all keys that begin with the prefix, and perhaps others: as close as labels can tell. */
export function selectorOf(prefix: string): string {
  const segments = prefix.split('/').slice(0, -1);
  const [first, second] = segments;
  if (first === undefined) return BACKEND_LABEL;
  const group = second === undefined ? '' : `,${GROUP_LABEL}=${labelValue(second)}`;
  return `${BACKEND_LABEL}=${labelValue(first)}${group}`;
}

/** A segment as it is where a label may say it, else a digest. */
const labelValue = (segment: string): string =>
  /^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(segment) ? segment : `sha256-${sha256(segment).slice(0, 40)}`;
