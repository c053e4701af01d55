import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import {ReleaseVerifyOutput} from '../../src/ui/output/release-verify-output.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {rewriteHistory} from '../rig/rewrite-history.ts';
import {GITHUB, startSigstore, tokenFor} from '../rig/sigstore.ts';
import {makeKey} from '../rig/ssh-agent.ts';
import {makeStack} from '../rig/stack.ts';

const MAIN = 'https://github.com/acme/shop/.github/workflows/release.yml@refs/heads/main';
const BRANCH = 'https://github.com/acme/shop/.github/workflows/release.yml@refs/heads/mine';
const SIGNER = {identity: MAIN, issuer: GITHUB};
const CANARY = 'canary-of-the-identity-token';

onCluster('releases signed by Sigstore', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** A stack whose workspace requires signatures of one identity, and the doubles of the servers. */
  async function keylessStack(rules: object = {sigstore: [SIGNER]}) {
    const sigstore = await startSigstore();
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('a', {a: '0'}))});
    const own = join(stack.home, '.gantry/workspaces');
    await mkdir(own, {recursive: true});
    const context = {kubeconfig_path: kubeconfigPath};
    const signatures = {required: true, ...rules};
    await writeFile(join(own, 'test.yaml'), JSON.stringify({name: 'test', context, signatures}));
    await stack.remove('workspaces/test.yaml');
    await stack.write({'root.json': sigstore.root});
    const job = {...sigstore.servers, SIGSTORE_ID_TOKEN: tokenFor(MAIN, GITHUB, CANARY)};
    const apply = (env: Readonly<Record<string, string>>) =>
      stack.gantry(['apply', '--yes', '--sign', 'sigstore'], {env});
    const change = (value: string) => stack.write(manifests(configMap('a', {a: value})));
    const live = async () =>
      ((await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})) as {data?: {a: string}})?.data
        ?.a;
    const verified = async (...more: readonly string[]) => {
      const ran = await stack.gantry(['release', 'verify', ...more, '-o', 'json']);
      const document = ReleaseVerifyOutput.parse(JSON.parse(ran.stdout));
      expect(ran.code, ran.stdout).toBe(document.isWhole ? 0 : 5);
      return document;
    };
    const faults = async (...more: readonly string[]) =>
      (await verified(...more)).faults.map(({revision, problem}) => `${revision} ${problem}`);
    return {...stack, sigstore, job, apply, change, live, verified, faults};
  }

  it('a job signs with its identity, and the signature is verified with the trusted root only', async () => {
    const stack = await keylessStack();
    const ran = await stack.apply(stack.job);
    expect(ran.code, ran.stderr).toBe(0);
    expect(await stack.live()).toBe('0');
    // The intent and the release.
    expect(stack.sigstore.made).toEqual({certificates: 2, entries: 2});
    const {signatures, isWhole} = await stack.verified('--trusted-root', 'root.json');
    expect(isWhole).toBe(true);
    expect(signatures).toMatchObject([{revision: 1, state: 'signed', fingerprint: `${MAIN} of ${GITHUB}`}]);

    const unknown = await stack.gantry(['release', 'verify']);
    expect(unknown).toMatchObject({code: 5});
    expect(unknown.stdout).toContain('signed by Sigstore, not verified');
    expect(await stack.faults()).toEqual(['1 not-verified']);
    const other = await startSigstore();
    await stack.write({'other.json': other.root, 'both.jsonl': `${other.root}\n${stack.sigstore.root}\n`});
    expect(await stack.faults('--trusted-root', 'other.json')).toEqual(['1 bad-signature']);
    expect(await stack.faults('--trusted-root', 'both.jsonl')).toEqual([]);

    const by = (identity: string, issuer: string) =>
      ['--trusted-root', 'root.json', '--certificate-identity', identity, '--certificate-oidc-issuer', issuer] as const;
    expect(await stack.faults(...by(MAIN, GITHUB))).toEqual([]);
    expect(await stack.faults(...by(BRANCH, GITHUB))).toEqual(['1 unknown-signer']);
    expect(await stack.faults(...by(MAIN.slice(0, -1), GITHUB))).toEqual(['1 unknown-signer']);
    expect(await stack.faults(...by(MAIN, 'https://gitlab.com'))).toEqual(['1 unknown-signer']);
    const half = await stack.gantry(['release', 'verify', '--certificate-identity', MAIN]);
    expect(half).toMatchObject({code: 3});
    const wrong = await stack.gantry(['release', 'verify', '--trusted-root', 'stack.yaml']);
    expect(wrong).toMatchObject({code: 3});
    expect(wrong.stderr).toContain('has no trusted root of Sigstore');
  });

  it('a tampered release and the bundle of another release are found', async () => {
    const stack = await keylessStack();
    expect((await stack.apply(stack.job)).code).toBe(0);
    await stack.change('1');
    expect(
      (await stack.apply({...stack.sigstore.servers, ...stack.sigstore.github(MAIN, 'own-token-of-the-job')})).code,
    ).toBe(0);
    const root = ['--trusted-root', 'root.json'] as const;
    const offline = [...root, '--certificate-identity', MAIN, '--certificate-oidc-issuer', GITHUB];
    await stack.gantry(['release', 'verify', ...root, '--save', 'saved.json']);
    expect(await stack.faults('saved.json', ...offline)).toEqual([]);

    const saved = JSON.parse(await readFile(join(stack.dir, 'saved.json'), 'utf8'));
    const at = (revision: number) =>
      Object.keys(saved.documents).find((key) => new RegExp(`/${revision}-\\d+\\.json$`).test(key)) ?? '';
    const [one, two] = [at(1), at(2)].map((key) => JSON.parse(saved.documents[key]));
    const replayed = {...two, signature: {...two.signature, sigstore: one.signature.sigstore}};
    saved.documents[at(2)] = JSON.stringify(replayed);
    await stack.write({'replayed.json': JSON.stringify(saved)});
    expect(await stack.faults('replayed.json', ...offline)).toContain('2 bad-signature');
    saved.documents[at(2)] = JSON.stringify({...two, signature: one.signature});
    await stack.write({'replayed.json': JSON.stringify(saved)});
    expect(await stack.faults('replayed.json', ...offline)).toContain('2 bad-signature');

    const backend = localBackend({directory: join(stack.home, '.gantry')});
    const {lineage = ''} = await openHistory({backend, project: 'shop', stack: 'shop', workspace: 'test'});
    const attack = {from: 1, change: <T extends object>(release: T): T => ({...release, gantryVersion: '9.9.9'})};
    await rewriteHistory(backend, lineage, {...attack, keepsSignature: true});
    expect(await stack.faults(...root)).toEqual(['2 bad-signature', '1 bad-signature']);
    await rewriteHistory(backend, lineage, attack);
    expect(await stack.faults(...root)).toEqual(['2 unsigned']);
  });

  it('a job without a token, a server or a listed identity changes nothing', async () => {
    const stack = await keylessStack();
    const {servers, github} = stack.sigstore;
    const away = 'http://127.0.0.1:1';
    const rows: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
      [servers, 'the environment has no identity token'],
      [{...servers, SIGSTORE_ID_TOKEN: CANARY}, 'the identity token is not a JSON web token'],
      [{...stack.job, GANTRY_FULCIO_URL: away}, '127.0.0.1:1: connection refused'],
      [{...stack.job, GANTRY_REKOR_URL: away}, '127.0.0.1:1: connection refused'],
      [{...stack.job, GANTRY_FULCIO_URL: `${servers.GANTRY_FULCIO_URL}${CANARY}`}, 'answered with HTTP status 404'],
      [{...stack.job, GANTRY_FULCIO_URL: 'http://fulcio.example.com'}, 'only https is allowed'],
      [{...servers, ...github(MAIN, CANARY), ACTIONS_ID_TOKEN_REQUEST_TOKEN: `x${CANARY}`}, 'GitHub (127.0.0.1'],
      [{...servers, ...github(BRANCH, CANARY)}, `${BRANCH} of ${GITHUB} may not sign`],
      [
        {...servers, SIGSTORE_ID_TOKEN: tokenFor(MAIN, 'https://gitlab.com', CANARY)},
        `${MAIN} of https://gitlab.com may not sign`,
      ],
    ];
    for (const [env, message] of rows) {
      const ran = await stack.apply(env);
      expect(ran.code, ran.stderr).toBe(5);
      expect(ran.stderr).toContain(message);
      expect(ran.stderr).toContain('nothing was changed');
      expect(ran.stderr + ran.stdout).not.toContain(CANARY);
    }
    expect(await stack.live()).toBeUndefined();
    expect((await stack.gantry(['release', 'show', '-o', 'json'])).code).not.toBe(0);
  });

  it('the identity token is in no output and in no file', async () => {
    const stack = await keylessStack();
    const ran = await stack.gantry(['apply', '--yes', '--sign', 'sigstore', '-o', 'jsonl'], {env: stack.job});
    expect(ran.code, ran.stderr).toBe(0);
    const token = stack.job.SIGSTORE_ID_TOKEN;
    const secrets = [token, token.split('.')[1] ?? '', CANARY];
    const files = await readdir(stack.home, {recursive: true, withFileTypes: true});
    const texts = await Promise.all(
      files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8')),
    );
    expect(texts.length).toBeGreaterThan(3);
    for (const text of [ran.stdout, ran.stderr, ...texts])
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('a run that loses the log after its intent is recorded without a signature, and says so', async () => {
    const stack = await keylessStack();
    expect((await stack.apply(stack.job)).code).toBe(0);
    await stack.change('1');
    stack.sigstore.limit.entries = 3;
    const ran = await stack.apply(stack.job);
    expect(ran).toMatchObject({code: 5});
    expect(ran.stderr).toMatch(
      /revision 2 was recorded without a signature, because Rekor \(127\.0\.0\.1:\d+\) answered with HTTP status 503/,
    );
    expect(await stack.live()).toBe('1');
    expect(await stack.faults('--trusted-root', 'root.json')).toEqual(['2 unsigned']);
  });

  it('keys and identities can sign the same history', async () => {
    const keys = join((await makeStack({})).home, 'keys');
    await mkdir(keys, {recursive: true, mode: 0o700});
    const key = join(keys, 'alice');
    const line = `alice@example.com ${await makeKey(key)}`;
    const stack = await keylessStack({signers: [line], sigstore: [SIGNER]});
    expect((await stack.gantry(['apply', '--yes', '--sign', key])).code).toBe(0);
    await stack.change('1');
    expect((await stack.apply(stack.job)).code).toBe(0);
    const shown = await stack.gantry(['release', 'verify', '--trusted-root', 'root.json']);
    expect(shown.code, shown.stdout).toBe(0);
    expect(shown.stdout).toContain(`revision 2  signed by ${MAIN} of ${GITHUB}`);
    expect(shown.stdout).toMatch(/^revision 1 {2}signed by alice@example\.com/m);
    expect(await stack.faults()).toEqual(['2 not-verified']);
  });
});
