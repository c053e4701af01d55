import type {Json, JsonObject} from '../../core/json.ts';
import type {User} from './user.ts';

/** A request with its user, as the verbs receive it. */
export type ApiRequest = {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly user: User;
};

/** A reply of the API, before it is written: JSON, bytes of a media type, or a stream of watch events. */
export type ApiReply =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: Json;
      readonly warnings?: readonly string[];
    }
  | {
      readonly kind: 'bytes';
      readonly status: number;
      readonly type: string;
      readonly body: Buffer;
      readonly warnings?: readonly string[];
    }
  /** A watch or a log. `start` sends documents, or text as it is, until the returned Disposable is disposed of, or until it calls `end`. */
  | {
      readonly kind: 'stream';
      /** Default: application/json. */
      readonly type?: string;
      readonly warnings?: readonly string[];
      readonly start: (push: (document: JsonObject | string) => void, end: () => void) => Disposable;
    };
