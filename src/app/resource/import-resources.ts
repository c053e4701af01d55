import {GantryError, type RefusedImport} from '../../core/failure/failure.ts';
import {NO_PERMISSIONS} from '../../core/plan/permissions.ts';
import type {Change, FieldChange, Plan} from '../../core/plan/plan.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import type {Deps} from '../deps.ts';
import {applyPrepared} from '../plan/apply-release.ts';
import {preparePlan} from '../plan/prepare-plan.ts';
import type {PreparedPlan} from '../plan/prepared-plan.ts';
import type {ApplyOutcome, ApplyRequest, PreviewRequest} from '../plan/release-requests.ts';
import {imported} from './select-imports.ts';

type Shape = Omit<
  PreviewRequest,
  'operation' | 'permissions' | 'targets' | 'excludes' | 'revision' | 'orphan' | 'only'
>;

/** Live objects that a stack takes over. */
export type ImportResources = Shape & {
  /** Ids, kinds, labels or globs of resources in the files. */
  readonly selectors: readonly string[];
};

/** Request of `gantry resource import`. */
export type RunImport = ImportResources &
  Pick<ApplyRequest, 'lockTimeoutSeconds' | 'show' | 'confirm'> & {
    /** True to report only, without a prompt and a lock. */
    readonly dryRun?: boolean;
  };

/** The result of an import. `planned`: the dry run found no problem. */
export type ImportOutcome = ApplyOutcome | {readonly kind: 'planned'; readonly plan: Plan};

/**
 * Brings live objects that the stack's files declare into the stack's state without changing their meaning: an apply of these objects that
 * only takes ownership.
 * @throws GantryError `import/refused` for objects that do not exist, belong to another stack, or differ from their files.
 */
export async function importResources(request: RunImport, deps: Deps): Promise<ImportOutcome> {
  const {selectors, dryRun, lockTimeoutSeconds, show, confirm, ...shape} = request;
  const preview: PreviewRequest = {
    ...shape,
    operation: 'apply',
    only: selectors,
    permissions: {...NO_PERMISSIONS, adopt: ['all']},
  };
  await using prepared = await preparePlan(preview, deps);
  const refused = refusedImports(prepared, imported(selectors, prepared.scope.loaded.resources));
  if (refused.length > 0) {
    show?.(prepared.plan);
    throw new GantryError({code: 'import/refused', refused});
  }
  if (dryRun === true) return {kind: 'planned', plan: prepared.plan};
  // An import changes no object, so there is no readiness to wait for.
  const run = {...preview, wait: false, lockTimeoutSeconds, confirm, show};
  return await applyPrepared(prepared, run, deps);
}

function refusedImports(
  {changes}: Pick<PreparedPlan, 'changes'>,
  named: ReadonlySet<string>,
): readonly RefusedImport[] {
  return changes.flatMap((planned) => {
    const {id, fields} = planned.change;
    const why = named.has(id) ? whyRefused(planned) : whyNeeded(planned.change);
    return why === undefined ? [] : [{id, fields, ...why}];
  });
}

type Why = Omit<RefusedImport, 'id' | 'fields'>;

function whyRefused({change, heldBy}: PlannedChange): Why | undefined {
  const {id, action, fields} = change;
  if (action === 'unchanged') return undefined;
  if (action === 'create')
    return {because: 'it does not exist in the cluster', instead: `gantry apply --target ${id} creates it`};
  if (heldBy !== undefined)
    return {because: `it belongs to another stack: ${heldBy}`, instead: 'it must leave that stack first'};
  if (action !== 'adopt' && action !== 'update') return {because: `it would need to be changed (${action})`};
  const loud = fields.filter(changesMeaning);
  if (loud.length === 0 && change.blocked === undefined) return undefined;
  const paths = loud.map(({path}) => path);
  const shown = paths.length <= 5 ? paths.join(', ') : `${paths.slice(0, 5).join(', ')} and ${paths.length - 5} more`;
  const permits = [...(action === 'adopt' ? [`--adopt ${id}`] : []), ...(change.blocked ? [change.blocked.needs] : [])];
  const command = ['gantry apply --target', id, ...new Set(permits)].join(' ');
  return {because: `it differs from the file: ${shown}`, instead: `needs: ${command}`};
}

/** Returns why a resource that an imported one takes a value from must not change: an import neither creates nor changes anything. */
const whyNeeded = ({action}: Change): Why | undefined =>
  action === 'unchanged'
    ? undefined
    : {because: 'an imported resource takes values from it', instead: 'import it too, or apply it first'};

/** Reports whether a change affects the meaning of the object; ownership and ignored fields do not. */
const changesMeaning = ({cause, yielded, path}: FieldChange): boolean =>
  cause !== 'ownership' && yielded !== true && path !== 'metadata.managedFields';
