import {isObject, type Json} from '../json.ts';
import {openText, sealText} from '../secret/seal-text.ts';
import type {Secret} from '../secret/secret.ts';

/** A text that was encrypted with the data key of a backend. */
export type SealedText = {
  /** The generation of the data key. */
  readonly generation: number;
  readonly text: string;
};

/** A data key and its generation. */
export type DataKey = {readonly generation: number; readonly key: Secret};

/** Encrypts a text for its place, which is the key of a document in the backend. It cannot be opened in another place. */
export const sealAt = (place: string, {generation, key}: DataKey, text: string): SealedText => ({
  generation,
  text: sealText({key, purpose: purposeOf(place)}, text),
});

/** Returns a text that `sealAt` encrypted; undefined with another key, or if it was changed or moved. */
export const openAt = (place: string, key: Secret, {text}: SealedText): string | undefined =>
  openText({key, purpose: purposeOf(place)}, text);

/** Reports whether a value has the form of a sealed text. */
export const isSealedText = (value: Json | undefined): boolean =>
  isObject(value) && Number.isSafeInteger(value['generation']) && typeof value['text'] === 'string';

const purposeOf = (place: string): string => `gantry.dev/sealed/1 ${place}`;
