import {GantryError} from '../../core/failure/failure.ts';
import type {Json, JsonPath} from '../../core/json.ts';
import {follow, readPath, showPath} from '../../core/reference/path.ts';
import {describeAuthor} from '../../core/release/describe-holder.ts';
import type {Release} from '../../core/release/release.ts';
import {recordedValues} from '../../core/release/resource-state.ts';
import type {Use} from '../../core/release/use.ts';
import {findHead} from '../../engine/release/read-head.ts';
import {readRelease} from '../../engine/release/release-history.ts';
import {revisions} from '../../engine/release/revisions.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {PreparedPlan} from '../plan/prepared-plan.ts';

/** The release of a shared stack that gave a value its present form. */
export type ValueChange = {readonly revision: number; readonly at: string; readonly by: string};

/** The shared resource that a field takes a value from. */
export type SharedSource = {
  readonly id: string;
  /** `shared/STACK`. */
  readonly stack: string;
  /** The revision of the shared stack that the value is from. */
  readonly revision?: number;
  /** The field of the shared resource. Absent if the resource only depends on it. */
  readonly from?: string;
  /** Absent if the releases do not record the value, because the server set it. */
  readonly changed?: ValueChange;
};

/** Returns the shared resources that a field takes values from, each with the release that changed the value last. */
export async function sharedSources(
  {uses, records: {backend}, plan: {workspace}}: Pick<PreparedPlan, 'uses' | 'records' | 'plan'>,
  {id, at}: {readonly id: string; readonly at: JsonPath},
): Promise<readonly SharedSource[]> {
  const path = showPath(at);
  const found = uses.flatMap((use) =>
    use.fields.flatMap((field) =>
      field.resource === id && field.path === path && field.from !== undefined ? [{use, from: field.from}] : [],
    ),
  );
  return Promise.all(
    found.map(async ({use, from}) => {
      const {id: of, stack, revision} = use;
      const changed = await changeOf({...use, workspace, from}, backend);
      return {id: of, stack, from, ...defined({revision, changed})};
    }),
  );
}

/**
 * Returns the shared resources that a whole resource takes values from, or depends on: the edges that `resource graph` shows. `dependsOn`: the ids of
 * shared resources that it names.
 */
export const sharedNeeds = (
  {uses}: Pick<PreparedPlan, 'uses'>,
  {id, dependsOn}: {readonly id: string; readonly dependsOn: ReadonlySet<string>},
): readonly SharedSource[] =>
  uses.flatMap(({id: of, stack, revision, fields}): readonly SharedSource[] => {
    const base = {id: of, stack, ...defined({revision})};
    const values = new Set(fields.flatMap(({resource, from}) => (resource === id ? (from ?? []) : [])));
    if (values.size > 0) return [...values].map((from) => ({...base, from}));
    return dependsOn.has(of) ? [base] : [];
  });

/** The maximum number of releases that are read to find the change. */
const MOST_RELEASES = 200;

type Sought = Pick<Use, 'id' | 'stack' | 'revision'> & {readonly workspace: string; readonly from: string};

async function changeOf(sought: Sought, backend: Backend): Promise<ValueChange | undefined> {
  const {stack: name, workspace, revision: newest = 0} = sought;
  const [project = '', stack = ''] = name.split('/');
  const {lineage} = await findHead(backend, {project, stack, workspace});
  if (lineage === undefined) return undefined;
  const keys = (await revisions(backend, lineage)).filter(({revision}) => revision <= newest);
  let since: {readonly release: Release; readonly value: Json} | undefined;
  for (const key of keys.slice(0, MOST_RELEASES)) {
    const release = await readable(() => readRelease(backend, lineage, key));
    const value = release && valueIn(release, sought);
    if (release === undefined || value === undefined || (since !== undefined && !deepEqual(since.value, value))) break;
    since = {release, value};
  }
  if (since === undefined) return undefined;
  const {revision, startedAt, by} = since.release;
  return {revision, at: startedAt, by: describeAuthor(by)};
}

/** Returns undefined for a release that cannot be read: the change is then in it, or later. */
async function readable(read: () => Promise<Release>): Promise<Release | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}

function valueIn({state}: Release, {id, from}: Sought): Json | undefined {
  const found = state.find((one) => one.id === id);
  const path = readPath(from, 0)?.path;
  if (found === undefined || path === undefined) return undefined;
  const value = follow(recordedValues(found), path);
  return 'value' in value ? value.value : undefined;
}
