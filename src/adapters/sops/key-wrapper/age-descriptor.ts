import {defined} from '../../../lib/defined.ts';
import type {KeyWrapperDescriptor} from '../../../ports/key-wrapper-descriptor.ts';
import type {AgeConfig} from './age-config.ts';

type Declared = {readonly recipients: readonly string[]; readonly identity?: string | undefined};

/** An SSH key as in a `.pub` file, perhaps with a comment. */
const SSH_KEY = /^(ssh-(?:ed25519|rsa) [A-Za-z0-9+/]+={0,2})(?:\s.*)?$/;

/** Recipients of age. The identity of any of them opens the backend. */
export const ageDescriptor: KeyWrapperDescriptor<Declared, AgeConfig> = {
  kind: 'age',
  description: 'Recipients of age, also SSH keys. The identity of one of them opens the backend.',
  fields: {
    recipients: {
      type: 'recipients',
      required: true,
      pattern: /^(age1[a-z0-9]{8,}|ssh-(ed25519|rsa) [A-Za-z0-9+/]+={0,2}(\s.*)?)$/,
      error:
        'must be a recipient of age, `age1…`, or an SSH key, `ssh-ed25519 AAAA…` or `ssh-rsa AAAA…`. Other types of SSH keys cannot encrypt, and plugins of age are not supported',
      description:
        'Public keys: `age1…`, `age1pq1…` of the post-quantum kind, or the line of an SSH key, `ssh-ed25519 AAAA…` or `ssh-rsa AAAA…`.',
    },
    identity: {
      type: 'path',
      description:
        'A file with age identities, or a private SSH key. Default: GANTRY_AGE_KEY, GANTRY_AGE_KEY_FILE, and then the places where sops looks',
    },
  },
  wants: ({identity}) =>
    identity === undefined ? [] : [{ability: 'file', does: 'decrypts with the age identity in', path: identity}],
  resolve: ({recipients, identity}, {place}) => ({
    kind: 'age',
    recipients: [...new Set(recipients.map(withoutComment))].toSorted(),
    ...defined({identity: identity === undefined ? undefined : place(identity)}),
  }),
  undeclared: {kind: 'age', recipients: []},
  open: ({recipients, identity}, {env, userHome}) => ({
    kind: 'age',
    recipients,
    wrap: async (key) => (await import('./wrap-for-age.ts')).wrapForAge(key, recipients),
    unwrap: async (wrapped) => {
      const {unwrapByAge} = await import('./unwrap-by-age.ts');
      return unwrapByAge(wrapped, identity, {env, home: userHome, platform: process.platform});
    },
  }),
};

const withoutComment = (recipient: string): string => SSH_KEY.exec(recipient)?.[1] ?? recipient;
