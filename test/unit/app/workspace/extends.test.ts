import {describe, expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import {chooseWorkspace} from '../../../../src/app/workspace/choose-workspace.ts';
import {createWorkspace} from '../../../../src/app/workspace/create-workspace.ts';
import {explainWorkspace} from '../../../../src/app/workspace/explain-workspace.ts';
import {listWorkspaces} from '../../../../src/app/workspace/list-workspace.ts';
import {resolveContext} from '../../../../src/app/workspace/resolve-context.ts';
import {showWorkspace} from '../../../../src/app/workspace/show-workspace.ts';
import {KUBECONFIG, rig} from './rig.ts';

const PROJECT = {'project/project.yaml': 'name: shop\n', 'project/kube.yaml': KUBECONFIG};
const workspaces = (files: Readonly<Record<string, string>>) =>
  rig({
    files: {
      ...PROJECT,
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`project/workspaces/${name}`, text])),
    },
  });
const shownOf = async (deps: Deps, workspace = 'prod') => (await showWorkspace({workspace}, deps)).workspace;
const problemOf = async (deps: Deps) =>
  showWorkspace({workspace: 'prod'}, deps).then(
    () => undefined,
    (error: {failure: {diagnostics: readonly object[]}}) => error.failure.diagnostics[0],
  );

describe('a workspace that extends another', () => {
  it.each([
    {
      name: 'takes what it does not say itself',
      base: 'suspended: true\nlabels: {team: a}\ncontext: {region: eu, host: h}\n',
      own: '',
      want: {suspended: true, labels: {team: 'a'}, context: {region: 'eu', host: 'h'}},
    },
    {
      name: 'replaces a named provider as a whole, and keeps the others',
      base: 'providers: {aws: {us: {region: u, profile: p}, eu: {region: e}}, google: {main: {project: g}}}\n',
      own: 'providers: {aws: {us: {region: own}}}\n',
      want: {providers: {aws: {us: {region: 'own'}, eu: {region: 'e'}}, google: {main: {project: 'g'}}}},
    },
    {
      name: 'says otherwise key by key, also inside of mappings, and null takes a key away',
      base: 'labels: {team: a, tier: x}\ncontext: {region: eu, host: h, db: {name: d, size: 1}}\n',
      own: 'labels: {tier: prod}\ncontext: {host: null, db: {size: 2}}\n',
      want: {labels: {team: 'a', tier: 'prod'}, context: {region: 'eu', db: {name: 'd', size: 2}}},
    },
    {
      name: 'leaves as it is what it has an empty field for',
      base: 'context: {region: eu}\n',
      own: 'context:\n',
      want: {context: {region: 'eu'}},
    },
    {
      name: 'adds its rules before those of the base: the first that fits counts',
      base: 'ignore: [{path: spec.a}]\nhealth: [{kind: Job, timeout: 9m}]\n',
      own: 'ignore: [{path: spec.b}]\nhealth: [{kind: Job, timeout: 1m}]\n',
      want: {
        ignore: [{path: 'spec.b'}, {path: 'spec.a'}],
        health: [
          {kind: 'Job', timeout: '1m'},
          {kind: 'Job', timeout: '9m'},
        ],
      },
    },
    {
      name: 'is not suspended when it says so',
      base: 'suspended: true\n',
      own: 'suspended: false\n',
      want: {suspended: false},
    },
    {
      name: 'has another secret store as a whole',
      base: 'secretStore: {provider: {env: {prefix: A_}}}\n',
      own: 'secretStore: {provider: {file: {path: /s}}}\n',
      want: {secretStore: {provider: {file: {path: '/s'}}}},
    },
    {
      name: 'has its own kubeconfig alone, though another key of the base ranks higher',
      base: 'context: {kubeconfig_content: x, KUBECONFIG_PATH: /a, kube_context: c, region: eu}\n',
      own: 'context: {kubeconfig_path: /b}\n',
      want: {context: {kubeconfig_path: '/b', region: 'eu'}},
    },
    {
      name: 'chooses another context in the kubeconfig of the base',
      base: 'context: {kubeconfig_path: /a, kube_context: c}\n',
      own: 'context: {kube_context: d}\n',
      want: {context: {kubeconfig_path: '/a', kube_context: 'd'}},
    },
    {
      name: 'has its own credentials of a cloud alone; the region is none',
      base: 'context: {AWS_PROFILE: p, AWS_SESSION_TOKEN: t, AWS_REGION: eu, ARM_CLIENT_ID: i}\n',
      own: 'context: {AWS_ACCESS_KEY_ID: k}\n',
      want: {context: {AWS_ACCESS_KEY_ID: '***', AWS_REGION: 'eu', ARM_CLIENT_ID: 'i'}},
    },
    {
      name: 'replaces the whole place of a module, and keeps its configuration',
      base: 'modules: {m: {npm: m, version: ^1, registry: "https://npm.example", configs: {default: {size: s}}}, o: {npm: o, version: 1.0.0}}\n',
      own: 'modules: {m: {path: /own/m}}\n',
      want: {modules: {m: {path: '/own/m', configs: {default: {size: 's'}}}, o: {npm: 'o', version: '1.0.0'}}},
    },
    {
      name: 'adds its stores, variables and modules to those of the base, by name',
      base: 'env: {A: base, B: base}\nsecretStores: {a: {provider: {env: {prefix: A_}}}, b: {provider: {env: {}}}}\nmodules: {m: {path: "oci://x/m", version: 1.0.0, configs: {default: {replicas: 1, size: s}}}}\n',
      own: 'env: {A: own}\nsecretStores: {a: {provider: {file: {path: /s}}}}\nmodules: {m: {configs: {default: {replicas: 2}}}}\n',
      want: {
        env: {A: 'own', B: 'base'},
        secretStores: {a: {provider: {file: {path: '/s'}}}, b: {provider: {env: {}}}},
        modules: {m: {path: 'oci://x/m', version: '1.0.0', configs: {default: {replicas: 2, size: 's'}}}},
      },
    },
    {
      name: 'trusts what it says itself, and nothing more; and has one identity',
      base: 'trust: {programs: all, insecureTls: true}\nidentity: {oidc: {issuer: "https://a.example", clientId: a, clientSecret: "ref://s"}}\n',
      own: 'trust: {localFiles: true}\nidentity: {oidc: {issuer: "https://b.example", clientId: b}}\n',
      want: {trust: {localFiles: true}, identity: {oidc: {issuer: 'https://b.example', clientId: 'b'}}},
    },
    {
      name: 'sends no login of the base to another server',
      base: 'context: {kubeconfig_path: {url: "https://a.example/k", bearer: "ref://token"}}\n',
      own: 'context: {kubeconfig_path: {url: "https://b.example/k"}}\n',
      want: {context: {kubeconfig_path: {url: 'https://b.example/k'}}},
    },
    {
      name: 'adds its credentials for charts by address, and never mixes those of one address',
      base: 'charts: {credentials: {"https://a.example": {username: u, password: "ref://a"}, "oci://b.example": {password: "ref://b"}}}\n',
      own: 'charts: {credentials: {"https://a.example": {password: "ref://own"}}}\n',
      want: {
        charts: {
          credentials: {'https://a.example': {password: 'ref://own'}, 'oci://b.example': {password: 'ref://b'}},
        },
      },
    },
    {
      name: 'says the same under another name',
      base: 'context: {AWS_DEFAULT_REGION: eu, AWS_PROFILE: p}\n',
      own: 'context: {AWS_REGION: us}\n',
      want: {context: {AWS_REGION: 'us', AWS_PROFILE: 'p'}},
    },
  ])('an extending workspace: $name', async ({base, own, want}) => {
    const {deps} = await workspaces({'base.yaml': base, 'prod.yaml': `extends: base\n${own}`});
    expect(await shownOf(deps)).toEqual({name: 'prod', extends: 'base', ...want});
  });

  it('a base is found at the end of a chain, by names and by files', async () => {
    const {deps, path} = await workspaces({
      'prod.yaml': 'extends: team\nlabels: {a: prod}\n',
      'team.yml': 'extends: ../shared/base.yaml\nlabels: {a: team, b: team}\n',
      '../shared/base.yaml': 'name: whatever\nlabels: {a: base, b: base, c: base}\n',
    });
    expect(await showWorkspace({workspace: 'prod'}, deps)).toMatchObject({
      workspace: {name: 'prod', labels: {a: 'prod', b: 'team', c: 'base'}},
      extends: [path('project/workspaces/team.yml'), path('project/shared/base.yaml')],
      inherited: [
        {path: 'labels.b', file: path('project/workspaces/team.yml'), line: 2},
        {path: 'labels.c', file: path('project/shared/base.yaml'), line: 2},
      ],
    });
  });

  it('a relative path in a base starts at the base', async () => {
    const {deps, path} = await workspaces({
      'prod.yaml': 'extends: ../shared/base.yaml\n',
      '../shared/base.yaml': 'context: {kubeconfig_path: ../kube.yaml}\nsecretStore: {provider: {file: {path: s}}}\n',
    });
    const chosen = await chooseWorkspace(
      {request: {workspace: 'prod'}, workspacesDir: path('project/workspaces')},
      deps,
    );
    const {kubeconfig} = await resolveContext({chosen, resources: []}, deps);
    expect(kubeconfig.from).toMatchObject({kind: 'files', paths: [path('project/kube.yaml')]});
    expect(chosen.workspace.secretStore).toEqual({provider: {file: {path: path('project/shared/s')}}});
  });

  it('every path in a base starts at the base, and names, addresses and contents stay', async () => {
    const context = [
      'kubeconfig_path: {url: "https://x.example/k", caFile: ca.pem}',
      'GOOGLE_CREDENTIALS: key.json',
      'GOOGLE_CLOUD_KEYFILE_JSON: \'{"type": "x"}\'',
      'AWS_CONFIG_FILE: ~/aws',
    ];
    const base = [
      `context: {${context.join(', ')}}`,
      'env: {AWS_CA_BUNDLE: ca.pem, HTTP_PROXY: proxy}',
      'identity: {oidc: {issuer: "https://id.example", clientId: g, caFile: ca.pem, tokenFile: ./token}}',
      'secretStore: {provider: {sops: {path: secrets, keyFile: $HOME/keys}}}',
      'secretStores:',
      '  vault: {provider: {vault: {server: "https://v.example", caFile: ca.pem, auth: {jwt: {role: r, tokenFile: jwt}}}}}',
      '  one: {provider: {exec: {command: [./read, ./secret]}}}',
      '  two: {provider: {exec: {command: [pass, ./secret]}}}',
      '  named: {provider: {kubernetes: {namespace: tenants, workspace: management}}}',
      '  filed: {provider: {kubernetes: {namespace: tenants, workspace: management.yaml}}}',
      'modules: {m: {path: ./m}, o: {path: "oci://x/o", version: 1.0.0}}',
      '',
    ];
    const {deps, path} = await workspaces({
      'prod.yaml': 'extends: ../shared/base.yaml\n',
      '../shared/base.yaml': base.join('\n'),
    });
    const chosen = await chooseWorkspace(
      {request: {workspace: 'prod'}, workspacesDir: path('project/workspaces')},
      deps,
    );
    const at = (file: string): string => path('project/shared', file);
    expect(chosen.workspace).toMatchObject({
      context: {
        kubeconfig_path: {url: 'https://x.example/k', caFile: at('ca.pem')},
        GOOGLE_CREDENTIALS: at('key.json'),
        GOOGLE_CLOUD_KEYFILE_JSON: '{"type": "x"}',
        AWS_CONFIG_FILE: '~/aws',
      },
      env: {AWS_CA_BUNDLE: at('ca.pem'), HTTP_PROXY: 'proxy'},
      identity: {oidc: {caFile: at('ca.pem'), tokenFile: at('token')}},
      secretStore: {provider: {sops: {path: at('secrets'), keyFile: '$HOME/keys'}}},
      secretStores: {
        vault: {provider: {vault: {caFile: at('ca.pem'), auth: {jwt: {tokenFile: at('jwt')}}}}},
        one: {provider: {exec: {command: [at('read'), './secret']}}},
        two: {provider: {exec: {command: ['pass', './secret']}}},
        named: {provider: {kubernetes: {workspace: 'management'}}},
        filed: {provider: {kubernetes: {workspace: at('management.yaml')}}},
      },
      modules: {m: {path: at('m')}, o: {path: 'oci://x/o'}},
    });
  });

  it('explain shows the file of each value, and the overridden values of the base', async () => {
    const {deps, path} = await workspaces({
      'prod.yaml': 'extends: base\ncontext:\n  kubeconfig_path: ../kube.yaml\n  region: us\n',
      'base.yaml': 'context:\n  kubeconfig_content: canary\n  region: eu\n  host: h\n',
    });
    const {values} = await explainWorkspace({workspace: 'prod'}, deps);
    const [prod, base] = [path('project/workspaces/prod.yaml'), path('project/workspaces/base.yaml')];
    const at = (file: string, line: number, key: string) => ({kind: 'context', file, line, key});
    expect(values).toMatchObject([
      {
        name: 'kubeconfig',
        source: at(prod, 3, 'kubeconfig_path'),
        shadowed: [{name: 'kubeconfig_content', value: '***', source: at(base, 2, 'kubeconfig_content')}],
      },
      {name: 'host', source: at(base, 4, 'host'), shadowed: []},
      {name: 'region', source: at(prod, 4, 'region'), shadowed: [{value: 'eu', source: at(base, 3, 'region')}]},
    ]);
  });

  it.each([
    {
      name: 'a base that is not there',
      files: {'prod.yaml': 'name: prod\nextends: bose\n', 'base.yaml': ''},
      want: {
        message: expect.stringMatching(/no workspace to extend at .*bose\.yaml/),
        hint: 'Did you mean `base`?',
        line: 2,
      },
    },
    {
      name: 'itself',
      files: {'prod.yaml': 'extends: prod\n'},
      want: {message: expect.stringMatching(/in a cycle: .*prod\.yaml → .*prod\.yaml$/), line: 1},
    },
    {
      name: 'one that leads back',
      files: {'prod.yaml': 'extends: a\n', 'a.yaml': 'labels: {}\nextends: ./b.yaml\n', 'b.yaml': 'extends: a.yaml\n'},
      want: {message: expect.stringMatching(/in a cycle: .*a\.yaml → .*b\.yaml → .*a\.yaml$/), line: 1},
    },
    {
      name: 'one that is wrong itself, in its own file',
      files: {'prod.yaml': 'extends: base\n', 'base.yaml': 'labels: {}\nlabls: {a: b}\n'},
      want: {message: 'unknown field `labls`', line: 2, file: 'base.yaml'},
    },
  ])('a workspace cannot extend $name', async ({files, want: {line, file, ...want}}) => {
    const {deps} = await workspaces(files);
    expect(await problemOf(deps)).toMatchObject({
      ...want,
      at: {line, ...(file === undefined ? {} : {file: expect.stringContaining(file)})},
    });
  });

  it('a workspace in the backend can extend one in the backend, and no file', async () => {
    const {deps, write} = await rig({
      files: PROJECT,
      stored: {base: 'labels: {team: a}\n', prod: 'extends: base\nlabels: {tier: prod}\n'},
    });
    expect(await shownOf(deps)).toMatchObject({labels: {team: 'a', tier: 'prod'}});
    await write('project/new.yaml', 'extends: base\n');
    await createWorkspace({file: 'new.yaml', name: 'new'}, deps);
    expect(await shownOf(deps, 'new')).toMatchObject({name: 'new', labels: {team: 'a'}});
    for (const base of ['./base.yaml', 'nowhere']) {
      await write('project/other.yaml', `extends: ${base}\n`);
      await expect(createWorkspace({file: 'other.yaml', name: 'other'}, deps)).rejects.toMatchObject({
        failure: {code: 'input/invalid', diagnostics: [{code: 'workspace/extends', at: {line: 1}}]},
      });
    }
  });
});

describe('labels of workspaces', () => {
  const files = {
    'prod.yaml': 'extends: base\nlabels: {tier: prod}\n',
    'dev.yaml': 'labels: {tier: dev}\n',
    'base.yaml': 'labels: {team: a}\n',
    'broken.yaml': 'labls: {}\n',
  };

  it.each([
    {labelSelector: 'tier=prod', want: ['broken', 'prod']},
    {labelSelector: 'team=a', want: ['base', 'broken', 'prod']},
    {labelSelector: 'tier in (prod,dev),!team', want: ['broken', 'dev']},
    {labelSelector: undefined, want: ['base', 'broken', 'dev', 'prod', 'sandbox']},
  ])(
    'labels matching $labelSelector select $want, including labels of bases; a broken file stays listed',
    async ({want, labelSelector}) => {
      const {deps} = await workspaces(files);
      const list = await listWorkspaces(labelSelector === undefined ? {} : {labelSelector}, deps);
      expect(list.workspaces.map(({name}) => name)).toEqual(want);
    },
  );

  it('an invalid selector is refused', async () => {
    const {deps} = await workspaces(files);
    await expect(listWorkspaces({labelSelector: 'tier=='.repeat(2)}, deps)).rejects.toMatchObject({
      failure: {code: 'input/usage', hint: expect.stringContaining('tier=prod')},
    });
  });

  it.each([
    {label: '"a b": x', message: /`a b` is not a valid name of a label/},
    {label: 'tier: "a b"', message: /`a b` is not a valid value of a label/},
    {label: `tier: ${'x'.repeat(64)}`, message: /is not a valid value of a label/},
  ])('a label that no selector can match is refused: $label', async ({label, message}) => {
    const {deps} = await workspaces({'prod.yaml': `labels:\n  ${label}\n`});
    expect(await problemOf(deps)).toMatchObject({message: expect.stringMatching(message), at: {line: 2}});
  });
});
