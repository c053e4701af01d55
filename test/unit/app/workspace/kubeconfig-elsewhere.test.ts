import {describe, expect, it} from 'vitest';
import type {S3Place} from '../../../../src/adapters/aws/kubeconfig-place/open-s3.ts';
import type {UrlPlace} from '../../../../src/adapters/https/kubeconfig-place/fetch-url.ts';
import type {SecretPlace} from '../../../../src/adapters/kubernetes/kubeconfig-place/fetch-secret.ts';
import type {Deps} from '../../../../src/app/deps.ts';
import {chooseWorkspace} from '../../../../src/app/workspace/choose-workspace.ts';
import {explainWorkspace} from '../../../../src/app/workspace/explain-workspace.ts';
import {findWorkspace} from '../../../../src/app/workspace/find-workspace.ts';
import {resolveContext} from '../../../../src/app/workspace/resolve-context.ts';
import type {KubeconfigSource} from '../../../../src/core/workspace/kubeconfig-source.ts';
import {failureOf, KUBECONFIG, type Rig, rig} from './rig.ts';
import {type StoresByHand, storesByHand} from './stores-by-hand.ts';

const PROD = 'project/workspaces/prod.yaml';
const VAULT = 'secretStore: {provider: {vault: {server: "https://vault.example"}}}\n';
const ENV = 'secretStore: {provider: {env: {}}}\n';

type World = Rig & {readonly stores: StoresByHand; readonly deps: Deps};

async function world(
  files: Readonly<Record<string, string>>,
  held: Parameters<typeof storesByHand>[0] = {},
  more: Omit<NonNullable<Parameters<typeof rig>[0]>, 'files'> = {},
): Promise<World> {
  const made = await rig({files: {'project/project.yaml': '', ...files}, ...more});
  const stores = storesByHand(held);
  return {...made, stores, deps: {...made.deps, secretStore: stores.secretStore}};
}

const resolved = async ({deps}: World, file = './workspaces/prod.yaml', resources = []) =>
  resolveContext({chosen: await chooseWorkspace({request: {workspace: file}}, deps), resources}, deps);

const sourceOf = async (made: World, file?: string) => (await resolved(made, file)).kubeconfig;

describe('a kubeconfig in a secret store', () => {
  it('the kubeconfig is read from the store of the workspace, and never printed', async () => {
    const made = await world(
      {[PROD]: `${VAULT}context: {kubeconfig_content: "ref://clusters/prod"}\n`},
      {
        vault: {'clusters/prod': `${KUBECONFIG}# canary\n`},
      },
    );
    const outcome = await resolved(made);
    const {from} = outcome.kubeconfig;
    expect(from.kind === 'content' && from.content.reveal()).toContain('canary');
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });

  it.each([
    {name: 'of a server', store: VAULT, held: {vault: {k: KUBECONFIG}}, fetched: 'ref://k'},
    {name: 'of the environment', store: ENV, held: {env: {k: KUBECONFIG}}, fetched: undefined},
    {
      name: 'of files',
      store: 'secretStore: {provider: {file: {path: s}}}\n',
      held: {file: {k: KUBECONFIG}},
      fetched: undefined,
    },
    {
      name: 'of a program',
      store: 'secretStore: {provider: {exec: {command: [pass]}}}\ntrust: {programs: [pass]}\n',
      held: {exec: {k: KUBECONFIG}},
      fetched: 'ref://k',
    },
    {
      name: 'of a sops file',
      store: 'secretStore: {provider: {sops: {path: s}}}\n',
      held: {sops: {k: KUBECONFIG}},
      fetched: 'ref://k',
    },
  ])('$name is classified as the user’s own or as fetched', async ({store, held, fetched}) => {
    const made = await world({[PROD]: `${store}context: {kubeconfig_content: "ref://k"}\n`}, held);
    const {from} = await sourceOf(made);
    expect(from).toMatchObject({kind: 'content'});
    expect(from.kind === 'content' && from.fetched).toBe(fetched);
  });

  it('the kubeconfig can be in another store than the main one', async () => {
    const stores = `${ENV}secretStores: {team: {provider: {vault: {server: "https://vault.example"}}}}\n`;
    const made = await world(
      {[PROD]: `${stores}context: {KUBECONFIG_CONTENT: "ref://team@k"}\n`},
      {vault: {k: KUBECONFIG}},
    );
    expect((await sourceOf(made)).from).toMatchObject({kind: 'content', fetched: 'ref://team@k'});
    expect(made.stores.asked).toEqual(['vault:k']);
  });

  it('the kubeconfig is read from the store of a spec file if the workspace has none', async () => {
    const made = await world({[PROD]: ''}, {env: {k: KUBECONFIG}});
    const chosen = await chooseWorkspace({request: {workspace: './workspaces/prod.yaml'}}, made.deps);
    const inSpec = {store: {provider: {env: {}}}, file: made.path('project/spec.yaml')};
    const {kubeconfig} = await resolveContext(
      {chosen, resources: [], specContext: {KUBECONFIG_CONTENT: 'ref://k'}, inSpec},
      made.deps,
    );
    expect(kubeconfig).toMatchObject({field: 'context.KUBECONFIG_CONTENT', from: {kind: 'content'}});
  });

  it.each([
    {
      name: 'that is not there',
      text: `${ENV}context: {kubeconfig_content: "ref://k"}\n`,
      problem: /ref:\/\/k: there is no secret k/,
    },
    {
      name: 'for which there is no store',
      text: 'context: {kubeconfig_content: "ref://k"}\n',
      problem: /has no secret store/,
    },
    {
      name: 'of a store that is not there',
      text: `${ENV}context: {kubeconfig_content: "ref://team@k"}\n`,
      problem: /no secret store team/,
    },
    {
      name: 'of a property that is not there',
      text: `${ENV}context: {kubeconfig_content: "ref://json/nope"}\n`,
      problem: /nope/,
    },
  ])('$name is an error with workspace and field, and no lower level is used', async ({text, problem}) => {
    const made = await world(
      {[PROD]: text, 'home/.kube/config': KUBECONFIG},
      {env: {json: '{"other": "canary"}'}},
      {env: {KUBECONFIG: '/nope'}},
    );
    const failure = await failureOf(resolved(made));
    expect(failure).toMatchObject({
      code: 'context/kubeconfig',
      workspace: 'prod',
      field: 'context.kubeconfig_content',
      problem: expect.stringMatching(problem),
    });
    expect(JSON.stringify(failure)).not.toContain('canary');
  });
});

describe('a kubeconfig in plain text', () => {
  const text = `context: {kubeconfig_content: ${JSON.stringify(KUBECONFIG)}}\n`;
  it.each([
    {name: 'of the user’s own backend', isShared: false},
    {name: 'of a backend that others write, which the user has allowed', isShared: true},
  ])('$name is not treated as fetched', async ({isShared}) => {
    const made = await world({}, {}, {stored: {prod: text}, isShared});
    const {from} = await sourceOf(made, 'prod');
    expect(from.kind === 'content' ? from.fetched : from).toBeUndefined();
  });
});

/** The place that a kubeconfig is fetched from. */
function placeOf<Place extends UrlPlace | S3Place | SecretPlace>({from}: KubeconfigSource): Place {
  if (from.kind !== 'remote') throw new Error('it is not fetched');
  return from.place as Place;
}

describe('a kubeconfig at an address', () => {
  it('the connection gets the address, with its login resolved and its paths absolute', async () => {
    const address = '{url: "https://git.example/k", bearer: "ref://token", caFile: ../ca.pem}';
    const made = await world({[PROD]: `${ENV}context: {kubeconfig_path: ${address}}\n`}, {env: {token: 'canary'}});
    const source = await sourceOf(made);
    expect(source).toMatchObject({
      field: 'context.kubeconfig_path',
      from: {
        kind: 'remote',
        place: {
          kind: 'url',
          url: 'https://git.example/k',
          caFile: made.path('project/ca.pem'),
          authorization: {scheme: 'bearer'},
        },
      },
    });
    const {authorization} = placeOf<UrlPlace>(source);
    expect(authorization?.scheme === 'bearer' && authorization.token.reveal()).toBe('canary');
    expect(JSON.stringify(source)).not.toContain('canary');
  });

  it('a bucket is read with the keys of the workspace, and with no others', async () => {
    const made = await world(
      {
        [PROD]: `${ENV}context:\n  kubeconfig_path: s3://clusters/prod?region=eu-west-1\n  AWS_ACCESS_KEY_ID: ref://id\n  AWS_SECRET_ACCESS_KEY: ref://key\n  ACME_TOKEN: ref://nope\n`,
      },
      {env: {id: 'AKIA', key: 'canary'}},
      {env: {AWS_SESSION_TOKEN: 'of another', AWS_PROFILE: 'dev'}},
    );
    const place = placeOf<S3Place>(await sourceOf(made));
    expect(place).toMatchObject({kind: 's3', bucket: 'clusters', key: 'prod', region: 'eu-west-1'});
    expect([...place.environment.set].map(([name, value]) => [name, value.reveal()])).toEqual([
      ['AWS_ACCESS_KEY_ID', 'AKIA'],
      ['AWS_SECRET_ACCESS_KEY', 'canary'],
    ]);
    expect(place.environment.unset).toEqual(['AWS_PROFILE', 'AWS_SESSION_TOKEN']);
  });

  it('an unreadable login is an error with its field', async () => {
    const address = '{url: "https://git.example/k", basic: {username: me, password: "ref://nope"}}';
    const made = await world({[PROD]: `${ENV}context: {kubeconfig_path: ${address}}\n`});
    expect(await failureOf(resolved(made))).toMatchObject({
      code: 'context/kubeconfig',
      field: 'context.kubeconfig_path.basic.password',
    });
  });
});

const secretIn = (workspace: string): string =>
  `context: {kubeconfig_secret: {name: s, namespace: tenants, key: admin.conf, workspace: ${workspace}}}\n`;
const MANAGEMENT = 'context: {kubeconfig_path: ../k, kube_context: m}\n';

describe('a Secret in the cluster of another workspace', () => {
  const through = {workspace: 'management', field: 'context.kubeconfig_path', kubeContext: 'm', from: {kind: 'files'}};
  it.each([
    {name: 'beside it', named: 'management', files: {'project/workspaces/management.yaml': MANAGEMENT}},
    {name: 'in a file', named: '../other/management.yaml', files: {'project/other/management.yaml': MANAGEMENT}},
  ])('the Secret is reached through the workspace $name', async ({named, files}) => {
    const made = await world({...files, [PROD]: secretIn(named), 'project/k': KUBECONFIG});
    expect(placeOf(await sourceOf(made))).toMatchObject({
      kind: 'secret',
      name: 's',
      namespace: 'tenants',
      key: 'admin.conf',
      through,
    });
  });

  it('the Secret is reached through a workspace of the project, when its own is in the backend', async () => {
    const made = await world(
      {'project/workspaces/management.yaml': MANAGEMENT, 'project/k': KUBECONFIG},
      {},
      {stored: {prod: secretIn('management')}},
    );
    expect(placeOf(await sourceOf(made, 'prod'))).toMatchObject({kind: 'secret', through});
  });

  it('a workspace in the backend refers to one in the backend, not to a file of the project', async () => {
    const made = await world(
      {
        'project/workspaces/management.yaml': 'context: {kubeconfig_path: ../other}\n',
        'project/other': KUBECONFIG,
        'project/k': KUBECONFIG,
      },
      {},
      {stored: {prod: secretIn('management'), management: 'context: {kubeconfig_path: "$DIR/k"}\n'}},
    );
    const deps = {...made.deps, env: {...made.deps.env, DIR: made.path('project')}};
    const chosen = await findWorkspace({wanted: 'prod', base: made.cwd, backend: await deps.backend()});
    const {kubeconfig} = await resolveContext({chosen, resources: []}, deps);
    expect(placeOf(kubeconfig)).toMatchObject({through: {from: {paths: [made.path('project/k')]}}});
  });

  it('the Secret can be behind several workspaces', async () => {
    const made = await world({
      [PROD]: secretIn('team'),
      'project/workspaces/team.yaml': secretIn('management'),
      'project/workspaces/management.yaml': MANAGEMENT,
      'project/k': KUBECONFIG,
    });
    expect(placeOf(await sourceOf(made))).toMatchObject({
      through: {workspace: 'team', from: {place: {kind: 'secret', through}}},
    });
  });

  it.each([
    {
      name: 'that is not there',
      files: {'project/workspaces/managment.yaml': MANAGEMENT},
      want: {
        problem: expect.stringContaining('there is no workspace management'),
        hint: 'There are: managment, prod, sandbox.',
      },
    },
    {
      name: 'that leads nowhere itself',
      files: {'project/workspaces/management.yaml': 'context: {kubeconfig_path: /nope/k}\n'},
      want: {
        problem:
          'its Secret is in the cluster of the workspace management, which has no usable kubeconfig: context.kubeconfig_path: /nope/k does not exist',
        hint: expect.stringContaining('explain -w management'),
      },
    },
  ])('a workspace $name in between is an error that names both', async ({files, want}) => {
    const made = await world({...files, [PROD]: secretIn('management'), 'home/.kube/config': KUBECONFIG});
    expect(await failureOf(resolved(made))).toMatchObject({
      code: 'context/kubeconfig',
      workspace: 'prod',
      field: 'context.kubeconfig_secret',
      ...want,
    });
  });
});

describe('a kubeconfig that depends on itself', () => {
  it.each([
    {name: 'a workspace behind itself', files: {[PROD]: secretIn('prod')}, links: ['the kubeconfig of prod']},
    {
      name: 'two workspaces behind each other',
      files: {[PROD]: secretIn('team'), 'project/workspaces/team.yaml': secretIn('prod')},
      links: ['the kubeconfig of prod', 'the kubeconfig of team', 'the kubeconfig of prod'],
    },
    {
      name: 'a kubeconfig in a store of its own cluster',
      files: {
        [PROD]:
          'secretStore: {provider: {kubernetes: {namespace: tenants}}}\ncontext: {kubeconfig_content: "ref://s/k"}\n',
      },
      links: ['the kubeconfig of prod', 'the secret store of prod', 'the kubeconfig of prod'],
    },
  ])('$name is reported with its links, and does not block for ever', async ({files, links}) => {
    const made = await world(files);
    const failure = JSON.stringify(await failureOf(resolved(made)));
    expect(failure).toContain('depends on itself');
    for (const link of links) expect(failure).toContain(link);
  });

  it('two workspaces with the same name do not form a cycle', async () => {
    const made = await world({
      [PROD]: secretIn('../other/prod.yaml'),
      'project/other/prod.yaml': 'context: {kubeconfig_path: ../k}\n',
      'project/k': KUBECONFIG,
    });
    expect(placeOf(await sourceOf(made))).toMatchObject({
      kind: 'secret',
      through: {workspace: 'prod', from: {kind: 'files'}},
    });
  });
});

describe('identity and trust of a workspace', () => {
  it('identity and trust are part of any kubeconfig, with references resolved, paths absolute and defaults set', async () => {
    const identity =
      'identity: {oidc: {issuer: "https://id.example", clientId: gantry, clientSecret: "ref://secret", caFile: ../ca, tokenFile: ./token}}\n';
    const made = await world(
      {
        [PROD]: `${ENV}${identity}trust: {programs: [aws]}\ncontext: {kubeconfig_path: ../k}\n`,
        'project/k': KUBECONFIG,
      },
      {env: {secret: 'canary'}},
    );
    const source = await sourceOf(made);
    expect(source).toMatchObject({
      identity: {
        issuer: 'https://id.example',
        clientId: 'gantry',
        scopes: ['email', 'groups', 'offline_access'],
        redirectPort: 0,
        caFile: made.path('project/ca'),
        token: 'id',
        from: {kind: 'file', path: made.path('project/workspaces/token')},
      },
      trust: {programs: ['aws'], localFiles: false, insecureTls: false},
    });
    expect(source.identity?.clientSecret?.reveal()).toBe('canary');
    expect(JSON.stringify(source)).not.toContain('canary');
  });

  it('a workspace in between uses its own identity and trust', async () => {
    const made = await world({
      [PROD]: `trust: {insecureTls: true}\n${secretIn('management')}`,
      'project/workspaces/management.yaml': `identity: {oidc: {issuer: "https://id.example", clientId: m}}\n${MANAGEMENT}`,
      'project/k': KUBECONFIG,
    });
    const source = await sourceOf(made);
    const {through} = placeOf<SecretPlace>(source);
    expect([source.identity, source.trust?.insecureTls]).toEqual([undefined, true]);
    expect([through.identity?.clientId, through.trust]).toEqual(['m', undefined]);
  });

  it('a missing client secret is an error with its field', async () => {
    const identity = 'identity: {oidc: {issuer: "https://id.example", clientId: g, clientSecret: "ref://nope"}}\n';
    const made = await world({[PROD]: `${ENV}${identity}context: {kubeconfig_path: ../k}\n`, 'project/k': KUBECONFIG});
    expect(await failureOf(resolved(made))).toMatchObject({
      code: 'context/value',
      workspace: 'prod',
      field: 'identity.oidc.clientSecret',
      problem: expect.stringContaining('there is no secret nope'),
    });
  });
});

describe('the explanation of a remote kubeconfig', () => {
  it.each([
    {name: 'a reference', context: '{kubeconfig_content: "ref://k"}', want: {from: 'reference', address: 'ref://k'}},
    {
      name: 'an address',
      context: '{kubeconfig_path: "https://git.example/k?private_token=canary", kube_context: c}',
      want: {from: 'url', address: 'https://git.example/k?private_token=***', context: 'c'},
    },
    {
      name: 'a bucket',
      context: '{kubeconfig_path: "s3://clusters/prod?versionId=7"}',
      want: {from: 's3', address: 's3://clusters/prod, version 7'},
    },
    {
      name: 'a Secret',
      context: '{kubeconfig_secret: {name: s, namespace: tenants, workspace: nope}}',
      want: {from: 'secret', address: 'the Secret tenants/s in the cluster of nope'},
    },
  ])('explain shows where $name is, and contacts nothing', async ({context, want}) => {
    const made = await world(
      {
        [PROD]: `${VAULT}context: ${context}\nidentity: {oidc: {issuer: "https://id.example", clientId: g, clientSecret: "ref://s"}}\ntrust: {programs: [aws, gke]}\nenv: {HTTP_PROXY: "http://p:1", DB_PASSWORD: canary}\n`,
      },
      {vault: {k: KUBECONFIG, s: 'canary'}},
    );
    const explained = await explainWorkspace({workspace: './workspaces/prod.yaml'}, made.deps);
    expect(explained.kubeconfig).toEqual({field: expect.stringMatching(/^context\./), ...want});
    const values = Object.fromEntries(explained.values.map(({name, value}) => [name, value]));
    expect(values).toMatchObject({
      'identity.oidc.issuer': 'https://id.example',
      'identity.oidc.clientId': 'g',
      'identity.oidc.clientSecret': 'ref://s',
      'trust.programs': 'aws, gke',
      HTTP_PROXY: 'http://p:1',
      DB_PASSWORD: '***',
    });
    expect(explained.failure).toBeUndefined();
    expect(JSON.stringify(explained)).not.toContain('canary');
    expect([made.stores.opened, made.connected]).toEqual([[], []]);
  });
});
