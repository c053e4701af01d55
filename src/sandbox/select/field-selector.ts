import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import {badRequest} from '../model/refusals.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import {fieldLabels} from './field-labels.ts';

type Term = {readonly field: string; readonly value: string; readonly equal: boolean};

/** Parses the text of `fieldSelector=` for one kind. Refuses what the server refuses, in its words. */
export function fieldSelector(text: string, resource: Resource): (object: JsonObject) => boolean {
  const labels = fieldLabels(resource);
  const terms = termsOf(text).map((term) => ({...term, read: readOf(term.field, labels, resource)}));
  return (object) => terms.every(({read, value, equal}) => (read(object) === value) === equal);
}

type Read = (object: JsonObject) => string;

function readOf(field: string, labels: Readonly<Record<string, string>> | undefined, resource: Resource): Read {
  const path = labels === undefined ? undefined : Object.hasOwn(labels, field) ? labels[field] : undefined;
  const known =
    path ?? (labels === undefined && ['metadata.name', 'metadata.namespace'].includes(field) ? field : undefined);
  if (known === undefined) throw badRequest(notSupported(field, labels === undefined, resource));
  const steps = known.split('.');
  return (object) => shown(jsonAt(object, steps), known);
}

function notSupported(field: string, isPlain: boolean, resource: Resource): string {
  if (isPlain) {
    return `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
  }
  if (resource.kind === 'Job') return `field label ${JSON.stringify(field)} not supported for Job`;
  if (resource.kind !== 'ResourceSlice') return `field label not supported: ${field}`;
  return `field label not supported for ${apiVersionOf(resource)}, Kind=ResourceSlice: ${field}`;
}

/** The text of the zero value with which a missing field is compared. */
const ZERO: Readonly<Record<string, string>> = {
  'spec.unschedulable': 'false',
  'spec.hostNetwork': 'false',
  'status.replicas': '0',
  'status.succeeded': '0',
};

function shown(value: Json | undefined, path: string): string {
  // Addresses are the only lists that can be selected by.
  if (isList(value)) return value.map((item) => (isObject(item) ? shown(item['ip'], '') : '')).join(',');
  if (isObject(value)) return '';
  return value === undefined || value === null ? (ZERO[path] ?? '') : String(value);
}

function termsOf(selector: string): Term[] {
  return splitTerms(selector)
    .toSorted()
    .filter((part) => part !== '')
    .map((part) => {
      const match = /!=|==|=/.exec(part);
      if (match === null) throw badRequest(`invalid selector: '${selector}'; can't understand '${part}'`);
      const [operator] = match;
      const value = part.slice(match.index + operator.length);
      return {field: part.slice(0, match.index), value: unescaped(value), equal: operator !== '!='};
    });
}

/** Splits a selector at its commas. An escaped comma is a part of the value. */
function splitTerms(selector: string): string[] {
  return [...selector.matchAll(/(?:[^,\\]|\\[^])*\\?(?:,|$)/g)].map(([term]) => term.replace(/,$/, ''));
}

function unescaped(value: string): string {
  return value.replaceAll(/\\([^]?)|[,=]/g, (found: string, escaped: string | undefined) => {
    if (escaped === undefined)
      throw badRequest(`invalid field selector: unescaped character in value: ${found.charCodeAt(0)}`);
    if (!['\\', ',', '='].includes(escaped))
      throw badRequest(`invalid field selector: invalid escape sequence: ${found}`);
    return escaped;
  });
}
