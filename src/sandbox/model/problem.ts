import type {Json} from '../../core/json.ts';
import type {Problem} from './status.ts';

/** The errors of apimachinery's `field` package: the same words for the same mistakes. */
const withDetail = (what: string, detail: string): string => (detail === '' ? what : `${what}: ${detail}`);

/** `field.Required` of Kubernetes. */
export const required = (field: string, detail = ''): Problem => ({
  reason: 'FieldValueRequired',
  field,
  message: withDetail('Required value', detail),
});

/** `field.Forbidden` of Kubernetes. */
export const forbidden = (field: string, detail: string): Problem => ({
  reason: 'FieldValueForbidden',
  field,
  message: withDetail('Forbidden', detail),
});

/** `value` undefined is shown as `null`, a nil pointer; `OMITTED` shows none at all. */
export const invalid = (field: string, value: Json | undefined | typeof OMITTED, detail: string): Problem => ({
  reason: 'FieldValueInvalid',
  field,
  message: withDetail(value === OMITTED ? 'Invalid value' : `Invalid value: ${shown(value)}`, detail),
});

/** Where the server does not repeat the value that is wrong. */
export const OMITTED = Symbol('a value that is not shown');

/** `field.NotSupported` of Kubernetes; callers pass the supported values sorted. */
export const notSupported = (field: string, value: Json | undefined, supported: readonly string[]): Problem => ({
  reason: 'FieldValueNotSupported',
  field,
  message: `Unsupported value: ${shown(value)}: supported values: ${supported.map((one) => JSON.stringify(one)).join(', ')}`,
});

/** Reports a value that is none of those that are supported. */
export const choiceOf = (field: string, value: Json | undefined, supported: readonly string[]): readonly Problem[] =>
  supported.some((one) => one === value) ? [] : [notSupported(field, value, supported)];

/** Reports a text that is neither empty, as a field that is not set, nor one of those that are supported. */
export const optionalChoice = (field: string, text: string, supported: readonly string[]): readonly Problem[] =>
  text === '' ? [] : choiceOf(field, text, supported);

/** `field.Duplicate` of Kubernetes. */
export const duplicate = (field: string, value: Json): Problem => ({
  reason: 'FieldValueDuplicate',
  field,
  message: `Duplicate value: ${shown(value)}`,
});

/** `field.NotFound` of Kubernetes. */
export const notFound = (field: string, value: Json, detail = ''): Problem => ({
  reason: 'FieldValueNotFound',
  field,
  message: withDetail(`Not found: ${shown(value)}`, detail),
});

/** `field.TooLong` of Kubernetes; `most` in bytes. It never shows the value. */
export const tooLong = (field: string, most: number): Problem => ({
  reason: 'FieldValueTooLong',
  field,
  message: `Too long: may not be more than ${most} ${most === 1 ? 'byte' : 'bytes'}`,
});

/** `field.TooMany` of Kubernetes. */
export const tooMany = (field: string, actual: number, most: number): Problem => ({
  reason: 'FieldValueTooMany',
  field,
  message: `Too many: ${actual}: must have at most ${most} ${most === 1 ? 'item' : 'items'}`,
});

/** One problem for each thing that is wrong with the value, as the checks of `formats.ts` answer them. */
export const invalids = (field: string, value: Json, details: readonly string[]): readonly Problem[] =>
  details.map((detail) => invalid(field, value, detail));

/** `spec.ports[0]`, `metadata.labels`, `spec.limits[cpu]`: under no parent, the child alone. */
export const child = (path: string, ...names: readonly string[]): string =>
  (path === '' ? names : [path, ...names]).join('.');

/** Returns the field path of an item: an index in a list, a key in a map. */
export const at = (path: string, index: number | string): string => `${path}[${index}]`;

/** Texts as Go quotes them; everything else as Go's encoder writes it, which also escapes what HTML would mind. */
function shown(value: Json | undefined): string {
  const text = JSON.stringify(value ?? null);
  return typeof value === 'string'
    ? text
    : text.replaceAll(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
}
