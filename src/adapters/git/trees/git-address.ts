import {isMetadataAddress, isMetadataHost} from '../../../lib/metadata-address.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The protocols that are used without being asked for: they prove who the server is. */
const ALWAYS = ['https', 'ssh'];
/** The protocols that `GIT_ALLOW_PROTOCOL` may add. Others (`ext`) run programs that the address names. */
const KNOWN = new Set([...ALWAYS, 'file', 'git', 'http']);

/** Returns the protocols that git may use: https and ssh, or those that the user allows with `GIT_ALLOW_PROTOCOL`. */
export function allowedProtocols({GIT_ALLOW_PROTOCOL: allowed}: Environment): readonly string[] {
  return allowed === undefined ? ALWAYS : allowed.split(':').filter((name) => KNOWN.has(name));
}

/** Returns the reason why an address is not used. */
export function addressProblem(url: string, env: Environment): SourceProblem | undefined {
  // git would take it for an option.
  if (url.startsWith('-')) return {problem: `${JSON.stringify(url)} is not the address of a git repository`};
  // `user@host:path`, as git writes ssh addresses.
  const short = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(?!-)\S+$/.exec(url);
  if (short !== null) return hostProblem(short[1] ?? '') ?? protocolProblem('ssh', env);
  const parsed = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(url) ? URL.parse(url) : null;
  if (parsed === null) return {problem: `${JSON.stringify(withoutLogin(url))} is not the address of a git repository`};
  if (parsed.password !== '' || (parsed.username !== '' && parsed.protocol === 'https:'))
    return {problem: 'the address contains a login', hint: LOGIN};
  if (parsed.search !== '' || parsed.hash !== '')
    return {problem: 'the address contains a query or a fragment', hint: 'Set `ref` and `path` beside `url`.'};
  return hostProblem(parsed.hostname) ?? protocolProblem(parsed.protocol.slice(0, -1), env);
}

const LOGIN = 'Remove it: git uses your credential helpers and SSH keys.';

function protocolProblem(protocol: string, env: Environment): SourceProblem | undefined {
  const allowed = allowedProtocols(env);
  if (allowed.includes(protocol)) return undefined;
  const names = allowed.length === 0 ? 'none is allowed' : `allowed are ${allowed.join(' and ')}`;
  const problem = `the protocol ${protocol} is not allowed (${names})`;
  if (!KNOWN.has(protocol)) return {problem};
  return {problem, hint: `Set GIT_ALLOW_PROTOCOL=${[...allowed, protocol].join(':')} to allow it.`};
}

const hostProblem = (host: string): SourceProblem | undefined =>
  isMetadataHost(host) || isMetadataAddress(host) ? {problem: `${host} is the metadata address of a cloud`} : undefined;

/** Returns a text without the logins of addresses in it. */
export const withoutLogin = (text: string): string => text.replaceAll(/:\/\/[^/\s@]*@/g, '://***@');
