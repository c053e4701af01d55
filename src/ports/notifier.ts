import type {Message} from '../core/notify/notification.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {HttpsAnswer, HttpsRequest} from '../lib/https-request.ts';
import type {DeclaredFields} from './declared-field.ts';

/** A target that notifications are sent to. */
export type Notifier = {
  /**
   * Sends a message, or returns the reason why it was not delivered. The reason contains no secret. `remark`: it was delivered, with a
   * reservation.
   */
  readonly send: (message: Message) => Promise<Delivered | undefined>;
  /** Makes a value harmless in the markup of the target. */
  readonly escape: (value: string) => string;
};

/** The problem of a delivery, or a remark on it. */
export type Delivered = {readonly problem: string} | {readonly remark: string};

/**
 * The description of one kind of target. The schema and the documentation are derived from it. `Declared`: the configuration as users write
 * it.
 */
export type NotifierDescriptor<Declared extends object> = {
  /** The name of the kind in the file: `slack: {…}`. */
  readonly kind: string;
  readonly description: string;
  /** The value after the name, for documentation. */
  readonly example: string;
  readonly fields: DeclaredFields<Declared>;
  /** True if its messages stay and are closed, like issues. */
  readonly keepsState: boolean;
  readonly open: (declared: Declared, deps: NotifierDeps) => Promise<Notifier>;
};

/** The dependencies of a target. */
export type NotifierDeps = {
  /** Returns a value that is written in the file, or the secret that it refers to. @throws GantryError */
  readonly secret: (text: string) => Promise<Secret>;
  /** Returns the certificates of a PEM file. @throws GantryError */
  readonly certificates: (path: string) => Promise<string>;
  readonly http: SendRequest;
};

/** A request to a target. `isRepeatable`: sending it twice does no harm. */
export type TargetRequest = Pick<HttpsRequest, 'method' | 'url' | 'headers' | 'body' | 'ca'> & {
  readonly isRepeatable: boolean;
};

/** Sends a request within the limits of notifications, and again if the server is busy. Redirects are not followed. */
export type SendRequest = (request: TargetRequest) => Promise<HttpsAnswer | {readonly problem: string}>;
