import {describe, expect, it} from 'vitest';
import type {SecretAnswer} from '../../src/app/secret/secret-answer.ts';
import type {SecretStore} from '../../src/ports/secret-store.ts';
import {readSecret} from '../rig/read-secret.ts';

/** A store that holds these secrets, by their names. */
export type OpenStore = (secrets: Readonly<Record<string, string>>) => Promise<SecretStore>;

/** What every store of single values promises. `versions`: it keeps them. `empties`: it takes values without a sign in them. */
export function secretStoreContract(
  name: string,
  open: OpenStore,
  {versions = false, empties = true}: {readonly versions?: boolean; readonly empties?: boolean} = {},
): void {
  const read = async (uri: string, secrets: Readonly<Record<string, string>>): Promise<SecretAnswer> => {
    return readSecret(await open(secrets), uri);
  };

  describe(`the secret store ${name}`, () => {
    it.each([
      {title: 'a value', uri: 'ref://TOKEN', text: 'plain text', want: 'plain text'},
      {title: 'a value with its spaces and line breaks', uri: 'ref://TOKEN', text: ' a\nb "é" ', want: ' a\nb "é" '},
      {title: 'a whole value that is JSON', uri: 'ref://TOKEN', text: '{"a":1}', want: '{"a":1}'},
      {title: 'a property of a JSON value', uri: 'ref://TOKEN/a', text: '{"a":"x"}', want: 'x'},
      {title: 'a number of a JSON value as text', uri: 'ref://TOKEN/a', text: '{"a":5432}', want: '5432'},
      {title: 'a property below a property', uri: 'ref://TOKEN/a.b', text: '{"a":{"b":"x"}}', want: 'x'},
      {
        title: 'a key with a dot in preference to a path',
        uri: 'ref://TOKEN/a.b',
        text: '{"a.b":"y","a":{"b":"x"}}',
        want: 'y',
      },
    ])('a secret store returns $title', async ({uri, text, want}) => {
      const reading = await read(uri, {TOKEN: text});
      if (!('value' in reading)) throw new Error(reading.because);
      expect(reading.value.reveal()).toBe(want);
    });

    it.each([
      {title: 'a name that it does not have', uri: 'ref://OTHER', text: 'canary', names: 'OTHER'},
      {title: 'a missing property', uri: 'ref://TOKEN/b', text: '{"a":"canary"}', names: 'TOKEN'},
      {title: 'a property that is a map', uri: 'ref://TOKEN/a', text: '{"a":{"b":"canary"}}', names: 'map'},
      {title: 'a property of malformed JSON', uri: 'ref://TOKEN/a', text: '{"a": canary', names: 'TOKEN'},
      {title: 'a property of a text', uri: 'ref://TOKEN/a', text: '"canary"', names: 'not a map'},
      {title: 'an empty value', uri: 'ref://TOKEN', text: '', names: empties ? 'empty' : 'TOKEN'},
      {title: 'an empty property', uri: 'ref://TOKEN/a', text: '{"a":"","b":"canary"}', names: 'empty'},
      {
        title: 'a missing version',
        uri: 'ref://TOKEN?version=2',
        text: 'canary',
        names: versions ? 'version 2' : 'no versions',
      },
    ])('the error for $title gives the reason and no part of the value', async ({uri, text, names}) => {
      const reading = await read(uri, {TOKEN: text});
      expect(reading).toEqual(expect.objectContaining({because: expect.stringContaining(names)}));
      expect(JSON.stringify(reading)).not.toContain('canary');
    });
  });
}
