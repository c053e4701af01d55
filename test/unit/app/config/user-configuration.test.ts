import {readFile} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {getConfig, listConfig, setConfig, unsetConfig} from '../../../../src/app/config/user-configuration.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {rig} from '../workspace/rig.ts';

const FILE = 'home/.gantry/config.yaml';

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GantryError)) throw new Error('nothing was refused', {cause: error});
  return JSON.stringify(error.failure);
};

describe('the configuration of a user', () => {
  it('keys of the configuration are set, listed, read and unset', async () => {
    const {deps, path} = await rig();
    expect(await setConfig({key: 'backends.team', value: 's3://team-state'}, deps)).toMatchObject({changed: true});
    expect(await setConfig({key: 'backends.own', value: '{s3: {bucket: own, prefix: p}}'}, deps)).toMatchObject({
      changed: true,
    });
    expect(await setConfig({key: 'backend', value: 'team'}, deps)).toMatchObject({changed: true});
    expect(await setConfig({key: 'backend', value: 'team'}, deps)).toMatchObject({changed: false});
    expect(await getConfig({key: 'backend'}, deps)).toMatchObject({value: 'team'});
    expect(await listConfig({}, deps)).toMatchObject({
      config: {backend: 'team', backends: {team: 's3://team-state', own: {s3: {bucket: 'own', prefix: 'p'}}}},
      backend: {shown: 's3://team-state', from: 'config.yaml'},
    });
    await unsetConfig({key: 'backend'}, deps);
    await unsetConfig({key: 'backends.team'}, deps);
    expect(await readFile(path(FILE), 'utf8')).toBe('backends:\n  own:\n    s3:\n      bucket: own\n      prefix: p\n');
    expect(await listConfig({}, deps)).toMatchObject({backend: {shown: 'local', from: 'default'}});
  });

  it.each([
    [['bakend', 's3://x-y'], /unknown configuration key bakend.*backend/],
    [['backends.', 's3://x-y'], /unknown configuration key/],
    [['backend', 's3://UPPER'], /not a valid bucket name/],
    [['backend', 'nobody'], /no backend has this name/],
    [['backends.own', '{s3: {bucket: b, regoin: x}}'], /unknown field `regoin`/],
    [
      ['backends.own', '{s3: {bucket: b, credentials: {accessKeyId: AKIA, secretAccessKey: hush}}}'],
      /reference to a secret/,
    ],
  ] as const)('setting %j is refused, and nothing is written', async ([key, value], words) => {
    const {deps, path} = await rig();
    const said = await refusal(setConfig({key, value}, deps));
    expect(said).toMatch(words);
    expect(said).not.toContain('hush');
    await expect(readFile(path(FILE))).rejects.toThrow('ENOENT');
  });

  it('the name that `backend` refers to cannot be unset', async () => {
    const {deps} = await rig();
    await setConfig({key: 'backends.team', value: 's3://team-state'}, deps);
    await setConfig({key: 'backend', value: 'team'}, deps);
    expect(await refusal(unsetConfig({key: 'backends.team'}, deps))).toMatch(/is in use: .*backend.* names it/);
    expect(await refusal(getConfig({key: 'backends.other'}, deps))).toMatch(/backends.other is not set/);
  });

  it('a file with errors is reported with its lines, and not overwritten', async () => {
    const {deps, write} = await rig();
    const file = await write(FILE, 'backend: local\nbackendz: {}\n');
    expect(await refusal(setConfig({key: 'backend', value: 'local'}, deps))).toMatch(
      /unknown field `backendz`.*"line":2/,
    );
    expect(await readFile(file, 'utf8')).toBe('backend: local\nbackendz: {}\n');
  });
});
