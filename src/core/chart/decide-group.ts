import {type Certificate, renewalOf} from './certificate.ts';

/** A generated value, and what the cluster has of it. */
export type GroupMember = {
  /** The field for messages: `data.password of v1:Secret:db`. */
  readonly shown: string;
  readonly isLive: boolean;
  /** True if a run has applied it. Another one that the cluster does not have is new in the chart, or was never applied. */
  readonly wasMade: boolean;
  /** Reports whether the live value is the one that the last run wanted. Absent: no run recorded it. */
  readonly isRecorded?: boolean | undefined;
  /** The certificates in the live value. */
  readonly certificates: readonly Certificate[];
};

/** The facts that decide whether the generated values of a source are kept. */
export type GroupFacts = {
  readonly members: readonly GroupMember[];
  /** The value of `--regenerate` that names the source. */
  readonly requested?: string | undefined;
  /** True if the last run failed or did not end. */
  readonly isUnsettled: boolean;
  readonly now: Date;
};

/**
 * The decision about the generated values of a source: those in the cluster are kept, or all are new. `because` is absent for the first
 * ones.
 */
export type GroupDecision = {readonly keep: true} | {readonly keep: false; readonly because?: string};

/** Decides whether generated values are kept. They belong together, so that one reason renews them all. */
export function decideGroup({members, requested, isUnsettled, now}: GroupFacts): GroupDecision {
  if (requested !== undefined) return {keep: false, because: `--regenerate ${requested} was given`};
  const lost = members.find(({isLive, wasMade}) => !isLive && wasMade);
  if (lost !== undefined) return {keep: false, because: `the cluster has no ${lost.shown}`};
  if (members.every(({isLive}) => !isLive)) return {keep: false};
  const other = members.find(({isRecorded}) => isRecorded === false);
  if (isUnsettled && other !== undefined && members.some(({isRecorded}) => isRecorded === true))
    return {keep: false, because: `the last run did not apply all of them: ${other.shown} has an earlier value`};
  const old = members.find(({certificates}) => certificates.some((one) => renewalOf(one) <= now));
  return old === undefined ? {keep: true} : {keep: false, because: expiryOf(old, now)};
}

function expiryOf({shown, certificates}: GroupMember, now: Date): string {
  const {notAfter} = certificates.find((one) => renewalOf(one) <= now) ?? {notAfter: now};
  return notAfter <= now
    ? `the certificate in ${shown} expired on ${day(notAfter)}`
    : `the certificate in ${shown} expires on ${day(notAfter)}, and two thirds of its life are over`;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
