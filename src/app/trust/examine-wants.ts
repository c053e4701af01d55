import {MAY} from '../../core/trust/abilities.ts';
import type {TrustOrigin} from '../../core/trust/trust-origin.ts';
import {differenceOfWants, digestOfWants, type Want, type WantsDifference} from '../../core/trust/want.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {consentFor} from './consent-for.ts';
import type {WorkspaceWants} from './wants-of.ts';

/** The requests of a workspace, and whether they are allowed on this machine. */
export type ExaminedWants = {
  /** The name of the workspace, or of another part of the project. */
  readonly name: string;
  readonly file: string;
  readonly origin: TrustOrigin;
  readonly wants: readonly Want[];
  /** The result. `never`: some of the requests cannot be allowed. */
  readonly verdict: 'asks-nothing' | 'allowed' | 'not-allowed' | 'never';
  readonly digest?: string;
  /** The changes since the last consent. Until all of them are allowed, none is done. */
  readonly changed?: WantsDifference;
};

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
