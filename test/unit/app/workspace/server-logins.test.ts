import {describe, expect, it} from 'vitest';
import {findWorkspace} from '../../../../src/app/workspace/find-workspace.ts';
import {serverLogins} from '../../../../src/app/workspace/server-logins.ts';
import {failureOf, rig} from './rig.ts';
import {storesByHand} from './stores-by-hand.ts';

const PASSWORD = 'canary-of-the-repository';
const PROD = [
  'secretStore: {provider: {file: {path: ~/secrets.env}}}',
  'charts:',
  '  credentials:',
  '    https://charts.example.com/stable: {username: reader, password: ref://charts, caFile: ~/ca.pem}',
  '    oci://registry.example.com: {username: ref://user, password: ref://charts, tokenServer: https://auth.example.com/x}',
  '    https://gone.example.com: {password: ref://gone}',
  '    https://lost.example.com: {caFile: ~/lost.pem}',
  '',
].join('\n');
const FILES = {
  'project/project.yaml': 'name: shop\n',
  'home/ca.pem': 'PEM',
};

async function logins(files: Readonly<Record<string, string>> = {}, wanted = 'mine') {
  const {deps, cwd, path} = await rig({files: {...FILES, ...files}, stored: {mine: PROD}});
  const places = {base: cwd, home: deps.home, backend: await deps.backend(), directory: path('project/workspaces')};
  const found = await findWorkspace({wanted, ...places});
  const {secretStore} = storesByHand({file: {charts: PASSWORD, user: 'robot'}});
  return serverLogins(found, {...deps, secretStore, allowedDigests: async () => new Set()});
}

describe('the logins of a workspace', () => {
  it('the logins of a workspace are found by the beginning of an address', async () => {
    const find = await logins();
    const login = await find('https://charts.example.com/stable/index.yaml');
    expect(login?.setting).toBe('charts.credentials["https://charts.example.com/stable"] of the workspace mine');
    expect([login?.username?.reveal(), login?.password?.reveal(), login?.ca]).toEqual(['reader', PASSWORD, 'PEM']);
    expect(JSON.stringify(login)).not.toContain(PASSWORD);
    const registry = await find('oci://registry.example.com/team/web');
    expect([registry?.username?.reveal(), registry?.tokenServer]).toEqual(['robot', 'https://auth.example.com']);
  });

  it.each([
    'https://charts.example.com/stable-evil',
    'https://charts.example.com.evil/stable',
    'https://other.example',
  ])('the logins of a workspace are not those of %s', async (address) => {
    expect(await (await logins())(address)).toBeUndefined();
  });

  it('the logins of a workspace that cannot be read fail with the field', async () => {
    const find = await logins();
    expect(await failureOf(find('https://gone.example.com/x'))).toMatchObject({
      code: 'context/value',
      field: 'charts.credentials["https://gone.example.com"].password',
    });
    expect(await failureOf(find('https://lost.example.com/x'))).toMatchObject({
      field: 'charts.credentials["https://lost.example.com"].caFile',
      problem: '~/lost.pem cannot be read (ENOENT)',
    });
  });

  it('the logins of a workspace of a workspace of the project need consent, also for an authority alone', async () => {
    const find = await logins(
      {
        'project/workspaces/prod.yaml': 'charts: {credentials: {"https://a.example": {caFile: ca.pem}}}\n',
        'project/workspaces/ca.pem': 'PEM',
      },
      'prod',
    );
    expect(await failureOf(find('https://a.example/x'))).toMatchObject({code: 'workspace/not-allowed'});
    expect(await find('https://b.example/x')).toBeUndefined();
  });
});
