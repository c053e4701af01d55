import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {CRD_RULES} from '../../../../src/sandbox/custom/crd/crd-rules.ts';
import type {Problem} from '../../../../src/sandbox/model/status.ts';
import {measuredDefinitions, widgets} from './measured/read-measured.ts';

const rules = CRD_RULES['CustomResourceDefinition.apiextensions.k8s.io'];

const NOTHING = {get: () => undefined, list: () => []};
const writeOf = (object: JsonObject, before?: JsonObject, subresource = '') => ({
  object,
  before,
  subresource,
  cluster: NOTHING,
  now: '2026-11-22T00:00:00Z',
});

const prepared = (definition: JsonObject, before?: JsonObject): JsonObject => {
  const filled = rules?.defaults?.(definition) ?? definition;
  return rules?.prepare?.(writeOf(filled, before)) ?? filled;
};

const problemsOf = (definition: JsonObject, before?: JsonObject): readonly Problem[] =>
  rules?.validate?.(writeOf(prepared(definition, before), before)) ?? [];

const sorted = (problems: readonly Problem[]): readonly string[] =>
  problems.map(({reason, field, message}) => `${reason} ${field}: ${message}`).toSorted();

describe('new CRDs', () => {
  it.each(measuredDefinitions())('a real server gives the same result: $name', ({definition, problems}) => {
    expect(sorted(problemsOf(definition))).toEqual(sorted(problems ?? []));
  });

  it('the CRD with which all other data was measured is accepted', () => expect(problemsOf(widgets())).toEqual([]));
});
