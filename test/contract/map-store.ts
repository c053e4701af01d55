import {randomBytes} from 'node:crypto';
import {describe, expect, it} from 'vitest';
import type {SecretStore} from '../../src/ports/secret-store.ts';
import {textOf} from '../rig/read-secret.ts';

/** A store that holds these secrets, each a map of texts. */
export type OpenMaps = (secrets: Readonly<Record<string, Readonly<Record<string, string>>>>) => Promise<SecretStore>;

/** What every store promises whose secrets have keys. Each test has a name of its own: all may be in one place. */
export function mapStoreContract(name: string, open: OpenMaps): void {
  describe(`the secret store ${name}, of secrets with keys`, () => {
    it.each([
      {title: 'the value of a key', data: {user: 'app', password: 'p'}, key: '/password', want: 'p'},
      {
        title: 'a value of several lines unchanged',
        data: {user: 'app', pem: 'one\n"two" é\n'},
        key: '/pem',
        want: 'one\n"two" é\n',
      },
      {title: 'the value of a key with a dot', data: {'tls.key': 'k', tls: 'no'}, key: '/tls.key', want: 'k'},
      {
        title: 'all digits of a value that looks like a number',
        data: {a: '00123456789012345678901'},
        key: '/a',
        want: '00123456789012345678901',
      },
    ])('a store of secrets with keys returns $title', async ({data, key, want}) => {
      const secret = nameOfOne();
      expect(await textOf(await open({[secret]: data}), `ref://${secret}${key}`)).toBe(want);
    });

    it('a store of secrets with keys returns a whole secret as JSON', async () => {
      const secret = nameOfOne();
      const data = {user: 'app', password: 'p"1'};
      expect(JSON.parse(await textOf(await open({[secret]: data}), `ref://${secret}`))).toEqual(data);
    });

    it.each([
      {title: 'missing secret', named: (_secret: string) => 'none-such/password', names: 'none-such'},
      {title: 'missing key', named: (secret: string) => `${secret}/none`, names: 'none'},
      {title: 'key with an empty value', named: (secret: string) => `${secret}/empty`, names: 'empty'},
    ])('the message for a $title names it and contains no value of another key', async ({named, names}) => {
      const secret = nameOfOne();
      const answer = await textOf(await open({[secret]: {password: 'canary', empty: ''}}), `ref://${named(secret)}`);
      expect(answer).toContain(names);
      expect(answer).not.toContain('canary');
    });
  });
}

const nameOfOne = (): string => `db-${randomBytes(6).toString('hex')}`;
