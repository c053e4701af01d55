import type {Json} from '../../core/json.ts';
import type {Problem} from './status.ts';

/** Appends a detail. The messages are those of apimachinery's `field` package. */
const withDetail = (what: string, detail: string): string => (detail === '' ? what : `${what}: ${detail}`);

/** Returns the problem `field.Required` of Kubernetes. */
export const required = (field: string, detail = ''): Problem => ({
  reason: 'FieldValueRequired',
  field,
  message: withDetail('Required value', detail),
});

/** Returns the problem `field.Forbidden` of Kubernetes. */
export const forbidden = (field: string, detail: string): Problem => ({
  reason: 'FieldValueForbidden',
  field,
  message: withDetail('Forbidden', detail),
});

/** Returns the problem `field.Invalid` of Kubernetes. An undefined `value` is shown as `null`, like a nil pointer; `OMITTED` shows none. */
export const invalid = (field: string, value: Json | undefined | typeof OMITTED, detail: string): Problem => ({
  reason: 'FieldValueInvalid',
  field,
  message: withDetail(value === OMITTED ? 'Invalid value' : `Invalid value: ${shown(value)}`, detail),
});

/** Stands for a value that the server does not repeat in its message. */
export const OMITTED = Symbol('a value that is not shown');

/** Returns the problem `field.NotSupported` of Kubernetes. Callers pass the supported values sorted. */
export const notSupported = (field: string, value: Json | undefined, supported: readonly string[]): Problem => ({
  reason: 'FieldValueNotSupported',
  field,
  message: `Unsupported value: ${shown(value)}: supported values: ${supported.map((one) => JSON.stringify(one)).join(', ')}`,
});

/** Reports a value that is not supported. */
export const choiceOf = (field: string, value: Json | undefined, supported: readonly string[]): readonly Problem[] =>
  supported.some((one) => one === value) ? [] : [notSupported(field, value, supported)];

/** Reports a text that is neither empty (a field that is not set) nor supported. */
export const optionalChoice = (field: string, text: string, supported: readonly string[]): readonly Problem[] =>
  text === '' ? [] : choiceOf(field, text, supported);

/** Returns the problem `field.Duplicate` of Kubernetes. */
export const duplicate = (field: string, value: Json): Problem => ({
  reason: 'FieldValueDuplicate',
  field,
  message: `Duplicate value: ${shown(value)}`,
});

/** Returns the problem `field.NotFound` of Kubernetes. */
export const notFound = (field: string, value: Json, detail = ''): Problem => ({
  reason: 'FieldValueNotFound',
  field,
  message: withDetail(`Not found: ${shown(value)}`, detail),
});

/** Returns the problem `field.TooLong` of Kubernetes, which never shows the value. `most` is in bytes. */
export const tooLong = (field: string, most: number): Problem => ({
  reason: 'FieldValueTooLong',
  field,
  message: `Too long: may not be more than ${most} ${most === 1 ? 'byte' : 'bytes'}`,
});

/** Returns the problem `field.TooMany` of Kubernetes. */
export const tooMany = (field: string, actual: number, most: number): Problem => ({
  reason: 'FieldValueTooMany',
  field,
  message: `Too many: ${actual}: must have at most ${most} ${most === 1 ? 'item' : 'items'}`,
});

/** Returns one problem per message about the value, as the checks of `formats.ts` return them. */
export const invalids = (field: string, value: Json, details: readonly string[]): readonly Problem[] =>
  details.map((detail) => invalid(field, value, detail));

/** Returns the path of a field: `spec.ports[0]`, `metadata.labels`, `spec.limits[cpu]`. An empty parent gives the name alone. */
export const child = (path: string, ...names: readonly string[]): string =>
  (path === '' ? names : [path, ...names]).join('.');

/** Returns the field path of an item: an index in a list, a key in a map. */
export const at = (path: string, index: number | string): string => `${path}[${index}]`;

/** Returns a value as messages show it: a string quoted like in Go, any other value like Go's encoder, which escapes HTML characters. */
function shown(value: Json | undefined): string {
  const text = JSON.stringify(value ?? null);
  return typeof value === 'string'
    ? text
    : text.replaceAll(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
}
