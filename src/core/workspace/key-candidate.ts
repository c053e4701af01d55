import type {Json} from '../json.ts';
import type {ValueSource} from './value-source.ts';

/** A value for a program from one source. */
export type KeyCandidate = {
  readonly name: string;
  readonly value: Json;
  readonly level: KeyLevel;
  readonly source: ValueSource;
};

/** The used value of a key, and the values that it shadows. */
export type DecidedKey = KeyCandidate & {readonly shadowed: readonly KeyCandidate[]};

/** A level that can set a key. */
export type KeyLevel = (typeof KEY_LEVELS)[number];

/** The levels that can set a key, highest first: workspace (context, `env`), spec file, environment, resource. */
export const KEY_LEVELS = ['workspace', 'spec', 'environment', 'providerMeta'] as const;
