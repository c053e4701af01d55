import {expect, it} from 'vitest';
import {configMap, manifests} from '../rig/objects.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack} from '../rig/stack.ts';

const kubeconfig = (exec: object): string =>
  JSON.stringify({
    'current-context': 'c',
    contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
    clusters: [{name: 'c', cluster: {server: 'https://127.0.0.1:1'}}],
    users: [{name: 'u', user: {exec: {apiVersion: 'client.authentication.k8s.io/v1', ...exec}}}],
  });

it.each([
  {command: 'preview', args: ['preview']},
  {command: 'apply', args: ['apply', '--yes']},
  {command: 'whoami', args: ['whoami', '-w', 'test']},
  {command: 'workspace check', args: ['workspace', 'check', 'test']},
])('a missing login program ends $command with exit code 4 at once', async ({args}) => {
  const stack = await makeStack({files: manifests(configMap('a', {a: '1'}))});
  const exec = {
    command: 'gantry-no-such-login',
    interactiveMode: 'IfAvailable',
    installHint: 'get it at login.example',
  };
  await stack.write({'workspaces/test.yaml': {context: {kubeconfig_content: kubeconfig(exec)}}});
  await stack.allow();
  const began = performance.now();
  const {code, stdout, stderr} = await startGantry(
    stack,
    args.filter((word) => word !== undefined),
  ).ended;
  expect(code, stderr).toBe(4);
  expect(stdout + stderr).toContain(
    'login by gantry-no-such-login: the program is not installed: get it at login.example',
  );
  // A timer that nobody waits for kept the process alive for a minute after it had said so.
  expect(performance.now() - began).toBeLessThan(45_000);
});
