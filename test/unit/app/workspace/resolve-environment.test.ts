import {describe, expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import {chooseWorkspace} from '../../../../src/app/workspace/choose-workspace.ts';
import {type EnvironmentRequest, resolveEnvironment} from '../../../../src/app/workspace/resolve-environment.ts';
import {failureOf, rig} from './rig.ts';
import {type StoresByHand, storesByHand} from './stores-by-hand.ts';

type Given = {
  readonly workspace: string;
  readonly held?: Parameters<typeof storesByHand>[0];
  readonly env?: Readonly<Record<string, string>>;
};

type World = {
  readonly deps: Deps;
  readonly stores: StoresByHand;
  readonly path: (...parts: string[]) => string;
  readonly ask: (request?: Omit<EnvironmentRequest, 'chosen'>) => ReturnType<typeof resolveEnvironment>;
};

async function world({workspace, held = {}, env = {}}: Given): Promise<World> {
  const {deps, path} = await rig({files: {'project/project.yaml': '', 'project/workspaces/prod.yaml': workspace}, env});
  const stores = storesByHand(held);
  const own = {...deps, secretStore: stores.secretStore};
  const chosen = await chooseWorkspace({request: {workspace: './workspaces/prod.yaml'}}, own);
  return {deps: own, stores, path, ask: (request) => resolveEnvironment({chosen, ...request}, own)};
}

const shown = ({set}: Awaited<ReturnType<typeof resolveEnvironment>>) =>
  Object.fromEntries([...set].map(([name, value]) => [name, value.reveal()]));

const ENV = 'secretStore: {provider: {env: {}}}\n';

describe('the environment of a workspace', () => {
  it('the environment has the workspace’s keys and variables, each resolved; numbers and mappings are text', async () => {
    const {ask} = await world({
      workspace: `${ENV}context: {ACME_TOKEN: ref://acme, ACME_RETRIES: 3, ACME_FLAGS: {a: [1]}, team: shop}\nenv: {http_proxy: http://p, DB: ref://db}\n`,
      held: {env: {acme: 'canary', db: 'pw'}},
    });
    const made = await ask();
    expect(shown(made)).toEqual({
      ACME_TOKEN: 'canary',
      ACME_RETRIES: '3',
      ACME_FLAGS: '{"a":[1]}',
      http_proxy: 'http://p',
      DB: 'pw',
    });
    expect(JSON.stringify([...made.set])).not.toContain('canary');
  });

  it('the environment drops keys of another identity, and replaces those of a spec file', async () => {
    const {ask} = await world({
      workspace: 'context: {AWS_PROFILE: prod}\n',
      env: {AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y'},
    });
    const made = await ask({specContext: {AWS_SESSION_TOKEN: 't', AWS_REGION: 'eu'}});
    expect(shown(made)).toEqual({AWS_PROFILE: 'prod', AWS_REGION: 'eu', AWS_DEFAULT_REGION: 'eu'});
    expect(made.unset).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
  });

  it.each([
    {written: './key.json', from: ['project/workspaces/key.json']},
    {written: '../$NAME.json', from: ['project/key.json']},
    {written: '~/key.json', from: ['home/key.json']},
  ])(
    'the environment has the path $written as an absolute one, from the file of the workspace',
    async ({written, from}) => {
      const {ask, path} = await world({workspace: `context: {GOOGLE_CREDENTIALS: ${written}}\n`, env: {NAME: 'key'}});
      const whole = path(...from);
      expect(shown(await ask())).toMatchObject({GOOGLE_CREDENTIALS: whole, GOOGLE_APPLICATION_CREDENTIALS: whole});
    },
  );

  it('a key that was read from a store is written into a file', async () => {
    const {ask} = await world({
      workspace: `${ENV}context: {GOOGLE_CREDENTIALS: ref://g}\n`,
      held: {env: {g: '{"type": "x"}'}},
    });
    const {files} = await ask();
    expect(files.map(({variable, content}) => [variable, content.reveal()])).toContainEqual([
      'GOOGLE_APPLICATION_CREDENTIALS',
      '{"type": "x"}',
    ]);
  });

  it.each([
    {
      name: 'a secret that is not there',
      workspace: `${ENV}context: {AWS_SECRET_ACCESS_KEY: ref://nope}\n`,
      want: {
        field: 'context.AWS_SECRET_ACCESS_KEY',
        problem: expect.stringContaining('ref://nope: there is no secret nope'),
      },
    },
    {
      name: 'a variable whose secret is not there',
      workspace: `${ENV}env: {DB: ref://nope}\n`,
      want: {field: 'env.DB', problem: expect.stringContaining('no secret nope')},
    },
    {
      name: 'a path with a variable that is not set',
      workspace: 'context: {AWS_CONFIG_FILE: $NOPE/aws}\n',
      want: {field: 'context.AWS_CONFIG_FILE', problem: expect.stringContaining('NOPE is not set')},
    },
    {
      name: 'a value that no variable can hold',
      workspace: `${ENV}context: {ACME: ref://bytes}\n`,
      want: {field: 'context.ACME', problem: expect.stringContaining('no environment variable can hold')},
    },
  ])('$name is an error with workspace and field, and without a value', async ({workspace, want}) => {
    const {ask} = await world({workspace, held: {env: {bytes: 'canary\0'}}});
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({code: 'context/value', workspace: 'prod', ...want});
    expect(JSON.stringify(failure)).not.toContain('canary');
  });
});

describe('the environment of a store', () => {
  const workspace = [
    'secretStore: {provider: {vault: {server: "https://vault.example"}}}',
    'secretStores: {keys: {provider: {env: {}}}, amazon: {provider: {aws: {}}}}',
    'context:',
    '  AWS_ACCESS_KEY_ID: ref://keys@id',
    '  AWS_SECRET_ACCESS_KEY: ref://keys@secret',
    '  ARM_CLIENT_SECRET: ref://arm',
    '  ACME_TOKEN: ref://amazon@acme',
    '  VAULT_TOKEN: ref://keys@token',
    '',
  ].join('\n');
  const held = {env: {id: 'i', secret: 's', token: 't'}, vault: {arm: 'a'}, aws: {acme: 'x'}};

  it('the environment of a store has only the keys that it uses, and nothing else is read', async () => {
    const {ask, stores} = await world({workspace, held});
    expect(shown(await ask({only: ['aws'], except: 'amazon'}))).toEqual({
      AWS_ACCESS_KEY_ID: 'i',
      AWS_SECRET_ACCESS_KEY: 's',
    });
    expect(stores.asked.toSorted()).toEqual(['env:id', 'env:secret']);
  });

  it('references into the store itself are left out, whether or not it is named', async () => {
    const {ask, stores} = await world({workspace, held});
    expect(Object.keys(shown(await ask({except: 'default'})))).not.toContain('ARM_CLIENT_SECRET');
    expect(Object.keys(shown(await ask({except: 'keys'})))).not.toContain('VAULT_TOKEN');
    expect(stores.asked.filter((one) => one === 'vault:arm')).toHaveLength(1);
  });

  it('the user’s keys stay if all keys of the workspace are in the store itself', async () => {
    const {ask} = await world({
      workspace:
        'secretStore: {provider: {aws: {}}}\ncontext: {AWS_ACCESS_KEY_ID: ref://id, AWS_SECRET_ACCESS_KEY: ref://key}\n',
      env: {AWS_PROFILE: 'dev'},
    });
    expect(await ask({only: ['aws'], except: 'default'})).toMatchObject({unset: [], files: []});
  });

  it('a secret that needs keys of another store opens each store once', async () => {
    const {ask, stores} = await world({workspace, held});
    expect(shown(await ask())).toMatchObject({ACME_TOKEN: 'x', ARM_CLIENT_SECRET: 'a', VAULT_TOKEN: 't'});
    expect(stores.opened.map(({config}) => config.kind).toSorted()).toEqual(['aws', 'env', 'vault']);
    const amazon = stores.opened.find(({config}) => config.kind === 'aws');
    expect([...(amazon?.environment?.set.keys() ?? [])]).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
  });

  it('two stores that need each other’s keys are reported as a cycle', async () => {
    const {ask} = await world({
      workspace: [
        'secretStores: {one: {provider: {aws: {}}}, two: {provider: {gcp: {project: p}}}}',
        'context: {AWS_ACCESS_KEY_ID: ref://two@a, GOOGLE_CREDENTIALS: ref://one@b}',
        '',
      ].join('\n'),
    });
    expect(JSON.stringify(await failureOf(ask()))).toContain('depends on itself');
  });
});
