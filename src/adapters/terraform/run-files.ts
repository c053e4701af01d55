import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {DEPENDENCY_LOCK} from '../../core/terraform/source.ts';
import type {ProcessIdentity} from '../../lib/process-identity.ts';

/** The file in a working directory with the state. */
export const STATE = 'terraform.tfstate';
/** The dependency lock file. */
export const LOCK = DEPENDENCY_LOCK;
/** The file with the versions of providers that overrides those in the files of a source. */
export const REQUIRED = 'gantry_override.tf.json';
/** The file that marks a directory with the state of an apply: only the next run of its stack removes it. */
export const KEPT = 'kept';
/** The objects in the last state that the run has stored: their identities, by address. */
export const STORED = 'stored';
/** The identity of the watcher of an apply. */
export const WATCHER = 'watcher';
/** The identity of the Terraform of an apply. */
export const PROGRAM = 'program';

/** Returns the path of the file with what Terraform writes to stderr in an apply. */
export const errorsOf = (directory: string, apply: string): string => join(directory, `${apply}.errors`);

/** The apply that a directory was kept for. */
export type Kept = {
  readonly lineage: string;
  readonly run: string;
  /** The last apply: the name of its file of events. */
  readonly apply: string;
};

/** Reads the dependency lock file of a directory; an empty text if there is none. */
export const readLock = (directory: string): Promise<string> => readFile(join(directory, LOCK), 'utf8').catch(() => '');

/** Reads a JSON object from a file of the directory; undefined if it is absent or not whole. */
export async function readJson(directory: string, name: string): Promise<JsonObject | undefined> {
  try {
    const value = JSON.parse(await readFile(join(directory, name), 'utf8')) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the identity of a process from a file of the directory. */
export async function readIdentity(directory: string, name: string): Promise<ProcessIdentity | undefined> {
  const {bootId, pidNamespace, pid, start} = (await readJson(directory, name)) ?? {};
  return typeof bootId === 'string' &&
    typeof pidNamespace === 'string' &&
    typeof pid === 'number' &&
    typeof start === 'string'
    ? {bootId, pidNamespace, pid, start}
    : undefined;
}
