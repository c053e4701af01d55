import {claimKey, claimText, fitsClaim, type SharedClaim} from '../../core/stacks/shared-claim.ts';
import {CLASS_LABEL, TYPE_LABEL} from '../../kubernetes/resource/labels.ts';
import {CLAIMED_AS} from '../../kubernetes/resource/offer-of.ts';
import type {Lost} from './placed-reference.ts';

/** A shared stack with the types and classes of its resources, by their ids. */
export type SharedOffers = {readonly name: string; readonly offers: ReadonlyMap<string, SharedClaim>};

/** The number of offers that a message names. */
const MOST_OFFERS = 8;

/** Returns the shared stack and the id of the one resource that is claimed, or the reason why it is not found. */
export function claimedResource<T extends SharedOffers>(
  claim: SharedClaim,
  stacks: readonly T[],
): {readonly stack: T; readonly id: string} | Lost {
  const offers = stacks.flatMap((stack) => [...stack.offers].map(([id, offer]) => ({stack, id, offer})));
  const fitting = offers.filter(({offer}) => fitsClaim(offer, claim));
  const [only, another] = fitting;
  if (only !== undefined && another === undefined) return only;
  const listed = (only === undefined ? offers : fitting).map(
    ({id, stack, offer}) => `${id} of ${stack.name} (${claimText(offer)})`,
  );
  const some = `${listed.slice(0, MOST_OFFERS).join('; ')}${listed.length > MOST_OFFERS ? '; …' : ''}`;
  if (only !== undefined)
    return {
      because: `several shared resources fit: ${some}`,
      hint: 'Add the class, or name one: ${ref:shared:ID#path}.',
    };
  return {
    because: listed.length === 0 ? 'no shared resource can be claimed' : `no shared resource fits; there are: ${some}`,
    hint: `Add one to a shared stack, with the labels ${labelsText(claim)} (a Terraform resource: the extension ${CLAIMED_AS}: ${claimKey(claim)}), and apply it.`,
    unmet: claim,
  };
}

const labelsText = ({type, class: ofClass}: SharedClaim): string =>
  `${TYPE_LABEL}: ${type}${ofClass === undefined ? '' : ` and ${CLASS_LABEL}: ${ofClass}`}`;
