import {dirname} from 'node:path';
import {type Consent, readConsents, writeConsents} from '../../config/consents.ts';
import type {AllowedWorkspace} from '../../config/documents/trust-output.ts';
import {listWorkspaceFiles} from '../../config/list-workspace-files.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {MAY} from '../../core/trust/abilities.ts';
import {differenceOfWants, digestOfWants} from '../../core/trust/want.ts';
import {defined} from '../../lib/defined.ts';
import {type BackendRequest, chooseBackend} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {examineContext} from '../workspace/examine-context.ts';
import {readWorkspace} from '../workspace/read-workspace.ts';
import {named} from '../workspace/show-workspace.ts';
import {stackResources} from '../workspace/stack-resources.ts';
import {type Surroundings, surroundings} from '../workspace/surroundings.ts';
import {UNASKED} from '../workspace/workspace-locations.ts';
import {checkedOut} from './checked-out.ts';
import {consentFor} from './consent-for.ts';
import {requireAllowed} from './require-consent.ts';
import {type WorkspaceWants, wantsOfWorkspace} from './wants-of.ts';
import {wantsOfBackend} from './wants-of-backend.ts';
import {wantsOfSpecStore, wantsOfStackContext} from './wants-of-stack.ts';

/** A question to the user: everything that is wanted, and the difference from the former consent. */
export type AllowQuestion = Omit<AllowedPart, 'outcome'>;

/** Request of `gantry workspace allow`. */
export type AllowWorkspace = BackendRequest & {
  readonly name?: string;
  /** True for all workspace files of the project here, instead of one. */
  readonly all?: boolean;
  /** True to print only what is requested, without a prompt and without a consent. */
  readonly print?: boolean;
  /** Branches for which any request is allowed while one of them is checked out. */
  readonly branches?: readonly string[];
  /** Asks for confirmation: the questions of one workspace one by one, with `all` together. */
  readonly confirm: (questions: readonly AllowQuestion[]) => Promise<boolean>;
};

/** A workspace file and the answer about what it wants. */
export type AllowedPart = AllowedWorkspace['parts'][number];

/**
 * Shows the user what a workspace that others may have written requests, and stores their consent on this machine. No server is contacted,
 * no program is run, and no secret is read, except the backend that holds the workspace.
 * @throws GantryError 'workspace/not-allowed' for requests that cannot be allowed
 */
export async function allowWorkspace(request: AllowWorkspace, deps: Deps): Promise<AllowedWorkspace> {
  const {all = false, print = false} = request;
  const backend = await chooseBackend(request, deps);
  const ofBackend = backend.from === 'project.yaml' ? [wantsOfBackend(backend, deps)] : [];
  // The backend comes first, because the workspace may be stored in it.
  const before = all || print ? [] : await answered(ofBackend, request, deps);
  const around = await surroundings(request, deps);
  const filesFirst: Deps = {...deps, backend: () => deps.backend().catch(unasked)};
  const chosen = all
    ? await workspacesOfProject(around, filesFirst)
    : [await chooseWorkspace({request: named(request), ...around}, filesFirst)];
  const wanted: WorkspaceWants[] = all || print ? [...ofBackend] : [];
  for (const one of chosen)
    wanted.push(await wantsOfWorkspace(one, deps), ...(await wantsAround(one, around, filesFirst)));
  const parts = [...before, ...(await answered(wanted, request, deps))];
  const [only] = all ? [] : chosen;
  return {formatVersion: 1, ...defined({name: only?.name}), parts};
}

/**
 * Returns the workspaces in the files of the project; those of a shared backend are left out, because the repository shows the former only.
 */
async function workspacesOfProject(
  {workspacesDir}: Surroundings,
  deps: Pick<Deps, 'backend'>,
): Promise<readonly FoundWorkspace[]> {
  if (workspacesDir === undefined) {
    const message = '--all requires a project, but there is none here';
    throw new GantryError({
      code: 'input/usage',
      message,
      hint: 'Change to the directory of the project, or name a workspace.',
    });
  }
  const places = {directory: workspacesDir, backend: await deps.backend()};
  const files = await listWorkspaceFiles(workspacesDir);
  return Promise.all(files.map(({name, path}) => readWorkspace({name, place: 'file', file: path}, places)));
}

/** Replaces a backend in the cluster of a workspace that is not allowed yet, so that the user can name that workspace to allow it. */
function unasked(error: unknown): typeof UNASKED {
  if (error instanceof GantryError && error.failure.code === 'workspace/not-allowed') return UNASKED;
  throw error;
}

/** Returns what the stack here requests in addition to its workspace. */
async function wantsAround(
  chosen: FoundWorkspace,
  {location}: Surroundings,
  deps: Deps,
): Promise<readonly WorkspaceWants[]> {
  if (location === undefined) return [];
  const stack = await stackResources(location, chosen, deps);
  const {inSpec} = stack;
  const brought = inSpec === undefined || chosen.workspace.secretStore ? [] : [wantsOfSpecStore(chosen, inSpec, deps)];
  const request = {chosen, ...stack};
  return [...brought, await wantsOfStackContext(request, await examineContext(request, deps), deps)];
}

async function answered(
  wanted: readonly WorkspaceWants[],
  request: AllowWorkspace,
  deps: Deps,
): Promise<readonly AllowedPart[]> {
  const {all, print, branches, confirm} = request;
  const parts: AllowedPart[] = [];
  for (const one of wanted) if (one.wants.length > 0) parts.push(await partOf(one, request, deps));
  const open = print === true ? [] : parts.filter(({outcome}) => outcome === 'not-asked');
  const together = all === true && open.length > 0 ? [open] : open.map((part) => [part]);
  const answers = new Map<AllowedPart, AllowedPart['outcome']>();
  for (const questions of together) {
    const isAllowed = await confirm(questions.map(({outcome: _, ...question}) => question));
    for (const question of questions) {
      if (isAllowed) await keep(question, {home: deps.home, now: deps.clock.now(), branches});
      answers.set(question, isAllowed ? 'allowed' : 'declined');
    }
  }
  return parts.map((part) => ({...part, outcome: answers.get(part) ?? part.outcome}));
}

async function partOf(wanted: WorkspaceWants, {branches}: AllowWorkspace, deps: Deps): Promise<AllowedPart> {
  const {workspace, origin, file, wants} = wanted;
  // Requests that cannot be allowed are refused before the prompt.
  if (wants.some(({ability}) => MAY[origin][ability] === 'never')) await requireAllowed(wanted, deps);
  const known = await consentFor(wanted, deps);
  return {
    workspace,
    file,
    digest: digestOfWants(wanted),
    wants,
    ...defined({changed: known === undefined ? undefined : differenceOfWants(known.consent.wants, wants)}),
    outcome: known?.isCurrent === true && branches === undefined ? 'already-allowed' : 'not-asked',
  };
}

type Keep = {readonly home: string; readonly now: Date; readonly branches: readonly string[] | undefined};

/** The number of consents of one workspace that are kept, for branches that are used side by side. The oldest are removed. */
const KEPT = 20;

async function keep({workspace, file, digest, wants}: AllowQuestion, {home, now, branches}: Keep): Promise<void> {
  const bound = branches === undefined ? {digest} : {branches: await branchesOf(file, branches)};
  const consent: Consent = {workspace, ...bound, wants: [...wants], allowedAt: now.toISOString()};
  const others = (await readConsents(home)).filter((one) => one.workspace !== workspace || !isSame(one, consent));
  const own = others.filter((one) => one.workspace === workspace).slice(-(KEPT - 1));
  await writeConsents(home, [...others.filter((one) => one.workspace !== workspace), ...own, consent]);
}

const isSame = (one: Consent, other: Consent): boolean =>
  one.digest === other.digest && one.branches?.repository === other.branches?.repository;

async function branchesOf(file: string, names: readonly string[]): Promise<NonNullable<Consent['branches']>> {
  const here = await checkedOut(dirname(file));
  if (here !== undefined) return {repository: here.repository, names: [...names]};
  const message = `--branch requires a file of a git repository with a remote "origin" and a checked-out branch, but ${file} is not one`;
  throw new GantryError({code: 'input/usage', message, hint: 'Leave out --branch to allow what it wants now.'});
}
