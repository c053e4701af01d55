import {readFile, stat} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {namedBackend} from '../../../../src/app/backend/choose-backend.ts';
import {switchBackend} from '../../../../src/app/backend/switch-backend.ts';
import {rig} from '../workspace/rig.ts';

type Place = {readonly files?: Readonly<Record<string, string>>; readonly env?: Readonly<Record<string, string>>};

/** A project and a home; the project's files are what a person has written. */
async function switched({files = {}, env = {}}: Place, [from, to] = ['local', 's3://new?region=eu-west-1']) {
  const {deps, path, write} = await rig({env});
  for (const [name, text] of Object.entries(files)) await write(name, text, 0o644);
  const named = (text: string) => namedBackend(text, 'x', {}, deps);
  const places = await switchBackend({from: await named(from ?? ''), to: await named(to ?? ''), request: {}}, deps);
  return {
    places,
    read: (name: string) => readFile(path(name), 'utf8'),
    mode: async (name: string) => (await stat(path(name))).mode & 0o777,
  };
}

const CONFIG = 'home/.gantry/config.yaml';

describe('the switch after a migration', () => {
  it('the line of project.yaml names the new backend, and every other byte stays', async () => {
    const written = '# our shop\nname: shop\nbackend:   s3://old   # shared\nlabels: {a: b}\n';
    const {places, read, mode} = await switched({files: {'project/project.yaml': written}}, ['s3://old', 's3://new']);
    expect(places).toEqual([{place: expect.stringMatching(/project\.yaml$/), to: 's3://new', done: true}]);
    expect(await read('project/project.yaml')).toBe(written.replace('s3://old', '"s3://new"'));
    expect(await mode('project/project.yaml')).toBe(0o644);
  });

  it('a mapping in project.yaml is left to the user', async () => {
    const written = 'backend:\n  s3: {bucket: old}\n';
    const {places, read} = await switched({files: {'project/project.yaml': written}}, ['s3://old', 's3://new']);
    expect(places).toEqual([{place: expect.stringMatching(/project\.yaml$/), to: 's3://new', done: false}]);
    expect(await read('project/project.yaml')).toBe(written);
  });

  it('a file that names another backend stays unchanged', async () => {
    const written = 'backend: s3://third\n';
    const files = {'project/project.yaml': written, [CONFIG]: written};
    const {places, read} = await switched({files}, ['s3://old', 's3://new']);
    expect(places).toEqual([]);
    expect(await read('project/project.yaml')).toBe(written);
    expect(await read(CONFIG)).toBe(written);
  });

  it('the default backend is replaced in the user’s private configuration', async () => {
    const {places, read, mode} = await switched({});
    expect(places).toEqual([
      {place: expect.stringMatching(/config\.yaml$/), to: 's3://new?region=eu-west-1', done: true},
    ]);
    expect(await read(CONFIG)).toBe('backend: s3://new?region=eu-west-1\n');
    expect(await mode(CONFIG)).toBe(0o600);
  });

  it('an environment variable is reported and left to the user', async () => {
    const env = {GANTRY_BACKEND: 's3://old'};
    const {places} = await switched({env}, ['s3://old', 's3://new']);
    expect(places).toEqual([{place: 'GANTRY_BACKEND', to: 's3://new', done: false}]);
  });
});
