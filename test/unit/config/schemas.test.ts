import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {jsonSchemas} from '../../../scripts/json-schemas.ts';
import {PatchesFile} from '../../../src/config/variation/patch-model.ts';

const DIRECTORY = join(import.meta.dirname, '../../../schemas');
const SCHEMAS = [...jsonSchemas()];

describe('schemas/', () => {
  it.each(SCHEMAS)('%s matches its model (to update it: npm run schemas)', (name, text) =>
    expect(readFileSync(join(DIRECTORY, name), 'utf8')).toBe(text),
  );

  it('the directory schemas/ contains no schema without a model', () =>
    expect(readdirSync(DIRECTORY).toSorted()).toStrictEqual(SCHEMAS.map(([name]) => name).toSorted()));
});

describe('the schema of patches', () => {
  const part = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {x: null}};
  const operations = {target: {kind: 'Deployment'}, patch: [{op: 'remove', path: '/spec/replicas'}]};
  it.each([
    {name: 'a part of an object', value: part, want: true},
    {name: 'a list of both forms', value: [part, operations, {...operations, patch: {spec: {}}}], want: true},
    {name: 'a part without a name', value: {...part, metadata: {}}, want: false},
    {name: 'a target without a patch', value: {target: {kind: 'Deployment'}}, want: false},
    {name: 'an unknown operation', value: {...operations, patch: [{op: 'delete', path: '/a'}]}, want: false},
  ])('the schema of patches accepts $name: $want', ({value, want}) =>
    expect(PatchesFile.safeParse(value).success).toBe(want),
  );
});
