import {isObject, type Json, type JsonObject} from '../json.ts';
import {sameServer} from '../workspace/same-server.ts';

/** What a program that wants to log in says of itself and of the cluster that it talks to (KUBERNETES_EXEC_INFO). */
export type ExecInfo = {readonly apiVersion: string; readonly cluster?: JsonObject};

const API = /^client\.authentication\.k8s\.io\/v1(?:beta1)?$/;

/** @returns why it is none */
export function execInfoIn(text: string | undefined): ExecInfo | {readonly problem: string} {
  if (text === undefined || text === '')
    return {problem: 'KUBERNETES_EXEC_INFO is not set: this command is run by kubectl, helm and others, not by hand'};
  const value = parsed(text);
  if (!isObject(value)) return {problem: 'KUBERNETES_EXEC_INFO is not JSON'};
  const {apiVersion, kind, spec} = value;
  if (kind !== 'ExecCredential' || typeof apiVersion !== 'string' || !API.test(apiVersion))
    return {problem: 'KUBERNETES_EXEC_INFO holds no ExecCredential of client.authentication.k8s.io/v1 or v1beta1'};
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
 * Why a credential of the workspace must not go to the cluster of a kubeconfig, or nothing. A kubeconfig is easily changed; whoever
 * changes it must not get the token sent to a server of theirs.
 */
export function refusalFor(cluster: JsonObject | undefined, {server, tls}: WorkspaceServer): string | undefined {
  if (cluster === undefined) return 'the kubeconfig does not say for which cluster: set provideClusterInfo: true';
  if (typeof cluster['server'] !== 'string' || !sameServer(cluster['server'], server)) return 'it is another server';
  if (cluster['insecure-skip-tls-verify'] === true && !tls.insecure) return 'its certificate would not be checked';
  if ((cluster['tls-server-name'] || undefined) !== tls.serverName)
    return 'another name than that of the workspace is expected in its certificate';
  if (!sameCertificates(cluster['certificate-authority-data'], tls.ca)) return 'another authority vouches for it';
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
