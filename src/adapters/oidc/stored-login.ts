import {objectIn} from '../../core/secret/no-answer.ts';

/** A login as stored in its file. Only the user can read the file (mode 0600), and its contents are never sent elsewhere. */
export type StoredLogin = {
  readonly formatVersion: 1;
  readonly issuer: string;
  readonly clientId: string;
  /** The scopes that were requested at the login. */
  readonly scopes: readonly string[];
  /** The CA file for a logout without a workspace. */
  readonly caFile?: string | undefined;
  /** True if the client has a secret, which is not stored here. */
  readonly confidential?: true | undefined;
  readonly subject: string;
  readonly name?: string;
  /** The time of the login. */
  readonly since: string;
  readonly id?: StoredToken;
  readonly access?: StoredToken;
  readonly refreshToken?: string;
};

/** A token. Its times are by the clock of this machine, not by that of the provider. */
export type StoredToken = {readonly value: string; readonly from: string; readonly until?: string | undefined};

/** Parses a stored login. Undefined if this version of Gantry cannot read it. The next login replaces it. */
export function readStored(text: string): StoredLogin | undefined {
  const value = objectIn(Buffer.from(text));
  if (value?.['formatVersion'] !== 1) return undefined;
  const texts = ['issuer', 'clientId', 'subject', 'since'].every((key) => typeof value[key] === 'string');
  const scopes = value['scopes'];
  const isWhole =
    texts &&
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === 'string') &&
    isTokenOrNone(value['id']) &&
    isTokenOrNone(value['access']);
  return isWhole ? (value as unknown as StoredLogin) : undefined;
}

const isTokenOrNone = (value: unknown): boolean =>
  value === undefined ||
  (isRecord(value) &&
    typeof value['value'] === 'string' &&
    typeof value['from'] === 'string' &&
    ['string', 'undefined'].includes(typeof value['until']));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
