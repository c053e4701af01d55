import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {customResources} from '../../../../src/sandbox/custom/custom-resources.ts';
import {decodeCustom} from '../../../../src/sandbox/custom/decode-custom.ts';
import type {Write} from '../../../../src/sandbox/model/rules.ts';
import type {Problem} from '../../../../src/sandbox/model/status.ts';
import {shared} from '../decode/resource.ts';
import {measuredValues, widgets} from './measured/read-measured.ts';

const [resource] = customResources(widgets(), shared);
if (resource === undefined) throw new Error('no version is served');

const widget = (spec: JsonObject): JsonObject => ({
  apiVersion: 'custom.example.com/v1',
  kind: 'Widget',
  metadata: {name: 'w', namespace: 'custom-a'},
  spec,
});

const writeOf = (object: JsonObject, before?: JsonObject): Write => ({
  object,
  before,
  subresource: '',
  cluster: {get: () => undefined, list: () => []},
  now: '2026-11-22T00:00:00Z',
});

const written = (spec: JsonObject): {stored: JsonObject; problems: readonly Problem[]} => {
  const {object} = decodeCustom(widget(spec), resource, 'Strict');
  const stored = resource.rules.defaults?.(object) ?? object;
  return {stored, problems: resource.rules.validate?.(writeOf(stored)) ?? []};
};

const sorted = (problems: readonly Problem[]): readonly string[] =>
  problems.map(({reason, field, message}) => `${reason} ${field}: ${message}`).toSorted();

describe('new custom resources', () => {
  // The real server visits its maps in random order, so the order of the problems does not count.
  it.each(measuredValues())('a real server gives the same result: $name', ({spec, stored, problems}) => {
    const mine = written(spec);
    expect(sorted(mine.problems)).toEqual(sorted(problems ?? []));
    if (stored !== undefined) expect(mine.stored['spec']).toEqual(stored);
  });
});
