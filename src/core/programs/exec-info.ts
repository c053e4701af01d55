import {isObject, type Json, type JsonObject} from '../json.ts';
import {sameServer} from '../workspace/same-server.ts';

/** The request of a program that needs a credential, with the cluster that it connects to (KUBERNETES_EXEC_INFO). */
export type ExecInfo = {readonly apiVersion: string; readonly cluster?: JsonObject};

const API = /^client\.authentication\.k8s\.io\/v1(?:beta1)?$/;

/** Parses KUBERNETES_EXEC_INFO, or returns the problem. */
export function execInfoIn(text: string | undefined): ExecInfo | {readonly problem: string} {
  if (text === undefined || text === '')
    return {
      problem: 'KUBERNETES_EXEC_INFO is not set: kubectl, helm and other programs run this command, users do not',
    };
  const value = parsed(text);
  if (!isObject(value)) return {problem: 'KUBERNETES_EXEC_INFO is not JSON'};
  const {apiVersion, kind, spec} = value;
  if (kind !== 'ExecCredential' || typeof apiVersion !== 'string' || !API.test(apiVersion))
    return {problem: 'KUBERNETES_EXEC_INFO is not an ExecCredential of client.authentication.k8s.io/v1 or v1beta1'};
  const cluster = isObject(spec) ? spec['cluster'] : undefined;
  return isObject(cluster) ? {apiVersion, cluster} : {apiVersion};
}

/** The API server of a workspace, as exec credential plugins get it. */
export type WorkspaceServer = {
  readonly server: string;
  readonly tls: {
    readonly ca?: string | undefined;
    readonly serverName?: string | undefined;
    readonly insecure: boolean;
  };
};

/**
 * Returns the reason why a credential of the workspace must not be sent to the cluster of a kubeconfig; undefined if it may. The author
 * of a changed kubeconfig must not receive the token.
 */
export function refusalFor(cluster: JsonObject | undefined, {server, tls}: WorkspaceServer): string | undefined {
  if (cluster === undefined) return 'the kubeconfig does not name the cluster: set provideClusterInfo: true';
  if (typeof cluster['server'] !== 'string' || !sameServer(cluster['server'], server))
    return 'the kubeconfig names another server than the workspace';
  if (cluster['insecure-skip-tls-verify'] === true && !tls.insecure)
    return 'the kubeconfig skips the verification of the server';
  if ((cluster['tls-server-name'] || undefined) !== tls.serverName)
    return 'tls-server-name in the kubeconfig differs from the workspace';
  if (!sameCertificates(cluster['certificate-authority-data'], tls.ca))
    return 'the certificate authority in the kubeconfig differs from the workspace';
  return undefined;
}

function sameCertificates(data: Json | undefined, ca: string | undefined): boolean {
  if (typeof data !== 'string' || data === '') return ca === undefined;
  return ca !== undefined && bare(Buffer.from(data, 'base64').toString('utf8')) === bare(ca);
}

const bare = (pem: string): string =>
  [...pem.matchAll(/-----BEGIN [^-]+-----([^-]+)-----END/g)].map(([, body = '']) => body.replaceAll(/\s/g, '')).join();

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
