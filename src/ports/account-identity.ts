import type {JsonObject} from '../core/json.ts';
import type {Secret} from '../core/secret/secret.ts';

/** The configuration of one account of a provider. */
export type ConfiguredAccount = {
  readonly provider: 'aws';
  /** The configuration of the provider, without values that are variables. */
  readonly block: JsonObject;
  /** Its keys and its region, as variables of the provider. */
  readonly variables: ReadonlyMap<string, Secret>;
};

/** The account that keys belong to, or the reason why it is not known. */
export type AccountAnswer =
  | {readonly account: string}
  /** The configuration names no keys that this program can use by itself. */
  | {readonly unknown: true}
  | {readonly fault: 'denied' | 'unreachable'; readonly because: string};

/** Asks a provider which account keys belong to. */
export type IdentifyAccount = (account: ConfiguredAccount, signal: AbortSignal) => Promise<AccountAnswer>;
