import {resolve} from 'node:path';
import {writeNewFiles} from '../../../config/init/write-new-files.ts';
import {shownPath} from '../../../config/read-text.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';
import type {SecretHandling} from '../../../core/import/secret-handling.ts';
import {secretWarnings} from '../../../core/import/secret-notes.ts';
import type {JsonObject} from '../../../core/json.ts';
import {historyText} from '../../../core/release/history-names.ts';
import {workspaceKey} from '../../../core/release/keys.ts';
import {compareNaturally} from '../../../lib/compare-naturally.ts';
import type {Backend} from '../../../ports/backend.ts';
import type {Seen} from '../../../ports/other-tools.ts';
import type {Deps} from '../../deps.ts';
import {findForms, type ImportForm} from './find-forms.ts';
import {type KusionSource, kusionSource} from './kusion-source.ts';
import type {PlannedHistory} from './plan-histories.ts';
import {type PlannedStack, planTakeover, type TakeoverPlan} from './plan-takeover.ts';
import {readKusionFinds} from './read-finds.ts';
import {type JudgedHistory, refuseInTheWay} from './refuse-in-the-way.ts';
import {besideOf, directoryOf, sortFiles, takenFiles} from './taken-files.ts';
import {type TakenWorkspaces, takeWorkspaces, type WorkspacePlace} from './taken-workspaces.ts';
import {type HistoryState, type LookedAt, readHistoryState, stateOfHistory, writeHistory} from './write-history.ts';

/** Request of `gantry import kusion`. */
export type ImportKusion = {
  readonly directory?: string | undefined;
  /** Directories, or addresses of buckets: Kusion's home, a backend of it, a checkout of projects. */
  readonly sources: readonly string[];
  /** The target directory of the projects, each in a directory of its name; default: the current one. */
  readonly out?: string | undefined;
  readonly workspaces: WorkspacePlace;
  readonly secrets: SecretHandling;
  readonly as: ImportForm;
  /** True to write nothing. */
  readonly dryRun: boolean;
  readonly insecure: boolean;
};

/** A release history that was imported from Kusion, or would be in a dry run. */
export type TakenHistory = {
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  /** The result. `same`: an earlier import has taken it over. `ours`: Gantry has released since. */
  readonly result: 'taken' | 'extended' | 'same' | 'ours';
  /** The last revision of Gantry; absent in a dry run. */
  readonly revision?: number | undefined;
  /** The number of releases that were written, or would be. */
  readonly releases: number;
  /** The number of objects of the last release, by their state in the cluster. */
  readonly objects: Readonly<Record<Seen, number>>;
};

/** The answer of `gantry import kusion`. */
export type ImportedKusion = {
  readonly formatVersion: 1;
  readonly dryRun: boolean;
  readonly sources: readonly string[];
  readonly created: readonly string[];
  /** Files that already existed with the same content. */
  readonly unchanged: readonly string[];
  readonly workspaces: readonly {readonly name: string; readonly file: string; readonly result: 'created' | 'same'}[];
  readonly stacks: readonly {
    readonly project: string;
    readonly stack: string;
    readonly workspaces: readonly string[];
    readonly directory: string;
    /** The names of its applications. */
    readonly applications: readonly string[];
    /** The number of all resources: those of the applications, and the manifests. */
    readonly resources: number;
  }[];
  readonly series: readonly TakenHistory[];
  /** The Kusion items that Gantry cannot take over, by name. */
  readonly left: readonly NotTaken[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Imports from Kusion: workspaces, projects and stacks with their spec files, releases with their state. Overwrites nothing; a second
 * import finds everything in place. The clusters are only read.
 * @throws GantryError if there is nothing of Kusion, or if something else is in the way: then nothing is written.
 */
export async function importKusion(request: ImportKusion, deps: Deps): Promise<ImportedKusion> {
  const base = resolve(deps.cwd, request.directory ?? '.');
  const directory = resolve(base, request.out ?? '.');
  const sources = await Promise.all(
    request.sources.map((text) => kusionSource({text, base, insecure: request.insecure}, deps)),
  );
  const finds = await readKusionFinds(sources);
  const read = planTakeover(finds, request.secrets);
  const backend = await deps.backend();
  const workspaces = await takeWorkspaces({finds, plan: read, place: request.workspaces, directory, backend});
  const {stacks, diagnostics} = await findForms(read.stacks, {as: request.as, chosen: workspaces.chosen}, deps);
  const plan = inForm(read, stacks);
  const files = sortFiles(directory, [...takenFiles(plan), ...workspaces.files]);
  const judged = await Promise.all(
    plan.histories.map(async (planned) => ({planned, state: await stateOfHistory(planned, backend)})),
  );
  refuseInTheWay(files, workspaces, judged, backend);
  const looked = await lookAtAll({judged, workspaces, backend, dryRun: request.dryRun}, deps);
  const created = request.dryRun
    ? files.fresh.map(({path}) => resolve(directory, path))
    : writeNewFiles(directory, files.fresh);
  if (!request.dryRun) await storeWorkspaces(workspaces, backend);
  const history: TakenHistory[] = judged.flatMap(({planned, state}) => settled(planned, state));
  for (const one of looked.series) history.push(await written(one, {backend, dryRun: request.dryRun, deps}));
  return {
    ...facts(request, sources, plan, directory),
    diagnostics: [...secretWarnings(plan.secretIds, request.secrets), ...diagnostics],
    created: created.map(shownPath),
    unchanged: files.same.map(shownPath),
    workspaces: workspaces.stored.map(({name, state}) => ({
      name,
      file: `backend:${workspaceKey(name)}`,
      result: state === 'same' ? 'same' : 'created',
    })),
    series: history.toSorted((a, b) => compareNaturally(historyText(a), historyText(b))),
    left: [...plan.left, ...workspaces.left, ...looked.left, ...looked.series.flatMap(notKusions)],
  };
}

type Facts = Pick<ImportedKusion, 'formatVersion' | 'dryRun' | 'sources' | 'stacks'>;

const facts = (
  {dryRun}: ImportKusion,
  sources: readonly KusionSource[],
  plan: TakeoverPlan,
  directory: string,
): Facts => ({
  formatVersion: 1,
  dryRun,
  sources: sources.map(({name}) => name),
  stacks: plan.stacks.map((stack) => ({
    project: stack.project,
    stack: stack.stack,
    workspaces: stack.workspaces,
    directory: shownPath(resolve(directory, directoryOf(stack))),
    applications: Object.keys(stack.form?.applications ?? {}),
    resources: (stack.form?.made.size ?? 0) + besideOf(stack).length,
  })),
});

/** Returns the plan with the applications of its stacks. The Secrets that they make are taken over, without their values. */
function inForm(plan: TakeoverPlan, stacks: readonly PlannedStack[]): TakeoverPlan {
  const made = new Set(stacks.flatMap(({form}) => [...(form?.made ?? [])]));
  const secretIds = plan.secretIds.filter((id) => !made.has(id));
  const histories = plan.histories.map((planned) => {
    const own = stacks.find(({project, stack}) => project === planned.project && stack === planned.stack);
    const {secrets = new Map<string, JsonObject>()} = own?.form ?? {};
    return secrets.size === 0 ? planned : {...planned, releases: planned.releasesWith(secrets)};
  });
  return {...plan, stacks, histories, secretIds, left: plan.left.filter(({what}) => !made.has(what))};
}

type Looking = {
  readonly judged: readonly JudgedHistory[];
  readonly workspaces: TakenWorkspaces;
  readonly backend: Backend;
  readonly dryRun: boolean;
};

async function lookAtAll(
  {judged, workspaces, backend, dryRun}: Looking,
  deps: Deps,
): Promise<{readonly series: readonly LookedAt[]; readonly left: readonly NotTaken[]}> {
  const history: LookedAt[] = [];
  const left: NotTaken[] = [];
  for (const {planned, state} of judged) {
    if (state.kind !== 'fresh' && state.kind !== 'extended') continue;
    const chosen = await workspaces.chosen(planned.project, planned.workspace);
    if (chosen === undefined) {
      left.push({
        what: `releases of ${historyText(planned)}`,
        where: `workspace ${planned.workspace}`,
        because: 'the workspace is not imported, and without it the cluster of these releases is unknown',
      });
      continue;
    }
    const found = await readHistoryState({planned, state, chosen, backend, dryRun}, deps);
    if ('what' in found) left.push(found);
    else history.push(found);
  }
  return {series: history, left};
}

async function storeWorkspaces({stored}: TakenWorkspaces, backend: Backend): Promise<void> {
  for (const {name, text, state} of stored) {
    if (state === 'same') continue;
    const outcome = await backend.put(workspaceKey(name), new TextEncoder().encode(text), undefined);
    if (outcome === 'conflict') throw new GantryError({code: 'workspace/exists', name});
  }
}

const UNTAKEN: Readonly<Partial<Record<Seen, string>>> = {
  other: 'it exists, but Kusion never wrote it: an apply with --adopt adopts it, and nothing deletes it',
  stack: 'a stack of Gantry already owns it',
  unseen: 'it could not be read: its kind is not served, or you lack the permission',
};

/** Returns the objects of the last release that Gantry does not own after the import. */
const notKusions = ({planned, recorded}: LookedAt): readonly NotTaken[] =>
  [...recorded.seen].flatMap(([what, seen]) => {
    const because = UNTAKEN[seen];
    return because === undefined ? [] : [{what, where: `the cluster of workspace ${planned.workspace}`, because}];
  });

const NONE: TakenHistory['objects'] = {written: 0, other: 0, stack: 0, absent: 0, unseen: 0};

const settled = ({project, stack, workspace}: PlannedHistory, state: HistoryState): readonly TakenHistory[] =>
  state.kind === 'same' || state.kind === 'ours'
    ? [{project, stack, workspace, result: state.kind, revision: state.revision, releases: 0, objects: NONE}]
    : [];

async function written(
  looked: LookedAt,
  {backend, dryRun, deps}: {readonly backend: Backend; readonly dryRun: boolean; readonly deps: Deps},
): Promise<TakenHistory> {
  const {planned, state, recorded} = looked;
  const {project, stack, workspace} = planned;
  const objects = {...NONE};
  for (const seen of recorded.seen.values()) objects[seen]++;
  const revision = dryRun ? undefined : await writeHistory(looked, backend, deps);
  return {
    project,
    stack,
    workspace,
    result: state.kind === 'extended' ? 'extended' : 'taken',
    revision,
    releases: state.releases.length,
    objects,
  };
}
