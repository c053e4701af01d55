import {describe, expect, it} from 'vitest';
import {explained} from '../../../../src/adapters/oidc/explain.ts';

const SECRET = 'client-secret-of-team-a';
const TOKEN = `eyJ${'a'.repeat(40)}.${'b'.repeat(40)}.c`;

const detailOf = (description: string): string => {
  const error = {error: 'invalid_request', error_description: description};
  const {failure} = explained(error, {issuer: 'https://id.example.com', secrets: [SECRET]});
  return failure.code === 'identity/refused' ? failure.detail : '';
};

describe('an error text of a provider', () => {
  it.each([
    {name: 'a secret', said: SECRET},
    {name: 'a token', said: TOKEN},
    {name: 'a secret in a form', said: encodeURIComponent(SECRET)},
  ])('$name is not shown in half where the text is cut', ({said}) => {
    for (const before of [480, 490, 499]) {
      const detail = detailOf(`${'.'.repeat(before - 'invalid_request: '.length)}${said}`);
      expect(detail).toContain('invalid_request: ...');
      expect(detail).not.toMatch(/\.[ce]/);
    }
  });

  it('an error text is processed in linear time', () => {
    expect(detailOf('eyJaaaaaaaa-'.repeat(25_000))).toMatch(/^invalid_request: eyJ/);
  });
});
