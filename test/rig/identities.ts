import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe} from 'vitest';
import {type KubernetesClient, openClient} from '../../src/adapters/kubernetes/runtime/client/client.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {findControlPlane} from '../controlplane/find.ts';
import {startWithIdentities} from '../controlplane/with-identities.ts';
import {browse, type Page, type Visit} from './browser.ts';
import {Cluster} from './cluster.ts';
import {CLIENT, type IdentityProvider, startIdentityProvider} from './identity-provider.ts';
import {accessBy} from './kubernetes-backends.ts';
import {type GantryOptions, makeStack, type Ran, type Stack, type StackOptions} from './stack.ts';

/** A provider of identities, a cluster that trusts it, and ways to stand in front of both. */
export class Identities {
  #started: {provider: IdentityProvider; cluster: Cluster; directory: string; stop: () => Promise<void>} | undefined;

  get provider(): IdentityProvider {
    return this.#open.provider;
  }

  /** The administrator's door. */
  get cluster(): Cluster {
    return this.#open.cluster;
  }

  get #open() {
    if (this.#started === undefined) throw new Error('the provider opens before the first test of its suite');
    return this.#started;
  }

  async start(): Promise<void> {
    const directory = await mkdtemp(join(tmpdir(), 'gantry-identities-'));
    const provider = await startIdentityProvider(directory);
    const started = await startWithIdentities({issuer: provider.issuer, clientId: CLIENT, caFile: provider.caFile});
    if (started === undefined) throw new Error('no API server of ours can be started');
    const cluster = new Cluster(started.kubeconfigPath);
    const client = await adminClient(started.kubeconfigPath, directory);
    cluster.open(client);
    const stop = async (): Promise<void> => {
      await client.close();
      await Promise.all([started.stop(), provider.stop()]);
      await rm(directory, {recursive: true, force: true});
    };
    this.#started = {provider, cluster, directory, stop};
  }

  async stop(): Promise<void> {
    await this.#started?.stop();
  }

  /** A stack whose workspace `test` wants the user's own identity. */
  async stack(options: Omit<StackOptions, 'kubeconfigPath'> & {readonly oidc?: JsonObject} = {}): Promise<Stack> {
    const {oidc, files, ...rest} = options;
    const stack = await makeStack({...rest, files: {...files, 'workspaces/test.yaml': this.workspace('test', oidc)}});
    await stack.allow();
    return stack;
  }

  workspace(name: string, oidc: JsonObject = {}): JsonObject {
    const {issuer, caFile} = this.provider;
    const context = {kubeconfig_path: this.cluster.kubeconfigPath};
    return {name, context, identity: {oidc: {issuer, clientId: CLIENT, caFile, ...oidc}}};
  }

  /** `gantry login ARGS`, and a person with a browser who does what the terminal says. */
  async logIn(
    stack: Stack,
    login: string,
    args: readonly string[] = ['--no-browser'],
    more: Partial<LogInAs> = {},
  ): Promise<LoggedIn> {
    const {options = {}, ...visit} = more;
    let page: Promise<Page> | undefined;
    const ran = await stack.gantry(['login', ...args], {
      ...options,
      onStderr: (text) => {
        options.onStderr?.(text);
        const address = /https:\/\/\S+/.exec(text)?.[0];
        const code = /the code (\S+)/.exec(text)?.[1];
        if (address === undefined || page !== undefined) return;
        page = browse(address, {ca: this.provider.ca, login, ...(code === undefined ? {} : {code}), ...visit});
        page.catch(() => undefined);
      },
    });
    return {...ran, page: await page};
  }

  /** Rights in one namespace for a group of the provider; and the namespace. */
  async grant(group: string, namespace: string, rules: readonly JsonObject[]): Promise<void> {
    const api = 'rbac.authorization.k8s.io';
    const metadata = {name: group, namespace};
    await this.cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    await this.cluster.create({apiVersion: `${api}/v1`, kind: 'Role', metadata, rules: [...rules]});
    await this.cluster.create({
      apiVersion: `${api}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: {apiGroup: api, kind: 'Role', name: group},
      subjects: [{apiGroup: api, kind: 'Group', name: `oidc:${group}`}],
    });
  }
}

type LogInAs = Omit<Visit, 'login'> & {readonly options: GantryOptions};
export type LoggedIn = Ran & {readonly page: Page | undefined};

/** What a login's file holds; a test may age it. */
export type LoginFile = {
  id: {value: string; from: string; until: string};
  access: {value: string; until: string};
  refreshToken?: string;
};

export async function loginFiles({home}: Pick<Stack, 'home'>): Promise<readonly string[]> {
  const directory = join(home, '.gantry', 'logins');
  const names = await readdir(directory).catch(() => []);
  return names.toSorted().map((name) => join(directory, name));
}

/** Reads the one login of a stack's home, changes it, and writes it back. */
export async function editLogin(
  stack: Pick<Stack, 'home'>,
  edit: (login: LoginFile) => void = () => {},
): Promise<LoginFile> {
  const [file = ''] = await loginFiles(stack);
  const login = JSON.parse(await readFile(file, 'utf8')) as LoginFile;
  edit(login);
  await writeFile(file, JSON.stringify(login));
  return login;
}

/** Its time is over, as far as this machine knows; to the cluster it is still good. */
export const ended = (login: LoginFile): void => {
  login.id.until = new Date(Date.now() - 1000).toISOString();
};

/** A suite with a provider and a cluster of its own; skipped with the reason where no API server of ours can be started. */
export async function withIdentities(title: string, suite: (identities: Identities) => void): Promise<void> {
  const missing = await missingServer();
  describe.skipIf(missing !== undefined)(
    `${title} (oidc-provider${missing === undefined ? '' : `; ${missing}`})`,
    () => {
      const identities = new Identities();
      beforeAll(() => identities.start());
      afterAll(() => identities.stop());
      suite(identities);
    },
  );
}

/** Why no API server of ours can be started. */
async function missingServer(): Promise<string | undefined> {
  const found = await findControlPlane((line) => void process.stderr.write(`controlplane: ${line}\n`));
  if (found.kind === 'missing') {
    if (process.env['CI'] === 'true') throw new Error(found.reason);
    return found.reason;
  }
  return found.kind === 'given' ? 'the cluster that was given trusts no other issuer' : undefined;
}

async function adminClient(kubeconfigPath: string, directory: string): Promise<KubernetesClient> {
  return openClient(await accessBy(kubeconfigPath), {
    cacheDir: join(directory, 'cache'),
    clock: systemClock,
    onEvent: () => {},
  });
}
