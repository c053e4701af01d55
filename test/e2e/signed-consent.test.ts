import {expect, it} from 'vitest';
import {configMap, manifests} from '../rig/objects.ts';
import {ed25519Key} from '../rig/ssh-key.ts';
import {makeStack} from '../rig/stack.ts';

/** A project whose workspace wants more than the default, and which brings the list that its pipeline allows. */
async function project() {
  const store = (prefix: string) => ({provider: {env: {prefix}}});
  const workspace = (prefix: string) => ({
    'workspaces/test.yaml': {name: 'test', context: {cluster: 'sandbox'}, secretStore: store(prefix)},
  });
  const stack = await makeStack({
    namespace: 'a',
    files: {'project.yaml': {name: 'shop'}, ...workspace('CI_'), ...manifests(configMap('a', {a: '1'}))},
  });
  const key = ed25519Key();
  const env = {GANTRY_ALLOW: 'ci/allowed', GANTRY_ALLOW_KEYS: `team@example.com ${key.line}`};
  const printed = async (): Promise<string> => (await stack.gantry(['workspace', 'allow', '--all', '--print'])).stdout;
  const sign = async (): Promise<void> => {
    const list = await printed();
    await stack.write({'ci/allowed': list, 'ci/allowed.sig': key.sign(list)});
  };
  const preview = (more: Readonly<Record<string, string>> = {}) => stack.gantry(['preview'], {env: {...env, ...more}});
  return {...stack, env, printed, sign, preview, change: () => stack.write(workspace('ANY_'))};
}

it('a signed list in the repository counts until the workspace wants something else', async () => {
  const {sign, preview, change} = await project();
  await sign();
  const allowed = await preview();
  expect(allowed, allowed.stderr).toMatchObject({code: 0});

  await change();
  const refused = await preview();
  expect(refused, refused.stderr).toMatchObject({code: 5});
  expect(refused.stderr).toContain('reads variables of the environment that begin with ANY_');

  await sign();
  const again = await preview();
  expect(again, again.stderr).toMatchObject({code: 0});
});

it('a list that a change adds without a signature allows nothing', async () => {
  const {sign, preview, change, printed, write, json, env} = await project();
  await sign();
  await change();
  await write({'ci/allowed': await printed()});
  const refused = await preview();
  expect(refused, refused.stderr).toMatchObject({code: 5});
  expect(refused.stderr).toMatch(
    /The digests in ci\/allowed \(GANTRY_ALLOW\) are not accepted: .* is not a signature of this text/,
  );
  expect(refused.stderr).toContain('ssh-keygen -Y sign -n gantry-allow -f KEY ci/allowed');
  const {code, document} = await json(['preview'], {env});
  expect({code, document}).toMatchObject({code: 5, document: {error: {code: 'consent/not-signed'}}});
});

it('a change with its own key, or without one, allows nothing', async () => {
  const {sign, preview, write, remove} = await project();
  const stranger = ed25519Key();
  await sign();
  await write({keys: stranger.line});
  const own = await preview({GANTRY_ALLOW_KEYS: 'keys'});
  expect(own, own.stderr).toMatchObject({code: 3});
  expect(own.stderr).toContain('GANTRY_ALLOW_KEYS names keys, a file of the repository');

  const without = await preview({GANTRY_ALLOW_KEYS: ''});
  expect(without, without.stderr).toMatchObject({code: 3});
  expect(without.stderr).toContain('GANTRY_ALLOW names ci/allowed, a file of the repository');

  await remove('ci/allowed.sig');
  const unsigned = await preview();
  expect(unsigned, unsigned.stderr).toMatchObject({code: 5});
  expect(unsigned.stderr).toContain('the list has no signature (ci/allowed.sig)');
});
