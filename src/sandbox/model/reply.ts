import type {Json, JsonObject} from '../../core/json.ts';
import type {User} from './user.ts';

/** One request, as the verbs see it: who asks is known already. */
export type ApiRequest = {
  readonly method: string;
  /** Without the query, as it was sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
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
  /** A watch, or a log: `start` pushes documents, or text as it is, until the Disposable that it answers is disposed of, or it calls `end`. */
  | {
      readonly kind: 'stream';
      /** Default: application/json. */
      readonly type?: string;
      readonly warnings?: readonly string[];
      readonly start: (push: (document: JsonObject | string) => void, end: () => void) => Disposable;
    };
