/** A login as its file has it. Whoever reads the file is the user: it is 0600, and nothing of it goes elsewhere. */
export type StoredLogin = {
  readonly formatVersion: 1;
  readonly issuer: string;
  readonly clientId: string;
  /** Asked for at the login. */
  readonly scopes: readonly string[];
  /** To reach the provider at a logout without a workspace. */
  readonly caFile?: string | undefined;
  /** The client has a secret, which stays where it is. */
  readonly confidential?: true | undefined;
  readonly subject: string;
  readonly name?: string;
  /** When the person logged in. */
  readonly since: string;
  readonly id?: StoredToken;
  readonly access?: StoredToken;
  readonly refreshToken?: string;
};

/** The times are of this machine's clock, whatever that of the provider says. */
export type StoredToken = {readonly value: string; readonly from: string; readonly until?: string | undefined};

/** Undefined: not a login that this Gantry can read; the next login replaces it. */
export function readStored(text: string): StoredLogin | undefined {
  const value = parsed(text);
  if (!isRecord(value) || value['formatVersion'] !== 1) return undefined;
  const texts = ['issuer', 'clientId', 'subject', 'since'].every((key) => typeof value[key] === 'string');
  const scopes = value['scopes'];
  const isWhole =
    texts &&
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === 'string') &&
    isTokenOrNone(value['id']) &&
    isTokenOrNone(value['access']);
  return isWhole ? (value as StoredLogin) : undefined;
}

const isTokenOrNone = (value: unknown): boolean =>
  value === undefined ||
  (isRecord(value) &&
    typeof value['value'] === 'string' &&
    typeof value['from'] === 'string' &&
    ['string', 'undefined'].includes(typeof value['until']));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
