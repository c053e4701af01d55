import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {initialObjects} from '../../../../src/sandbox/kinds/initial-objects.ts';
import {OBJECT_RULES} from '../../../../src/sandbox/kinds/object-rules.ts';
import {Refusal} from '../../../../src/sandbox/model/status.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';
import type {Measured, Thing} from './case.ts';

// The answers of Kubernetes 1.34.4 to these writes, recorded by record.ts. The rules must give the same.
const measured = JSON.parse(readFileSync(new URL('measured.json', import.meta.url), 'utf8')) as readonly Measured[];
const NOW = '2026-11-22T00:00:00Z';

describe('the rules of built-in kinds', () => {
  it.each(measured)('a real server gives the same result: $name', (one) => {
    expect(outcome(one)).toEqual(expected(one));
  });
});

function outcome(one: Measured): unknown {
  try {
    return answered(one);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const causes = error.status.details?.['causes'];
    return causes === undefined ? {message: error.message, code: error.status.code} : {causes};
  }
}

function answered({given, write, ...one}: Measured): unknown {
  const rules = OBJECT_RULES[keyOf(write)] ?? {};
  const cluster = memoryStore();
  for (const {resource, object} of initialObjects({now: NOW, port: 6443})) cluster.put(resource, object);
  for (const object of given) cluster.put(resourceOf(object), object as JsonObject);
  const before = given.find(({metadata}) => metadata['uid'] === write.metadata['uid']) as JsonObject | undefined;
  const object = rules.defaults?.(write as JsonObject) ?? (write as JsonObject);
  const about = {before, subresource: one.subresource ?? '', cluster, now: NOW};
  const prepared = rules.prepare?.({...about, object}) ?? object;
  const problems = rules.validate?.({...about, object: prepared}) ?? [];
  return problems.length > 0 ? {causes: problems} : shown(prepared as Thing);
}

function expected({status, answer}: Measured): unknown {
  if (status < 300) return shown(answer);
  const {details, message, code} = answer as unknown as {details?: {causes?: unknown}; message: string; code: number};
  return details?.causes === undefined ? {message, code} : {causes: details.causes};
}

/** Removes the values that differ between servers: times, and allocated addresses and ports. */
function shown({metadata, ...rest}: Thing): unknown {
  const {labels, annotations, finalizers} = metadata;
  const text = JSON.stringify({...rest, labels, annotations, finalizers})
    .replaceAll(/"10\.96\.(0\.0|[1-9]\d*\.\d+)"/g, '"ALLOCATED"')
    .replaceAll(/,?"extra":\{"authentication[^}]*\}/g, '')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"');
  return JSON.parse(text);
}

const groupOf = ({apiVersion}: Thing): string => (apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '');

const keyOf = (object: Thing): string => [object.kind, groupOf(object)].filter((part) => part !== '').join('.');

/** Returns the resource, of which only those matter that rules look up in the store. */
const resourceOf = (object: Thing): string => {
  const plural = object.kind.endsWith('s') ? `${object.kind.toLowerCase()}es` : `${object.kind.toLowerCase()}s`;
  return [plural, groupOf(object)].filter((part) => part !== '').join('.');
};
