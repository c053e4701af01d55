import {canonicalJson} from '../../lib/canonical-json.ts';
import {isList, isObject, type Json} from '../json.ts';
import type {Secret} from '../secret/secret.ts';
import {damaged, FORMAT_VERSION, parseDocument} from './document.ts';
import {isMac, type Mac, type MacPlace, macOf} from './mac.ts';
import {untrusted} from './untrusted.ts';

/** The key of the record of all restores of a backend. */
export const RESTORES_KEY = 'keys/restores.json';

/** The record of one restore of a backend from a backup. */
export type Restore = {
  /** The time of the restore. Later restores have later times, whatever the clocks say. Restored heads name it. */
  readonly at: string;
  readonly by: {readonly user: string; readonly host: string};
  /** The backup file: its digest, the backend that it was made of, and the time of that. */
  /** The generation of the data key that the backup has; 0 if it is not sealed. */
  readonly dataKey: number;
  readonly backup: {readonly sha256: string; readonly backend: string; readonly createdAt: string};
};

/** The place that the MAC of the record is bound to. */
export const RESTORES_PLACE: MacPlace = {kind: 'restores'};

/** Returns the bytes of the record, oldest restore first. */
export function encodeRestores(restores: readonly Restore[], key: Secret): Uint8Array {
  const open = {formatVersion: FORMAT_VERSION, restores};
  return new TextEncoder().encode(`${canonicalJson({...open, mac: macOf(key, RESTORES_PLACE, open)})}\n`);
}

/** The record with its MAC, which is not checked yet. */
export type UncheckedRestores = {readonly restores: readonly Restore[]; readonly mac: Mac; readonly document: unknown};

/** Parses the record. @throws GantryError release/damaged, release/newer-format, release/untrusted */
export function decodeRestores(value: Uint8Array): UncheckedRestores {
  const {mac, ...document} = parseDocument(RESTORES_KEY, value);
  if (mac === undefined) throw untrusted(RESTORES_KEY, 'no-mac');
  if (!isMac(mac)) throw untrusted(RESTORES_KEY, 'wrong-mac');
  const {restores} = document;
  if (!isList(restores) || !restores.every(isRestore)) throw damaged(RESTORES_KEY, 'a restore in it is incomplete');
  return {restores: restores as unknown as readonly Restore[], mac: mac as unknown as Mac, document};
}

function isRestore(value: Json): boolean {
  if (!isObject(value) || typeof value['at'] !== 'string' || typeof value['dataKey'] !== 'number') return false;
  return hasTexts(value['by'], ['user', 'host']) && hasTexts(value['backup'], ['sha256', 'backend', 'createdAt']);
}

const hasTexts = (value: Json | undefined, names: readonly string[]): boolean =>
  isObject(value) && names.every((name) => typeof value[name] === 'string');

/** Returns the time of the next restore: now, but later than all earlier ones. */
export function nextRestoreTime(now: Date, earlier: readonly string[]): string {
  const latest = Math.max(...earlier.map((at) => Date.parse(at)).filter(Number.isFinite), 0);
  return new Date(Math.max(now.getTime(), latest + 1)).toISOString();
}
