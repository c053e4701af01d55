import {createHash} from 'node:crypto';
import {isList, isObject, type Json} from '../json.ts';
import {isMac, type Mac, macOf} from '../release/mac.ts';
import type {Secret} from '../secret/secret.ts';
import {type ClusterIdentity, sameEvidence} from './cluster-identity.ts';
import {isPinnedServer, type PinnedServer} from './pinned-server.ts';
import type {WorkspacePlace} from './workspace-place.ts';

/**
 * The cluster that a workspace was first seen to lead to. An admin sees the uid of kube-system, a user of one namespace
 * only that namespace's: each way of telling is kept beside the others, and compared only with its own kind.
 */
export type ClusterPin = {
  readonly formatVersion: 1;
  readonly workspace: string;
  readonly pinnedAt: string;
  /** A person said so with `gantry workspace trust`; else the first contact did. */
  readonly trusted?: boolean;
  readonly identities: readonly ClusterIdentity[];
  /** Its addresses, each with what proves before anything is sent that the server there is the cluster's. Absent in older pins. */
  readonly servers?: readonly PinnedServer[];
  /** Covers all other fields and the key in the backend; absent in pins of earlier versions. */
  readonly mac?: Mac;
};

/** The comparison of a cluster with the pin of a workspace. */
export type PinVerdict =
  | {readonly kind: 'same'}
  /** The same server, seen with other rights: to be remembered too. */
  | {readonly kind: 'learned'; readonly pin: ClusterPin}
  | {readonly kind: 'other'; readonly expected: ClusterIdentity};

/** A workspace as it is pinned. `source`: of its file, the repository and the path in it, where that is known. */
export type PinnedWorkspace = {
  readonly name: string;
  readonly place: WorkspacePlace;
  readonly file: string;
  readonly source?: string;
};

/**
 * Two projects may each have a workspace `prod` in a file of their own, and the backend a third: one from the backend is pinned
 * by its name, one from a file by its place in its repository, so that every checkout means the same; outside of one by its
 * absolute path.
 */
export function pinKey({name, place, file, source}: PinnedWorkspace): string {
  if (place !== 'file') return `pins/${name}.json`;
  return `pins/files/${createHash('sha256')
    .update(source ?? file, 'utf8')
    .digest('base64url')}.json`;
}

/** Returns the pin of a workspace that contacts its cluster for the first time. */
export const firstPin = (workspace: string, found: ClusterIdentity, now: Date): ClusterPin => ({
  formatVersion: 1,
  workspace,
  pinnedAt: now.toISOString(),
  identities: [found],
});

/** Pinned because a person said that this is the workspace's cluster now. */
export const trustedPin = (workspace: string, found: ClusterIdentity, now: Date): ClusterPin => ({
  ...firstPin(workspace, found, now),
  trusted: true,
});

/** A release recorded before a person trusted another cluster was of the cluster that this one replaces. */
export const trustedAfter = ({trusted, pinnedAt}: ClusterPin, recordedAt: string): boolean =>
  trusted === true && Date.parse(pinnedAt) > Date.parse(recordedAt);

/** Compares a cluster with a pin, by evidence of the same kind where there is any. */
export function judgePin(pin: ClusterPin, found: ClusterIdentity): PinVerdict {
  const comparable = pin.identities.find((known) => sameEvidence(known, found));
  if (comparable !== undefined) {
    if (comparable.identity !== found.identity) return {kind: 'other', expected: comparable};
    // Proven to be the same cluster: its address may move, and is needed to recognise it with other rights.
    const moved = pin.identities.every((known) => known.server !== found.server);
    return moved
      ? {kind: 'learned', pin: {...pin, identities: replaced(pin.identities, comparable, found)}}
      : {kind: 'same'};
  }
  // Seen in a way not seen before: only the address can vouch for it, and another address for nothing.
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

/** The text in which a pin is stored. */
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
  const isPin = Object.entries(FIELDS).every(([field, fits]) => fits(value[field]));
  return isPin ? (value as unknown as ClusterPin) : undefined;
}

const FIELDS: Record<keyof ClusterPin, (value: Json | undefined) => boolean> = {
  formatVersion: (value) => value === 1,
  workspace: (value) => typeof value === 'string',
  pinnedAt: (value) => typeof value === 'string',
  trusted: (value) => value === undefined || typeof value === 'boolean',
  identities: (value) => isList(value) && value.length > 0 && value.every(isIdentity),
  servers: (value) => value === undefined || (isList(value) && value.every(isPinnedServer)),
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
