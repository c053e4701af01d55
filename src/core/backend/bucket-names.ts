/** What S3 takes for the name of a bucket. */
export const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** However it is written, `team/state` is one place: without slashes at its ends. Undefined: there is no prefix. */
export const plainPrefix = (written: string): string | undefined =>
  written.replace(/^\/+|(?<!\/)\/+$/g, '') || undefined;
