import type {ExaminedSecurity} from '../../config/documents/trust-output.ts';
import {MAY} from '../../core/trust/abilities.ts';
import {differenceOfWants, digestOfWants} from '../../core/trust/want.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {consentFor} from './consent-for.ts';
import type {WorkspaceWants} from './wants-of.ts';

/** The wants of a workspace or another part of the project, and whether this user allows them. */
export type ExaminedWants = ExaminedSecurity['parts'][number];

/** Judges whether the requests of a workspace are allowed. There is no prompt, and nothing that it names is opened. */
export async function examineWants(
  wanted: WorkspaceWants,
  deps: Pick<Deps, 'allowedDigests' | 'home'>,
): Promise<ExaminedWants> {
  const {workspace: name, file, origin, wants} = wanted;
  const facts = {name, file, origin, wants};
  if (wants.length === 0) return {...facts, verdict: 'asks-nothing'};
  if (wants.some(({ability}) => MAY[origin][ability] === 'never')) return {...facts, verdict: 'never'};
  const digest = digestOfWants(wanted);
  if ((await deps.allowedDigests()).has(digest)) return {...facts, verdict: 'allowed', digest};
  const known = await consentFor(wanted, deps);
  if (known?.isCurrent === true) return {...facts, verdict: 'allowed', digest};
  const changed = known && differenceOfWants(known.consent.wants, wants);
  return {...facts, verdict: 'not-allowed', digest, ...defined({changed})};
}
