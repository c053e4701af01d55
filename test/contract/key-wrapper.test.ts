import {join} from 'node:path';
import {generateHybridIdentity, identityToRecipient} from 'age-encryption';
import {passphraseDescriptor} from '../../src/adapters/local/key-wrapper/passphrase-descriptor.ts';
import {ageDescriptor} from '../../src/adapters/sops/key-wrapper/age-descriptor.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeSshKey} from '../rig/ssh-keygen.ts';
import {depsWith, keyWrapperContract} from './key-wrapper.ts';

const forAge = (recipient: string, env: Readonly<Record<string, string>>) =>
  ageDescriptor.open({kind: 'age', recipients: [recipient]}, depsWith(env));

keyWrapperContract('age', async () => {
  const [anna, ben] = [await ageIdentity(), await ageIdentity()];
  return {
    wrapper: forAge(anna.recipient, {GANTRY_AGE_KEY: anna.key}),
    other: forAge(ben.recipient, {GANTRY_AGE_KEY: ben.key}),
    missing: forAge(anna.recipient, {}),
  };
});

keyWrapperContract('age with post-quantum identities', async () => {
  const [anna, ben] = [await generateHybridIdentity(), await generateHybridIdentity()];
  const recipient = await identityToRecipient(anna);
  return {
    wrapper: forAge(recipient, {GANTRY_AGE_KEY: anna}),
    other: forAge(await identityToRecipient(ben), {GANTRY_AGE_KEY: ben}),
    missing: forAge(recipient, {}),
  };
});

for (const type of ['ed25519', 'rsa'] as const)
  keyWrapperContract(`age with SSH keys of the type ${type}`, async () => {
    const directory = await scratchDirectory();
    const [anna, ben] = ['anna', 'ben'].map((name) => join(directory, name)) as [string, string];
    const recipient = await makeSshKey({file: anna, type});
    return {
      wrapper: forAge(recipient, {GANTRY_AGE_KEY_FILE: anna}),
      other: forAge(await makeSshKey({file: ben, type}), {GANTRY_AGE_KEY_FILE: ben}),
      missing: forAge(recipient, {}),
    };
  });

keyWrapperContract('passphrase', async () => {
  const open = (GANTRY_BACKEND_PASSPHRASE: string) =>
    passphraseDescriptor.open({kind: 'passphrase'}, depsWith({GANTRY_BACKEND_PASSPHRASE}));
  return {wrapper: open('not-secret-at-all'), other: open('another-passphrase'), missing: open('')};
});
