import {homedir} from 'node:os';
import type {BackendEncryption} from '../ports/key-wrapper.ts';
import type {WrapperDeps} from '../ports/key-wrapper-descriptor.ts';
import type {BackendConfig} from '../registry/backends.ts';
import {KEY_WRAPPERS, keyWrapperOf} from '../registry/key-wrappers.ts';

/** Returns the ways to open a backend. A library is loaded only when the backend is sealed. */
export function encryptionOf(
  {sealing = []}: BackendConfig,
  {env, signal}: Pick<WrapperDeps, 'env' | 'signal'>,
): BackendEncryption {
  const deps = {env, signal, userHome: env['HOME'] || env['USERPROFILE'] || homedir()};
  const declared = sealing.map((config) => keyWrapperOf(config).open(config, deps));
  const undeclared = KEY_WRAPPERS.flatMap((descriptor) =>
    descriptor.undeclared === undefined ? [] : [descriptor.open(descriptor.undeclared, deps)],
  );
  return {declared, undeclared};
}
