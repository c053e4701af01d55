import {createHash} from 'node:crypto';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {isObject, type Json} from '../../core/json.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {NamedResource, RecentRelease, RecentReleases} from '../../ports/recent-releases.ts';
import {readCached, writeCached} from './cache-file.ts';

/** The most revisions that are remembered. */
const MOST_REVISIONS = 100;

/** Returns the directory of the cache for completion: names without values, private to the user. */
export const completionCache = (home: string): string => join(home, 'cache', 'completion');

/** Returns the store of names of a backend, which is known by a digest. A file is written only if the names have changed. */
export function recentReleases(home: string, backend: string): RecentReleases {
  const directory = completionCache(home);
  return {
    note: async (names, {lineage, revision, ...known}) => {
      const before = readRecent(directory, backend, names);
      // A recorded release does not change.
      const isKnown = before?.lineage === lineage && before.revisions[0] === revision && before.resources.length > 0;
      if (isKnown && known.planned === undefined) return;
      const base = before?.lineage === lineage ? before : {revisions: [], resources: [], planned: []};
      const next = {...base, ...known, lineage};
      const revisions = new Set([...next.revisions, ...(revision === undefined ? [] : [revision])]);
      const newest = [...revisions].toSorted((a, b) => b - a).slice(0, MOST_REVISIONS);
      const of = {backend, stack: `${names.project}/${names.stack}`};
      const kept = {...packed({...next, revisions: newest}), ...of};
      if (before === undefined || JSON.stringify({...packed(before), ...of}) !== JSON.stringify(kept))
        await writeCached(directory, fileOf(backend, names), kept);
    },
  };
}

/** Returns the names that were noted for a release history; undefined if there are none. */
export function readRecent(directory: string, backend: string, names: HistoryNames): RecentRelease | undefined {
  const value = readCached(join(directory, fileOf(backend, names))) as Json | undefined;
  if (!isObject(value) || value['formatVersion'] !== 1) return undefined;
  const {lineage, revisions, resources, planned} = value;
  if (typeof lineage !== 'string' || !Array.isArray(revisions)) return undefined;
  const numbers = revisions.filter((one) => typeof one === 'number');
  return {lineage, revisions: numbers, resources: resourcesIn(resources), planned: resourcesIn(planned)};
}

/** Returns the stacks for which names of a backend were noted, as PROJECT/STACK. */
export function notedStacks(directory: string, backend: string): readonly string[] {
  const files = readdirOrNone(directory).filter((name) => name.startsWith(PREFIX));
  const stacks = files.flatMap((file) => {
    const value = readCached(join(directory, file)) as Json | undefined;
    return isObject(value) && value['backend'] === backend && typeof value['stack'] === 'string'
      ? [value['stack']]
      : [];
  });
  return [...new Set(stacks)];
}

function readdirOrNone(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

const PREFIX = 'release-';

const fileOf = (backend: string, {project, stack, workspace}: HistoryNames): string =>
  `${PREFIX}${createHash('sha256')
    .update(JSON.stringify([backend, project, stack, workspace]))
    .digest('hex')
    .slice(0, 32)}.json`;

/** Returns a release as it is stored: the ids of resources by their kind. */
const packed = ({lineage, revisions, resources, planned}: RecentRelease) => ({
  formatVersion: 1,
  lineage,
  revisions,
  resources: byKind(resources),
  planned: byKind(planned),
});

function byKind(resources: readonly NamedResource[]): Readonly<Record<string, readonly string[]>> {
  const groups = new Map<string, string[]>();
  for (const {id, kind = ''} of resources) {
    const group = groups.get(kind);
    if (group === undefined) groups.set(kind, [id]);
    else group.push(id);
  }
  return Object.fromEntries(groups);
}

function resourcesIn(value: Json | undefined): readonly NamedResource[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([kind, ids]) =>
    (Array.isArray(ids) ? ids : [])
      .filter((id) => typeof id === 'string')
      .map((id) => ({id, kind: kind === '' ? undefined : kind})),
  );
}
