import {GantryError} from '../../../core/failure/failure.ts';
import type {Json} from '../../../core/json.ts';
import {hideTokens} from '../../../core/secret/hide-tokens.ts';
import {scrubText} from '../../../core/secret/scrub-text.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {defined} from '../../../lib/defined.ts';
import type {NotStarted} from '../../../lib/not-started.ts';
import {runProgram} from '../../../lib/run-program.ts';
import type {ClusterAccess, Credential} from '../../../ports/cluster-access.ts';
import {certificateOf} from './certificate.ts';
import type {Entry} from './entry.ts';

/** The environment and permissions of an exec plugin. */
export type PluginHost = {
  readonly server: string;
  readonly tls: ClusterAccess['tls'];
  readonly proxyUrl?: string | undefined;
  readonly disableCompression?: true;
  /** The extension `client.authentication.k8s.io/exec` of the cluster's entry. */
  readonly forPrograms?: Json | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if a person is at the terminal, so that the program may ask. */
  readonly interactive: boolean;
  /** The working directory of the program; default: that of this process. */
  readonly directory?: string | undefined;
  /** The signal that ends the program: the caller aborts it when it no longer needs the result. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the output of the running program, for example an address to open in a browser. */
  readonly onText?: ((text: string) => void) | undefined;
};

/** The longest time for a login that asks nobody. */
const PLUGIN_TIMEOUT_SECONDS = 60;
/** The largest output: an ExecCredential is a token, or a certificate and its key. */
const MAX_BYTES = 1024 * 1024;

/** Returns the credential of a user that logs in by an exec plugin (client.authentication.k8s.io): AWS, GCP, Azure, OIDC and others. */
export function pluginCredential(user: Entry, exec: Entry, host: PluginHost): (again: boolean) => Promise<Credential> {
  const plugin = pluginOf(exec, host);
  return async () => {
    const {status, text} = await runPlugin(plugin, host);
    const {token, clientCertificateData: cert, clientKeyData: key} = status;
    const refuse = (detail: string): GantryError => refused(plugin, host, detail + text);
    if (!token && !cert) throw refuse('it returned neither a token nor a certificate');
    if (cert && !key) throw refuse('it returned a certificate without a key');
    return {
      headers: token ? [{name: 'authorization', value: new Secret(`Bearer ${token}`)}] : [],
      ...defined({
        certificate:
          cert && key ? certificateOf(cert, key, (problem) => user.problem(`exec plugin: ${problem}`)) : undefined,
      }),
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
};

const V1 = 'client.authentication.k8s.io/v1';
const API_VERSIONS: readonly string[] = [V1, `${V1}beta1`];
const MODES: readonly string[] = ['Never', 'IfAvailable', 'Always'];

/** Rejects what kubectl rejects, whether the program would run or not. */
export function checkPlugin(exec: Entry): void {
  if (exec.text('command') === undefined) throw exec.problem('command is missing');
  const [apiVersion, mode] = [exec.text('apiVersion'), exec.text('interactiveMode')];
  if (apiVersion === undefined) throw exec.problem(`apiVersion is missing (${API_VERSIONS.join(' or ')})`);
  if (!API_VERSIONS.includes(apiVersion))
    throw exec.problem(
      `apiVersion ${JSON.stringify(apiVersion)} is not supported (only ${API_VERSIONS.join(' and ')})`,
    );
  // The earlier versions have a default.
  if (mode === undefined && apiVersion === V1) throw exec.problem(`interactiveMode is missing (${MODES.join(', ')})`);
  if (mode !== undefined && !MODES.includes(mode))
    throw exec.problem(`interactiveMode must be one of ${MODES.join(', ')}, not ${JSON.stringify(mode)}`);
  if (exec.objects('env').some((entry) => entry.text('name') === undefined))
    throw exec.problem('a variable of env has no name');
}

function pluginOf(exec: Entry, host: PluginHost): Plugin {
  const command = exec.text('command') ?? '';
  const mode = exec.text('interactiveMode') ?? 'IfAvailable';
  if (mode === 'Always' && !host.interactive) {
    throw exec.problem(`${command} needs a terminal to log in (interactiveMode: Always), and there is none`);
  }
  return {
    // A command without a slash is looked up in PATH; `./bin/login` is relative to the kubeconfig.
    command: command.includes('/') ? (exec.path('command') ?? command) : command,
    args: exec.texts('args'),
    env: exec.objects('env').map((entry) => ({name: entry.text('name') ?? '', value: entry.text('value') ?? ''})),
    apiVersion: exec.text('apiVersion') ?? V1,
    interactive: host.interactive && mode !== 'Never',
    provideClusterInfo: exec.flag('provideClusterInfo'),
    installHint: exec.text('installHint'),
  };
}

type Status = {readonly token?: string; readonly clientCertificateData?: string; readonly clientKeyData?: string};

async function runPlugin(plugin: Plugin, host: PluginHost): Promise<{readonly status: Status; readonly text: string}> {
  const ran = await runProgram({
    command: [plugin.command, ...plugin.args],
    directory: host.directory,
    env: environmentOf(plugin, host),
    stdin: plugin.interactive ? 'terminal' : 'nothing',
    timeoutSeconds: plugin.interactive ? undefined : PLUGIN_TIMEOUT_SECONDS,
    maxBytes: MAX_BYTES,
    onStderr: plugin.interactive ? host.onText : undefined,
    signal: host.signal,
  });
  if (ran.kind === 'not-started') throw notStarted(plugin, host, ran.why);
  const text = quoted(ran.stderr, plugin);
  if (ran.kind !== 'ended') {
    const limit =
      ran.kind === 'too-late' ? `did not end within ${PLUGIN_TIMEOUT_SECONDS} s` : 'printed more than 1 MiB';
    throw refused(plugin, host, `it ${limit}${text}`);
  }
  if (ran.code !== 0) throw refused(plugin, host, `it failed${text}`);
  return {status: statusOf(ran.stdout, (problem) => refused(plugin, host, problem + text)), text};
}

/** Parses the output of a plugin. Errors quote no part of it: it may contain the token. */
function statusOf(stdout: string, refuse: (problem: string) => GantryError): Status {
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch {
    throw refuse('its output is not JSON');
  }
  const status = isObject(answer) ? answer['status'] : undefined;
  if (!isObject(status)) throw refuse('its output is not an ExecCredential with a status');
  const texts = ['token', 'clientCertificateData', 'clientKeyData'].map((name) => [name, status[name]] as const);
  const wrong = texts.find(([, value]) => value !== undefined && value !== null && typeof value !== 'string');
  if (wrong !== undefined) throw refuse(`its output is not an ExecCredential: status.${wrong[0]} is not text`);
  return Object.fromEntries(texts.filter(([, value]) => typeof value === 'string' && value !== ''));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function environmentOf(plugin: Plugin, host: PluginHost): NodeJS.ProcessEnv {
  return {
    ...host.env,
    ...Object.fromEntries(plugin.env.map(({name, value}) => [name, value])),
    KUBERNETES_EXEC_INFO: JSON.stringify(execInfo(plugin, host)),
    // The program may be Gantry again and lead back here; the depth ends such a loop.
    GANTRY_LOGIN_DEPTH: String(Number(host.env['GANTRY_LOGIN_DEPTH'] ?? 0) + 1),
  };
}

/** Returns the information for a plugin about its caller (KUBERNETES_EXEC_INFO). */
function execInfo({apiVersion, interactive, provideClusterInfo}: Plugin, host: PluginHost) {
  const {server, tls, proxyUrl, disableCompression, forPrograms} = host;
  const cluster = {
    server,
    'insecure-skip-tls-verify': tls.insecure,
    'certificate-authority-data': tls.ca && Buffer.from(tls.ca).toString('base64'),
    'tls-server-name': tls.serverName,
    'proxy-url': proxyUrl,
    'disable-compression': disableCompression,
    config: forPrograms,
  };
  return {
    apiVersion,
    kind: 'ExecCredential',
    spec: {interactive, ...defined({cluster: provideClusterInfo ? cluster : undefined})},
  };
}

function notStarted(plugin: Plugin, host: PluginHost, {message}: NotStarted): GantryError {
  const hint = plugin.installHint === undefined ? '' : `: ${plugin.installHint.trim()}`;
  return refused(plugin, host, `the program ${message}${hint}`);
}

const refused = ({command}: Plugin, {server}: PluginHost, what: string): GantryError =>
  new GantryError({code: 'credential/refused', server, notSent: true, detail: `login by ${command}: ${what}`});

/** Returns the end of the program's error output, without its secrets. */
function quoted(stderr: string, {env}: Plugin): string {
  const secrets = env.map(({value}) => value).filter((value) => value.length >= 8);
  const text = hideTokens(scrubText(stderr, secrets)).trim();
  return text === '' ? '' : `: ${text.slice(-600)}`;
}
