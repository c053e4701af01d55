import {dirname} from 'node:path';
import {type Consent, readConsents, writeConsents} from '../../config/consents.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {MAY} from '../../core/trust/abilities.ts';
import {differenceOfWants, digestOfWants, type Want} from '../../core/trust/want.ts';
import {type BackendRequest, chooseBackend} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {examineContext} from '../workspace/examine-context.ts';
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

/** What is put before the user: all that is wanted, and how it differs from what they allowed before. */
export type AllowQuestion = {
  /** The workspace, or another part of the project: `the backend of the project`. */
  readonly workspace: string;
  readonly file: string;
  readonly digest: string;
  readonly wants: readonly Want[];
  /** Absent: nothing was allowed to it before. */
  readonly changed?: {readonly added: readonly Want[]; readonly removed: readonly Want[]};
};

export type AllowWorkspace = BackendRequest & {
  readonly name?: string;
  /** Whatever it says while one of these branches is checked out. */
  readonly branches?: readonly string[];
  readonly confirm: (question: AllowQuestion) => Promise<boolean>;
};

export type AllowedPart = AllowQuestion & {readonly outcome: 'allowed' | 'already-allowed' | 'declined'};

export type AllowedWorkspace = {
  readonly formatVersion: 1;
  readonly name: string;
  /** None: it wants nothing that has to be allowed. */
  readonly parts: readonly AllowedPart[];
};

/**
 * Puts before the user what a workspace wants that others may have written, and keeps their word on this machine. No server is asked, no
 * program is run, no secret is read: only where the workspace lies in a backend, that one is.
 * @throws GantryError 'workspace/not-allowed' for what nobody may
 */
export async function allowWorkspace(request: AllowWorkspace, deps: Deps): Promise<AllowedWorkspace> {
  const parts: AllowedPart[] = [];
  const ask = async (wanted: WorkspaceWants): Promise<void> => {
    if (wanted.wants.length > 0) parts.push(await askFor(wanted, request, deps));
  };
  const backend = await chooseBackend(request, deps);
  // The workspace may lie in it: it comes first.
  if (backend.from === 'project.yaml') await ask(wantsOfBackend(backend, deps));
  const around = await surroundings(request, deps);
  const filesFirst: Deps = {...deps, backend: () => deps.backend().catch(unasked)};
  const chosen = await chooseWorkspace({request: named(request), ...around}, filesFirst);
  await ask(await wantsOfWorkspace(chosen, deps));
  for (const wanted of await wantsAround(chosen, around, filesFirst)) await ask(wanted);
  return {formatVersion: 1, name: chosen.name, parts};
}

/** A backend in the cluster of a workspace that is not allowed yet: who allows it must be able to name that one. */
function unasked(error: unknown): typeof UNASKED {
  if (error instanceof GantryError && error.failure.code === 'workspace/not-allowed') return UNASKED;
  throw error;
}

/** What the stack here says besides its workspace. */
async function wantsAround(
  chosen: ChosenWorkspace,
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

async function askFor(wanted: WorkspaceWants, request: AllowWorkspace, deps: Deps): Promise<AllowedPart> {
  const {workspace, origin, file, wants} = wanted;
  // What nobody may is said before anything is asked.
  if (wants.some(({ability}) => MAY[origin][ability] === 'never')) await requireAllowed(wanted, deps);
  const known = await consentFor(wanted, deps);
  const question: AllowQuestion = {
    workspace,
    file,
    digest: digestOfWants(wanted),
    wants,
    ...(known === undefined ? {} : {changed: differenceOfWants(known.consent.wants, wants)}),
  };
  const {branches} = request;
  if (known?.isCurrent === true && branches === undefined) return {...question, outcome: 'already-allowed'};
  if (!(await request.confirm(question))) return {...question, outcome: 'declined'};
  await keep(question, {home: deps.home, now: deps.clock.now(), branches});
  return {...question, outcome: 'allowed'};
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
