import {expect, it} from 'vitest';
import {
  generatedReference,
  isGeneratedReference,
  moduleReference,
  sourceOfReference,
} from '../../../../src/core/chart/generated-reference.ts';
import {parseText} from '../../../../src/core/reference/parse-text.ts';
import {parseSecretUri} from '../../../../src/core/secret/secret-uri.ts';

it.each([
  {name: 'a key of a Secret', path: ['data', 'tls.crt'], want: 'ref://chart.generated/web/v1:Secret:tls/data/tls.crt'},
  {
    name: 'a key with a slash',
    path: ['metadata', 'annotations', 'checksum/tls'],
    want: 'ref://chart.generated/web/v1:Secret:tls/metadata/annotations/checksum%2Ftls',
  },
  {name: 'an index', path: ['hooks', 0], want: 'ref://chart.generated/web/v1:Secret:tls/hooks/0'},
  {
    name: 'signs of references',
    path: ['a?b', 'c@d}', ''],
    want: 'ref://chart.generated/web/v1:Secret:tls/a%3Fb/c%40d%7D/%00',
  },
])('$name is one whole reference that names its release', ({path, want}) => {
  const reference = generatedReference({source: 'web', id: 'v1:Secret:tls', path});
  expect(reference).toBe(want);
  expect(parseText(reference, () => false)).toEqual([{kind: 'secret', uri: want, text: want}]);
  expect(parseSecretUri(reference)).not.toHaveProperty('because');
  expect(isGeneratedReference(reference)).toBe(true);
  expect(sourceOfReference(reference)).toBe('web');
});

it('a reference to a generated value of a module names the application, the accessory and the value', () => {
  const reference = moduleReference('web/db/root-password');
  expect(reference).toBe('ref://module.generated/web/db/root-password');
  expect(parseSecretUri(reference)).not.toHaveProperty('because');
  expect(isGeneratedReference(reference)).toBe(true);
  expect(sourceOfReference(reference)).toBe('web/db/root-password');
});
