import {createHash} from 'node:crypto';
import {isList, isObject, type Json} from '../json.ts';
import {isMac, type Mac, macOf} from '../release/mac.ts';
import type {Secret} from '../secret/secret.ts';
import {type ClusterIdentity, sameEvidence} from './cluster-identity.ts';
import {isPinnedServer, type PinnedServer} from './pinned-server.ts';
import type {WorkspacePlace} from './workspace-place.ts';

/**
 * The cluster that a workspace first connected to. An admin sees the uid of kube-system, a user of one namespace only that of the
 * namespace. The pin stores the identities of all methods and compares an identity only with those of the same method.
 */
export type ClusterPin = {
  readonly formatVersion: 1;
  readonly workspace: string;
  readonly pinnedAt: string;
  /** True if a user confirmed it with `gantry workspace trust`. Else it is from the first connection. */
  readonly trusted?: boolean;
  readonly identities: readonly ClusterIdentity[];
  /** The addresses, each with the keys that identify the server before anything is sent. Absent in older pins. */
  readonly servers?: readonly PinnedServer[];
  /** The accounts of providers, by named provider (`aws.us`) or provider. Keys of another account are refused. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** The MAC of all other fields and the key in the backend. Absent in pins of earlier versions. */
  readonly mac?: Mac;
};

/** The comparison of a cluster with the pin of a workspace. */
export type PinVerdict =
  | {readonly kind: 'same'}
  /** The same server with an identity by another method, which is added to the pin. */
  | {readonly kind: 'learned'; readonly pin: ClusterPin}
  | {readonly kind: 'other'; readonly expected: ClusterIdentity};

/** A workspace for a pin. `source` has the repository and the path of its file, if they are known. */
export type PinnedWorkspace = {
  readonly name: string;
  readonly place: WorkspacePlace;
  readonly file: string;
  readonly source?: string;
};

/**
 * Returns the key of a workspace's pin. Two projects and the backend may each have a workspace `prod`. A workspace in the backend has a key
 * by its name. A file has a key by its path in the repository, which is equal in every checkout, or else by its absolute path.
 */
export function pinKey({name, place, file, source}: PinnedWorkspace): string {
  if (place !== 'file') return `pins/${name}.json`;
  return `pins/files/${createHash('sha256')
    .update(source ?? file, 'utf8')
    .digest('base64url')}.json`;
}

/** Returns the pin of a workspace that connects to its cluster for the first time. */
export const firstPin = (workspace: string, found: ClusterIdentity, now: Date): ClusterPin => ({
  formatVersion: 1,
  workspace,
  pinnedAt: now.toISOString(),
  identities: [found],
});

/** Returns a pin if it is of a cluster: one of a workspace without Kubernetes resources has only accounts. */
export const ofCluster = (pin: ClusterPin | undefined): ClusterPin | undefined =>
  pin !== undefined && pin.identities.length > 0 ? pin : undefined;

/** Returns the pin of a workspace without a cluster. */
export const accountPin = (workspace: string, now: Date): ClusterPin => ({
  formatVersion: 1,
  workspace,
  pinnedAt: now.toISOString(),
  identities: [],
});

/** Returns the pin of a cluster that a user confirmed. */
export const trustedPin = (workspace: string, found: ClusterIdentity, now: Date): ClusterPin => ({
  ...firstPin(workspace, found, now),
  trusted: true,
});

/** Reports whether a user trusted another cluster after a release was recorded. Such a release belongs to the former cluster. */
export const trustedAfter = ({trusted, pinnedAt}: ClusterPin, recordedAt: string): boolean =>
  trusted === true && Date.parse(pinnedAt) > Date.parse(recordedAt);

/** Compares a cluster with a pin, by identities of the same method if there are any. */
export function judgePin(pin: ClusterPin, found: ClusterIdentity): PinVerdict {
  const comparable = pin.identities.find((known) => sameEvidence(known, found));
  if (comparable !== undefined) {
    if (comparable.identity !== found.identity) return {kind: 'other', expected: comparable};
    // It is the same cluster. A changed address is stored, to recognize the cluster with other permissions.
    const moved = pin.identities.every((known) => known.server !== found.server);
    return moved
      ? {kind: 'learned', pin: {...pin, identities: replaced(pin.identities, comparable, found)}}
      : {kind: 'same'};
  }
  // The method is new: only a known address identifies the cluster.
  const neighbour = pin.identities.find((known) => known.server === found.server);
  if (neighbour !== undefined) return {kind: 'learned', pin: {...pin, identities: [...pin.identities, found]}};
  const [expected] = pin.identities;
  return expected === undefined ? {kind: 'learned', pin: {...pin, identities: [found]}} : {kind: 'other', expected};
}

const replaced = (all: readonly ClusterIdentity[], old: ClusterIdentity, next: ClusterIdentity) =>
  all.map((known) => (known === old ? next : known));

/** Returns the pin with a MAC for this key in the backend. */
export const signPin = ({mac: _, ...pin}: ClusterPin, key: string, secret: Secret): ClusterPin => ({
  ...pin,
  mac: macOf(secret, {kind: 'pin', key}, pin),
});

/** Returns the text of a pin for storage. */
export const pinText = (pin: ClusterPin): string => `${JSON.stringify(pin, undefined, 2)}\n`;

/**
 * Parses a stored pin; returns undefined if the text is not a pin, and the format number if it is a newer format. Keeps unknown fields:
 * the MAC covers them.
 */
export function readPin(text: string): ClusterPin | {readonly newerFormat: number} | undefined {
  const value = parsed(text);
  if (!isObject(value)) return undefined;
  const {formatVersion} = value;
  if (typeof formatVersion === 'number' && formatVersion > 1) return {newerFormat: formatVersion};
  const isPin =
    Object.entries(FIELDS).every(([field, fits]) => fits(value[field])) &&
    // A pin of accounts may have no cluster.
    (value['accounts'] !== undefined || (isList(value['identities']) && value['identities'].length > 0));
  return isPin ? (value as unknown as ClusterPin) : undefined;
}

const FIELDS: Record<keyof ClusterPin, (value: Json | undefined) => boolean> = {
  formatVersion: (value) => value === 1,
  workspace: (value) => typeof value === 'string',
  pinnedAt: (value) => typeof value === 'string',
  trusted: (value) => value === undefined || typeof value === 'boolean',
  identities: (value) => isList(value) && value.every(isIdentity),
  servers: (value) => value === undefined || (isList(value) && value.every(isPinnedServer)),
  accounts: (value) =>
    value === undefined || (isObject(value) && Object.values(value).every((account) => typeof account === 'string')),
  mac: (value) => value === undefined || isMac(value),
};

const METHODS: readonly unknown[] = ['kube-system-uid', 'namespace-uid', 'server-and-ca'];

const isIdentity = (value: Json): value is Json & ClusterIdentity =>
  isObject(value) &&
  METHODS.includes(value['method']) &&
  [value['server'], value['identity'], value['version']].every((field) => typeof field === 'string') &&
  ['undefined', 'string'].includes(typeof value['namespace']);

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
