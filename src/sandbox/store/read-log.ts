import {isObject, type JsonObject} from '../../core/json.ts';
import {metadataOf, nameOf, namespaceOf} from '../model/metadata.ts';
import {text} from '../model/part.ts';
import {FORMAT, hasLineAfter, readLine} from './log-line.ts';

/** A stored object and its resource. */
export type Kept = {readonly resource: string; readonly object: JsonObject};

/** The content of a log. */
export type LogContents = {
  readonly id: string;
  /** The revision of the last write. */
  readonly revision: number;
  /** The objects after all writes, by `keptKey`. */
  readonly kept: Map<string, Kept>;
  readonly lines: number;
  /** The length of the complete writes in bytes. After it there may be the start of a write that was never acknowledged. */
  readonly bytes: number;
};

/** The reason why a log cannot be read: the damage as text, or the newer version of its format. */
export type LogProblem = {readonly damaged: string} | {readonly newer: number};

/** Returns the key of an object in a log. The namespace of cluster-scoped objects is empty. */
export const keptKey = (resource: string, namespace: string, name: string): string =>
  `${resource} ${namespace}/${name}`;

/**
 * Replays a log: a header, the objects of a snapshot, the end of the snapshot, and every write since. The first `synced` bytes are known to
 * be on disk. After a power failure, later bytes may be missing, but not earlier ones.
 */
export function readLog(bytes: Buffer, syncedOf: (id: string) => number): LogContents | LogProblem {
  const header = readLine(bytes, 0);
  if (typeof header === 'string' || typeof header.record['sandbox'] !== 'number')
    return {damaged: bytes.length === 0 ? 'is empty' : 'has no valid header'};
  const {sandbox: format, id} = header.record;
  if (format !== FORMAT) return {newer: format};
  const synced = syncedOf(text(id));
  if (bytes.length < synced) return {damaged: `is truncated: it has ${bytes.length} of at least ${synced} bytes`};

  const kept = new Map<string, Kept>();
  let [at, lines, revision] = [header.next, 1, 0];
  while (at < bytes.length) {
    const line = readLine(bytes, at);
    if (typeof line === 'string') {
      if (isEnd(bytes, at, line) && at >= synced) break;
      return {damaged: `is corrupt in line ${lines + 1}`};
    }
    const next = replay(kept, line.record, revision);
    if (next === undefined) return {damaged: `has a write out of order in line ${lines + 1}`};
    [at, lines, revision] = [line.next, lines + 1, next];
  }
  return revision === 0
    ? {damaged: 'ends in the middle of its snapshot'}
    : {id: text(id), revision, kept, lines, bytes: at};
}

/** Reports whether the bytes are an interrupted write at the end: a partial line, or the zeros that a power failure leaves. */
const isEnd = (bytes: Buffer, at: number, line: 'torn' | 'wrong'): boolean =>
  line === 'torn' || (bytes.includes(0, at) && !hasLineAfter(bytes, at));

/** Applies a record. Returns the revision after it, 0 within the snapshot; undefined for a record that is not allowed at this position. */
function replay(kept: Map<string, Kept>, record: JsonObject, revision: number): number | undefined {
  const {put, object, remove, namespace, name, snapshot} = record;
  if (typeof snapshot === 'number') return revision === 0 && snapshot > 0 ? snapshot : undefined;
  if (typeof put === 'string' && isObject(object)) {
    kept.set(keptKey(put, namespaceOf(object), nameOf(object)), {resource: put, object});
    return revision === 0 ? 0 : follows(Number(metadataOf(object)['resourceVersion']), revision);
  }
  if (typeof remove !== 'string') return undefined;
  kept.delete(keptKey(remove, text(namespace), text(name)));
  return follows(Number(record['revision']), revision);
}

const follows = (next: number, revision: number): number | undefined =>
  revision > 0 && next > revision ? next : undefined;
