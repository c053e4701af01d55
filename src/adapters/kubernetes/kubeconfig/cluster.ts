import {isIP} from 'node:net';
import type {Json} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import type {ClusterAccess} from '../../../ports/cluster-access.ts';
import type {Entry} from './entry.ts';
import {proxyFromEnvironment} from './proxy-from-environment.ts';
import {readText} from './read-files.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Returns how to reach the cluster and how to verify it. */
export async function clusterOf(
  cluster: Entry,
  env: Env,
): Promise<Pick<ClusterAccess, 'server' | 'tls' | 'proxyUrl' | 'disableCompression'>> {
  const server = serverOf(cluster);
  const insecure = cluster.flag('insecure-skip-tls-verify');
  const ca = await certificateAuthority(cluster);
  if (insecure && ca !== undefined) {
    throw cluster.problem('certificate-authority and insecure-skip-tls-verify contradict each other: remove one');
  }
  const serverName = cluster.text('tls-server-name');
  const proxyUrl = proxyOf(cluster) ?? proxyFromEnvironment(server, env);
  return {
    server,
    tls: {insecure, ca, serverName},
    proxyUrl,
    ...defined({disableCompression: cluster.flag('disable-compression') ? true : undefined}),
  };
}

/** The name of the extension of a cluster's entry that is meant for exec plugins (KEP-541). */
const FOR_PROGRAMS = 'client.authentication.k8s.io/exec';

/** Returns the extension for exec plugins; Gantry passes it on unread. */
export const saidToPrograms = (cluster: Entry): Json | undefined =>
  cluster
    .objects('extensions')
    .find((entry) => entry.text('name') === FOR_PROGRAMS)
    ?.fields()['extension'];

function serverOf(cluster: Entry): string {
  const text = cluster.text('server');
  if (text === undefined) throw cluster.problem('server is missing');
  if (!URL.canParse(text)) throw cluster.problem('server must be an address like https://host:6443');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw cluster.problem('server must not hold a password: use the user entry');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw cluster.problem(
      'server uses http, which would send credentials in clear: use https (http is allowed for localhost only)',
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw cluster.problem('server must begin with https://');
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/** Reports whether a host is `localhost`, 127.0.0.0/8 or ::1. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));

async function certificateAuthority(cluster: Entry): Promise<string | undefined> {
  const given = cluster.data('certificate-authority-data');
  const path = given === undefined ? cluster.path('certificate-authority') : undefined;
  const ca = path === undefined ? given : await readText(path, cluster.problem, 'certificate-authority');
  if (ca !== undefined && !ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw cluster.problem(
      `${given === undefined ? 'certificate-authority' : 'certificate-authority-data'} holds no PEM certificate`,
    );
  }
  return ca;
}

function proxyOf(cluster: Entry): string | undefined {
  const text = cluster.text('proxy-url');
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^(https?|socks5h?):\/\/./.test(text)) {
    throw cluster.problem('proxy-url must be an address that begins with http://, https:// or socks5://');
  }
  return text;
}
