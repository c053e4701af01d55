import type {SharedClaim} from './shared-claim.ts';

/** The part of a run that makes or removes shared resources that are claimed. */
export type ClaimsRequest =
  /** Makes the resources of recipes. */
  | {
      readonly make: readonly ClaimedBy[];
      /** True if nothing else of the shared stack is applied: changes in its files stay pending. */
      readonly isOnly: boolean;
      /** True if the owner asks: the recipe may be new or changed. */
      readonly isOwner?: boolean;
    }
  /** Removes resources that were created for claims, and nothing else. */
  | {readonly remove: readonly SharedClaim[]};

/** A claim as its recipe names it, and the stack that claims it: PROJECT/STACK. */
export type ClaimedBy = SharedClaim & {readonly for?: string | undefined};

/** Reports whether a run changes nothing of a shared stack except for claims. */
export const isOnlyClaims = (claims: ClaimsRequest | undefined): boolean =>
  claims !== undefined && ('remove' in claims || claims.isOnly);
