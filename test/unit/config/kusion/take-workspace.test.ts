import {expect, it} from 'vitest';
import {takeWorkspace} from '../../../../src/config/kusion/take-workspace.ts';
import {readYaml} from '../../../../src/config/yaml/read-yaml.ts';

const take = (from: Parameters<typeof takeWorkspace>[1], name = 'prod') => {
  const {text, left} = takeWorkspace(name, from, 'workspaces/prod.yaml');
  return {
    file: text === undefined ? undefined : readYaml(text, 'a').documents[0]?.value,
    left: left.map(({what}) => what),
    because: left.map(({because}) => because).join('; '),
  };
};

const CLUSTER = {KUBECONFIG_PATH: '$HOME/.kube/prod'};

it.each([
  {name: 'the keys of the cluster and of providers', context: {...CLUSTER, AWS_REGION: 'eu-west-1'}},
  {name: 'a kubeconfig in the file itself', context: {KUBECONFIG_CONTENT: 'apiVersion: v1\nkind: Config\n'}},
  {name: 'values for modules', context: {...CLUSTER, tier: 'gold'}},
])('the import of a workspace keeps $name', ({context}) =>
  expect(take({context})).toEqual({file: {name: 'prod', context}, left: [], because: ''}),
);

const MYSQL = {path: 'oci://ghcr.io/kusionstack/mysql', version: '0.1.0', configs: {default: {type: 'local'}}};
const VAULT = {server: 'https://vault:8200', path: 'kv'};

it.each([
  {name: 'modules with their configuration', parts: {modules: {mysql: MYSQL, network: {}}}},
  {name: 'a store in AWS', parts: {secretStore: {provider: {aws: {region: 'eu-west-1', profile: 'shop'}}}}},
  {name: 'a store in Alibaba Cloud', parts: {secretStore: {provider: {alicloud: {region: 'cn-hangzhou'}}}}},
  {
    name: 'a store in Azure',
    parts: {
      secretStore: {
        provider: {azure: {vaultUrl: 'https://a.vault.azure.net', tenantId: 't', environmentType: 'PublicCloud'}},
      },
    },
  },
  {name: 'a store in Vault', parts: {secretStore: {provider: {vault: {...VAULT, version: 'v2'}}}}},
  {name: 'references to secrets', parts: {context: {KUBECONFIG_CONTENT: 'ref://k/c', AWS_ACCESS_KEY_ID: 'ref://a/k'}}},
])('the import of a workspace takes over $name', ({parts}) =>
  expect(take({context: CLUSTER, ...parts})).toEqual({
    file: {name: 'prod', context: CLUSTER, ...parts},
    left: [],
    because: '',
  }),
);

it('the import of a workspace writes the version of the Vault engine that Kusion uses if its file has none', () =>
  expect(take({context: CLUSTER, secretStore: {provider: {vault: VAULT}}}).file).toMatchObject({
    secretStore: {provider: {vault: {...VAULT, version: 'v1'}}},
  }));

it.each([
  {
    name: 'a module without a location',
    from: {context: CLUSTER, modules: {mysql: {version: '0.1.0'}, network: {}}},
    left: ['module mysql 0.1.0'],
  },
  {
    name: 'a store that would send secrets without TLS',
    from: {context: CLUSTER, secretStore: {provider: {vault: {server: 'http://vault:8200'}}}},
    left: ['secretStore (vault)'],
  },
  {
    name: 'a secret store that Gantry lacks',
    from: {context: CLUSTER, secretStore: {provider: {viettelcloud: {projectID: 'a'}}}},
    left: ['secretStore (viettelcloud)'],
  },
  {
    name: 'a secret store of an unknown kind',
    from: {context: CLUSTER, secretStore: {provider: {onpremises: {name: 'a'}}}},
    left: ['secretStore (onpremises)'],
  },
  {
    name: 'a key that only looks like one of the cluster',
    from: {context: {...CLUSTER, kubernetes: {config: '/etc/a'}}},
    left: ['context.kubernetes'],
  },
])('the import of a workspace omits and reports $name', ({from, left}) => {
  expect(take(from)).toMatchObject({file: {name: 'prod', context: CLUSTER}, left});
});

it.each([
  {
    name: 'its kubeconfig has a relative path',
    from: {context: {KUBECONFIG_PATH: 'conf/prod'}},
    because: 'use an absolute path',
  },
  {
    name: 'its kubeconfig is not a string',
    from: {context: {KUBECONFIG_CONTENT: {kind: 'Config'}}},
    because: 'the workspace would connect to another cluster',
  },
])('a workspace is not imported if $name', ({from, because}) => {
  const taken = take(from);
  expect(taken).toMatchObject({file: undefined, left: ['workspace prod']});
  expect(taken.because).toContain(because);
});
