import {homedir} from 'node:os';
import type {OnEvent} from '../core/event.ts';
import {Secret} from '../core/secret/secret.ts';
import type {Clock} from '../ports/clock.ts';
import type {BackendEncryption, KeyWrapper} from '../ports/key-wrapper.ts';
import type {WrapperDeps} from '../ports/key-wrapper-descriptor.ts';
import type {BackendConfig} from '../registry/backends.ts';
import {KEY_WRAPPERS, keyWrapperOf} from '../registry/key-wrappers.ts';

type Observed = {
  /** The name of the backend. */
  readonly backend: string;
  readonly clock: Clock;
  readonly onEvent: OnEvent;
};

/** Returns the ways to open a backend. A library is loaded only when the backend is sealed. */
export function encryptionOf(
  {sealing = []}: BackendConfig,
  {env, signal, ...observed}: Pick<WrapperDeps, 'env' | 'signal'> & Observed,
): BackendEncryption {
  const deps = {env, signal, userHome: env['HOME'] || env['USERPROFILE'] || homedir()};
  const declared = sealing.map((config) => reporting(keyWrapperOf(config).open(config, deps), observed));
  const undeclared = KEY_WRAPPERS.flatMap((descriptor) =>
    descriptor.undeclared === undefined ? [] : [reporting(descriptor.open(descriptor.undeclared, deps), observed)],
  );
  return {declared, undeclared};
}

/** Reports each unwrap with its time, which is not a part of any phase: scrypt and a KMS take longer than the rest of a short run. */
const reporting = (wrapper: KeyWrapper, {backend, clock, onEvent}: Observed): KeyWrapper => ({
  ...wrapper,
  unwrap: async (wrapped) => {
    const started = clock.monotonic();
    const found = await wrapper.unwrap(wrapped);
    const seconds = (clock.monotonic() - started) / 1000;
    const outcome = found instanceof Secret ? 'opened' : 'refused';
    onEvent({type: 'data-key-unwrapped', backend, way: wrapper.kind, outcome, seconds});
    return found;
  },
});
