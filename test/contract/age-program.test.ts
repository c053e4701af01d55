import {execFile} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {ageDescriptor} from '../../src/adapters/sops/key-wrapper/age-descriptor.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeSshKey} from '../rig/ssh-keygen.ts';
import {depsWith} from './key-wrapper.ts';

const run = promisify(execFile);
const age = await toolPath('age');

/** A file with a private key of each kind, and its recipient. */
async function keys() {
  const directory = await scratchDirectory();
  const [x25519, ed25519, rsa] = ['x25519', 'ed25519', 'rsa'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const identity = await ageIdentity();
  await writeFile(x25519, `${identity.key}\n`);
  return {
    directory,
    all: [
      {file: x25519, recipient: identity.recipient},
      {file: ed25519, recipient: await makeSshKey({file: ed25519})},
      {file: rsa, recipient: await makeSshKey({file: rsa, type: 'rsa'})},
    ],
  };
}

describe.skipIf(age === undefined)('the program age', () => {
  const program = age ?? 'age';

  it('age opens a wrapped data key with each kind of key', async () => {
    // The conversion of a point and the base64 of a share differ with each key.
    for (let round = 0; round < 3; round++) {
      const {directory, all} = await keys();
      const recipients = all.map(({recipient}) => recipient);
      const key = new Secret(randomBytes(32).toString('hex'));
      const wrapped = await ageDescriptor.open({kind: 'age', recipients}, depsWith({})).wrap(key);
      const file = join(directory, 'key.age');
      await writeFile(file, Buffer.from(String(wrapped), 'base64'));
      for (const {file: identity} of all)
        expect((await run(program, ['-d', '-i', identity, file])).stdout, identity).toBe(key.reveal());
    }
  });

  it('each kind of key opens what age has encrypted', async () => {
    for (let round = 0; round < 3; round++) {
      const {directory, all} = await keys();
      const text = randomBytes(32).toString('hex');
      const [plain, file] = [join(directory, 'plain'), join(directory, 'key.age')];
      await writeFile(plain, text);
      await run(program, [...all.flatMap(({recipient}) => ['-r', recipient]), '-o', file, plain]);
      const wrapped = (await readFile(file)).toString('base64');
      for (const {file: GANTRY_AGE_KEY_FILE, recipient} of all) {
        const wrapper = ageDescriptor.open({kind: 'age', recipients: [recipient]}, depsWith({GANTRY_AGE_KEY_FILE}));
        const found = await wrapper.unwrap({kind: 'age', recipients: [recipient], wrapped});
        expect(found instanceof Secret ? found.reveal() : found, recipient).toBe(text);
      }
    }
  });
});
