import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Column} from '../model/columns.ts';
import {nameOf} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import type {Resource} from '../model/resource.ts';
import {sinceTime} from '../print/human-duration.ts';
import {jsonPath} from './json-path.ts';
import {goNumber} from './value/go-number.ts';

const NAME: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description:
    'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
  priority: 0,
  cell: (object) => nameOf(object),
};

/** The column of a version that defines none. */
const AGE: JsonObject = {
  name: 'Age',
  type: 'date',
  description:
    'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  jsonPath: '.metadata.creationTimestamp',
};

/** Returns the columns of `kubectl get` for a custom resource, as its CRD defines them. */
export function customColumns({custom}: Resource): readonly Column[] {
  const own = list(custom?.version['additionalPrinterColumns']).map(part);
  return [NAME, ...(own.length === 0 ? [AGE] : own).map(columnOf)];
}

function columnOf(column: JsonObject): Column {
  const path = text(column['jsonPath']);
  const type = text(column['type']);
  const query = jsonPath(path);
  const described = text(column['description']);
  return {
    name: text(column['name']),
    type,
    format: text(column['format']),
    description: described === '' ? `Custom resource definition column (in JSONPath format): ${path}` : described,
    priority: typeof column['priority'] === 'number' ? column['priority'] : 0,
    cell: (object, now) => cellOf(query?.(object)[0], type, now),
  };
}

function cellOf(value: Json | undefined, type: string, now: number): Json {
  if (value === undefined) return null;
  if (type === 'string') return printed(value);
  if (value === null) return null;
  return TYPED[type]?.(value, now) ?? null;
}

const TYPED: Readonly<Record<string, (value: Json, now: number) => Json>> = {
  integer: (value) => (typeof value === 'number' ? Math.trunc(value) : null),
  number: (value) => (typeof value === 'number' ? value : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  date: (value, now) => {
    if (typeof value !== 'string') return null;
    return value !== '' && Number.isNaN(Date.parse(value)) ? '<invalid>' : sinceTime(value, now);
  },
};

/** Returns a result as Go's JSONPath prints it. */
function printed(value: Json): string {
  if (value === null) return '<no value>';
  if (isList(value) || isObject(value)) return canonicalJson(value);
  return typeof value === 'number' && !Number.isInteger(value) ? goNumber(value) : String(value);
}
