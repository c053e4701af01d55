import {describe, expect, it} from 'vitest';
import {namesOf, parseSecretUri} from '../../../../src/core/secret/secret-uri.ts';

describe('a reference to a secret store', () => {
  it.each([
    {uri: 'ref://NAME', want: {segments: ['NAME']}},
    {uri: 'ref://db/password', want: {segments: ['db', 'password']}},
    {
      uri: 'ref://clusters/prod/kubeconfig?version=v2',
      want: {segments: ['clusters', 'prod', 'kubeconfig'], version: 'v2'},
    },
    {uri: 'ref://db/tls.key', want: {segments: ['db', 'tls.key']}},
  ])('$uri is read', ({uri, want}) => expect(parseSecretUri(uri)).toEqual({uri, ...want}));

  it.each([
    {uri: 'ref://', because: 'names no secret'},
    {uri: 'ref://?version=1', because: 'names no secret'},
    {uri: 'ref:///db', because: 'empty segment'},
    {uri: 'ref://db/', because: 'empty segment'},
    {uri: 'ref://db//x', because: 'empty segment'},
    {uri: 'ref://my secret', because: 'blank'},
    {uri: 'ref://db\n', because: 'blank'},
    {uri: 'ref://db?version=', because: 'version'},
    {uri: 'ref://db?latest', because: 'version'},
    {uri: 'ref://db?version=1&x=2', because: 'version'},
    {uri: 'ref://db?version=1?version=2', because: 'version'},
    {uri: 'vault://db', because: 'ref://'},
  ])('$uri is refused, and why', ({uri, because}) =>
    expect(parseSecretUri(uri)).toEqual({because: expect.stringContaining(because)}),
  );

  it('a reference to a secret store names a secret, or a property of one', () => {
    expect(namesOf({segments: ['a']})).toEqual([{name: ['a']}]);
    expect(namesOf({segments: ['a', 'b']})).toEqual([{name: ['a', 'b']}, {name: ['a'], property: 'b'}]);
  });
});
