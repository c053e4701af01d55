import {defined} from '../../../lib/defined.ts';
import type {KeyWrapperDescriptor} from '../../../ports/key-wrapper-descriptor.ts';
import type {AgeConfig} from './age-config.ts';

type Declared = {readonly recipients: readonly string[]; readonly identity?: string | undefined};

/** Recipients of age. The identity of any of them opens the backend. */
export const ageDescriptor: KeyWrapperDescriptor<Declared, AgeConfig> = {
  kind: 'age',
  description: 'Recipients of age. The identity of one of them opens the backend.',
  fields: {
    recipients: {
      type: 'recipients',
      required: true,
      pattern: /^age1[a-z0-9]{8,}$/,
      error:
        'must be a recipient of age, `age1…`. SSH keys and plugins of age are not supported yet: make an identity with `age-keygen`',
      description: 'Public keys: `age1…`, or `age1pq1…` of the post-quantum kind.',
    },
    identity: {
      type: 'path',
      description:
        'A file with age identities. Default: GANTRY_AGE_KEY, GANTRY_AGE_KEY_FILE, and then the places where sops looks',
    },
  },
  wants: ({identity}) =>
    identity === undefined ? [] : [{ability: 'file', does: 'decrypts with the age identity in', path: identity}],
  resolve: ({recipients, identity}, {place}) => ({
    kind: 'age',
    recipients: [...new Set(recipients)].toSorted(),
    ...defined({identity: identity === undefined ? undefined : place(identity)}),
  }),
  undeclared: {kind: 'age', recipients: []},
  open: ({recipients, identity}, {env, userHome}) => ({
    kind: 'age',
    recipients,
    wrap: async (key) => (await import('./wrap-for-age.ts')).wrapForAge(key, recipients),
    unwrap: async (wrapped) => {
      const {unwrapByAge} = await import('./wrap-for-age.ts');
      return unwrapByAge(wrapped, identity, {env, home: userHome, platform: process.platform});
    },
  }),
};
