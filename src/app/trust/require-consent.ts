import {shownPath} from '../../config/read-text.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {MAY} from '../../core/trust/abilities.ts';
import {differenceOfWants, digestOfWants} from '../../core/trust/want.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {consentFor} from './consent-for.ts';
import {type WorkspaceWants, wantsOfWorkspace} from './wants-of.ts';

const asked = new WeakMap<FoundWorkspace, Promise<void>>();

/**
 * Checks that this user allowed the current requests of a workspace.
 * @throws GantryError 'workspace/not-allowed' with all requests. None of them was done.
 */
export function requireConsent(chosen: FoundWorkspace, deps: Deps): Promise<void> {
  const known = asked.get(chosen) ?? wantsOfWorkspace(chosen, deps).then((wants) => requireAllowed(wants, deps));
  asked.set(chosen, known);
  return known;
}

/**
 * Refuses requests that are not allowed.
 * @throws GantryError 'workspace/not-allowed'
 */
export async function requireAllowed(
  wanted: WorkspaceWants,
  deps: Pick<Deps, 'allowedDigests' | 'home'>,
): Promise<void> {
  const {workspace, origin, file, wants, open} = wanted;
  if (wants.length === 0) return;
  const never = wants.filter(({ability}) => MAY[origin][ability] === 'never');
  const facts = {
    code: 'workspace/not-allowed',
    workspace,
    origin,
    file: shownPath(file),
    ...defined({open}),
  } as const;
  if (never.length > 0) throw new GantryError({...facts, wants: never.map(({text}) => text), never: true});
  const digest = digestOfWants(wanted);
  if ((await deps.allowedDigests()).has(digest)) return;
  const known = await consentFor(wanted, deps);
  if (known?.isCurrent === true) return;
  const {added, removed} = differenceOfWants(known?.consent.wants ?? [], wants);
  throw new GantryError({
    ...facts,
    digest,
    wants: wants.map(({text}) => text),
    ...defined({
      changed:
        known === undefined ? undefined : {added: added.map(({text}) => text), removed: removed.map(({text}) => text)},
    }),
  });
}
