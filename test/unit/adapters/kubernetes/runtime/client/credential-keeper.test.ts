import {describe, expect, it} from 'vitest';
import {keepCredential} from '../../../../../../src/adapters/kubernetes/runtime/client/credential-keeper.ts';
import {Secret} from '../../../../../../src/core/secret/secret.ts';
import type {Credential} from '../../../../../../src/ports/cluster-access.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);

/** A new token each time it is asked for; each is good for `lasts` seconds. */
function keeping(lasts?: number) {
  const asked: boolean[] = [];
  let now = 0;
  const credential = async (options?: {readonly again: boolean}): Promise<Credential> => {
    asked.push(options?.again ?? false);
    return {
      headers: [{name: 'authorization', value: new Secret(`Bearer ${asked.length}`)}],
      ...(lasts === undefined ? {} : {renewFrom: at(now + lasts).toISOString()}),
    };
  };
  const keeper = keepCredential({credential}, {now: () => at(now)});
  return {keeper, asked, wait: (seconds: number) => void (now += seconds)};
}

describe('the credential of a run', () => {
  it('a credential is resolved once while it is valid, and again, without force, before it expires', async () => {
    const {keeper, asked, wait} = keeping(60);
    const first = await keeper.current();
    wait(59);
    expect(await keeper.current()).toBe(first);
    wait(1);
    const [second, same] = await Promise.all([keeper.current(), keeper.current()]);
    expect(second).not.toBe(first);
    expect(same).toBe(second);
    expect(asked).toEqual([false, false]);
  });

  it('a credential without an expiry is kept', async () => {
    const {keeper, asked, wait} = keeping();
    await keeper.current();
    wait(1e6);
    await keeper.current();
    expect(asked).toHaveLength(1);
  });

  it('a rejected credential is renewed once for all who were rejected with it', async () => {
    const {keeper, asked} = keeping(60);
    const first = await keeper.current();
    const [a, b] = await Promise.all([keeper.renew(first), keeper.renew(first)]);
    expect(a).toBe(b);
    expect(await keeper.current()).toBe(a);
    expect(asked).toEqual([false, true]);
  });
});
