import {dirname} from 'node:path';
import {type Consent, readConsents} from '../../config/consents.ts';
import {digestOfWants} from '../../core/trust/want.ts';
import type {Deps} from '../deps.ts';
import {checkedOut} from './checked-out.ts';
import type {WorkspaceWants} from './wants-of.ts';

/** A consent for a workspace of this name; `isCurrent`: it covers the current requests. */
export type KnownConsent = {readonly consent: Consent; readonly isCurrent: boolean};

/** Returns the valid consent of a workspace; else the last one, for comparison. */
export async function consentFor(
  wanted: WorkspaceWants,
  {home}: Pick<Deps, 'home'>,
): Promise<KnownConsent | undefined> {
  const given = (await readConsents(home)).filter(({workspace}) => workspace === wanted.workspace);
  if (given.length === 0) return undefined;
  const digest = digestOfWants(wanted);
  const exact = given.find((consent) => consent.digest === digest);
  if (exact !== undefined) return {consent: exact, isCurrent: true};
  const here = wanted.origin === 'project' ? await checkedOut(dirname(wanted.file)) : undefined;
  const onBranch = given.find(
    ({branches}) =>
      here !== undefined && branches?.repository === here.repository && branches.names.includes(here.branch),
  );
  if (onBranch !== undefined) return {consent: onBranch, isCurrent: true};
  const last = given.toSorted((a, b) => a.allowedAt.localeCompare(b.allowedAt)).at(-1);
  return last && {consent: last, isCurrent: false};
}
