import {MAY} from '../../core/trust/abilities.ts';
import type {TrustOrigin} from '../../core/trust/trust-origin.ts';
import {differenceOfWants, digestOfWants, type Want, type WantsDifference} from '../../core/trust/want.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {consentFor} from './consent-for.ts';
import type {WorkspaceWants} from './wants-of.ts';

/** What is wanted, and how far it is allowed on this machine. */
export type ExaminedWants = {
  /** Of which workspace; or another part of the project. */
  readonly name: string;
  readonly file: string;
  readonly origin: TrustOrigin;
  readonly wants: readonly Want[];
  /** `never`: nobody may allow some of it. */
  readonly verdict: 'asks-nothing' | 'allowed' | 'not-allowed' | 'never';
  readonly digest?: string;
  /** Since something was allowed to it. Until all of it is allowed, nothing of it is done. */
  readonly changed?: WantsDifference;
};

/** Says how far what is wanted is allowed. Nobody is asked, and nothing that it names is opened. */
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
