import {expect, it} from 'vitest';
import {examineSecurity} from '../../../../src/app/trust/examine-security.ts';
import {rig} from '../workspace/rig.ts';

it('the security report lists the requests of workspaces that others may have written', async () => {
  const files = {
    'project/project.yaml': 'name: shop\n',
    'project/workspaces/plain.yaml': 'labels: {tier: dev}\n',
    'project/workspaces/wants.yaml': 'secretStore: {provider: {exec: {command: [sh, -c, id]}}}\n',
    'project/workspaces/wrong.yaml': 'what: is this\n',
  };
  const metadata = 'secretStore: {provider: {vault: {server: "https://169.254.169.254"}}}\n';
  const {deps} = await rig({files, stored: {shared: metadata}, isShared: true});
  const found = await examineSecurity({}, {...deps, allowedDigests: async () => new Set<string>()});
  expect(found.parts).toMatchObject([
    {name: 'plain', origin: 'project', verdict: 'asks-nothing', wants: []},
    {name: 'wants', origin: 'project', verdict: 'not-allowed', wants: [{text: 'the secret store runs sh -c id'}]},
    {name: 'shared', origin: 'shared', verdict: 'never'},
  ]);
  expect(found.unread).toMatchObject([{name: 'wrong', because: 'input/invalid'}]);
  expect(found.home).toMatchObject({path: deps.home});
});
