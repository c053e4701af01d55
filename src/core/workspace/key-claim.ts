import type {Json} from '../json.ts';
import type {ValueSource} from './value-source.ts';

/** A value for a program, said at one place. */
export type KeyClaim = {
  readonly name: string;
  readonly value: Json;
  readonly level: KeyLevel;
  readonly source: ValueSource;
};

/** The value that counts for a key, and those that it shadows. */
export type DecidedKey = KeyClaim & {readonly shadowed: readonly KeyClaim[]};

/** A place that can set a key: context, env, spec or environment. */
export type KeyLevel = (typeof KEY_LEVELS)[number];

/** Who says a value, highest first: the workspace (its context, its `env`), a spec file, the environment, a resource. */
export const KEY_LEVELS = ['workspace', 'spec', 'environment', 'providerMeta'] as const;
