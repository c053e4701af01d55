import {isObject, type JsonObject} from '../json.ts';

/** One condition on a label, as kubectl reads it. */
type Requirement =
  | {readonly op: 'in'; readonly key: string; readonly values: readonly string[]}
  | {readonly op: 'notin'; readonly key: string; readonly values: readonly string[]}
  | {readonly op: 'exists'; readonly key: string}
  | {readonly op: 'absent'; readonly key: string};

/** All conditions must hold. */
export type LabelSelector = readonly Requirement[];

const KEY = String.raw`[A-Za-z0-9][A-Za-z0-9._/-]*`;
const FORMS: readonly {readonly form: RegExp; readonly read: (match: RegExpExecArray) => Requirement}[] = [
  {
    form: new RegExp(String.raw`^(${KEY})\s+(in|notin)\s*\(([^()]*)\)$`),
    read: ([, key = '', op, values = '']) => ({op: op === 'in' ? 'in' : 'notin', key, values: list(values)}),
  },
  {
    form: new RegExp(String.raw`^(${KEY})\s*(!=|==|=)\s*([A-Za-z0-9._-]*)$`),
    read: ([, key = '', op, value = '']) => ({op: op === '!=' ? 'notin' : 'in', key, values: [value]}),
  },
  {form: new RegExp(`^!\\s*(${KEY})$`), read: ([, key = '']) => ({op: 'absent', key})},
  {form: new RegExp(`^(${KEY})$`), read: ([, key = '']) => ({op: 'exists', key})},
];

const list = (values: string): readonly string[] => values.split(',').map((value) => value.trim());

/** Reads `app=web,tier in (a,b),!old`. Undefined: it is not a label selector. */
export function parseLabelSelector(text: string): LabelSelector | undefined {
  const parts = text.match(/[^,(]*(?:\([^()]*\))?[^,(]*/g)?.filter((part) => part.trim() !== '') ?? [];
  const requirements = parts.map((part) => {
    for (const {form, read} of FORMS) {
      const match = form.exec(part.trim());
      if (match !== null) return read(match);
    }
    return undefined;
  });
  const read = requirements.filter((one) => one !== undefined);
  return parts.length > 0 && read.length === parts.length ? read : undefined;
}

/** An object without a label is none that has another value: `app!=web` and `app notin (web)` take it. */
export function matchesLabels(
  selector: LabelSelector,
  object: JsonObject,
  field: 'labels' | 'annotations' = 'labels',
): boolean {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const labels = isObject(metadata[field]) ? metadata[field] : {};
  return selector.every((requirement) => {
    const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
    if (requirement.op === 'exists') return value !== undefined;
    if (requirement.op === 'absent') return value === undefined;
    const isListed = typeof value === 'string' && requirement.values.includes(value);
    return requirement.op === 'in' ? isListed : !isListed;
  });
}
