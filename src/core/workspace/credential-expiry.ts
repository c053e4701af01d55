import type {Diagnostic} from '../diagnostic/diagnostic.ts';

/** The expiry of a credential; `at` is an ISO date. */
type Expiry = {readonly what: 'client certificate' | 'token'; readonly at: string};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The time in milliseconds before the expiry at which a warning is shown. Users renew certificates, so they need a week. Tokens in a
 * kubeconfig are mostly valid for an hour, so only the duration of the run matters.
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

/** Returns the warning before a credential expires. After that, the failure `credential/expired` is reported. */
export function expiryWarning(
  expiry: Expiry | undefined,
  {workspace, server, now}: {readonly workspace: string; readonly server: string; readonly now: Date},
): Diagnostic | undefined {
  if (expiry === undefined || expiryState(expiry, now) !== 'soon') return undefined;
  return {
    severity: 'warning',
    code: 'credential/expires-soon',
    message: `the ${expiry.what} of the workspace "${workspace}" for ${server} expires in ${timeLeft(expiry.at, now)}, on ${expiry.at}`,
    hint: 'Renew it or get a new kubeconfig before then.',
  };
}

function timeLeft(at: string, now: Date): string {
  const minutes = Math.max(1, Math.floor((Date.parse(at) - now.getTime()) / MINUTE_MS));
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'}`;
  return minutes < 2 * 24 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / (24 * 60))} days`;
}
