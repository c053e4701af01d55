import {isObject, type JsonObject} from '../json.ts';
import {meets, type Requirement} from './requirement.ts';

/** A label selector: all requirements must be met. */
export type LabelSelector = readonly Requirement[];

const KEY = String.raw`[A-Za-z0-9][A-Za-z0-9._/-]*`;
const FORMS: readonly {readonly form: RegExp; readonly read: (match: RegExpExecArray) => Requirement}[] = [
  {
    form: new RegExp(String.raw`^(${KEY})\s+(in|notin)\s*\(([^()]*)\)$`),
    read: ([, key = '', op, values = '']) => ({key, operator: op === 'in' ? 'In' : 'NotIn', values: list(values)}),
  },
  {
    form: new RegExp(String.raw`^(${KEY})\s*(!=|==|=)\s*([A-Za-z0-9._-]*)$`),
    read: ([, key = '', op, value = '']) => ({key, operator: op === '!=' ? 'NotIn' : 'In', values: [value]}),
  },
  {form: new RegExp(`^!\\s*(${KEY})$`), read: ([, key = '']) => ({key, operator: 'DoesNotExist', values: []})},
  {form: new RegExp(`^(${KEY})$`), read: ([, key = '']) => ({key, operator: 'Exists', values: []})},
];

const list = (values: string): readonly string[] => values.split(',').map((value) => value.trim());

/** Parses a label selector (`app=web,tier in (a,b),!old`); undefined if the text is not one. */
export function parseLabelSelector(text: string): LabelSelector | undefined {
  if (/[()]/.test(text.replaceAll(/\([^()]*\)/g, ''))) return undefined;
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

/** Reports whether an object matches a selector. `app!=web` and `app notin (web)` also match an object without the label. */
export function matchesLabels(
  selector: LabelSelector,
  object: JsonObject,
  field: 'labels' | 'annotations' = 'labels',
): boolean {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const labels = isObject(metadata[field]) ? metadata[field] : {};
  return selector.every((requirement) => meets(requirement, labels));
}
