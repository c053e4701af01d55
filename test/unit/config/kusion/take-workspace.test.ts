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
])('keeps $name', ({context}) =>
  expect(take({context})).toEqual({file: {name: 'prod', context}, left: [], because: ''}),
);

it.each([
  {
    name: 'modules',
    from: {context: CLUSTER, modules: {mysql: {version: '0.1.0'}, network: {}}},
    left: ['module mysql 0.1.0', 'module network'],
  },
  {
    name: 'a secret store that Gantry lacks',
    from: {context: CLUSTER, secretStore: {provider: {viettelcloud: {projectID: 'a'}}}},
    left: ['secretStore (viettelcloud)'],
  },
  {
    name: 'a store that nobody ever had',
    from: {context: CLUSTER, secretStore: {provider: {onpremises: {name: 'a'}}}},
    left: ['secretStore (onpremises)'],
  },
  {
    name: 'a key that looks like one of the cluster and is none',
    from: {context: {...CLUSTER, kubernetes: {config: '/etc/a'}}},
    left: ['context.kubernetes'],
  },
])('leaves out $name, by name', ({from, left}) => {
  expect(take(from)).toMatchObject({file: {name: 'prod', context: CLUSTER}, left});
});

it.each([
  {
    name: 'its kubeconfig starts at the directory of the call',
    from: {context: {KUBECONFIG_PATH: 'conf/prod'}},
    because: 'write an absolute path',
  },
  {
    name: 'its kubeconfig is no text',
    from: {context: {KUBECONFIG_CONTENT: {kind: 'Config'}}},
    because: 'it would lead to another cluster',
  },
])('is not taken at all where $name', ({from, because}) => {
  const taken = take(from);
  expect(taken).toMatchObject({file: undefined, left: ['workspace prod']});
  expect(taken.because).toContain(because);
});
