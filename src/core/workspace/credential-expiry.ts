import type {Diagnostic} from '../diagnostic/diagnostic.ts';

/** What of a credential ends, and when: `at` as an ISO date. */
type Expiry = {readonly what: 'client certificate' | 'token'; readonly at: string};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * When it is worth a word. Certificates live for months and are renewed by people: a week is time to do it. Tokens in a
 * kubeconfig mostly live for an hour: what matters is whether they outlive the run.
 */
const NOTICE_MS: Readonly<Record<Expiry['what'], number>> = {
  'client certificate': 7 * DAY_MS,
  token: 10 * MINUTE_MS,
};

/** The state of a credential: `soon` means that it expires within the notice of its kind. */
export type ExpiryState = 'good' | 'soon' | 'over';

/** Compares the expiry of a credential with a time. */
export function expiryState({what, at}: Expiry, now: Date): ExpiryState {
  const left = Date.parse(at) - now.getTime();
  if (left <= 0) return 'over';
  return left <= NOTICE_MS[what] ? 'soon' : 'good';
}

/** The warning before a credential ends; once it has ended the failure `credential/expired` is told instead. */
export function expiryWarning(
  expiry: Expiry | undefined,
  {workspace, server, now}: {readonly workspace: string; readonly server: string; readonly now: Date},
): Diagnostic | undefined {
  if (expiry === undefined || expiryState(expiry, now) !== 'soon') return undefined;
  return {
    severity: 'warning',
    code: 'credential/expires-soon',
    message: `the ${expiry.what} of the workspace "${workspace}" for ${server} ends in ${timeLeft(expiry.at, now)}, on ${expiry.at}`,
    hint: 'Renew it, or fetch a new kubeconfig, before then.',
  };
}

function timeLeft(at: string, now: Date): string {
  const minutes = Math.max(1, Math.floor((Date.parse(at) - now.getTime()) / MINUTE_MS));
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'}`;
  return minutes < 2 * 24 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / (24 * 60))} days`;
}
