import type {JsonObject} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Begun} from './begun.ts';
import type {Shown} from './shown.ts';

/** The sealed document of a stack. */
export type Stored = {
  /** The state of Terraform. */
  readonly state?: JsonObject | undefined;
  /** The dependency lock file. */
  readonly lock?: string | undefined;
  /** The id of the resource at each address. */
  readonly ids: Readonly<Record<string, string>>;
  /** The values as `show` printed them, for the state with this serial. */
  readonly shown?: {readonly serial: number; readonly resources: Readonly<Record<string, Shown>>} | undefined;
  /** The creations that an apply has begun and not confirmed. Absent: no apply is in progress, and none was killed. */
  readonly begun?: readonly Begun[] | undefined;
  /** Digests of the write-only arguments of the last apply, by address and path. No state has their values. */
  readonly writeOnly?: WriteOnly | undefined;
  /** The source of Terraform code of the last apply. Its providers are needed to delete its resources. */
  readonly source?: Resource | undefined;
  /** The run that stored it. */
  readonly run?: string | undefined;
};

/** Digests of write-only arguments, by address and path. */
export type WriteOnly = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The document of a stack without Terraform resources so far. */
export const NOTHING_STORED: Stored = {ids: {}};

/** Returns the text of a document. */
export const encodeStored = (stored: Stored): string =>
  canonicalJson({formatVersion: 1, ...(JSON.parse(JSON.stringify(stored)) as JsonObject)});

/** Reads a document. @throws Error for a document of a later version */
export function decodeStored(text: string): Stored {
  const document = JSON.parse(text) as JsonObject;
  if (document['formatVersion'] !== 1) throw new Error('the Terraform state was stored by a later version of Gantry');
  return document as unknown as Stored;
}

/** Returns the number of a state. It grows with each change. */
export const serialOf = (state: JsonObject | undefined): number => Number(state?.['serial'] ?? -1);
