import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type BackendRequest, chooseBackend} from '../../../../src/app/backend/choose-backend.ts';
import {showBackend} from '../../../../src/config/backend/show-backend.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

type Place = {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly request?: BackendRequest;
};

async function chosen({files = {}, env = {}, request = {}}: Place) {
  const root = await scratchDirectory();
  for (const [path, text] of Object.entries({'shop/web/stack.yaml': '', 'shop/project.yaml': '', ...files})) {
    await mkdir(dirname(join(root, path)), {recursive: true});
    await writeFile(join(root, path), text);
  }
  const found = await chooseBackend(request, {cwd: join(root, 'shop'), env, home: join(root, 'home')});
  return {...found, shown: showBackend(found.declared), root};
}

const problemOf = async (place: Place): Promise<string> => {
  const error: unknown = await chosen(place).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GantryError)) throw new Error('nothing was refused', {cause: error});
  const {failure} = error;
  return failure.code === 'input/invalid'
    ? failure.diagnostics.map(({message, hint}) => `${message} ${hint}`).join('\n')
    : JSON.stringify(failure);
};

const EVERYWHERE: Place = {
  files: {
    'shop/project.yaml': 'backend: s3://of-project',
    'home/config.yaml': 'backend: mine\nbackends:\n  mine: s3://of-user\n  team: {s3: {bucket: of-team, prefix: p}}\n',
  },
  env: {GANTRY_BACKEND: 's3://of-environment'},
  request: {backend: 's3://of-flag'},
};

describe('the backend of a run', () => {
  it('the flag ranks above the environment, the project, the user and $GANTRY_HOME', async () => {
    const {request: _, ...noFlag} = EVERYWHERE;
    const {env: __, ...noVariable} = noFlag;
    const {files} = noVariable;
    const noProject = {files: {'home/config.yaml': files?.['home/config.yaml'] ?? ''}};
    const all = await Promise.all([EVERYWHERE, noFlag, noVariable, noProject, {}].map(chosen));
    expect(all.map(({shown, from}) => [shown, from])).toEqual([
      ['s3://of-flag', '--backend'],
      ['s3://of-environment', 'GANTRY_BACKEND'],
      ['s3://of-project', 'project.yaml'],
      ['s3://of-user', 'config.yaml'],
      ['local', 'default'],
    ]);
  });

  it('the backend can be one of the user’s configured names', async () => {
    expect(await chosen({...EVERYWHERE, request: {backend: 'team'}})).toMatchObject({shown: 's3://of-team/p'});
    expect(await chosen({...EVERYWHERE, request: {}, env: {GANTRY_BACKEND: 'team'}})).toMatchObject({
      shown: 's3://of-team/p',
    });
  });

  it('the backend is that of the project of the requested stack', async () => {
    const files = {
      'shop/project.yaml': 'backend: s3://of-shop',
      'other/project.yaml': 'backend: s3://of-other',
      'other/api/stack.yaml': '',
    };
    expect(await chosen({files, request: {directory: '../other', stack: 'api'}})).toMatchObject({
      shown: 's3://of-other',
    });
    // A stack that has no files here any more still has its releases in the project's backend.
    expect(await chosen({files, request: {stack: 'gone'}})).toMatchObject({shown: 's3://of-shop'});
  });

  it('a relative path starts at the directory of its file', async () => {
    const inProject = await chosen({files: {'shop/project.yaml': 'backend: local:state'}});
    expect(inProject.base).toBe(join(inProject.root, 'shop'));
    const inConfig = await chosen({files: {'home/config.yaml': 'backend: local:state'}});
    expect(inConfig.base).toBe(join(inConfig.root, 'home'));
  });

  it('an unknown backend is refused with the known names', async () => {
    expect(await problemOf({...EVERYWHERE, request: {backend: 'taem'}})).toMatch(/--backend taem.*mine, team.*team\?/);
    expect(await problemOf({env: {GANTRY_BACKEND: 's3://UPPER'}})).toMatch(
      /GANTRY_BACKEND s3:\/\/UPPER.*not a valid bucket name/,
    );
    expect(await problemOf({files: {'home/config.yaml': 'backend: nobody'}})).toMatch(
      /no backend has this name; .* defines none/,
    );
    expect(await problemOf({files: {'shop/project.yaml': 'backend: s4://x'}})).toMatch(/`s4:\/\/x` is not a backend/);
    expect(await problemOf({files: {'shop/project.yaml': 'backend: {s3: {bucket: b, regoin: x}}'}})).toMatch(
      /unknown field `regoin`.*region/,
    );
    expect(await problemOf({files: {'shop/project.yaml': 'backend: {s3: {bucket: b}, local: {}}'}})).toMatch(
      /exactly one of/,
    );
    expect(await problemOf({files: {'shop/project.yaml': 'backend: {git: {url: x}}'}})).toMatch(
      /`git` backends are not supported/,
    );
    const inPlain = 'backend: {s3: {bucket: b, credentials: {accessKeyId: AKIA1, secretAccessKey: hush-hush}}}';
    const refused = await problemOf({files: {'shop/project.yaml': inPlain}});
    expect(refused).toMatch(/reference to a secret/);
    expect(refused).not.toContain('hush-hush');
  });
});
