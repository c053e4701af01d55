import {expect, it} from 'vitest';
import {derivedSince} from '../../../../../src/config/sources/helm/settle-generated.ts';
import type {Token} from '../../../../../src/core/chart/token.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';

const token: Token = {reference: 'ref://db/password', isSecret: true, keys: [['auth', 'password']]};
const references = (revealed: ReadonlyMap<Token, Secret>) => ({
  values: {},
  tokens: [token],
  revealed,
  seed: '',
  placeOf: () => ({file: 'stack.yaml', line: 3, column: 1, endColumn: 1, text: ''}),
});
const textOf = (settings: string) => ({
  reference: 'ref://chart.generated/web/v1:ConfigMap:web/data/settings',
  object: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'web'}, data: {settings}},
  path: ['data', 'settings'],
  texts: [settings] as const,
});

it('a text with a reference that changed since the last release is an error, because its new value has a token', () => {
  const text = textOf(`pw=\${${token.reference}} made 2026-11-27`);
  expect(derivedSince([text], references(new Map()))).toEqual([
    expect.objectContaining({
      code: 'source/helm-derived',
      message:
        'the chart generates data.settings of v1:ConfigMap:web from auth.password, which helm has only as a token',
      hint: expect.stringContaining('reveal: [auth.password]'),
    }),
  ]);
  expect(derivedSince([text], references(new Map([[token, new Secret('hunter2')]])))).toEqual([]);
  expect(derivedSince([textOf('made 2026-11-27')], references(new Map()))).toEqual([]);
});
