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
      {title: 'a value as it is', data: {user: 'app', pem: 'one\n"two" é\n'}, key: '/pem', want: 'one\n"two" é\n'},
      {title: 'a key with a dot', data: {'tls.key': 'k', tls: 'no'}, key: '/tls.key', want: 'k'},
      {
        title: 'what looks like a number, exactly',
        data: {a: '00123456789012345678901'},
        key: '/a',
        want: '00123456789012345678901',
      },
    ])('gives $title', async ({data, key, want}) => {
      const secret = nameOfOne();
      expect(await textOf(await open({[secret]: data}), `ref://${secret}${key}`)).toBe(want);
    });

    it('gives all of it as JSON', async () => {
      const secret = nameOfOne();
      const data = {user: 'app', password: 'p"1'};
      expect(JSON.parse(await textOf(await open({[secret]: data}), `ref://${secret}`))).toEqual(data);
    });

    it.each([
      {title: 'secret', named: (_secret: string) => 'none-such/password', names: 'none-such'},
      {title: 'key', named: (secret: string) => `${secret}/none`, names: 'none'},
      {title: 'value under an empty key', named: (secret: string) => `${secret}/empty`, names: 'empty'},
    ])('says that there is no such $title, and tells nothing of the others', async ({named, names}) => {
      const secret = nameOfOne();
      const answer = await textOf(await open({[secret]: {password: 'canary', empty: ''}}), `ref://${named(secret)}`);
      expect(answer).toContain(names);
      expect(answer).not.toContain('canary');
    });
  });
}

const nameOfOne = (): string => `db-${randomBytes(6).toString('hex')}`;
