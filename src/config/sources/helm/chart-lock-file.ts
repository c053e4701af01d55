import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {isInRange} from '../../../core/chart/is-in-range.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {Json} from '../../../core/json.ts';
import {LOCK_FILE} from '../../own-files.ts';
import {parseDocument} from '../../parse-document.ts';
import {readText} from '../../read-text.ts';
import {TerraformLockModel} from '../../terraform-lock-model.ts';
import {writeWhole} from '../../write-whole.ts';
import {writeYaml} from '../../yaml/write-yaml.ts';
import {LockedModule} from '../fetched/locked-module-model.ts';

const Text = z.string().min(1);
const Digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, {error: 'must be a digest: sha256: and 64 hexadecimal digits'});

const Dependency = z.strictObject({
  name: Text.meta({description: 'The name of the dependency in Chart.yaml.'}),
  repository: Text.meta({description: 'Its repository in Chart.yaml.'}),
  version: Text,
  digest: Digest,
});

const Entry = z.strictObject({
  repository: Text.optional(),
  chart: Text.optional(),
  oci: Text.optional(),
  path: Text.optional().meta({description: 'The path as in stack.yaml.'}),
  wanted: Text.optional().meta({description: 'The version or the range in stack.yaml. Absent: the newest.'}),
  version: Text.meta({description: 'The version that is used.'}),
  digest: Digest.optional().meta({description: 'The digest of its archive. Absent for a directory.'}),
  dependencies: z.array(Dependency).default([]),
});
const Pinned = z.strictObject({
  git: Text.optional().meta({description: 'The address of a git repository in stack.yaml.'}),
  oci: Text.optional().meta({description: 'The address of an OCI artifact in stack.yaml.'}),
  wanted: Text.optional().meta({description: 'The ref, the tag or the range in stack.yaml.'}),
  pin: Text.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64}|sha256:[0-9a-f]{64})$/, {
    error: 'must be the full hash of a commit, or a digest',
  }).meta({description: 'The commit or the digest that is used.'}),
});
/** A fetched source without a chart in the lock file: its commit, or the digest of its artifact. */
export type PinnedSource = z.infer<typeof Pinned>;

/** A chart in the lock file. */
export type ChartLockEntry = z.infer<typeof Entry>;

/** The schema of `charts.lock.yaml`, which Gantry writes beside stack.yaml. */
export const ChartLockFile = z
  .strictObject({
    formatVersion: z.literal(1),
    charts: z.array(Entry).default([]),
    sources: z.array(Pinned).optional().meta({description: 'The commits and digests of other fetched sources.'}),
    modules: z.array(LockedModule).optional().meta({description: 'The published modules that the applications use.'}),
    cluster: z
      .strictObject({version: Text, apis: z.array(Text)})
      .optional()
      .meta({description: 'The version and the APIs of the cluster, for builds without one.'}),
    terraform: TerraformLockModel.optional(),
  })
  .meta({
    title: 'Gantry chart lock',
    description:
      'The versions and digests of the charts, modules and providers of a stack. Written by `gantry chart lock`.',
  });
/** The checked lock file of a stack. */
export type ChartLockFile = z.infer<typeof ChartLockFile>;

/** A lock file, or the problems with it. A stack without the file has an empty lock. */
export type ReadLock = {readonly lock: ChartLockFile; readonly diagnostics: readonly Diagnostic[]};

const EMPTY: ChartLockFile = {formatVersion: 1, charts: []};

/** Reads the lock file of a stack. */
export function readLockFile(stackDir: string): ReadLock {
  const path = join(stackDir, LOCK_FILE);
  if (!existsSync(path)) return {lock: EMPTY, diagnostics: []};
  const {file, text, diagnostics} = readText(path);
  if (text === undefined) return {lock: EMPTY, diagnostics};
  const parsed = parseDocument(ChartLockFile, text, file);
  return {lock: parsed.value ?? EMPTY, diagnostics: parsed.diagnostics};
}

/** Writes the lock file of a stack. The charts are sorted, so that the same charts give the same bytes. */
export async function writeLockFile(stackDir: string, lock: ChartLockFile): Promise<void> {
  const charts = lock.charts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await writeWhole(
    join(stackDir, LOCK_FILE),
    `# Written by "gantry chart lock".\n${writeYaml({...lock, charts} as Json)}`,
  );
}

/** The place of a chart as stack.yaml has it. */
export type WrittenPlace = Pick<ChartLockEntry, 'repository' | 'chart' | 'oci' | 'path'>;

const keyOf = ({repository, chart, oci, path, wanted}: WrittenPlace & {readonly wanted?: string | undefined}): string =>
  JSON.stringify([repository, chart, oci, path, wanted]);

/** Returns the entries of a chart in the lock file, in any version. */
export function chartsAt(place: WrittenPlace, charts: readonly ChartLockEntry[]): readonly ChartLockEntry[] {
  const wanted = keyOf(place);
  return charts.filter((one) => keyOf({...one, wanted: undefined}) === wanted);
}

/**
 * Returns the locked version of a chart, also if the range in stack.yaml has changed and has it still. `stale`: the lock has this chart, but
 * no version that stack.yaml wants.
 */
export function lockedChart(
  {charts}: ChartLockFile,
  {version, ...place}: WrittenPlace & {readonly version?: string},
): {readonly locked?: ChartLockEntry; readonly stale?: ChartLockEntry} {
  const same = chartsAt(place, charts);
  const locked = same.find((one) => one.wanted === version) ?? same.find((one) => isInRange(one.version, version));
  if (locked !== undefined) return {locked};
  const [stale] = same;
  return stale === undefined ? {} : {stale};
}
