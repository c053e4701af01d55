/** The network of registry clients. */
export type OciOptions = {
  /** The environment with HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
};
