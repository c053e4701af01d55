import {dirname} from 'node:path';
import {type Consent, readConsents, writeConsents} from '../../config/consents.ts';
import type {AllowedWorkspace} from '../../config/documents/trust-output.ts';
import {listWorkspaceFiles} from '../../config/list-workspace-files.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {MAY} from '../../core/trust/abilities.ts';
import {differenceOfWants, digestOfWants} from '../../core/trust/want.ts';
import {type BackendRequest, chooseBackend} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {examineContext} from '../workspace/examine-context.ts';
import {readWorkspace} from '../workspace/find-workspace.ts';
import {named} from '../workspace/show-workspace.ts';
import {stackResources} from '../workspace/stack-resources.ts';
import {type Surroundings, surroundings} from '../workspace/surroundings.ts';
import {UNASKED} from '../workspace/where-workspaces-lie.ts';
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
  /** The workspaces that are files of the project here, in place of one. */
  readonly all?: boolean;
  /** Only says what is wanted: nobody is asked, and nothing is kept. */
  readonly print?: boolean;
  /** Whatever it says while one of these branches is checked out. */
  readonly branches?: readonly string[];
  /** One answer for several questions: of one workspace they are asked one by one, with `all` together. */
  readonly confirm: (questions: readonly AllowQuestion[]) => Promise<boolean>;
};

/** A workspace file and the answer about what it wants. */
export type AllowedPart = AllowedWorkspace['parts'][number];

/**
 * Puts before the user what a workspace wants that others may have written, and keeps their word on this machine. No server is asked, no
 * program is run, no secret is read: only where the workspace lies in a backend, that one is.
 * @throws GantryError 'workspace/not-allowed' for what nobody may
 */
export async function allowWorkspace(request: AllowWorkspace, deps: Deps): Promise<AllowedWorkspace> {
  const {all = false, print = false} = request;
  const backend = await chooseBackend(request, deps);
  const ofBackend = backend.from === 'project.yaml' ? [wantsOfBackend(backend, deps)] : [];
  // A workspace that is asked about may lie in it: it comes first.
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
  return {formatVersion: 1, ...(only === undefined ? {} : {name: only.name}), parts};
}

/** Not those of a backend that others write: what a project has is seen in its repository, what lies there is nobody's list. */
async function workspacesOfProject(
  {workspacesDir}: Surroundings,
  deps: Pick<Deps, 'backend'>,
): Promise<readonly FoundWorkspace[]> {
  if (workspacesDir === undefined) {
    const message = '--all is for the workspaces of a project, and there is none here';
    throw new GantryError({code: 'input/usage', message, hint: 'Go to the project, or name a workspace.'});
  }
  const places = {directory: workspacesDir, backend: await deps.backend()};
  const files = await listWorkspaceFiles(workspacesDir);
  return Promise.all(files.map(({name, path}) => readWorkspace({name, place: 'file', file: path}, places)));
}

/** A backend in the cluster of a workspace that is not allowed yet: who allows it must be able to name that one. */
function unasked(error: unknown): typeof UNASKED {
  if (error instanceof GantryError && error.failure.code === 'workspace/not-allowed') return UNASKED;
  throw error;
}

/** What the stack here says besides its workspace. */
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
  // What nobody may is said before anything is asked.
  if (wants.some(({ability}) => MAY[origin][ability] === 'never')) await requireAllowed(wanted, deps);
  const known = await consentFor(wanted, deps);
  return {
    workspace,
    file,
    digest: digestOfWants(wanted),
    wants,
    ...(known === undefined ? {} : {changed: differenceOfWants(known.consent.wants, wants)}),
    outcome: known?.isCurrent === true && branches === undefined ? 'already-allowed' : 'not-asked',
  };
}

type Keep = {readonly home: string; readonly now: Date; readonly branches: readonly string[] | undefined};

/** Of one workspace several states may be allowed: those of branches that are worked on side by side. The eldest go. */
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
  const message = `--branch is for files of a git repository with a remote "origin" and a branch checked out, and ${file} is none`;
  throw new GantryError({code: 'input/usage', message, hint: 'Without --branch, what it wants now is allowed.'});
}
