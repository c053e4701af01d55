import {passphraseDescriptor} from '../../src/adapters/local/key-wrapper/passphrase-descriptor.ts';
import {ageDescriptor} from '../../src/adapters/sops/key-wrapper/age-descriptor.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {depsWith, keyWrapperContract} from './key-wrapper.ts';

keyWrapperContract('age', async () => {
  const [anna, ben] = [await ageIdentity(), await ageIdentity()];
  const open = (recipient: string, env: Readonly<Record<string, string>>) =>
    ageDescriptor.open({kind: 'age', recipients: [recipient]}, depsWith(env));
  return {
    wrapper: open(anna.recipient, {GANTRY_AGE_KEY: anna.key}),
    other: open(ben.recipient, {GANTRY_AGE_KEY: ben.key}),
    missing: open(anna.recipient, {}),
  };
});

keyWrapperContract('passphrase', async () => {
  const open = (GANTRY_BACKEND_PASSPHRASE: string) =>
    passphraseDescriptor.open({kind: 'passphrase'}, depsWith({GANTRY_BACKEND_PASSPHRASE}));
  return {wrapper: open('not-secret-at-all'), other: open('another-passphrase'), missing: open('')};
});
