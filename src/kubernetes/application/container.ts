import type {JsonObject} from '../../core/json.ts';

/** An action of a probe or of a life cycle. It has exactly one member. */
export type Handler = {
  readonly http?: {readonly url: string; readonly headers?: Readonly<Record<string, string>> | undefined} | undefined;
  readonly tcp?: {readonly url: string} | undefined;
  readonly exec?: {readonly command: readonly string[]} | undefined;
};

/** A health check of a container. */
export type Probe = Handler & {
  readonly initialDelaySeconds?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly periodSeconds?: number | undefined;
  readonly successThreshold?: number | undefined;
  readonly failureThreshold?: number | undefined;
  /** In seconds. */
  readonly terminationGracePeriod?: number | undefined;
};

/** A file in a container. It has either a content, or a key of a Secret (`secret://NAME/KEY`). */
export type FileSpec = {
  readonly content?: string | undefined;
  readonly contentFrom?: string | undefined;
  /** Permission bits in octal digits. */
  readonly mode?: string | undefined;
};

/** A container of an application. */
export type Container = {
  readonly image: string;
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly workingDir?: string | undefined;
  /** The variables in the order of the file. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** `LIMIT` or `REQUEST-LIMIT` by the name of the resource. */
  readonly resources?: Readonly<Record<string, string>> | undefined;
  /** The files by their absolute paths. */
  readonly files?: Readonly<Record<string, FileSpec>> | undefined;
  /** Sources of directories by their absolute paths: `secret://NAME`, `configMap://NAME`, `volume://NAME`. */
  readonly dirs?: Readonly<Record<string, string>> | undefined;
  readonly livenessProbe?: Probe | undefined;
  readonly readinessProbe?: Probe | undefined;
  readonly startupProbe?: Probe | undefined;
  readonly lifecycle?: {readonly preStop?: Handler | undefined; readonly postStart?: Handler | undefined} | undefined;
  readonly imagePullPolicy?: string | undefined;
  readonly securityContext?: JsonObject | undefined;
};

/** Containers by their names. */
export type Containers = Readonly<Record<string, Container>>;
