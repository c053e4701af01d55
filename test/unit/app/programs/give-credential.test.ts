import {expect, it} from 'vitest';
import {giveCredential} from '../../../../src/app/programs/give-credential.ts';
import type {Diagnostic} from '../../../../src/core/diagnostic/diagnostic.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import type {Programs} from '../../../../src/ports/programs.ts';
import {KUBECONFIG, rig} from '../workspace/rig.ts';

const SERVER = 'https://cluster.example:6443';
const INFO = {apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', spec: {cluster: {server: SERVER}}};

const unused = () => Promise.reject(new Error('no program is run here'));
const programs: Programs = {
  temporary: unused,
  lasting: unused,
  drop: unused,
  run: unused,
  find: unused,
  ask: unused,
  self: unused,
  launcher: unused,
  inClear: (secret) => secret.reveal(),
};

/** What a program is given, and what its person is told, for a token of a pipeline that ends so long after now. */
async function given(seconds: number) {
  const {deps} = await rig({
    files: {
      'project/workspaces/ci.yaml': 'context: {kubeconfig_path: ../kubeconfig}\n',
      'project/kubeconfig': KUBECONFIG,
    },
    env: {KUBERNETES_EXEC_INFO: JSON.stringify(INFO)},
  });
  const said: Diagnostic[] = [];
  const until = new Date(deps.clock.now().getTime() + seconds * 1000).toISOString();
  const headers = [{name: 'authorization', value: new Secret('Bearer of-the-job')}];
  const answer = await giveCredential(
    {workspace: 'workspaces/ci.yaml'},
    {
      ...deps,
      onEvent: (event) => void (event.type === 'diagnostic' && said.push(event.diagnostic)),
      programs: async () => programs,
      connect: async (source) => ({
        ...(await deps.connect(source)),
        identity: {workspace: 'ci', issuer: 'https://id.example', clientId: 'gantry'},
        credential: async () => ({headers, until}),
      }),
    },
  );
  return {answer, said, until};
}

it('an expired token causes a warning, because the program only reports a refusal', async () => {
  const {answer, said, until} = await given(-1);
  expect(answer.status.token).toBe('of-the-job');
  expect(said).toMatchObject([
    {severity: 'warning', code: 'credential/expired', message: expect.stringContaining(until)},
  ]);
});

it('a valid token causes no warning', async () => {
  expect((await given(60)).said).toEqual([]);
});
