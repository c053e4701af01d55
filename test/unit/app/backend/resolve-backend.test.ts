import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {envStore} from '../../../../src/adapters/local/secret-store/env-store.ts';
import {fileStore} from '../../../../src/adapters/local/secret-store/file-store.ts';
import {type BackendRequest, chooseBackend} from '../../../../src/app/backend/choose-backend.ts';
import {resolveBackend} from '../../../../src/app/backend/resolve-backend.ts';
import {failureOf, KUBECONFIG, rig} from '../workspace/rig.ts';

type Place = {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly request?: BackendRequest;
};

async function resolved({files = {}, env = {}, request = {}}: Place) {
  const world = await rig({files, env});
  const deps = {
    ...world.deps,
    // Who asks the backend where the backend is would wait for ever.
    backend: () => Promise.reject(new Error('the backend is not known yet')),
    secretStore: async (config: Parameters<typeof world.deps.secretStore>[0]) => {
      if (config.kind === 'env') return envStore({...config, env});
      if (config.kind === 'file') return fileStore(config);
      throw new Error(config.kind);
    },
  };
  return {...world, config: await resolveBackend(await chooseBackend(request, deps), request, deps)};
}

const KEYS = 'credentials: {accessKeyId: ref://STATE_ID, secretAccessKey: ref://STATE_KEY}';

describe('a backend to open', () => {
  it('a backend takes its credentials from the environment, as secrets', async () => {
    const {config} = await resolved({
      files: {'project/project.yaml': `backend: {s3: {bucket: team-state, ${KEYS}}}`},
      env: {STATE_ID: 'AKIA1', STATE_KEY: 'hush-hush'},
    });
    if (config.kind !== 's3') throw new Error(config.kind);
    expect(config.credentials?.secretAccessKey.reveal()).toBe('hush-hush');
    expect(JSON.stringify(config)).not.toContain('hush-hush');
  });

  it.each([
    {name: 'with slashes around it', written: '/team/state/', prefix: 'team/state'},
    {name: 'of nothing else', written: '/', prefix: undefined},
  ])('a backend has the same location as a mapping and as a line: a prefix $name', async ({written, prefix}) => {
    const files = {'project/project.yaml': `backend: {s3: {bucket: team-state, prefix: ${written}}}`};
    const mapping = await resolved({files});
    const line = await resolved({request: {backend: `s3://team-state/${written}`}});
    expect(mapping.config).toEqual(line.config);
    expect('prefix' in line.config ? line.config.prefix : undefined).toBe(prefix);
  });

  it.each([
    {name: 'no bucket could have', s3: 'bucket: Team_State', says: 'bucket'},
    {name: 'would be read as options', s3: 'bucket: team-state, prefix: a?b', says: 'prefix'},
  ])('a backend with a name that $name is refused', async ({s3, says}) => {
    const files = {'project/project.yaml': `backend: {s3: {${s3}}}`};
    const failure = await failureOf(resolved({files}));
    expect(failure).toMatchObject({code: 'input/invalid'});
    expect(JSON.stringify(failure)).toContain(`backend.s3.${says}`);
  });

  it('a backend reads its credentials from files relative to the file that names them', async () => {
    const store = 'secretStore: {provider: {file: {path: ../secrets}}}';
    const {config} = await resolved({
      files: {
        'project/project.yaml': `backend: {s3: {bucket: team-state, ${KEYS}, ${store}}}`,
        'secrets/STATE_ID': 'AKIA2',
        'secrets/STATE_KEY': 'of-a-file',
      },
    });
    expect(config.kind === 's3' && config.credentials?.accessKeyId.reveal()).toBe('AKIA2');
  });

  it('a backend without its credentials is refused with their names', async () => {
    const files = {'project/project.yaml': `backend: {s3: {bucket: team-state, ${KEYS}}}`};
    expect(await failureOf(resolved({files}))).toMatchObject({
      code: 'input/usage',
      message: expect.stringMatching(/^cannot read ref:\/\/STATE_(ID|KEY) for the backend that .*project.yaml names: /),
    });
  });

  it('a backend in a cluster is reached through a workspace file: the one it names, else the one of the run', async () => {
    const files = {
      'project/project.yaml': 'backend: kubernetes://gantry?workspace=management',
      'project/stack.yaml': 'workspace: prod',
      'project/workspaces/management.yaml': 'context: {kubeconfig_path: ../management.kubeconfig}',
      'project/workspaces/prod.yaml': 'context: {kubeconfig_path: ../prod.kubeconfig}',
      'project/management.kubeconfig': KUBECONFIG,
      'project/prod.kubeconfig': KUBECONFIG,
    };
    const named = await resolved({files});
    expect(named.config).toMatchObject({
      kind: 'kubernetes',
      namespace: 'gantry',
      kubeconfig: {workspace: 'management', from: {paths: [join(named.cwd, 'management.kubeconfig')]}},
    });
    const own = await resolved({files, request: {backend: 'kubernetes://gantry'}});
    expect(own.config).toMatchObject({kubeconfig: {workspace: 'prod'}});
    const gone = await resolved({files, request: {backend: 'kubernetes://gantry', stack: 'gone', workspace: 'prod'}});
    expect(gone.config).toMatchObject({kubeconfig: {workspace: 'prod'}});
    const {'project/project.yaml': _, ...alone} = files;
    const request = {backend: 'kubernetes://gantry?workspace=management'};
    expect((await resolved({files: alone, request})).config).toMatchObject({kubeconfig: {workspace: 'management'}});
    expect(
      await failureOf(resolved({files, request: {backend: 'kubernetes://gantry?workspace=nobody'}})),
    ).toMatchObject({
      code: 'backend/no-workspace',
      backend: expect.stringContaining('kubernetes://gantry?workspace=nobody'),
      workspace: 'nobody',
      known: expect.arrayContaining(['management', 'prod']),
    });
  });
});
