import type {JsonObject} from '../../core/json.ts';

/** A database that runs in the cluster: one pod with a volume. */
export type Database = {
  /** The name of its port, for example `postgres`. */
  readonly engine: string;
  readonly image: string;
  readonly port: number;
  /** The user of the image. */
  readonly uid: number;
  /** The directory of the volume. */
  readonly directory: string;
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env: readonly JsonObject[];
  /** The command that succeeds when the database accepts connections. */
  readonly ready: readonly string[];
  /** The data of its Secret. Generated values are placeholders. */
  readonly secret: Readonly<Record<string, string>>;
  readonly size: string;
  readonly storageClass?: string | undefined;
  /** `LIMIT` or `REQUEST-LIMIT` by the name of the resource. */
  readonly resources?: Readonly<Record<string, string>> | undefined;
};
