import {type SpawnOptions, spawn} from 'node:child_process';
import {GantryError} from '../../../core/failure/failure.ts';
import {scrubText} from '../../../core/secret/scrub-text.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {ClusterAccess, Credential} from '../../../ports/cluster-access.ts';
import {certificateOf} from './certificate.ts';
import type {Entry} from './entry.ts';

/** What a login program is told and may use. */
export type PluginHost = {
  readonly server: string;
  readonly tls: ClusterAccess['tls'];
  readonly proxyUrl?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A person sits at the terminal, so the program may ask. */
  readonly interactive: boolean;
  /** Ends the program when nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
  /** What the program says while it runs, for example an address to open in a browser. */
  readonly onText?: ((text: string) => void) | undefined;
};

/** A login that asks nobody has no reason to take longer. */
const PLUGIN_TIMEOUT_MS = 60_000;

/** A user that logs in by an exec plugin (client.authentication.k8s.io): AWS, GCP, Azure, OIDC and others. */
export function pluginCredential(user: Entry, exec: Entry, host: PluginHost): (again: boolean) => Promise<Credential> {
  const plugin = pluginOf(exec, host);
  return async () => {
    const {status, text} = await runPlugin(plugin, host);
    const [token, cert, key] = [status.token, status.clientCertificateData, status.clientKeyData];
    const refuse = (detail: string): GantryError => refused(plugin, host, detail + text);
    if (!token && !cert) throw refuse('it gave neither a token nor a certificate');
    if (cert && !key) throw refuse('it gave a certificate without a key');
    return {
      headers: token ? [{name: 'authorization', value: new Secret(`Bearer ${token}`)}] : [],
      ...(cert && key
        ? {certificate: certificateOf(cert, key, (problem) => user.problem(`exec plugin: ${problem}`))}
        : {}),
    };
  };
}

type Plugin = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly {readonly name: string; readonly value: string}[];
  readonly apiVersion: string;
  readonly interactive: boolean;
  readonly provideClusterInfo: boolean;
  readonly installHint: string | undefined;
  readonly problem: Entry['problem'];
};

function pluginOf(exec: Entry, host: PluginHost): Plugin {
  const command = exec.text('command');
  if (command === undefined) throw exec.problem('command is missing');
  const mode = exec.text('interactiveMode') ?? 'IfAvailable';
  if (mode === 'Always' && !host.interactive) {
    throw exec.problem(`${command} asks for a login (interactiveMode: Always), and there is no terminal`);
  }
  return {
    // A bare name is looked up in PATH; `./bin/login` lies beside the kubeconfig.
    command: command.includes('/') ? (exec.path('command') ?? command) : command,
    args: exec.texts('args'),
    env: exec.objects('env').map((entry) => ({name: entry.text('name') ?? '', value: entry.text('value') ?? ''})),
    apiVersion: exec.text('apiVersion') ?? 'client.authentication.k8s.io/v1',
    interactive: host.interactive && mode !== 'Never',
    provideClusterInfo: exec.flag('provideClusterInfo'),
    installHint: exec.text('installHint'),
    problem: exec.problem,
  };
}

type Status = {readonly token?: string; readonly clientCertificateData?: string; readonly clientKeyData?: string};

/** client-node knows the protocol of plugins; the process itself (its environment, terminal and end) is ours to watch. */
async function runPlugin(plugin: Plugin, host: PluginHost): Promise<{readonly status: Status; readonly text: string}> {
  const {ExecAuth} = await import('@kubernetes/client-node/dist/exec_auth.js');
  const auth = new ExecAuth();
  const said: string[] = [];
  Object.assign(auth, {execFn: (command: string, args: readonly string[]) => start(command, args, plugin, host, said)});
  const options: {headers: Record<string, string>; cert?: string; key?: string} = {headers: {}};
  try {
    await auth.applyAuthentication({name: 'gantry', exec: {command: plugin.command, args: plugin.args}}, options);
  } catch (error) {
    throw failed(error, plugin, host, said.join(''));
  }
  const token = options.headers['Authorization']?.replace(/^Bearer /, '');
  const [cert, key] = [options.cert, options.key];
  return {
    status: {
      ...(token ? {token} : {}),
      ...(cert ? {clientCertificateData: cert} : {}),
      ...(key ? {clientKeyData: key} : {}),
    },
    text: quoted(said.join(''), plugin),
  };
}

function start(command: string, args: readonly string[], plugin: Plugin, host: PluginHost, said: string[]) {
  const own = Object.fromEntries(plugin.env.map(({name, value}) => [name, value]));
  const env = {
    ...host.env,
    ...own,
    KUBERNETES_EXEC_INFO: JSON.stringify(execInfo(plugin, host)),
    // A program may be Gantry again, and lead back here: it counts, and stops.
    GANTRY_LOGIN_DEPTH: String(Number(host.env['GANTRY_LOGIN_DEPTH'] ?? 0) + 1),
  };
  const options: SpawnOptions = {
    env,
    stdio: [plugin.interactive ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
    ...(host.signal === undefined ? {} : {signal: host.signal}),
  };
  const child = spawn(command, args, plugin.interactive ? options : {...options, timeout: PLUGIN_TIMEOUT_MS});
  child.stderr?.on('data', (chunk: Buffer | string) => {
    said.push(String(chunk));
    if (plugin.interactive) host.onText?.(String(chunk));
  });
  return child;
}

/** What a plugin is told about its caller (KUBERNETES_EXEC_INFO). */
function execInfo({apiVersion, interactive, provideClusterInfo}: Plugin, {server, tls, proxyUrl}: PluginHost) {
  const cluster = {
    server,
    'insecure-skip-tls-verify': tls.insecure,
    'certificate-authority-data': tls.ca && Buffer.from(tls.ca).toString('base64'),
    'tls-server-name': tls.serverName,
    'proxy-url': proxyUrl,
  };
  return {apiVersion, kind: 'ExecCredential', spec: {interactive, ...(provideClusterInfo ? {cluster} : {})}};
}

function failed(error: unknown, plugin: Plugin, host: PluginHost, stderr: string): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'EACCES') {
    const hint = plugin.installHint === undefined ? '' : `: ${plugin.installHint.trim()}`;
    return plugin.problem(
      `it needs the program ${plugin.command}, which ${code === 'ENOENT' ? 'is not installed' : 'may not be run'}${hint}`,
    );
  }
  // A SyntaxError quotes the output, which may hold the token.
  if (error instanceof SyntaxError) return refused(plugin, host, `its output is not JSON${quoted(stderr, plugin)}`);
  if (error instanceof TypeError)
    return refused(plugin, host, `its output is no ExecCredential with a status${quoted(stderr, plugin)}`);
  return refused(plugin, host, `it failed${quoted(stderr, plugin)}`);
}

const refused = ({command}: Plugin, {server}: PluginHost, what: string): GantryError =>
  new GantryError({code: 'credential/refused', server, detail: `login by ${command}: ${what}`});

/** The end of what the program said, without its secrets. */
function quoted(stderr: string, {env}: Plugin): string {
  const secrets = env.map(({value}) => value).filter((value) => value.length >= 8);
  const text = scrubText(stderr, secrets)
    .replaceAll(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '***')
    .trim();
  return text === '' ? '' : `: ${text.slice(-600)}`;
}
