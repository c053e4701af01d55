import {defined} from '../../../lib/defined.ts';
import type {KeyWrapperDescriptor} from '../../../ports/key-wrapper-descriptor.ts';
import type {PassphraseConfig} from './passphrase-config.ts';

type Declared = {readonly secret?: string | undefined};

/** A passphrase that the users of a backend share. */
export const passphraseDescriptor: KeyWrapperDescriptor<Declared, PassphraseConfig> = {
  kind: 'passphrase',
  description: 'A passphrase that everybody who uses the backend knows.',
  fields: {
    secret: {type: 'reference', description: 'A reference to the passphrase. Default: GANTRY_BACKEND_PASSPHRASE.'},
  },
  wants: ({secret}) =>
    secret === undefined ? [] : [{ability: 'variable', does: `uses ${secret} as the passphrase of the backend`}],
  resolve: async ({secret}, deps) => ({
    kind: 'passphrase',
    ...defined({passphrase: secret === undefined ? undefined : await deps.secret(secret)}),
  }),
  undeclared: {kind: 'passphrase'},
  open: ({passphrase}, {env}) => ({
    kind: 'passphrase',
    recipients: ['a passphrase'],
    wrap: async (key) => (await import('./wrap-by-passphrase.ts')).wrapByPassphrase(key, passphrase, env),
    unwrap: async (wrapped) => (await import('./wrap-by-passphrase.ts')).unwrapByPassphrase(wrapped, passphrase, env),
  }),
};
