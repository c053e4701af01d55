import {randomBytes} from 'node:crypto';
import {describe, expect, it} from 'vitest';
import {Secret} from '../../src/core/secret/secret.ts';
import {httpsRequest} from '../../src/lib/https-request.ts';
import type {KeyWrapper, NoDataKey} from '../../src/ports/key-wrapper.ts';
import type {WrapperDeps} from '../../src/ports/key-wrapper-descriptor.ts';

type State = 'denied' | 'disabled' | 'away';

/** The words of the reason in each state. */
const REASON = {denied: /den(?:ied|ies)/, disabled: /disabled/, away: /no response|not reached/};

/** A service or a user with two keys, and the wrapper of each one. */
export type TwoKeys = {
  readonly wrapper: KeyWrapper;
  /** The same wrapper with another key that exists too. */
  readonly other: KeyWrapper;
  /** The wrapper with a key that does not exist, or without the key of this user. */
  readonly missing: KeyWrapper;
  /** Changes the service: it refuses the user, has disabled the key, or answers nothing. */
  readonly states?: Readonly<Partial<Record<State, () => void | Promise<void>>>>;
  /** The requests since the service started, without those of logins. */
  readonly asked?: () => number;
};

/** Wraps a new data key. */
export async function wrapped(wrapper: KeyWrapper, key = new Secret(randomBytes(32).toString('hex'))) {
  const made = await wrapper.wrap(key);
  if (typeof made !== 'string') throw new Error(made.because);
  return {key, stored: {kind: wrapper.kind, recipients: wrapper.recipients, wrapped: made}};
}

export const depsWith = (env: WrapperDeps['env'], ca?: string): WrapperDeps => ({
  env,
  signal: new AbortController().signal,
  userHome: '/nowhere',
  http: (request) => httpsRequest({...request, ...(ca === undefined ? {} : {ca})}),
});

const reasonOf = (found: Secret | string | NoDataKey): NoDataKey =>
  typeof found === 'string' || found instanceof Secret ? {because: 'it was opened'} : found;

/** The rules for all ways to wrap a data key. */
export function keyWrapperContract(name: string, make: () => Promise<TwoKeys>, states: readonly State[] = []): void {
  describe(`the key wrapper ${name}`, () => {
    it('a wrapper returns the data key that it wrapped, with one request for each use', async () => {
      const {wrapper, asked = () => 0} = await make();
      const {key, stored} = await wrapped(wrapper);
      expect(stored.wrapped).not.toContain(key.reveal());
      expect(Buffer.from(stored.wrapped, 'base64').toString('latin1')).not.toContain(key.reveal());
      const before = asked();
      const opened = await wrapper.unwrap(stored);
      expect(opened instanceof Secret && opened.reveal()).toBe(key.reveal());
      expect(asked() - before).toBeLessThanOrEqual(1);
    });

    it('a wrapper refuses what another key wrapped', async () => {
      const {wrapper, other} = await make();
      const {stored} = await wrapped(wrapper);
      expect(reasonOf(await other.unwrap(stored))).toMatchObject({
        because: expect.not.stringContaining('it was opened'),
      });
    });

    it('a wrapper refuses a wrapped key that was changed at any place', async () => {
      const {wrapper} = await make();
      const {stored} = await wrapped(wrapper);
      for (const part of [0.3, 0.6, 0.95]) {
        const at = Math.floor(stored.wrapped.length * part);
        const changed = stored.wrapped[at] === 'A' ? 'B' : 'A';
        const text = stored.wrapped.slice(0, at) + changed + stored.wrapped.slice(at + 1);
        const {because} = reasonOf(await wrapper.unwrap({...stored, wrapped: text}));
        expect(because, text).not.toBe('it was opened');
      }
      for (const text of ['', 'x', stored.wrapped.slice(0, -8)])
        expect(reasonOf(await wrapper.unwrap({...stored, wrapped: text})).because, text).not.toBe('it was opened');
    });

    it('a wrapper without its key says what is missing, and what to do', async () => {
      const {wrapper, missing} = await make();
      const {stored} = await wrapped(wrapper);
      const refused = reasonOf(await missing.unwrap(stored));
      expect(refused.because).not.toBe('it was opened');
      expect(refused.hint).toMatch(/\w/);
    });

    it.each(states)('a wrapper whose service is in the state %s returns a clear reason and no key', async (state) => {
      const {wrapper, states: changes = {}} = await make();
      const {stored} = await wrapped(wrapper);
      await changes[state]?.();
      for (const found of [await wrapper.unwrap(stored), await wrapper.wrap(new Secret('0'.repeat(64)))])
        expect(reasonOf(found).because).toMatch(REASON[state]);
    });
  });
}
