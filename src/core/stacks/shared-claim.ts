/** The type and class of a shared resource, in place of its id. */
export type SharedClaim = {
  readonly type: string;
  /** Absent: any class. */
  readonly class?: string | undefined;
};

const CLAIM = /^claim:([^/]+)(?:\/(.+))?$/;

/** Returns what a reference to a shared resource claims, `claim:TYPE/CLASS`; undefined for an id. */
export function claimIn(id: string): SharedClaim | undefined {
  const [, type, ofClass] = CLAIM.exec(id) ?? [];
  return type === undefined ? undefined : {type, class: ofClass};
}

/** Returns the text in place of an id. */
export const claimId = (claim: SharedClaim): string => `claim:${claimKey(claim)}`;

/** Returns type and class as a key: `postgres/small`. */
export const claimKey = ({type, class: ofClass}: SharedClaim): string =>
  `${type}${ofClass === undefined ? '' : `/${ofClass}`}`;

/** Reports whether a type and class meet a shared claim. */
export const fitsClaim = (offer: SharedClaim, claim: SharedClaim): boolean =>
  offer.type === claim.type && (claim.class === undefined || offer.class === claim.class);

/** Returns type and class for messages: `type postgres, class small`. */
export const claimText = ({type, class: ofClass}: SharedClaim): string =>
  `type ${type}${ofClass === undefined ? '' : `, class ${ofClass}`}`;
